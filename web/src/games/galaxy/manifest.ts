// The facts of Race for the Galaxy for the lobby, before its table is loaded.
import type { GameManifest } from '..'
import type messages from './i18n/en.json'
import type lobby from './lobby/en.json'
import GalaxyArt from './GalaxyArt.svelte'
import './tokens.css'

declare module '../../lib/i18n.svelte' {
  interface Catalogs {
    galaxy: typeof messages
    galaxyLobby: typeof lobby
  }
}

/** The modes without Xenos that attack. */
const PEACEFUL = ['base', 'xeno-invasion']

const manifest: GameManifest = {
  Art: GalaxyArt,
  picture: (mode) => ({ poster: mode, scene: PEACEFUL.includes(mode) ? 'scene-first' : 'scene-war' }),
  draws: true,
  fallen: 'end.xenos',
}

export default manifest
