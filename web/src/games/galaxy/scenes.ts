// The drawing of each card of galaxy, from its motif and traits: a view, what stands or flies there, and the signs of
// what it belongs to.
import * as craft from '../../art/craft'
import * as emblem from '../../art/emblems'
import { comet, planet, rays, rocks, shattered, sky, spiral, sun, type Surface } from '../../art/heavens'
import { disc, hsl, n, oval, put, Sheet, shape, type Shade, stroke } from '../../art/paint'
import * as thing from '../../art/things'
import type { GalaxyCard } from '../../protocol'

/** The color of each kind of good; worlds without goods have others. */
const HUES: Record<string, number> = { novelty: 208, rare: 26, genes: 128, alien: 46 }
const SURFACES: Record<string, readonly Surface[]> = {
  novelty: ['land', 'bands', 'sea', 'city', 'ice'],
  rare: ['craters', 'dunes', 'lava', 'facets', 'bands'],
  genes: ['jungle', 'land', 'earth', 'sea', 'bands'],
  alien: ['plates', 'facets', 'bands', 'dunes'],
  none: ['bands', 'land', 'craters', 'city', 'ice', 'dunes', 'lava', 'sea'],
}

type Extra = (sheet: Sheet) => void

type View =
  /** Seen from afar. */
  | { at: 'orbit'; surface?: Surface; rings?: number; moons?: number; behind?: Extra; before?: Extra }
  /** Standing on it. */
  | { at: 'ground'; thing: thing.Thing }
  /** Something in space, a world behind it. */
  | { at: 'space'; thing: thing.Thing; surface?: Surface }
  /** The whole picture, without the signs of what the card belongs to. */
  | { at: 'home'; draw: Extra }

const ground = (what: thing.Thing): View => ({ at: 'ground', thing: what })
const space = (what: thing.Thing): View => ({ at: 'space', thing: what })
const orbit = (surface: Surface, rings = 0, moons = 0, before?: Extra, behind?: Extra): View => ({
  at: 'orbit',
  surface,
  rings,
  moons,
  ...(before && { before }),
  ...(behind && { behind }),
})
/** No world at all, but something else. */
const sight = (before: Extra): View => ({ at: 'orbit', before })
const both =
  (...things: [thing.Thing, number, number, number][]): thing.Thing =>
  (sheet) =>
    things.map(([what, x, y, s]) => put(x, y, s, what(sheet))).join('')
const ships =
  (ship: thing.Thing, count: number): thing.Thing =>
  (sheet) =>
    craft.fleet(sheet, ship, count)

const waves = (sheet: Sheet): void =>
  sheet.add(
    [44, 56, 68]
      .map((r, at) =>
        disc(
          120,
          50,
          r,
          'none',
          ` stroke="${sheet.glow}" stroke-width="${2.4 - at * 0.5}" opacity="${0.8 - at * 0.2}"`,
        ),
      )
      .join(''),
  )
const quarantine = (sheet: Sheet): void =>
  sheet.add(disc(120, 50, 46, 'none', ' stroke="#ffe14a" stroke-width="4" stroke-dasharray="9 6"'))
const radiation = (sheet: Sheet): void => sheet.add(rays(sheet, 120, 50, 9, 110))
const suns = (sheet: Sheet): void => {
  sun(sheet, 58, 26, 11, 44)
  sun(sheet, 84, 16, 6, 24)
}
const liner = (sheet: Sheet): void => sheet.add(put(176, 70, 0.6, craft.liner(sheet)))

function xenoHive(sheet: Sheet, number: number): void {
  const rank = number - 1
  planet(sheet, { x: 120, y: 54, r: 25 + rank * 4, hue: 285 + rank * 12, surface: 'hive', tilt: rank * 25 })
  for (let tower = 0; tower <= rank + 1; tower += 1)
    sheet.add(
      put(
        120,
        54,
        1,
        shape(`M-5 ${-(22 + rank * 4)}L0 ${-(38 + rank * 4)} 5 ${-(22 + rank * 4)}Z`, hsl(292, 45, 52)),
        -60 + (tower * 120) / (rank + 1),
      ),
    )
}

