// A game without a folder here.
import type { GameManifest } from '..'
import Art from './Art.svelte'

const manifest: GameManifest = { Art }

export default manifest
