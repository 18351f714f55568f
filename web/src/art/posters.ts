// The large pictures of the lobby and of the end of a game. They are drawn once, into the files of `posters/`, so that the
// lobby need not load the brushes; `posters.test.ts` compares the files with these drawings, and `vitest -u` writes them.
import { drawComponent } from '../games/earth/scenes'
import { drawCard } from '../games/galaxy/scenes'
import type { EarthCard, GalaxyCard } from '../protocol'
import { dreadnought, colonyShip, fighter, scout, xenoShip } from './craft'
import { planet, rays, shattered, sky } from './heavens'
import { disc, flip, oval, put, shape, Sheet, stroke } from './paint'

const WORLD: GalaxyCard = {
  art: '',
  chromosome: false,
  cost: 3,
  deck: 'main',
  facets: {},
  good: null,
  good_when_placed: false,
  hive: null,
  keywords: [],
  lines: [],
  military: false,
  name: '',
  origin: '',
  powers: [],
  rows: [],
  score: [],
  set: 'base',
  start_number: null,
  svg: '',
  type: 'world',
  vp: 2,
  windfall: false,
}
const world = (facts: Partial<GalaxyCard>): string => drawCard({ ...WORLD, ...facts }, 'dark')

const GADGET: EarthCard = {
  art: 'tractor-beam',
  cost: 3,
  discount: 0,
  effect: '',
  facets: {},
  id: 'Tractor Beam',
  lines: [],
  ships: [],
  sort: 'gadget',
  stars: 0,
  svg: '',
  title: 'Tractor Beam',
}

/** Light where a shot hits. */
const flash = (sheet: Sheet, x: number, y: number, r: number): string =>
  disc(
    x,
    y,
    r,
    sheet.around([
      [0, '#fff'],
      [0.4, '#ffd76a'],
      [1, 'rgba(255,90,40,0)'],
    ]),
  )

const saucer = (sheet: Sheet): string =>
  oval(0, 4, 32, 8, sheet.body) +
  oval(0, 2, 32, 6, sheet.tinted) +
  shape('M-14 0A14 15 0 0 1 14 0Z', 'hsl(190 60% 82% / 90%)') +
  stroke('M-24 4h0M-12 6.500h0M0 7h0M12 6.500h0M24 4h0', sheet.warm, 3)

/** The Xenos attack. */
function war(): Sheet {
  const sheet = new Sheet('scene war', 'dark', 222, 60)
  sky(sheet, 292, true)
  const red = sheet.colored(300)
  const blue = sheet.colored(200)
  planet(sheet, { x: 150, y: 112, r: 66, hue: 208, surface: 'earth', tilt: -14, moons: 1 })
  const xenos: [number, number, number, number][] = [
    [208, 34, 0.72, 20],
    [172, 24, 0.42, 14],
    [222, 66, 0.4, 24],
    [190, 52, 0.26, 16],
    [150, 28, 0.24, 8],
    [228, 20, 0.3, 16],
  ]
  for (const [x, y, scale, turn] of xenos) sheet.add(put(x, y, scale, xenoShip(red), turn))
  sheet.add(
    stroke('M150 58 186 34', '#7fe7ff', 0.9, ' opacity=".9"'),
    stroke('M134 62 168 20', '#7fe7ff', 0.7, ' opacity=".8"'),
    stroke('M196 30 160 62', '#ff6bd0', 0.8, ' opacity=".8"'),
    put(140, 60, 0.62, dreadnought(blue), -26),
    put(116, 52, 0.34, fighter(blue), -24),
    put(122, 68, 0.3, fighter(blue), -24),
    put(104, 62, 0.26, fighter(blue), -24),
    flash(sheet, 186, 34, 5),
    flash(sheet, 168, 20, 3.4),
  )
  return sheet
}

/** The first look at the galaxy. */
function first(): Sheet {
  const sheet = new Sheet('scene first', 'dark', 222, 60)
  sky(sheet, 292, true)
  const red = sheet.colored(300)
  const blue = sheet.colored(200)
  planet(sheet, { x: 188, y: 58, r: 34, hue: 190, surface: 'bands', rings: 2.1, tilt: 10, moons: 2 })
  planet(sheet, { x: 112, y: 24, r: 7, hue: 26, surface: 'craters' })
  sheet.add(
    put(134, 66, 0.72, colonyShip(blue), -12),
    put(108, 54, 0.34, scout(blue), -12),
    put(232, 18, 0.3, xenoShip(red), 40),
    put(222, 30, 0.2, xenoShip(red), 40),
  )
  return sheet
}