function xenoSatellites(sheet: Sheet, number: number): void {
  const rank = number - 1
  const { dice } = sheet
  planet(sheet, { x: 70 + rank * 9, y: 104, r: 58, hue: 280, surface: 'hive' })
  for (let each = 0; each <= rank; each += 1) {
    const turn = (each / (rank + 1)) * 2 * Math.PI + 0.6
    sheet.add(
      put(
        124 + Math.cos(turn) * (rank ? 34 : 0),
        44 + Math.sin(turn) * (rank ? 18 : 0),
        0.85 - rank * 0.08,
        craft.xenoShip(sheet),
        dice.from(-30, 30),
      ),
    )
  }
}

/** Satellites and hives of the home of the Xenos: each larger than the last. */
const xeno = (home: 'hive' | 'satellite', rank: number): View => ({
  at: 'home',
  draw: (sheet) => (home === 'hive' ? xenoHive(sheet, rank) : xenoSatellites(sheet, rank)),
})
const RANKS = [1, 2, 3, 4, 5]

/** The drawing of a world, by the motif that its row of the card file names (`art`). */
export const SIGHTS: Record<string, View> = {
  'old-earth': orbit('earth', 0, 1),
  'new-earth': orbit('earth', 0, 2),
  'epsilon-eridani': orbit('land', 0, 1, undefined, suns),
  'alpha-centauri': orbit('craters', 0, 0, undefined, suns),
  'new-sparta': ground(both([thing.fortress, 0, 0, 1], [thing.warriors, 0, 12, 0.5])),
  domes: ground(thing.domes),
  temple: ground(thing.temple),
  monastery: ground(thing.monastery),
  'refugee-world': ground(both([thing.tents, 0, 0, 0.9], [craft.freighter, 0, -42, 0.5])),
  'anti-xeno-refugees': ground(both([thing.campfire, -6, 0, 0.9], [craft.scout, 10, -46, 0.6])),
  sculptures: ground(thing.sculptures),
  destroyed: sight((sheet) => shattered(sheet, 120, 50, 36, sheet.hue)),
  empath: orbit('jungle', 0, 0, waves),
  neon: ground(thing.neon),
  spires: ground(thing.spires),
  secluded: orbit('ice', 2.1, 0, (sheet) =>
    sheet.add([0, 1, 2].map((at) => oval(120, 70 - at * 14, 88 - at * 14, 10, 'rgba(255,255,255,.22)')).join('')),
  ),
  asteroid: sight((sheet) => rocks(sheet, 22, 52, 22)),
  comet: sight((sheet) => {
    comet(sheet, 104, 62, 130, 9)
    comet(sheet, 34, 34, 60, 3.6)
    comet(sheet, 150, 84, 50, 3)
    comet(sheet, 164, 30, 40, 2)
  }),
  'bio-hazard': ground(
    (sheet) =>
      thing.derrick(sheet) +
      disc(-26, -26, 13, hsl(78, 80, 55, 0.5)) +
      disc(20, -38, 17, hsl(78, 80, 55, 0.4)) +
      disc(34, -16, 10, hsl(90, 80, 60, 0.45)),
  ),
  'black-market-trading': ground(both([thing.market, 0, 0, 0.9], [craft.scout, 26, -48, 0.5])),
  gears: ground(thing.gears),
  crystals: ground(thing.crystals),
  'blaster-gem-mines': ground((sheet) => thing.mine(sheet) + stroke('M-50-50-10-22M60-56 8-20', '#ff6a5a', 2)),
  'blaster-gem-prospectors': ground(both([thing.crystals, -16, 0, 0.75], [thing.warriors, 26, 0, 0.55])),
  sailing: ground(thing.sailing),
  ancestors: ground(thing.ancestors),
  radioactive: orbit('lava', 0, 0, undefined, radiation),
  gate: space(craft.gate),
  port: space(craft.port),
  wheel: space(craft.wheel),
  spice: ground(
    (sheet) =>
      stroke('M-64 0Q-40-16-16-4T30-6 70 0', sheet.glow, 3) +
      shape('M-10-2Q-4-40 18-44 30-42 26-34 12-30 12-2Z', sheet.tinted) +
      disc(21, -38, 2, '#1a0d08') +
      stroke('M-40-20q14-8 26 0m-40-12q12-6 22 0', '#ffe0a0', 1.4),
  ),
  tablet: ground(thing.tablet),
  palms: ground(thing.palms),
  armaments: ground(both([thing.factory, 0, 0, 1], [emblem.missile, -44, -24, 0.5])),
  plague: orbit('sick', 0, 1, quarantine),
  disease: space(both([craft.station, 0, 0, 0.95], [emblem.flask, 42, 8, 0.34])),
  city: ground(thing.city),
  'distant-world': orbit('jungle', 0, 0, undefined, (sheet) => spiral(sheet, 120, 48, 84)),
  'merchant-world': ground(both([thing.market, 0, 0, 0.8], [craft.freighter, -6, -44, 0.6])),
  tourist: orbit('bands', 2.2, 1, liner),
  ark: ground(thing.ark),
  'exotic-species': ground(both([thing.ark, -12, 0, 0.7], [thing.birds, 30, -6, 0.5])),
  'terraformed-world': orbit('half', 0, 1),
  'robotic-factory': ground(both([thing.factory, -8, 0, 0.95], [thing.sentry, 38, 0, 0.5])),
  library: ground(both([thing.tablet, -30, 0, 0.7], [thing.tablet, 30, 0, 0.7], [thing.temple, 0, 0, 0.95])),
  cabin: ground(thing.cabin),
  'outlaw-world': ground(both([thing.watchtower, -12, 0, 0.9], [craft.fighter, 34, -34, 0.7])),
  tanks: ground(thing.tanks),
  runaways: ground(thing.runaways),
  'star-nomad-lair': space(
    both([craft.wheel, -18, 0, 0.7], [craft.fighter, 34, -8, 0.7], [craft.fighter, 26, 18, 0.5]),
  ),
  'star-nomad-raiders': space(ships(craft.fighter, 5)),
  'star-nomad-trading': space(both([craft.wheel, 0, 0, 0.75], [craft.freighter, 36, 22, 0.5])),
  beast: ground(thing.beast),
  sentry: ground(thing.sentry),
  leap: ground(thing.leap),
  birds: ground(thing.birds),
  arctic: ground(both([thing.beast, 10, 0, 0.62], [thing.crystals, -30, 0, 0.6])),
  reptile: ground(thing.reptile),
  prison: ground(thing.prison),
  hostage: orbit('city', 0, 0, (sheet) => {
    for (let x = 84; x <= 156; x += 12)
      sheet.add(stroke(`M${x} 2Q${x + (x < 120 ? -9 : 9)} 50 ${x} 98`, hsl(292, 60, 62), 3))
  }),
  'pirate-world': space(both([craft.sailShip, 0, 0, 1.05], [craft.fighter, -44, -16, 0.4])),
  'pirate-lair': ground(both([thing.mine, 0, 0, 1], [craft.sailShip, 14, -46, 0.5])),
  tunnels: ground(thing.tunnels),
  'uplift-warrior-colony': ground(both([thing.warriors, -26, 0, 0.75], [thing.totem, 26, 0, 0.95])),
  warriors: ground(thing.warriors),
  'robot-scout': space(both([craft.alienShip, 0, 0, 0.8])),
  plants: ground(thing.plants),
  'alien-warship': space(both([craft.alienShip, 0, 0, 1.35])),
  'alien-battle-fleet': space(ships(craft.alienShip, 5)),
  watchtower: ground(thing.watchtower),
  'sentry-post': ground(both([thing.watchtower, -24, 0, 0.85], [thing.pylons, 28, 0, 0.6])),
  'rebel-base': ground(both([thing.bunker, 0, 0, 1.15], [craft.fighter, 6, -48, 0.5])),
  'rebel-homeworld': orbit('city', 2, 2),
  'final-refuge': ground(both([thing.tunnels, 0, 4, 1], [thing.fortress, 0, -32, 0.45])),
  'industrial-robots': ground(both([thing.factory, -18, 0, 0.8], [thing.robots, 30, 0, 0.62])),
  'trade-emissaries': space(both([craft.liner, 0, 0, 1.05])),
  'terraforming-colonists': ground(both([thing.domes, -10, 0, 0.85], [emblem.sapling, 36, -18, 0.75])),
  squatters: ground(both([thing.mine, -8, 0, 0.9], [thing.tents, 36, 2, 0.42])),
  'first-contact-team': space(both([craft.scout, -26, 12, 0.9], [craft.alienShip, 22, -8, 0.8])),
  'starry-rift': orbit('ice', 0, 1, undefined, (sheet) => spiral(sheet, 150, 40, 62)),
  'rebel-cadre': ground(
    (sheet) =>
      put(0, -24, 0.9, emblem.fist(sheet)) +
      put(-40, 0, 0.7, thing.warriors(sheet)) +
      put(42, 0, 0.6, thing.bunker(sheet)),
  ),
  'terraforming-surveyors': ground(both([thing.dish, -14, 0, 0.95], [emblem.rover, 34, -10, 0.5])),
  'uplift-descendants': ground(both([thing.ancestors, 0, 0, 0.7], [thing.spires, 34, 0, 0.6])),
  embassy: ground(both([thing.temple, 0, 0, 1], [emblem.flag, -46, -26, 0.5])),
  peddlers: ground(both([thing.tents, -14, 0, 0.85], [craft.freighter, 24, -44, 0.55])),
  'uplift-project': ground(both([thing.plants, -16, 0, 0.8], [emblem.sapling, 30, -20, 0.85])),
  bunker: ground(thing.bunker),
  corrosive: orbit('sick', 0, 2),
  totem: ground(thing.totem),
  'adaptable-uplift-settlers': ground(both([thing.domes, -14, 0, 0.8], [thing.totem, 34, 0, 0.7])),
  'weapon-cache': ground(both([thing.pylons, 0, 0, 0.95], [emblem.arsenal, 0, -16, 0.4])),
  'weapons-factory': ground(both([thing.factory, -6, 0, 0.9], [thing.pylons, 30, 0, 0.6])),
  'black-market-gangs': ground(both([thing.market, -6, 0, 0.8], [thing.warriors, 36, 0, 0.5])),
  smuggling: space(both([craft.freighter, 0, 4, 0.95], [craft.wheel, -30, -18, 0.3])),
  'arms-producer': ground(both([emblem.arsenal, -24, -22, 0.55], [thing.factory, 22, 0, 0.75])),
  'xeno-held-imperium-mine': ground(both([thing.mine, -6, 0, 0.95], [thing.swarm, 36, 0, 0.4])),
  'infested-imperium-cache': ground(both([thing.tanks, -12, 0, 0.95], [thing.eggs, 24, 2, 0.6])),
  'infested-uplift': ground(both([thing.eggs, 0, 0, 1])),
  'infested-alien': ground(both([thing.pylons, -8, 0, 0.95], [thing.eggs, 12, 3, 0.6])),
  'uplift-coalition': ground(both([thing.totem, -30, 0, 0.75], [thing.totem, 30, 0, 0.75], [thing.totem, 0, 0, 1])),
  hive: ground(thing.hive),
  'warrior-colony': ground(both([thing.swarm, 0, 0, 1.05])),
  'xeno-scouting': space(ships(craft.xenoShip, 3)),
  'forward-command': space(both([craft.xenoShip, 0, 0, 1.05])),
  'hidden-command': ground(both([thing.hive, 0, 0, 0.9], [craft.xenoShip, 0, -44, 0.55])),
  'occupied-rebel-world': ground(both([thing.city, 0, 0, 0.8], [thing.swarm, 4, 4, 0.75])),
  battleground: ground(both([thing.warriors, -30, 0, 0.75], [thing.swarm, 30, 0, 0.75], [emblem.fire, 0, -18, 0.5])),
  embattled: ground(both([thing.domes, -10, 0, 0.8], [emblem.fire, 30, -12, 0.5], [craft.xenoShip, 4, -46, 0.5])),
  'rebel-supply': ground(both([thing.tanks, -10, 0, 0.9], [thing.swarm, 34, 0, 0.5])),
  'genetics-labs': ground(both([thing.domes, -16, 0, 0.8], [emblem.helix, 32, -26, 0.6])),
  'held-mining': ground(both([thing.derrick, -8, 0, 0.95], [thing.swarm, 32, 0, 0.55])),
  'alien-defense-center': ground(both([thing.pylons, 0, 0, 1.15], [thing.bunker, 0, 3, 0.7])),
  'alien-trap': space(
    (sheet) =>
      [0, 60, 120]
        .map(
          (turn) =>
            `<g transform="rotate(${turn})">${oval(0, 0, 38, 14, 'none', ` stroke="${sheet.glow}" stroke-width="2"`)}</g>`,
        )
        .join('') + put(0, 0, 0.4, craft.xenoShip(sheet)),
  ),
  'anti-xeno-pioneers': ground(both([thing.domes, -16, 0, 0.75], [emblem.flag, 30, -26, 0.72])),
  outcropping: ground(both([thing.crystals, 0, 0, 0.9], [thing.derrick, 40, 0, 0.5])),
  'shimmer-disk': space(
    (sheet) =>
      [0, 1, 2, 3]
        .map((at) => oval(0, 18 - at * 13, 36 - at * 4, 8, sheet.tinted, ` stroke="${sheet.glow}" stroke-width="1.4"`))
        .join('') + disc(0, -24, 4, '#fff'),
  ),
  'lift-ring': space(
    (sheet) =>
      [26, 36].map((r) => oval(0, 0, r, r * 0.42, 'none', ` stroke="${sheet.glow}" stroke-width="4"`)).join('') +
      put(0, 22, 0.8, thing.tablet(sheet)),
  ),
  beacon: ground(thing.beacon),
  scavenger: {
    at: 'ground',
    thing: (sheet) =>
      put(-20, -4, 0.8, craft.freighter(sheet), 24) +
      put(30, 0, 0.6, thing.tanks(sheet)) +
      put(10, 2, 0.4, emblem.rover(sheet)),
  },
  'outlaw-claim': ground(both([emblem.pick, -18, -20, 0.66], [emblem.flag, 28, -24, 0.6])),
  'terraforming-claim': ground(both([emblem.pick, -20, -20, 0.62], [emblem.sapling, 28, -20, 0.8])),
  'rebel-miners': ground(both([thing.mine, 16, 0, 0.85], [thing.warriors, -38, 0, 0.6])),
  'outlaw-rebel-mines': ground(both([thing.derrick, -28, 0, 0.85], [thing.mine, 24, 0, 0.7])),
  'alien-mine': ground(both([thing.pylons, -28, 0, 0.8], [thing.mine, 20, 0, 0.75])),
  mine: ground(thing.mine),
  'frontier-miners': ground(both([thing.derrick, 8, 0, 1], [thing.domes, -36, 0, 0.45])),
  'uplift-geneticists': ground(
    (sheet) =>
      put(-20, 0, 0.8, thing.domes(sheet)) +
      put(sheet.dice.from(24, 36), -28, sheet.dice.from(0.6, 0.85), emblem.helix(sheet)) +
      put(-44, -16, 0.36, emblem.flask(sheet)),
  ),
  'alien-researchers': ground(both([thing.pylons, -14, 0, 0.8], [emblem.atom, 30, -24, 0.6])),
  fortress: ground(thing.fortress),
  guardians: ground(both([thing.sentry, -24, 0, 0.85], [thing.sentry, 24, 0, 0.85])),
  'deep-space-terraforming': orbit('half', 2.1, 1),
  'federation-frontier': space(both([craft.station, 0, 0, 1.1], [craft.scout, 42, -18, 0.5])),
  'illicit-uplift': ground(both([thing.prison, 0, 0, 0.9], [thing.birds, 0, -20, 0.34])),
  'ruins-settlement': ground(both([thing.pylons, 14, 0, 0.9], [thing.domes, -24, 0, 0.55])),
  'alien-ruins': ground(both([thing.pylons, -10, 0, 0.85], [thing.swarm, 34, 0, 0.42])),
  pylons: ground(thing.pylons),
  'uplift-base': ground(both([thing.bunker, -6, 0, 0.95], [emblem.helix, 36, -26, 0.55])),
  'defense-systems': space(both([craft.satellite, -14, -8, 0.9], [craft.satellite, 30, 16, 0.55])),
  ...Object.fromEntries(RANKS.map((rank) => [`xeno-hive-${rank}`, xeno('hive', rank)])),
  ...Object.fromEntries(RANKS.map((rank) => [`xeno-satellite-${rank}`, xeno('satellite', rank)])),
}

