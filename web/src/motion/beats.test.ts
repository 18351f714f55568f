import { describe, expect, it } from 'vitest'
import { effects as earthEffects } from '../games/earth/motion'
import { effects as galaxyEffects } from '../games/galaxy/motion'
import { EVENT_KINDS, type EarthScreen, type GalaxyScreen, type LogLine, type Player } from '../protocol'
import { beatsOf } from './beats'
import { recapOf } from './recap'
import { duelsOf, waveOf } from '../games/galaxy/duels'
import { cueAfter, speedOf, timelineOf } from './timeline'
import { partOf } from '../testing/fixtures'

const line = (event: string, seat: number, facts: LogLine['facts'] = {}): LogLine => ({
  event,
  seat,
  facts,
  text: [{ text: event }],
})

const player = (seat: number, more: Partial<Player> = {}): Player =>
  ({
    seat,
    name: `P${seat}`,
    hand: 4,
    cards: [],
    looked: [],
    offered: [],
    chips: 0,
    score: 1,
    awards: 0,
    attack: '',
    tableau: [],
    ...more,
  }) as Player

function galaxy(more: Partial<GalaxyScreen> = {}): GalaxyScreen {
  return {
    game: 'galaxy',
    viewer: 0,
    round: 1,
    deck: 50,
    discards: 0,
    pool: 24,
    frontier: [],
    war: null,
    winners: [],
    phases: ['explore', 'develop', 'settle', 'consume', 'produce'].map((phase) => ({
      phase,
      name: phase,
      by: [],
      now: false,
    })),
    players: [player(0, { cards: ['Gem World', 'Colony Ship', 'Drop Ships', 'Old Earth'] }), player(1)],
    ...more,
  } as GalaxyScreen
}

const PLACING = [
  line('phase', -1, { phase: 'settle' }),
  line('place', 0, { card: 'Gem World' }),
  line('pass', 1),
  line('pay', 0, { card: 'Gem World', cards: ['Colony Ship', 'Drop Ships'] }),
]

describe.each([
  ['galaxy', galaxyEffects, EVENT_KINDS.galaxy as readonly string[]],
  ['earth', earthEffects, EVENT_KINDS.earth as readonly string[]],
])('the events of %s', (_game, effects, kinds) => {
  it('all have a row, and there is no other', () => {
    expect(Object.keys(effects).sort()).toEqual([...kinds].sort())
  })

  it('are seen, or named as silent', () => {
    for (const [kind, row] of Object.entries(effects))
      expect(Boolean(row.moves ?? row.moment ?? row.stage), kind).toBe(!row.silent)
  })
})