/** Saucers over the Earth. */
function saucers(): Sheet {
  const sheet = new Sheet('scene saucers', 'dark', 208, 60)
  sky(sheet, 205, true)
  const green = sheet.colored(150)
  const violet = sheet.colored(290)
  planet(sheet, { x: 176, y: 122, r: 84, hue: 208, surface: 'earth', tilt: -14, moons: 1 })
  sheet.add(
    shape('M174 30 154 82H214L190 30Z', 'rgba(160,255,220,.26)'),
    put(182, 24, 0.95, saucer(green)),
    put(126, 34, 0.42, saucer(violet)),
    put(228, 40, 0.4, saucer(violet)),
    put(144, 16, 0.26, saucer(green)),
    put(214, 14, 0.24, saucer(green)),
  )
  return sheet
}

/** The end of a game that was won: light over a world that is whole. */
function won(): Sheet {
  const sheet = new Sheet('scene end', 'dark', 200, 60)
  sky(sheet, 205, true)
  const red = sheet.colored(300)
  const blue = sheet.colored(200)
  sheet.add(rays(sheet, 150, 48, 20, 170))
  planet(sheet, { x: 196, y: 96, r: 52, hue: 208, surface: 'earth', tilt: 20, moons: 1 })
  sheet.add(
    put(24, 16, 0.4, xenoShip(red), 200),
    put(48, 10, 0.26, xenoShip(red), 190),
    put(112, 26, 0.3, fighter(blue), -8),
    put(104, 12, 0.2, fighter(blue), -8),
    put(98, 36, 0.2, fighter(blue), -8),
  )
  return sheet
}

/** The end of a game that was lost: somebody else's ships over a quiet world. */
function lost(): Sheet {
  const sheet = new Sheet('scene lost', 'dark', 230, 50)
  sky(sheet, 235)
  const blue = sheet.colored(210)
  planet(sheet, { x: 196, y: 100, r: 54, hue: 226, surface: 'craters', tilt: 20, moons: 1 })
  sheet.add(put(118, 30, 0.5, colonyShip(blue), -16), put(98, 40, 0.24, scout(blue), -16))
  return sheet
}

/** The Xenos have won. */
function fallen(): Sheet {
  const sheet = new Sheet('scene fallen', 'dark', 290, 60)
  sky(sheet, 310, true)
  shattered(sheet, 196, 58, 34, 208)
  const red = sheet.colored(300)
  const ships: [number, number, number, number][] = [
    [66, 24, 0.8, -10],
    [112, 60, 0.5, -14],
    [136, 20, 0.4, -8],
    [30, 58, 0.36, -4],
    [226, 24, 0.4, -10],
  ]
  for (const [x, y, scale] of ships) sheet.add(flip(x, y, scale, xenoShip(red)))
  return sheet
}

/** The pictures by the names of their files. */
export const POSTERS: Record<string, () => string> = {
  base: () => world({ name: 'Old Earth', art: 'old-earth' }),
  'xeno-invasion': () =>
    world({
      name: 'The Last of the Uplift Gnarssh',
      art: 'beast',
      cost: 1,
      good: 'genes',
      military: true,
      windfall: true,
      keywords: ['uplift'],
      chromosome: true,
    }),
  invasion: () =>
    world({ name: 'Xeno Warrior Colony', art: 'warrior-colony', cost: 6, military: true, keywords: ['xeno'] }),
  frontier: () => world({ name: 'Distant World', art: 'distant-world', cost: 4, good: 'genes' }),
  counterstrike: () => world({ name: 'Xeno Hive III', art: 'xeno-hive-3', military: true, keywords: ['xeno'] }),
  earth: () => drawComponent(GADGET, 'dark'),
  'scene-war': () => String(war()),
  'scene-first': () => String(first()),
  'scene-saucers': () => String(saucers()),
  'scene-won': () => String(won()),
  'scene-lost': () => String(lost()),
  'scene-fallen': () => String(fallen()),
}