/** A world that names no motif is seen from afar. */
const viewOf = ({ art }: GalaxyCard): View => SIGHTS[art] ?? { at: 'orbit' }

/** Hills, the nearest in the shade. */
function land(sheet: Sheet, y: number): void {
  const { dice, hue, shade } = sheet
  const night = shade === 'dark'
  const ridge = (height: number, rough: number, fill: string): string => {
    let path = `M0 100V${n(height)}`
    for (let x = 0; x <= 240; x += 20)
      path += `Q${x + 5} ${n(height + dice.from(-rough, rough))} ${x + 20} ${n(height + dice.from(-rough, rough) * 0.6)}`
    return shape(`${path}V100Z`, fill)
  }
  sheet.add(ridge(y - 9, 11, hsl(hue + 24, 34, night ? 24 : 62, 0.85)))
  sheet.add(
    ridge(
      y - 2,
      4,
      sheet.down([
        [0, hsl(hue + 12, 36, night ? 30 : 56)],
        [1, hsl(hue + 20, 44, night ? 9 : 26)],
      ]),
    ),
  )
}

/** The signs of what a card belongs to, each of another shape. */
function traits(sheet: Sheet, card: GalaxyCard, view: View): void {
  const { keywords } = card
  const high = view.at === 'ground' ? 20 : 16
  if (keywords.includes('imperium')) sheet.add(put(188, high, 0.5, craft.dreadnought(sheet.colored(345))))
  const red = sheet.colored(8)
  if (keywords.includes('rebel'))
    sheet.add(
      put(184, high + 4, 0.34, craft.fighter(red), -24),
      put(204, high + 16, 0.28, craft.fighter(red), -24),
      put(168, high + 18, 0.26, craft.fighter(red), -24),
    )
  if (keywords.includes('uplift')) sheet.add(put(46, 50, 0.95, emblem.helix(sheet.colored(128)), 24))
  if (keywords.includes('alien')) {
    const gold = hsl(46, 100, sheet.shade === 'dark' ? 66 : 74)
    sheet.add(
      put(
        204,
        30,
        0.9,
        disc(0, 0, 15, 'none', ` stroke="${gold}" stroke-width="1.6"`) +
          stroke('M0-15 13 7.500-13 7.500Z', gold, 1.6) +
          disc(0, 0, 3, gold),
      ),
    )
  }
  if (keywords.includes('anti-xeno')) {
    let cells = ''
    for (let at = 0; at < 9; at += 1)
      cells += stroke(
        `M${n(20 + (at % 3) * 13)} ${n(18 + Math.floor(at / 3) * 15 + (at % 3 === 1 ? 7.5 : 0))}l4-7h8l4 7-4 7h-8Z`,
        hsl(186, 95, 72),
        1.4,
      )
    sheet.add(`<g opacity=".9">${cells}</g>`)
  }
  if (keywords.includes('terraforming'))
    sheet.add(shape('M0 100V84Q30 66 58 84T96 100Z', hsl(142, 52, 42)), put(34, 82, 0.5, emblem.sapling(sheet)))
  if (keywords.includes('xeno')) {
    const reach = 16 + (card.cost % 5) * 5
    sheet.add(
      stroke(
        `M244 104Q${220 - reach} 88 ${214 - reach} 58M246 90Q226 70 ${226 - reach / 2} 36M234 106Q200 98 ${190 - reach} 82`,
        hsl(288, 52, sheet.shade === 'dark' ? 34 : 42),
        7,
      ),
      stroke(`M244 104Q${220 - reach} 88 ${214 - reach} 58M246 90Q226 70 ${226 - reach / 2} 36`, hsl(300, 75, 72), 1.4),
    )
  }
}

