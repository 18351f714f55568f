// The motion of the events of Race for the Galaxy.
import type { GalaxyScreen, LogLine, Placed, Player } from '../../protocol'
import { NUMERAL_OF, phaseOf } from './actions'
import type { Deed, EventEffects, Move, Sign, Sound, Stage, Token } from '../../motion/beats'
import { nameIn, namesIn, numberIn } from '../../motion/facts'
import { spot } from '../../motion/spots'

type Screen = GalaxyScreen

const DECK = '[data-pile="deck"]'
const DISCARDS = '[data-pile="discards"]'
const POOL = '[data-pile="pool"]'
const card = (seat: number, name: string): string => spot('card', seat, name)
const held = (name: string): string => spot('hand', name)
const stat = (seat: number, kind: string): string => spot('stat', seat, kind)
const lane = (seat: number): string => spot('lane', seat)
const good = (seat: number, world: string): string => `${card(seat, world)} [data-good]`

// --- the screen after an event ---

function change(screen: Screen, seat: number, how: (player: Player) => Partial<Player>): Screen {
  return { ...screen, players: screen.players.map((each) => (each.seat === seat ? { ...each, ...how(each) } : each)) }
}

/** Without the first of each of some cards. */
function without(all: string[], gone: string[]): string[] {
  const left = [...all]
  for (const name of gone) {
    const at = left.indexOf(name)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

function discard(screen: Screen, seat: number, names: string[]): Screen {
  const after = change(screen, seat, ({ cards, hand }) => ({
    cards: without(cards, names),
    hand: Math.max(0, hand - names.length),
  }))
  return { ...after, discards: after.discards + names.length }
}

function place(screen: Screen, seat: number, name: string): Screen {
  const placed: Placed = { card: name, damaged: false, fresh: true, good: '', worth: null }
  return change(screen, seat, ({ cards, looked, offered, hand, tableau }) => {
    const fromHand =
      cards.includes(name) || (!looked.includes(name) && !offered.includes(name) && !screen.frontier.length)
    return {
      tableau: [...tableau, placed],
      cards: without(cards, [name]),
      looked: looked.includes(name) ? [] : looked,
      offered: offered.includes(name) ? [] : offered,
      hand: fromHand ? Math.max(0, hand - 1) : hand,
    }
  })
}

const onCard = (screen: Screen, seat: number, names: string[], how: Partial<Placed>): Screen =>
  change(screen, seat, ({ tableau }) => ({
    tableau: tableau.map((each) => (names.includes(each.card) ? { ...each, ...how } : each)),
  }))

const gain = (screen: Screen, seat: number, n: number): Screen =>
  change({ ...screen, pool: Math.max(0, screen.pool - n) }, seat, ({ chips, score }) => ({
    chips: chips + n,
    score: score + n,
  }))

const seated =
  (kind: string) =>
  (line: LogLine): string =>
    `${kind}/${line.seat}`
const cardsOf = (line: LogLine): string[] => namesIn(line, 'cards')

// --- what moves ---

/** Cards on their way: by name where the viewer may know them, else by their backs; not more than can be followed. */
const MOST_CARDS = 5

function draws(line: LogLine, before: Screen, from: string): Move[] {
  const mine = line.seat === before.viewer
  return cardsOf(line)
    .slice(0, MOST_CARDS)
    .map((name) => ({
      do: 'fly',
      look: mine && name ? 'here' : 'back',
      from: [from, DECK],
      to: mine && name ? [held(name), spot('hand')] : [stat(line.seat, 'hand'), lane(line.seat)],
    }))
}

function discards(line: LogLine, before: Screen): Move[] {
  const mine = line.seat === before.viewer
  return cardsOf(line)
    .slice(0, MOST_CARDS)
    .map((name, index, all) => ({
      do: 'fly',
      fan: [index, all.length],
      look: mine && name ? 'there' : 'back',
      from: mine && name ? [held(name), spot('hand')] : [stat(line.seat, 'hand'), lane(line.seat)],
      to: [DISCARDS],
    }))
}

const placing = ({ seat }: LogLine, name: string): Move[] => [
  { do: 'fly', look: 'here', from: [held(name), stat(seat, 'hand'), lane(seat)], to: [card(seat, name), lane(seat)] },
]

const leaving = (seat: number, worlds: string[], to: string[]): Move[] =>
  worlds.map((world) => ({ do: 'fly', look: 'there', from: [good(seat, world), card(seat, world)], to }))

const arriving = ({ seat }: LogLine, world: string): Move[] => [
  { do: 'pop', at: [good(seat, world), card(seat, world)] },
]

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`)

const chips = (line: LogLine, n: number): Move[] => [
  {
    do: 'fly',
    look: 'chip',
    from: [POOL, card(line.seat, nameIn(line, 'card'))],
    to: [stat(line.seat, 'chips'), lane(line.seat)],
    text: String(n),
  },
  { do: 'rise', at: [stat(line.seat, 'chips'), lane(line.seat)], text: signed(n), good: true },
]

const count = (sign: string, n: number): Deed[] => (n ? [{ sign, n }] : [])
const named = (sign: string, ...names: string[]): Deed[] => [{ sign, names }]

const PHASE_SOUNDS: Record<string, Sound> = {
  explore: 'explore',
  develop: 'develop',
  settle: 'settle',
  consume: 'consume',
  produce: 'produce',
}
const hasHeld = (line: LogLine): boolean => numberIn(line, 'n') > numberIn(line, 'attack')
const REVEAL: Stage = { name: 'reveal', length: 780 }
const BATTLE: Stage = { name: 'battle', length: 1800 }

export const effects: EventEffects<Screen> = {
  round: {
    apply: (screen, line) => ({
      ...screen,
      round: numberIn(line, 'n'),
      phases: screen.phases.map((phase) => ({ ...phase, by: [], now: false })),
      players: screen.players.map((player) => ({
        ...player,
        tableau: player.tableau.map((each) => ({ ...each, fresh: false })),
      })),
    }),
    moves: () => [{ do: 'glow', at: [spot('round')] }],
  },
  reshuffle: {
    apply: (screen, line) => ({ ...screen, deck: numberIn(line, 'n'), discards: 0 }),
    moves: () => [{ do: 'fly', look: 'back', from: [DISCARDS], to: [DECK] }],
    sound: 'turn',
  },
  start_world: {
    key: () => 'start',
    apply: (screen, line) => place(screen, line.seat, nameIn(line, 'card')),
    moves: (line) => placing(line, nameIn(line, 'card')),
    sound: 'card',
    deeds: (line) => named('place', nameIn(line, 'card')),
  },
  setup_discard: {
    key: () => 'start',
    apply: (screen, line) => discard(screen, line.seat, cardsOf(line)),
    moves: discards,
  },
  actions: {
    key: () => 'actions',
    apply: (screen, line) => {
      const called = namesIn(line, 'actions').map(phaseOf)
      return {
        ...screen,
        phases: screen.phases.map((each) =>
          called.includes(each.phase) ? { ...each, by: [...new Set([...each.by, line.seat])] } : each,
        ),
      }
    },
    stage: REVEAL,
    sound: 'reveal',
    deeds: (line) =>
      namesIn(line, 'actions').map((action) => ({ sign: 'action', names: [NUMERAL_OF[phaseOf(action)] ?? ''] })),
  },
  phase: {
    apply: (screen, line) => {
      const phases = screen.phases.map((each) => ({ ...each, now: each.phase === phaseOf(nameIn(line, 'phase')) }))
      return { ...screen, phases, phase_name: phases.find(({ now }) => now)?.name ?? screen.phase_name }
    },
    moves: (line) => [{ do: 'glow', at: [`[data-phase="${phaseOf(nameIn(line, 'phase'))}"]`] }],
    sound: (line) => PHASE_SOUNDS[phaseOf(nameIn(line, 'phase'))] ?? '',
  },
  draw: {
    key: (line) => (['explore', 'deal'].includes(nameIn(line, 'why')) ? nameIn(line, 'why') : `use/${line.seat}`),
    apply: (screen, line) => {
      const names = cardsOf(line)
      const after = change(screen, line.seat, ({ cards, hand }) => ({
        hand: hand + names.length,
        cards: names.every(Boolean) && (cards.length || line.seat === screen.viewer) ? [...cards, ...names] : cards,
      }))
      return { ...after, deck: Math.max(0, after.deck - names.length) }
    },
    moves: (line, before) => draws(line, before, DECK),
    sound: 'card',
    deeds: (line) => {
      const why = nameIn(line, 'why')
      return why === 'sale' ? [] : count(why === 'explore' ? 'explore' : 'draw', cardsOf(line).length)
    },
  },
  explore_discard: {
    key: () => 'explore_discard',
    apply: (screen, line) => discard(screen, line.seat, cardsOf(line)),
    moves: discards,
    sound: 'card',
    deeds: (line) => count('explore', -cardsOf(line).length),
  },
  place: {
    key: () => 'place',
    apply: (screen, line) => place(screen, line.seat, nameIn(line, 'card')),
    moves: (line) => placing(line, nameIn(line, 'card')),
    sound: 'card',
    deeds: (line) => named('place', nameIn(line, 'card')),
  },
  pass: { silent: true },
  pay: {
    key: () => 'place',
    apply: (screen, line) => discard(screen, line.seat, cardsOf(line)),
    moves: discards,
    deeds: (line) => count('pay', cardsOf(line).length),
  },
  conquer: {
    key: () => 'place',
    moves: (line) => [{ do: 'shake', at: [card(line.seat, nameIn(line, 'card'))] }],
    sound: 'strike',
  },
  discard_own: {
    apply: (screen, line) => {
      const name = nameIn(line, 'card')
      const after = change(screen, line.seat, ({ tableau }) => ({
        tableau: tableau.filter((each) => each.card !== name),
      }))
      return { ...after, discards: after.discards + 1 }
    },
    moves: (line) => [{ do: 'fly', look: 'there', from: [card(line.seat, nameIn(line, 'card'))], to: [DISCARDS] }],
    sound: 'card',
    deeds: (line) => named('lose', nameIn(line, 'card')),
  },
  good_placed: {
    key: () => 'place',
    apply: (screen, line) => onCard(screen, line.seat, [nameIn(line, 'world')], { good: nameIn(line, 'kind') }),
    moves: (line) => arriving(line, nameIn(line, 'world')),
    sound: 'good',
  },
  good_discarded: {
    key: seated('use'),
    apply: (screen, line) => onCard(screen, line.seat, [nameIn(line, 'world')], { good: '' }),
    moves: (line) => leaving(line.seat, [nameIn(line, 'world')], [card(line.seat, nameIn(line, 'power')), DISCARDS]),
    sound: 'good',
  },
  consume: {
    key: seated('use'),
    apply: (screen, line) => onCard(screen, line.seat, namesIn(line, 'goods'), { good: '' }),
    moves: (line) => leaving(line.seat, namesIn(line, 'goods'), [card(line.seat, nameIn(line, 'card')), DISCARDS]),
    sound: 'good',
    deeds: (line) => count('consume', namesIn(line, 'goods').length),
  },
  sell: {
    key: seated('use'),
    apply: (screen, line) => onCard(screen, line.seat, [nameIn(line, 'world')], { good: '' }),
    moves: (line) => leaving(line.seat, [nameIn(line, 'world')], [DISCARDS]),
    sound: 'good',
    deeds: (line) => count('sell', numberIn(line, 'n')),
  },
  discard_for_vp: {
    key: seated('use'),
    apply: (screen, line) => discard(screen, line.seat, cardsOf(line)),
    moves: discards,
    sound: 'card',
  },
  gain: {
    key: seated('use'),
    apply: (screen, line) => gain(screen, line.seat, numberIn(line, 'n')),
    moves: (line) => chips(line, numberIn(line, 'n')),
    sound: 'chip',
    deeds: (line) => count('vp', numberIn(line, 'n')),
  },
  lucky: {
    key: seated('use'),
    moves: (line) => [
      {
        do: 'fly',
        look: 'back',
        from: [DECK],
        to: numberIn(line, 'hit') ? [stat(line.seat, 'hand'), lane(line.seat)] : [DISCARDS],
      },
      {
        do: 'rise',
        at: [lane(line.seat)],
        icon: numberIn(line, 'hit') ? 'check' : 'close',
        good: numberIn(line, 'hit') > 0,
      },
    ],
    sound: 'turn',
  },
  produce: {
    key: () => 'produce',
    apply: (screen, line) => onCard(screen, line.seat, [nameIn(line, 'world')], { good: nameIn(line, 'kind') }),
    moves: (line) => arriving(line, nameIn(line, 'world')),
    sound: 'good',
    deeds: () => count('good', 1),
  },
  hand_limit: {
    key: () => 'hand_limit',
    apply: (screen, line) => discard(screen, line.seat, cardsOf(line)),
    moves: discards,
    sound: 'card',
  },
  game_end: {
    moment: (line, last) => {
      const ends = namesIn(line, 'endings')
      if (ends.includes('defeat')) return { title: 'moment.empire_falls', tone: 'bad' }
      const winners = last.winners
      const repulsed = ends.some((end) => ['repulse', 'conquest_value', 'systems'].includes(end))
      return { title: repulsed ? 'moment.repulsed' : 'moment.over', tone: 'grand', seats: winners }
    },
    sound: 'win',
  },
  final_score: {
    key: () => 'final',
    moves: (line) => [{ do: 'rise', at: [lane(line.seat)], text: String(numberIn(line, 'n')), good: true }],
  },
  pay_with: {
    key: () => 'place',
    moves: (line) => [{ do: 'glow', at: [card(line.seat, nameIn(line, 'card'))] }],
  },
  good_for_card: {
    key: seated('use'),
    apply: (screen, line) => discard(screen, line.seat, cardsOf(line)),
    moves: discards,
    sound: 'card',
  },
  contribute: {
    key: () => 'contribute',
    apply: (screen, line) => {
      const after = onCard(screen, line.seat, namesIn(line, 'goods'), { good: '' })
      return after.war ? { ...after, war: { ...after.war, repulse: numberIn(line, 'n') } } : after
    },
    moves: (line) => leaving(line.seat, namesIn(line, 'goods'), [spot('repulse'), DISCARDS]),
    sound: 'good',
    deeds: (line) => count('contribute', namesIn(line, 'goods').length),
  },
  repair: {
    key: () => 'repair',
    apply: (screen, line) => onCard(screen, line.seat, [nameIn(line, 'placed')], { damaged: false }),
    moves: (line) => [{ do: 'turn', at: [card(line.seat, nameIn(line, 'placed'))] }],
    sound: 'hold',
    deeds: (line) => named('repair', nameIn(line, 'placed')),
  },
  disks: {
    apply: (screen, line) =>
      screen.war ? { ...screen, war: { ...screen.war, order: namesIn(line, 'seats').map(Number) } } : screen,
    moves: () => [{ do: 'glow', at: [spot('order')] }],
  },
  repulse_check: {
    apply: (screen, line) =>
      screen.war
        ? { ...screen, war: { ...screen.war, military: numberIn(line, 'n'), repulse: numberIn(line, 'needed') } }
        : screen,
    moves: () => [{ do: 'glow', at: [spot('repulse')] }],
  },
  invasion_card: {
    key: () => 'battle',
    stage: BATTLE,
    apply: (screen, line) => change(screen, line.seat, () => ({ attack: signed(numberIn(line, 'strength')) })),
    sound: 'attack',
  },
  bunker: {
    key: seated('use'),
    apply: (screen, line) => discard(screen, line.seat, cardsOf(line)),
    moves: discards,
    sound: 'card',
  },
  defend: {
    key: () => 'battle',
    stage: BATTLE,
    apply: (screen, line) =>
      change(screen, line.seat, ({ awards, score }) => {
        const award = hasHeld(line) ? numberIn(line, 'award') : 0
        return { awards: awards + award, score: score + award, attack: '' }
      }),
    moves: (line) =>
      hasHeld(line) ? [{ do: 'rise', at: [lane(line.seat)], text: signed(numberIn(line, 'award')), good: true }] : [],
    sound: 'hold',
    deeds: (line) => (hasHeld(line) ? [{ sign: 'held', n: numberIn(line, 'award') }] : [{ sign: 'fell', n: 0 }]),
  },
  damage: {
    key: () => 'battle',
    apply: (screen, line) => onCard(screen, line.seat, [nameIn(line, 'placed')], { damaged: true, good: '' }),
    moves: (line) => [{ do: 'shake', at: [card(line.seat, nameIn(line, 'placed'))] }],
    sound: 'damage',
    deeds: (line) => named('damage', nameIn(line, 'placed')),
  },
  empire_defeat: {
    moment: (line) => ({ title: numberIn(line, 'n') > 1 ? 'moment.empire_falls' : 'moment.nobody_held', tone: 'bad' }),
    sound: 'strike',
  },
  repair_cards: {
    key: () => 'repair',
    apply: (screen, line) => discard(screen, line.seat, cardsOf(line)),
    moves: discards,
    sound: 'card',
  },
  replace: {
    apply: (screen, line) => {
      const gone = nameIn(line, 'placed')
      const after = change(screen, line.seat, ({ tableau }) => ({
        tableau: tableau.filter((each) => each.card !== gone),
      }))
      return place(after, line.seat, nameIn(line, 'card'))
    },
    moves: (line) => [
      { do: 'fly', look: 'there', from: [card(line.seat, nameIn(line, 'placed'))], to: [DISCARDS] },
      ...placing(line, nameIn(line, 'card')),
    ],
    sound: 'card',
    deeds: (line) => named('place', nameIn(line, 'card')),
  },
  look: {
    key: () => 'look',
    apply: (screen, line) => {
      const names = cardsOf(line)
      return names.every(Boolean) && line.seat === screen.viewer
        ? change(screen, line.seat, () => ({ looked: names }))
        : screen
    },
    moves: (line, before) => draws(line, before, `[data-pile="${nameIn(line, 'pile')}"]`),
    sound: 'card',
  },
  keep: {
    key: () => 'place',
    apply: (screen, line) => {
      const names = cardsOf(line)
      return change(screen, line.seat, ({ cards, hand }) => ({
        looked: [],
        hand: hand + names.length,
        cards: names.every(Boolean) && line.seat === screen.viewer ? [...cards, ...names] : cards,
      }))
    },
    moves: (line) => [{ do: 'pop', at: [stat(line.seat, 'hand'), lane(line.seat)] }],
    deeds: (line) => count('draw', cardsOf(line).length),
  },
  attack: {
    apply: (screen, line) =>
      screen.war ? { ...screen, war: { ...screen.war, under_attack: nameIn(line, 'system') } } : screen,
    moves: (line) => [
      { do: 'fly', look: 'strike', from: [lane(line.seat)], to: [spot('waves'), spot('repulse')], icon: 'swords' },
    ],
    moment: (line) => ({
      title: 'moment.attack',
      facts: { card: nameIn(line, 'system') },
      tone: 'grand',
      seats: [line.seat],
    }),
    sound: 'strike',
    deeds: (line) => named('military', nameIn(line, 'system')),
  },
  conquer_system: {
    apply: (screen, line) => place(screen, line.seat, nameIn(line, 'system')),
    moves: (line) => [
      {
        do: 'fly',
        look: 'here',
        from: [spot('waves'), spot('repulse')],
        to: [card(line.seat, nameIn(line, 'system')), lane(line.seat)],
      },
    ],
    moment: (line) => ({
      title: 'moment.hive',
      facts: { card: nameIn(line, 'system') },
      tone: 'good',
      seats: [line.seat],
    }),
    sound: 'moment',
    deeds: (line) => named('place', nameIn(line, 'system')),
  },
  attack_failed: {
    moves: (line) => [
      { do: 'shake', at: [lane(line.seat)] },
      { do: 'rise', at: [lane(line.seat)], icon: 'close', good: false },
    ],
    sound: 'strike',
    deeds: (line) => named('fell', nameIn(line, 'card')),
  },
  tide: {
    apply: (screen, line) =>
      screen.war
        ? { ...screen, war: { ...screen.war, repulsed: true, stage: 2, repulse: numberIn(line, 'n') } }
        : screen,
    moves: () => [{ do: 'glow', at: [spot('repulse')] }],
    moment: () => ({ title: 'moment.tide', tone: 'grand' }),
    sound: 'moment',
  },
  surge: {
    apply: (screen, line) => (screen.war ? { ...screen, war: { ...screen.war, surge: numberIn(line, 'n') } } : screen),
    moves: (line) => [
      { do: 'rise', at: [spot('waves'), spot('repulse')], text: signed(numberIn(line, 'n')), good: false },
    ],
    sound: 'strike',
  },
}

/** In the order of what they say: the first of a seat's deeds is told in its lane. */
export const signs: Record<string, Sign> = {
  damage: { icon: 'burst', text: 'recap.damage' },
  fell: { icon: 'close', text: 'recap.fell' },
  military: { icon: 'swords', text: 'recap.military' },
  place: { icon: 'place', text: 'recap.place' },
  held: { icon: 'check', text: 'recap.held' },
  sell: { icon: 'coin', text: 'recap.sell' },
  consume: { icon: 'ring', text: 'recap.consume' },
  lose: { icon: 'close', text: 'recap.lose' },
  contribute: { icon: 'contribute', text: 'recap.contribute' },
  repair: { icon: 'plus', text: 'recap.repair' },
  good: { icon: 'disc', text: 'recap.good' },
  explore: { icon: 'draw', text: 'recap.explore' },
  draw: { icon: 'draw', text: 'recap.draw' },
  pay: { icon: 'discard', text: 'recap.pay' },
  action: { icon: 'action', text: 'recap.action' },
  vp: { icon: 'vp', text: 'recap.vp' },
}

export const tokens: Record<string, Token> = {}