describe('the beats between two screens', () => {
  it('put a card and its payment into one beat', () => {
    const beats = beatsOf(galaxyEffects, galaxy(), PLACING, galaxy())
    expect(beats.map(({ kind }) => kind)).toEqual(['phase', 'place'])
    expect(beats[1]?.moves.map((move) => move.do)).toEqual(['fly', 'fly', 'fly'])
  })

  it('have the screen as the events make it', () => {
    const beats = beatsOf(galaxyEffects, galaxy(), PLACING, galaxy())
    const [before, after] = beats.map((beat) => beat.after as GalaxyScreen)
    expect(before?.phases.find(({ now }) => now)?.phase).toBe('settle')
    expect(before?.players[0]?.tableau).toEqual([])
    expect(after?.players[0]).toMatchObject({ hand: 1, cards: ['Old Earth'], tableau: [{ card: 'Gem World' }] })
    expect(after?.discards).toBe(2)
  })

  it('turn everybody’s action cards over together', () => {
    const lines = [line('actions', 0, { actions: ['settle'] }), line('actions', 1, { actions: ['consume_2x'] })]
    const [beat, ...more] = beatsOf(galaxyEffects, galaxy(), lines, galaxy())
    expect(more).toEqual([])
    expect(beat?.stage?.name).toBe('reveal')
    expect(beat?.lines.map(({ seat }) => seat)).toEqual([0, 1])
    expect((beat?.after as GalaxyScreen).phases.map(({ by }) => by)).toEqual([[], [], [0], [1], []])
  })

  it('stage the cards of the Xenos with everything that comes of them', () => {
    const lines = [
      line('invasion_card', 1, { wave: 2, strength: 5 }),
      line('invasion_card', 0, { wave: 2, strength: 3 }),
      line('defend', 1, { n: 7, attack: 5, award: 2 }),
      line('defend', 0, { n: 2, attack: 3, award: 0 }),
      line('damage', 0, { placed: 'Gem World' }),
    ]
    const beats = beatsOf(galaxyEffects, galaxy(), lines, galaxy())
    expect(beats.map(({ stage, lines: told }) => [stage?.name, told.length])).toEqual([['battle', 5]])
    expect(waveOf(lines)).toBe(2)
    expect(duelsOf(lines, galaxy(), galaxy(), [])).toEqual([
      { seat: 1, attack: 5, have: 7, held: true, award: 2, damaged: '' },
      { seat: 0, attack: 3, have: 2, held: false, award: 0, damaged: 'Gem World' },
    ])
  })

  it('show an attack with what a question has parted from it', () => {
    const attacked = { attack: 'a card', attack_strength: 4, vs_xenos: 1, defense: 1 }
    const asking = galaxy({ players: [player(0, attacked), player(1, { ...attacked, attack_strength: 6 })] })
    const begun = [line('invasion_card', 1, {}), line('invasion_card', 0, {}), line('defend', 1, { n: 2, attack: 6 })]
    const first = duelsOf(begun, galaxy(), asking, [])
    expect(first.map(({ held, attack, have }) => [held, attack, have])).toEqual([
      [false, 6, 2],
      [null, 4, 2],
    ])
    const then = duelsOf([line('defend', 0, { n: 5, attack: 4, award: 1 })], asking, galaxy(), first)
    expect(then.map(({ seat, held }) => [seat, held])).toEqual([
      [1, false],
      [0, true],
    ])
  })

  it('count chips up and take goods away', () => {
    const placed = [{ card: 'Gem World', good: 'rare', damaged: false, fresh: false, worth: null }]
    const first = galaxy({ players: [player(0), player(1, { tableau: placed, chips: 3 })] })
    const lines = [
      line('consume', 1, { card: 'Gem World', goods: ['Gem World'] }),
      line('gain', 1, { card: 'Gem World', n: 2 }),
    ]
    const [beat] = beatsOf(galaxyEffects, first, lines, first)
    const after = beat?.after as GalaxyScreen
    expect(after.players[1]?.tableau[0]?.good).toBe('')
    expect(after.players[1]?.chips).toBe(5)
    expect(after.pool).toBe(22)
  })

  it('never change the screen they begin with', () => {
    const first = galaxy()
    const kept = structuredClone(first)
    beatsOf(galaxyEffects, first, PLACING, galaxy())
    expect(first).toEqual(kept)
  })

  it('move ships on the map', () => {
    const region = (name: string, ships: number[]) => ({
      region: name,
      ships,
      motherships: [],
      harvest: 0,
      scoring: false,
    })
    const first = partOf<EarthScreen>({
      game: 'earth',
      players: [{ seat: 0, vp: 0, energy: 3, on_board: 2, supply: 5 }],
      regions: [region('Asia', [2]), region('Europe', [0])],
      winners: [],
    })
    const lines = [
      line('move', 0, { owner: 0, from: 'Asia', to: 'Europe', ships: 1 }),
      line('reward', 0, { region: 'Europe', vp: 4, energy: 0 }),
      line('casualties', 0, { region: 'Europe', ships: 1, winner: 1, shielded: 0 }),
    ]
    const beats = beatsOf(earthEffects, first, lines, first)
    expect(beats.map(({ kind }) => kind)).toEqual(['move', 'reward'])
    expect((beats[0]?.after as EarthScreen).regions.map(({ ships }) => ships)).toEqual([[1], [1]])
    const last = beats[1]?.after as EarthScreen
    expect(last.regions.map(({ ships }) => ships)).toEqual([[1], [0]])
    expect(last.players[0]).toMatchObject({ vp: 4, on_board: 1, supply: 6 })
  })
})

