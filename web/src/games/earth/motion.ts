// The motion of the events of Rob Herman's Invasion.
import type { EarthPlayer, EarthScreen, LogLine, RegionScreen } from '../../protocol'
import './motion.css'
import type { Deed, Move, EventEffects, Sign, Token } from '../../motion/beats'
import { nameIn, namesIn, numberIn } from '../../motion/facts'
import { spot } from '../../motion/spots'
import { mount } from 'svelte'
import Saucer from './Saucer.svelte'

type Screen = EarthScreen

const region = (name: string): string => `[data-region="${name}"]`
const piece = (place: string, seat: number): string => spot('piece', place, seat)
const home = (place: string, seat: number): string => spot('home', place, seat)
const lane = (seat: number): string => spot('lane', seat)
const offer = (name: string | number): string => `[data-offer="${name}"]`

// --- the screen after an event ---

function change(screen: Screen, seat: number, how: (player: EarthPlayer) => Partial<EarthPlayer>): Screen {
  return { ...screen, players: screen.players.map((each) => (each.seat === seat ? { ...each, ...how(each) } : each)) }
}

const onMap = (screen: Screen, place: string, how: (one: RegionScreen) => Partial<RegionScreen>): Screen => ({
  ...screen,
  regions: screen.regions.map((one) => (one.region === place ? { ...one, ...how(one) } : one)),
})

const ships = (screen: Screen, place: string, seat: number, by: number): Screen =>
  onMap(screen, place, (one) => ({ ships: one.ships.map((n, each) => (each === seat ? Math.max(0, n + by) : n)) }))

const board = (screen: Screen, seat: number, by: number): Screen =>
  change(screen, seat, ({ on_board, supply }) => ({ on_board: on_board + by, supply: supply - by }))

function land(screen: Screen, place: string, seat: number): Screen {
  const gone: Screen = {
    ...screen,
    regions: screen.regions.map((one) => ({ ...one, motherships: one.motherships.filter((each) => each !== seat) })),
  }
  return change(
    onMap(gone, place, ({ motherships }) => ({ motherships: [...motherships, seat] })),
    seat,
    () => ({ mothership: place }),
  )
}

const lose = (screen: Screen, place: string, seat: number, n: number): Screen =>
  board(ships(screen, place, seat, -n), seat, -n)

