// The almanac as the page reads it: figures, tables, and how they are sorted.
import { expect, it } from 'vitest'
import {
  chosen,
  choiceRows,
  company,
  difference,
  Figure,
  improvement,
  sorted,
  starts,
  thingRows,
  valueOf,
  type AlmanacFile,
  type Configuration,
} from './almanac'

/** Two players: the Ant was placed by three seats of which two won, the Bee by one that lost. */
const configuration = (more: Partial<Configuration> = {}): Configuration => ({
  mode: 'plain',
  players: 2,
  games: 4,
  unfinished: 0,
  rounds: [[10, 4]],
  seats: [
    [4, 3, 80],
    [4, 1, 60],
  ],
  strategies: [
    [6, 4, 90],
    [2, 0, 50],
  ],
  choices: {
    start_world: [
      [0, 5, 4, 90],
      [1, 3, 0, 50],
    ],
  },
  actions: { 'actions/action': [[1, 4, 2, 4, 2]] },
  things: {
    cards: {
      things: [1, 2, 3],
      fields: { opening: [1, 1, 0, 0, 0, 0], held: [4, 3, 1, 0, 2, 1], placed: [3, 2, 1, 0, 0, 0] },
      when: {
        placed: [
          [2, 2, 1, 0],
          [0, 0, 1, 0],
          [0, 0, 0, 0],
        ],
      },
      rounds: { placed: [7, 5, 0] },
    },
  },
  ...more,
})

const file: AlmanacFile = {
  game: 'toy',
  bot: 'learned',
  sources: ['points_x', 'points_y'],
  periods: [1, 3],
  words: {
    'seats/start_world': ['Moon', 'Sun'],
    'cards/card': ['', 'Ant', 'Bee', 'Cow'],
    'actions/action': ['none', 'Dig'],
  },
  configurations: [
    configuration(),
    configuration({
      players: 4,
      seats: [
        [4, 2, 1],
        [4, 1, 1],
        [4, 1, 1],
        [4, 0, 1],
      ],
    }),
  ],
  modes: {
    plain: {
      strategies: [],
      company: {
        cards: [
          [],
          [
            [2, 40, 1500, 1200, 100],
            [3, 40, 700, 900, 100],
          ],
          [],
          [],
        ],
      },
      start: {
        cards: [
          [],
          [
            [0, 40, 900, 50],
            [1, 30, 1300, 60],
          ],
          [],
          [],
        ],
      },
      strategies_by_start: [],
    },
  },
}

it('takes wins relative to an even share, with any number of players', () => {
  expect(Figure.of(40, 15, 4).relative).toBe(150)
  const [low, high] = Figure.of(40, 15, 4).interval ?? [0, 0]
  expect([Math.round(low), Math.round(high)]).toEqual([97, 212])
  expect(Figure.of(40, 20, 2).plus(Figure.of(40, 10, 4)).relative).toBe(100)
  expect([new Figure().relative, new Figure().interval]).toEqual([null, null])
  expect(difference(new Figure(), Figure.of(1, 1, 2))).toBeNull()
})

it('adds cards up over the chosen configurations', () => {
  const [ant, bee, cow] = thingRows(file, 'cards', chosen(file, 'plain', 2))
  expect([ant?.name, ant?.used.seats, ant?.used.won, ant?.rounds]).toEqual(['Ant', 3, 2, 7])
  expect(ant?.periods.map(({ seats }) => seats)).toEqual([2, 1])
  // Three of four won who held it, one of the other four.
  expect(ant && improvement(ant)?.value).toBeCloseTo(100 * 2 * (3 / 4 - 1 / 4))
  expect([bee?.used.relative, cow?.used.relative]).toEqual([0, null])
  const both = thingRows(file, 'cards', chosen(file, '', 0))
  // Two of three with an even share of 1/2, and two of three with one of 1/4.
  expect(both[0]?.used.relative).toBeCloseTo((100 * 4) / (3 / 2 + 3 / 4))
  expect(chosen(file, 'plain', 3)).toEqual([])
})

it('sorts by every column, and puts what has no value last', () => {
  const rows = thingRows(file, 'cards', chosen(file, '', 0))
  const names = (sort: Parameters<typeof sorted>[1], down: boolean): string[] =>
    sorted(rows, sort, down).map(({ name }) => name)
  expect(names('name', false)).toEqual(['Ant', 'Bee', 'Cow'])
  expect(names('name', true)).toEqual(['Cow', 'Bee', 'Ant'])
  expect(names('used', true)).toEqual(['Ant', 'Bee', 'Cow'])
  // Nobody placed the Cow: it stays last the other way round.
  expect(names('used', false)).toEqual(['Bee', 'Ant', 'Cow'])
  expect(names('round', false)).toEqual(['Ant', 'Bee', 'Cow'])
  expect(names('share', true)).toEqual(['Ant', 'Bee', 'Cow'])
  expect(valueOf(rows[0] as (typeof rows)[0], 'seen')).toBeNull()
})

it('puts numbers of players side by side', () => {
  const [first, second] = choiceRows(file, 'starts', chosen(file, 'plain', 0))
  expect([first?.name, first?.by.get(2)?.figure.relative, first?.by.get(4)?.figure.relative]).toEqual([
    'Moon',
    160,
    320,
  ])
  expect([second?.name, second?.by.get(2)?.share]).toEqual(['Sun', 3 / 8])
  const seats = choiceRows(file, 'seats', chosen(file, 'plain', 0))
  // Seats stay in their order; the third is there with four players only.
  expect(seats.map(({ name, by }) => [name, by.size])).toEqual([
    ['0', 2],
    ['1', 2],
    ['2', 1],
    ['3', 1],
  ])
  expect(choiceRows(file, 'strategies', chosen(file, 'plain', 2)).map(({ name }) => name)).toEqual(['0', '1'])
  const [dig] = choiceRows(file, 'actions', chosen(file, 'plain', 2))
  expect([dig?.name, dig?.all.seats, dig?.all.relative]).toEqual(['Dig', 8, 100])
})

it('tells the company of a card, and its start worlds', () => {
  const [best, worst] = company(file, 'plain', 'cards', 'Ant')
  expect(best).toEqual([{ name: 'Bee', seats: 40, relative: 150, expected: 120, half: 10 }])
  expect(worst.map(({ name }) => name)).toEqual(['Cow'])
  expect(starts(file, 'plain', 'cards', 'Ant').map(({ name }) => name)).toEqual(['Sun', 'Moon'])
  expect(company(file, 'other', 'cards', 'Ant')).toEqual([[], []])
})