describe('the timeline', () => {
  const beats = (n: number) =>
    beatsOf(
      galaxyEffects,
      galaxy(),
      Array.from({ length: n }, () => line('phase', -1, { phase: 'settle' })),
      galaxy(),
    )

  it('gives a beat between 150 and 400 ms', () => {
    for (const { length } of timelineOf(beatsOf(galaxyEffects, galaxy(), PLACING, galaxy()), 'normal')) {
      expect(length).toBeGreaterThanOrEqual(150)
      expect(length).toBeLessThanOrEqual(400)
    }
  })

  it('hurries when there is much to show', () => {
    const all = timelineOf(beats(20), 'normal').reduce((sum, { length }) => sum + length, 0)
    expect(all).toBeLessThanOrEqual(3700)
  })

  it('takes its time when that is wanted, and none at all', () => {
    const [normal] = timelineOf(beats(1), 'normal')
    const [slow] = timelineOf(beats(1), 'slow')
    expect(slow?.length).toBe(2 * (normal?.length ?? 0))
    expect(timelineOf(beats(1), 'instant')).toEqual([])
  })

  it('shows a round in less than a second when that is wanted', () => {
    const reveal = [line('actions', 0, { actions: ['settle'] }), line('actions', 1, { actions: ['develop'] })]
    const [shown] = timelineOf(beatsOf(galaxyEffects, galaxy(), reveal, galaxy()), 'fast')
    expect(shown?.length).toBeLessThan(800)
    const all = timelineOf(beats(20), 'fast').reduce((sum, { length }) => sum + length, 0)
    expect(all).toBeLessThanOrEqual(1600)
  })

  it('takes less time for what comes after much else', () => {
    const total = (spent: number): number =>
      timelineOf(beats(6), 'normal', spent).reduce((sum, { length }) => sum + length, 0)
    expect(total(3500)).toBeLessThan(total(0))
  })

  it('shows only stages and moments, and shortly, when the fast speed has taken its time', () => {
    const [placing] = timelineOf(beats(1), 'fast')
    const [tide] = timelineOf(beatsOf(galaxyEffects, galaxy(), [line('tide', -1, { n: 40 })], galaxy()), 'fast')
    if (!placing || !tide) throw new Error('no cue')
    expect(cueAfter(placing, 'fast', 800)).toBe(placing)
    expect(cueAfter(placing, 'fast', 1000).length).toBe(0)
    expect(cueAfter(tide, 'fast', 1000)).toMatchObject({ wait: 250, length: 250 })
    expect(cueAfter(placing, 'normal', 9000)).toBe(placing)
  })

  it('lets the cards of a payment set out together', () => {
    const [, cue] = timelineOf(beatsOf(galaxyEffects, galaxy(), PLACING, galaxy()), 'normal')
    // One card is placed, two are paid with: the latter as one fan.
    expect(cue?.beat.moves).toHaveLength(3)
    expect(cue?.length).toBe((cue?.move ?? 0) + (cue?.stagger ?? 0))
  })

  it('is fast for those who have played three games, unless another speed was set', () => {
    expect([0, 2, 3].map((games) => speedOf('auto', games))).toEqual(['normal', 'normal', 'fast'])
    expect(speedOf('slow', 9)).toBe('slow')
  })

  it('gives a great moment a second', () => {
    const [cue] = timelineOf(beatsOf(galaxyEffects, galaxy(), [line('tide', -1, { n: 40 })], galaxy()), 'normal')
    expect(cue?.wait).toBe(1000)
  })
})

describe('the recap', () => {
  it('adds up what each of the others did', () => {
    const lines = [
      line('place', 0, { card: 'Gem World' }),
      line('place', 1, { card: 'Old Earth' }),
      line('pay', 1, { card: 'Old Earth', cards: ['', ''] }),
      line('gain', 1, { card: 'Old Earth', n: 1 }),
      line('gain', 1, { card: 'Old Earth', n: 2 }),
    ]
    expect(recapOf(galaxyEffects, lines, 0)).toEqual([
      {
        seat: 1,
        deeds: [
          { sign: 'place', names: ['Old Earth'] },
          { sign: 'pay', n: 2 },
          { sign: 'vp', n: 3 },
        ],
      },
    ])
  })

  it('is empty when nobody else did anything', () => {
    expect(recapOf(galaxyEffects, [line('place', 0, { card: 'Gem World' }), line('round', -1, { n: 2 })], 0)).toEqual(
      [],
    )
  })
})