/** The color of the horizon for each kind. */
const SKIES: Record<string, number> = { novelty: 205, rare: 22, genes: 158, alien: 40, none: 300 }

function world(card: GalaxyCard, shade: Shade): Sheet {
  const view = viewOf(card)
  const kind = card.good ?? 'none'
  const xeno = card.keywords.includes('xeno')
  // Of the dice of the name itself, so that nothing else of the drawing moves with the color.
  const { dice: fate } = new Sheet(`${card.name} colour`, shade, 0)
  const hue = card.good
    ? (HUES[kind] ?? 0) + fate.from(-15, 15)
    : card.military
      ? fate.pick([352, 12, 300, 330]) + fate.from(-8, 8)
      : fate.pick([190, 255, 285, 320, 165]) + fate.from(-12, 12)
  const sheet = new Sheet(card.name, shade, hue, card.good ? 58 : 30)
  const { dice } = sheet
  sky(sheet, (xeno ? 296 : card.military && !card.good ? 350 : (SKIES[kind] ?? 300)) + fate.from(-24, 24))
  if (view.at === 'home') {
    view.draw(sheet)
    return sheet
  }
  const halo = card.windfall || card.good_when_placed ? sheet.glow : ''
  const some = { hue, saturation: card.good ? 58 : 34, halo, embattled: card.military, tilt: dice.from(-28, 28) }
  const surface = dice.pick(SURFACES[kind] ?? SURFACES['none'] ?? [])
  if (view.at === 'orbit') {
    view.behind?.(sheet)
    if (view.surface || !view.before)
      planet(sheet, {
        ...some,
        x: 120 + dice.from(-8, 8),
        y: 50,
        r: dice.from(28, 36),
        surface: view.surface ?? surface,
        rings: view.rings ?? (dice.chance(0.4) ? dice.from(1.8, 2.2) : 0),
        moons: view.moons ?? dice.whole(0, 2),
      })
    view.before?.(sheet)
    if (halo && !view.surface && view.before)
      sheet.add(disc(120, 50, 44, 'none', ` stroke="${halo}" stroke-width="2.4"`))
  } else if (view.at === 'ground') {
    const left = dice.chance(0.5)
    planet(sheet, {
      ...some,
      x: left ? dice.from(62, 82) : dice.from(158, 178),
      y: dice.from(26, 36),
      r: dice.from(12, 22),
      surface,
      rings: dice.chance(0.35) ? 2 : 0,
      moons: dice.whole(0, 1),
    })
    land(sheet, 84)
    sheet.add(put(120, 87, 1.5, view.thing(sheet)))
  } else {
    planet(sheet, {
      ...some,
      x: dice.chance(0.5) ? dice.from(36, 66) : dice.from(176, 206),
      y: dice.from(74, 98),
      r: dice.from(42, 62),
      surface,
      rings: dice.chance(0.4) ? 1.7 : 0,
    })
    sheet.add(put(120, 48, 1.2, view.thing(sheet)))
  }
  traits(sheet, card, view)
  return sheet
}

