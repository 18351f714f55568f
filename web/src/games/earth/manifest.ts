// The facts of Rob Herman's Invasion for the lobby, before its table is loaded.
import type { GameManifest } from '..'
import type messages from './i18n/en.json'
import type lobby from './lobby/en.json'
import EarthArt from './EarthArt.svelte'
import './tokens.css'

declare module '../../lib/i18n.svelte' {
  interface Catalogs {
    earth: typeof messages
    earthLobby: typeof lobby
  }
}

const manifest: GameManifest = {
  Art: EarthArt,
  picture: () => ({ poster: 'earth', scene: 'scene-saucers' }),
  draws: true,
  turns: true,
  note: 'earth.reconstruction',
}

export default manifest
