// All motifs that a card may name, for the gallery of the docs (`python -m tools.motif_pictures`): `motifs.html#world`.
import galaxy from '../../src/repulse/games/galaxy/cards/data/motifs.json'
import { drawComponent, GADGETS } from '../src/games/earth/scenes'
import { drawCard } from '../src/games/galaxy/scenes'
import type { EarthCard, GalaxyCard } from '../src/protocol'

const card = (type: GalaxyCard['type'], art: string): GalaxyCard =>
  ({ type, art, name: art, keywords: [], cost: 2, vp: 2 }) as Partial<GalaxyCard> as GalaxyCard
const gadget = (art: string): EarthCard =>
  ({ sort: 'gadget', art, id: art, title: art }) as Partial<EarthCard> as EarthCard

const SHEETS: Record<string, () => [string, string][]> = {
  world: () => galaxy.world.map((art) => [art, drawCard(card('world', art), 'dark')]),
  development: () => galaxy.development.map((art) => [art, drawCard(card('development', art), 'dark')]),
  gadget: () => Object.keys(GADGETS).map((art) => [art, drawComponent(gadget(art), 'dark')]),
}

document.body.style.cssText =
  'margin:0;padding:8px;background:#0d1430;color:#dfe6ff;font:600 13px system-ui;display:grid;gap:8px;grid-template-columns:repeat(6,1fr)'
for (const [name, drawing] of (SHEETS[location.hash.slice(1)] ?? SHEETS['world'])?.() ?? []) {
  const figure = document.createElement('figure')
  figure.style.margin = '0'
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`
  picture.style.cssText = 'display:block;width:100%;border-radius:6px'
  const caption = Object.assign(document.createElement('figcaption'), { textContent: name })
  figure.append(picture, caption)
  document.body.append(figure)
}