const row =
  (...things: thing.Thing[]): thing.Thing =>
  (sheet) =>
    things
      .map((what, at) => put((at - (things.length - 1) / 2) * 58, 0, things.length > 1 ? 0.74 : 1, what(sheet)))
      .join('')
/** Something that stands, in the middle of the picture instead. */
const stood =
  (what: thing.Thing, scale = 1.5): thing.Thing =>
  (sheet) =>
    put(0, 34, scale, what(sheet))

/** The drawing of a development, and its color, by the motif that its row of the card file names. */
export const WORKS: Record<string, readonly [thing.Thing, number]> = {
  envoys: [emblem.envoys, 190],
  rover: [emblem.rover, 28],
  crates: [emblem.crates, 34],
  coins: [emblem.coins, 212],
  plan: [emblem.plan, 355],
  bridge: [emblem.bridge, 205],
  'colony-ship': [craft.colonyShip, 218],
  'chart-down': [emblem.chartDown, 340],
  flask: [emblem.flask, 128],
  bank: [emblem.bank, 44],
  drill: [emblem.drill, 26],
  marine: [emblem.marine, 352],
  excavator: [emblem.excavator, 30],
  gardener: [emblem.gardener, 148],
  'four-goods': [emblem.fourGoods, 260],
  'drop-ships': [
    both([craft.dropShip, -34, -10, 0.8], [craft.dropShip, 36, -14, 0.7], [craft.dropShip, 0, 6, 1.15]),
    8,
  ],
  replicas: [emblem.replicas, 222],
  atom: [emblem.atom, 196],
  bazaar: [emblem.bazaar, 320],
  'tech-institute': [stood(thing.spires), 46],
  'free-trade': [row(emblem.scales, craft.freighter), 206],
  assembly: [emblem.assembly, 225],
  eagle: [emblem.eagle, 345],
  rose: [emblem.rose, 290],
  seti: [stood(thing.dish), 200],
  'sail-ship': [craft.sailShip, 38],
  pick: [emblem.pick, 26],
  'chart-up': [emblem.chartUp, 168],
  'galactic-order': [(sheet) => put(0, -8, 1, craft.fleet(sheet, craft.dreadnought, 3)), 355],
  council: [emblem.council, 128],
  'trade-league': [
    both([craft.freighter, -16, -20, 0.8], [craft.freighter, 22, 6, 1], [craft.freighter, -22, 28, 0.7]),
    34,
  ],
  gun: [emblem.gun, 46],
  squad: [emblem.squad, 186],
  'uplift-terraforming': [row(emblem.helix, emblem.sapling), 140],
  'assault-troops': [row(emblem.marine, (sheet) => put(0, 30, 1.2, thing.warriors(sheet))), 186],
  crane: [emblem.crane, 40],
  'arms-factory': [stood((sheet) => thing.factory(sheet) + put(-34, -38, 0.5, emblem.missile(sheet))), 345],
  homes: [emblem.homes, 190],
  historians: [row(stood(thing.tablet, 1.4), stood(thing.tablet, 1.4)), 46],
  'anti-xeno-league': [(sheet) => emblem.shield(sheet, emblem.star(sheet)), 186],
  'rebel-force': [(sheet) => emblem.shield(sheet, emblem.fist(sheet)), 8],
  profiteers: [row(emblem.bigCoin, emblem.missile), 345],
  'terraforming-defenders': [(sheet) => emblem.shield(sheet, emblem.sapling(sheet)), 160],
  'bio-engineers': [row(stood(thing.gears, 1.2), emblem.helix), 128],
  fire: [emblem.fire, 14],
  resettlement: [
    both([craft.colonyShip, 6, -16, 0.9], [emblem.sapling, -34, 22, 0.6], [emblem.sapling, 30, 24, 0.7]),
    150,
  ],
  arsenal: [emblem.arsenal, 186],
  'alien-warships': [(sheet) => craft.fleet(sheet, craft.alienShip, 3), 46],
  armada: [(sheet) => put(14, 0, 0.92, craft.fleet(sheet, craft.dreadnought, 9)), 190],
  wall: [emblem.wall, 258],
  arrows: [emblem.arrows, 345],
  smugglers: [both([craft.freighter, 0, -12, 1.1], [emblem.crates, -20, 26, 0.42], [emblem.crates, 24, 28, 0.36]), 10],
  'terraforming-refugees': [
    both(
      [craft.liner, 0, -14, 0.95],
      [emblem.sapling, 0, 24, 0.75],
      [emblem.sapling, -36, 26, 0.55],
      [emblem.sapling, 36, 26, 0.55],
    ),
    150,
  ],
  'uplift-pioneers': [row(emblem.helix, emblem.flag), 128],
}
const PLAIN_WORK = [emblem.atom, 210] as const

