// The drawing of each component of earth: what a Gadget does over the edge of the Earth, a number among the stars, a
// Portal over its region.
import { dropShip, fleet, gate, station } from '../../art/craft'
import * as emblem from '../../art/emblems'
import { planet, rays, sky, spiral } from '../../art/heavens'
import { disc, hsl, n, oval, put, Sheet, shape, type Shade, stroke } from '../../art/paint'
import { eggs, gears, plants, type Thing } from '../../art/things'
import type { EarthCard } from '../../protocol'

/** The ship of all invaders. */
const saucer: Thing = (sheet) =>
  oval(0, 4, 32, 8, sheet.body) +
  oval(0, 2, 32, 6, sheet.tinted) +
  shape('M-14 0A14 15 0 0 1 14 0Z', hsl(190, 60, 82, 0.9)) +
  stroke('M-24 4h0M-12 6.500h0M0 7h0M12 6.500h0M24 4h0', sheet.warm, 3)

const beam = (color: string, wide: number): string => shape(`M-8 8H8L${wide} 60H${-wide}Z`, color)

/** The drawing of a Gadget, by the motif that its row names (`art`). */
export const GADGETS: Record<string, Thing> = {
  'reinforcement-wave': (sheet) => fleet(sheet, saucer, 5),
  'brood-pods': (sheet) => put(0, 34, 1.15, eggs(sheet)),
  'drop-capsules': (sheet) => put(-28, -8, 0.9, dropShip(sheet)) + put(28, 4, 0.9, dropShip(sheet)),
  'jump-drive': (sheet) => put(10, 0, 0.95, gate(sheet)) + put(-46, 0, 0.7, saucer(sheet)),
  wormhole: (sheet) =>
    [36, 27, 18, 9]
      .map((r, at) => disc(0, 0, r, 'none', ` stroke="${hsl(sheet.hue + at * 22, 85, 60 + at * 7)}" stroke-width="6"`))
      .join('') +
    put(-44, 6, 0.4, saucer(sheet)) +
    put(46, -12, 0.3, saucer(sheet)),
  overdrive: (sheet) => put(-16, 34, 1.1, gears(sheet)) + shape('M14-38-6 4H10L-2 36 34-10H16L30-38Z', '#ffe27a'),
  'tractor-beam': (sheet) =>
    put(0, -24, 1.1, saucer(sheet) + beam('rgba(160,255,220,.55)', 24)) + put(0, 20, 0.4, saucer(sheet)),
  'death-ray': (sheet) =>
    put(-24, -20, 1, saucer(sheet)) +
    stroke('M-16-12 40 30', '#ff5a4a', 5) +
    stroke('M-16-12 40 30', '#fff', 1.6) +
    put(40, 28, 0.5, emblem.fire(sheet)),
  'carpet-bombardment': (sheet) =>
    put(0, -26, 0.9, saucer(sheet)) +
    [-34, -12, 12, 34]
      .map((x, at) => put(x, 16 + (at % 2) * 6, 0.42, emblem.fire(sheet)) + oval(x, -6 + (at % 2) * 5, 3, 5, '#39405c'))
      .join(''),
  'deflector-screen': (sheet) =>
    put(0, 8, 0.8, saucer(sheet)) +
    stroke('M-44 22A46 46 0 0 1 44 22', '#a8f1ff', 4) +
    stroke('M-36 24A38 38 0 0 1 36 24', 'rgba(168,241,255,.5)', 3),
  'hologram-fleet': (sheet) =>
    `<g opacity=".45">${put(-30, -16, 0.8, saucer(sheet))}${put(34, -10, 0.8, saucer(sheet))}</g>` +
    put(0, 10, 1, saucer(sheet)),
  'accelerated-harvest': (sheet) => put(0, 34, 0.95, plants(sheet)) + put(0, -34, 0.6, saucer(sheet)),
  'redirected-landing': (sheet) =>
    stroke('M-40 26Q-30-20 6-22T36 18M36 18 22 10M36 18 42 3', '#ffe27a', 5) + put(-34, -22, 0.6, saucer(sheet)),
  'energy-siphon': (sheet) => emblem.atom(sheet),
  'docking-clamps': (sheet) => put(0, -4, 0.95, station(sheet)) + put(40, 14, 0.5, saucer(sheet)),
}