// --- what moves ---

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`)
const rise = (seat: number, text: string, good = true): Move => ({ do: 'rise', at: [lane(seat)], text, good })
const sail = (seat: number, from: string[], to: string[]): Move => ({ do: 'fly', look: 'ship', seat, from, to })
const fall = (place: string, seat: number, n: number): Move[] => [
  { do: 'shake', at: [region(place)] },
  { do: 'rise', at: [piece(place, seat), region(place)], text: signed(-n), good: false },
]

/** Events in one region are shown at one time: a battle with its rewards and its losses. */
const battle = (line: LogLine): string => `battle/${nameIn(line, 'region')}`
const turnOf = (line: LogLine): string => `deploy/${line.seat}`
const count = (sign: string, n: number): Deed[] => (n ? [{ sign, n }] : [])

export const effects: EventEffects<Screen> = {
  turn: {
    apply: (screen, line) => ({ ...screen, turn: numberIn(line, 'n'), actor: -1 }),
    moves: () => [{ do: 'glow', at: [spot('round')] }],
  },
  portals: { silent: true },
  gadgets: { silent: true },
  cards: { silent: true },
  scoring: {
    apply: (screen, line) => {
      const scoring = namesIn(line, 'regions')
      return { ...screen, regions: screen.regions.map((one) => ({ ...one, scoring: scoring.includes(one.region) })) }
    },
    moves: (line) => namesIn(line, 'regions').map((name) => ({ do: 'glow', at: [region(name)] })),
    sound: 'turn',
  },
  'reshuffle-gadgets': { silent: true },
  'reshuffle-cards': { silent: true },
  bid: {
    key: () => 'bid',
    apply: (screen, line) =>
      change(screen, line.seat, ({ energy }) => ({
        bid: numberIn(line, 'energy'),
        energy: energy - numberIn(line, 'energy'),
      })),
    moves: (line) => [{ do: 'turn', at: [lane(line.seat)] }, rise(line.seat, `⚡ ${numberIn(line, 'energy')}`)],
    sound: 'turn',
    deeds: (line) => [{ sign: 'bid', n: numberIn(line, 'energy') }],
  },
  'take-card': {
    apply: (screen, line) => {
      const card = numberIn(line, 'card')
      return {
        ...change(screen, line.seat, () => ({ card })),
        cards: screen.cards.filter((each) => each.card !== card),
      }
    },
    moves: (line) => [{ do: 'fly', look: 'there', from: [offer(numberIn(line, 'card'))], to: [lane(line.seat)] }],
    sound: 'card',
    deeds: (line) => [{ sign: 'card', names: [String(numberIn(line, 'card'))] }],
  },
  'turn-of': {
    apply: (screen, line) => ({ ...screen, actor: line.seat, stars: numberIn(line, 'stars') }),
    moves: (line) => [{ do: 'glow', at: [lane(line.seat)] }],
  },
  portal: {
    key: turnOf,
    apply: (screen, line) => {
      const place = nameIn(line, 'portal')
      return { ...land(screen, place, line.seat), portals: screen.portals.filter((each) => each.region !== place) }
    },
    moves: (line) => [
      { do: 'fly', look: 'there', from: [offer(nameIn(line, 'portal'))], to: [region(nameIn(line, 'portal'))] },
      { do: 'glow', at: [region(nameIn(line, 'portal'))] },
    ],
    sound: 'ship',
    deeds: (line) => [{ sign: 'lands', names: [nameIn(line, 'portal')] }],
  },
  deploy: {
    key: turnOf,
    apply: (screen, line) =>
      board(
        ships(screen, nameIn(line, 'region'), line.seat, numberIn(line, 'ships')),
        line.seat,
        numberIn(line, 'ships'),
      ),
    moves: (line) => [
      sail(line.seat, [lane(line.seat)], [piece(nameIn(line, 'region'), line.seat), region(nameIn(line, 'region'))]),
    ],
    sound: 'ship',
    deeds: (line) => count('deploy', numberIn(line, 'ships')),
  },
  move: {
    apply: (screen, line) => {
      const owner = numberIn(line, 'owner')
      const n = numberIn(line, 'ships')
      return ships(ships(screen, nameIn(line, 'from'), owner, -n), nameIn(line, 'to'), owner, n)
    },
    moves: (line) => {
      const owner = numberIn(line, 'owner')
      const [from, to] = [nameIn(line, 'from'), nameIn(line, 'to')]
      return [sail(owner, [piece(from, owner), region(from)], [piece(to, owner), region(to)])]
    },
    sound: 'ship',
    deeds: (line) => count('move', numberIn(line, 'ships')),
  },
  fly: {
    apply: (screen, line) => land(screen, nameIn(line, 'to'), line.seat),
    moves: (line) => [
      sail(
        line.seat,
        [home(nameIn(line, 'from'), line.seat), region(nameIn(line, 'from'))],
        [home(nameIn(line, 'to'), line.seat), region(nameIn(line, 'to'))],
      ),
    ],
    sound: 'ship',
    deeds: (line) => [{ sign: 'lands', names: [nameIn(line, 'to')] }],
  },
  gadget: {
    apply: (screen, line) => {
      const at = screen.gadgets.findIndex(({ gadget }) => gadget === nameIn(line, 'gadget'))
      const after = change(screen, line.seat, ({ energy }) => ({ energy: energy - numberIn(line, 'energy') }))
      return {
        ...after,
        gadgets: screen.gadgets.filter((_, place) => place !== at),
        gadget_discards: screen.gadget_discards + 1,
      }
    },
    moves: (line) => [{ do: 'fly', look: 'there', from: [offer(nameIn(line, 'gadget'))], to: [lane(line.seat)] }],
    sound: 'card',
    deeds: (line) => [{ sign: 'gadget', names: [nameIn(line, 'gadget')] }],
  },
  destroy: {
    apply: (screen, line) => lose(screen, nameIn(line, 'region'), numberIn(line, 'owner'), numberIn(line, 'ships')),
    moves: (line) => [
      {
        do: 'fly',
        look: 'strike',
        from: [lane(line.seat)],
        to: [piece(nameIn(line, 'region'), numberIn(line, 'owner')), region(nameIn(line, 'region'))],
        text: '✸',
      },
      ...fall(nameIn(line, 'region'), numberIn(line, 'owner'), numberIn(line, 'ships')),
    ],
    sound: 'strike',
    deeds: (line) => count('destroy', numberIn(line, 'ships')),
  },
  shield: {
    moves: (line) => [{ do: 'rise', at: [region(nameIn(line, 'region'))], icon: 'check', good: true }],
    sound: 'hold',
  },
  hologram: {
    moves: (line) => [
      { do: 'rise', at: [region(nameIn(line, 'region'))], text: signed(numberIn(line, 'ships')), good: true },
    ],
    sound: 'hold',
  },
  harvest: {
    apply: (screen, line) =>
      onMap(screen, nameIn(line, 'region'), ({ harvest }) => ({ harvest: harvest + numberIn(line, 'tokens') })),
    moves: (line) => [
      { do: 'rise', at: [region(nameIn(line, 'region'))], text: signed(numberIn(line, 'tokens')), good: true },
    ],
    sound: 'good',
  },
  redirect: {
    apply: (screen, line) => {
      const off = onMap(screen, nameIn(line, 'from'), ({ scoring }) => ({ scoring: !scoring }))
      return onMap(off, nameIn(line, 'to'), ({ scoring }) => ({ scoring: !scoring }))
    },
    moves: (line) => [
      { do: 'glow', at: [region(nameIn(line, 'from'))] },
      { do: 'glow', at: [region(nameIn(line, 'to'))] },
    ],
    sound: 'turn',
  },
  stars: {
    apply: (screen, line) => ({ ...screen, stars: screen.stars + numberIn(line, 'stars') }),
    moves: (line) => [{ ...rise(line.seat, signed(numberIn(line, 'stars'))), icon: 'star' }],
    sound: 'chip',
  },
  energy: {
    apply: (screen, line) => change(screen, line.seat, ({ energy }) => ({ energy: energy + numberIn(line, 'energy') })),
    moves: (line) => [rise(line.seat, `⚡ ${signed(numberIn(line, 'energy'))}`)],
    sound: 'chip',
    deeds: (line) => count('energy', numberIn(line, 'energy')),
  },
  clamps: {
    moves: (line) => [{ do: 'glow', at: [region(nameIn(line, 'region'))] }],
    sound: 'hold',
  },
  'end-turn': { silent: true },
  reward: {
    key: battle,
    apply: (screen, line) =>
      change(screen, line.seat, ({ vp, energy }) => ({
        vp: vp + numberIn(line, 'vp'),
        energy: energy + numberIn(line, 'energy'),
      })),
    moves: (line) => {
      const [vp, energy] = [numberIn(line, 'vp'), numberIn(line, 'energy')]
      const place = nameIn(line, 'region')
      const text = [vp ? `${signed(vp)} VP` : '', energy ? `⚡ ${signed(energy)}` : ''].filter(Boolean).join(' ')
      if (!text) return []
      return [
        { do: 'glow', at: [region(place)] },
        { do: 'fly', look: 'chip', from: [region(place)], to: [lane(line.seat)], text: String(vp || energy) },
        rise(line.seat, text),
      ]
    },
    sound: 'chip',
    deeds: (line) => [...count('vp', numberIn(line, 'vp')), ...count('energy', numberIn(line, 'energy'))],
  },
  casualties: {
    key: battle,
    apply: (screen, line) => lose(screen, nameIn(line, 'region'), line.seat, numberIn(line, 'ships')),
    moves: (line) => (numberIn(line, 'ships') ? fall(nameIn(line, 'region'), line.seat, numberIn(line, 'ships')) : []),
    sound: 'strike',
    deeds: (line) => count('lost_ships', numberIn(line, 'ships')),
  },
  hourglass: {
    moment: () => ({ title: 'moment.hourglass', tone: 'good' }),
    sound: 'moment',
  },
  'no-hourglass': { silent: true },
  win: {
    key: () => 'win',
    moves: (line) => [{ do: 'glow', at: [lane(line.seat)] }],
    moment: (_line, last) => ({ title: 'moment.over', tone: 'grand', seats: last.winners }),
    sound: 'win',
  },
}

export const signs: Record<string, Sign> = {
  bid: { icon: 'bolt', text: 'recap.bid' },
  energy: { icon: 'bolt', text: 'recap.energy' },
  card: { icon: 'card', text: 'recap.card' },
  lands: { icon: 'target', text: 'recap.lands' },
  deploy: { icon: 'ship', text: 'recap.deploy' },
  move: { icon: 'arrow', text: 'recap.move' },
  gadget: { icon: 'gadget', text: 'recap.gadget' },
  destroy: { icon: 'burst', text: 'recap.destroy' },
  vp: { icon: 'vp', text: 'recap.vp' },
  lost_ships: { icon: 'discard', text: 'recap.lost_ships' },
}

/** A saucer as on the map, mounted outside of any component. */
function drawShip(seat: number): Node {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '-24 -16 48 30')
  mount(Saucer, { target: svg, props: { seat } })
  return svg
}

export const tokens: Record<string, Token> = {
  ship: { width: 46, height: 30, draw: drawShip },
}