function development(card: GalaxyCard, shade: Shade): Sheet {
  const [what, hue] = WORKS[card.art] ?? PLAIN_WORK
  const grand = card.cost >= 6
  const sheet = new Sheet(card.name, shade, hue, 55)
  const night = shade === 'dark'
  sky(sheet, hue, grand)
  if (grand) sheet.add(rays(sheet, 120, 46, 18, 150))
  // Over the edge of a world, as all great plans are made.
  const air = sheet.around([
    [0.93, hsl(205, 90, night ? 70 : 92, 0.75)],
    [1, hsl(205, 90, 70, 0)],
  ])
  sheet.add(
    disc(120, 322, 250, air),
    disc(
      120,
      322,
      236,
      sheet.down([
        [0, hsl(hue, 34, night ? 42 : 68)],
        [0.12, hsl(hue + 12, 44, night ? 10 : 30)],
      ]),
    ),
  )
  if (grand) {
    const gold = sheet.across([
      [0, '#fff0bd'],
      [0.5, '#e0a93a'],
      [1, '#7c4d10'],
    ])
    sheet.add(disc(120, 48, 45, hsl(hue + 15, 50, night ? 10 : 26, 0.62), ` stroke="${gold}" stroke-width="3"`))
    sheet.add(put(120, 48, 1.12, emblem.laurel(sheet)))
  }
  sheet.add(oval(120, 90, 42, 5, 'rgba(4,6,24,.4)'))
  sheet.add(put(120, 48, grand ? 1 : 1.12, what(sheet)))
  traits(sheet, card, { at: 'orbit' })
  return sheet
}

/** The drawing of a card as an SVG document. */
export function drawCard(card: GalaxyCard, shade: Shade): string {
  // A renamed card looks as it did.
  const drawn = card.origin ? { ...card, name: card.origin } : card
  return String(drawn.type === 'world' ? world(drawn, shade) : development(drawn, shade))
}