/** The Earth below: land and sea differ by region. */
const REGIONS: Record<string, { hue: number; land: boolean; turn: number }> = {
  'North Pacific': { hue: 205, land: false, turn: 0 },
  'North America': { hue: 96, land: true, turn: 40 },
  'South America': { hue: 130, land: true, turn: 80 },
  Atlantic: { hue: 222, land: false, turn: 120 },
  Europe: { hue: 74, land: true, turn: 160 },
  Africa: { hue: 38, land: true, turn: 200 },
  Asia: { hue: 20, land: true, turn: 240 },
  Australia: { hue: 8, land: true, turn: 280 },
}

function gadget(card: EarthCard, shade: Shade): Sheet {
  const made = Object.keys(GADGETS).indexOf(card.art)
  const sheet = new Sheet(card.id, shade, 200 + made * 47, 56)
  sky(sheet, 200 + made * 47)
  planet(sheet, { x: 120, y: 190, r: 110, hue: 208, surface: 'earth' })
  sheet.add(put(120, 46, 1.05, (GADGETS[card.art] ?? saucer)(sheet)))
  return sheet
}

function turnOrder(card: EarthCard, shade: Shade): Sheet {
  const number = Number(card.title)
  const hue = 190 + number * 20
  const sheet = new Sheet(card.id, shade, hue, 60)
  sky(sheet, hue, card.stars > 4)
  if (card.stars > 4) sheet.add(rays(sheet, 120, 50, 16, 120))
  const at = (number / 16) * 2 * Math.PI
  sheet.add(disc(120, 50, 40, hsl(hue, 50, 14, 0.5), ` stroke="${sheet.glow}" stroke-width="2"`))
  for (let hour = 1; hour <= 16; hour += 1) {
    const turn = (hour / 16) * 2 * Math.PI - Math.PI / 2
    sheet.add(
      disc(
        120 + Math.cos(turn) * 40,
        50 + Math.sin(turn) * 40,
        hour === number ? 5 : 1.6,
        hour <= number ? sheet.warm : '#8fa0c8',
      ),
    )
  }
  sheet.add(put(120 + Math.sin(at) * 62, 50 - Math.cos(at) * 26, 0.6, saucer(sheet)))
  sheet.add(
    `<text x="120" y="64" font-family="sans-serif" font-size="40" font-weight="800" text-anchor="middle" fill="#fff">${number}</text>`,
  )
  if (card.discount) sheet.add(put(196, 70, 0.4, emblem.bigCoin(sheet)))
  return sheet
}

function portal(card: EarthCard, shade: Shade): Sheet {
  const { hue, land, turn } = REGIONS[card.id.replace('portal ', '')] ?? { hue: 200, land: false, turn: 0 }
  const sheet = new Sheet(card.id, shade, hue + 150, 60)
  sky(sheet, hue)
  spiral(sheet, 186, 26, 40)
  planet(sheet, {
    x: 120 + Math.cos(turn) * 26,
    y: 168,
    r: 96,
    hue: land ? hue : 212,
    surface: land ? 'land' : 'sea',
    tilt: turn,
  })
  sheet.add(
    put(120, 42, 0.86, gate(sheet)),
    put(120 + 44, 58, 0.5, saucer(sheet)),
    put(120 - 50, 66, 0.4, saucer(sheet)),
  )
  for (const far of [54, 66])
    sheet.add(oval(120, 44, far, far * 0.5, 'none', ` stroke="${sheet.glow}" stroke-width="${n(1.2)}" opacity=".6"`))
  return sheet
}

const DRAWN = { gadget, 'turn-order': turnOrder, portal }

/** The drawing of a component as an SVG document. */
export const drawComponent = (card: EarthCard, shade: Shade): string => String(DRAWN[card.sort](card, shade))
