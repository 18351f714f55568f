// The almanac: what wins, from large studies of a strong bot. Its file (docs/guides/almanac.md) as the page reads it.
import { call } from './request'

/** Things that seats use, such as cards: seats and wins of each column, thing by thing. */
interface ThingCounts {
  things: number[]
  fields: Record<string, number[]>
  when: Record<string, number[][]>
  rounds: Record<string, number[]>
}

export interface Configuration {
  mode: string
  players: number
  games: number
  unfinished: number
  rounds: [number, number][]
  /** Seats, wins and score of each. */
  seats: number[][]
  strategies: number[][]
  choices: Record<string, number[][]>
  actions: Record<string, number[][]>
  things: Record<string, ThingCounts>
}

interface ModeFigures {
  strategies: { sources: string[]; shares: number[] }[]
  /** Of each thing: rows of another one, seats, relative wins, those to be expected and half the width of the interval, in tenths. */
  company: Record<string, number[][][]>
  start: Record<string, number[][][]>
  strategies_by_start: number[][]
}

export interface AlmanacFile {
  game: string
  bot: string
  sources: string[]
  periods: number[]
  words: Record<string, string[]>
  configurations: Configuration[]
  modes: Record<string, ModeFigures>
}

/** The almanac of a game; null for a game without one. */
export const getAlmanac = (game: string): Promise<AlmanacFile | null> =>
  call(`/api/almanac?${new URLSearchParams({ game })}`)

/** The wins of some seats: how many there are, how many won, and how many would have won with even shares. */
export class Figure {
  readonly seats: number
  readonly won: number
  readonly even: number

  constructor(seats = 0, won = 0, even = 0) {
    this.seats = seats
    this.won = won
    this.even = even
  }

  static of = (seats: number, won: number, players: number): Figure => new Figure(seats, won, seats / players)

  plus(other: Figure): Figure {
    return new Figure(this.seats + other.seats, this.won + other.won, this.even + other.even)
  }

  minus(other: Figure): Figure {
    return new Figure(this.seats - other.seats, this.won - other.won, this.even - other.even)
  }

  /** The wins in percent of an even share; null without seats. */
  get relative(): number | null {
    return this.even > 0 ? (100 * this.won) / this.even : null
  }

  /** The 95% interval of that (Wilson's). */
  get interval(): [number, number] | null {
    const n = this.seats
    if (n <= 0 || this.even <= 0) return null
    const [z, rate] = [1.96, this.won / n]
    const center = (rate + (z * z) / (2 * n)) / (1 + (z * z) / n)
    const spread = Math.sqrt(Math.max(0, rate * (1 - rate)) / n + (z * z) / (4 * n * n))
    const half = (z * spread) / (1 + (z * z) / n)
    const scale = (100 * n) / this.even
    return [Math.max(0, center - half) * scale, (center + half) * scale]
  }
}

/** A difference of two figures, and half the width of its interval. */
interface Difference {
  value: number
  half: number
}

export function difference(first: Figure, second: Figure): Difference | null {
  const [one, other] = [first.interval, second.interval]
  if (!one || !other) return null
  return {
    value: (first.relative ?? 0) - (second.relative ?? 0),
    half: Math.hypot(one[1] - one[0], other[1] - other[0]) / 2,
  }
}

/** The figures of a card. */
export interface ThingRow {
  name: string
  /** All seats that could have used it. */
  all: Figure
  fields: Record<string, Figure>
  used: Figure
  rounds: number
  periods: Figure[]
}

/** The columns that say that a thing was used, in the tables that games have. */
const USES = ['placed', 'deployed', 'used']

export const useOf = (fields: Record<string, unknown>): string =>
  USES.find((name) => name in fields) ?? Object.keys(fields)[0] ?? ''

/** The configurations of a mode, or of all (empty), with a number of players, or any (0). */
export const chosen = (file: AlmanacFile, mode: string, players: number): Configuration[] =>
  file.configurations.filter((each) => (!mode || each.mode === mode) && (!players || each.players === players))

const pairs = (numbers: number[]): [number, number][] =>
  Array.from({ length: numbers.length / 2 }, (_, index) => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0])

/** The words of a table of things. */
export const thingWords = (file: AlmanacFile, table: string): string[] =>
  Object.entries(file.words).find(([key]) => key.startsWith(`${table}/`))?.[1] ?? []

export const tablesOf = (file: AlmanacFile): string[] => [
  ...new Set(file.configurations.flatMap(({ things }) => Object.keys(things))),
]

export function thingRows(file: AlmanacFile, table: string, configurations: Configuration[]): ThingRow[] {
  const words = thingWords(file, table)
  const rows = new Map<number, ThingRow>()
  for (const { things, players, games, unfinished } of configurations) {
    const counts = things[table]
    // A finished game has one win; a game that was stopped has none.
    const all = new Figure(games * players, games - unfinished, games)
    counts?.things.forEach((number, place) => {
      const row = rows.get(number) ?? emptyRow(words[number] ?? '')
      rows.set(number, row)
      row.all = row.all.plus(all)
      for (const [name, numbers] of Object.entries(counts.fields)) {
        const figure = Figure.of(numbers[2 * place] ?? 0, numbers[2 * place + 1] ?? 0, players)
        row.fields[name] = figure.plus(row.fields[name] ?? new Figure())
      }
      for (const [name, byThing] of Object.entries(counts.when)) {
        row.periods = pairs(byThing[place] ?? []).map(([n, won], index) =>
          Figure.of(n, won, players).plus(row.periods[index] ?? new Figure()),
        )
        row.rounds += counts.rounds[name]?.[place] ?? 0
      }
    })
  }
  const list = [...rows.values()]
  for (const row of list) row.used = row.fields[useOf(row.fields)] ?? new Figure()
  return list
}

const emptyRow = (name: string): ThingRow => ({
  name,
  all: new Figure(),
  fields: {},
  used: new Figure(),
  rounds: 0,
  periods: [],
})

/** The wins of those who held a card less those of the others; null where nobody holds such a thing. */
export function improvement(row: ThingRow): Difference | null {
  const held = row.fields['held']
  return held ? difference(held, row.all.minus(held)) : null
}

/** The columns that the table of cards can be sorted by. */
export const SORTS = ['name', 'used', 'share', 'round', 'opening', 'improvement', 'seen'] as const
export type Sort = (typeof SORTS)[number]

/** The value in a column; null where there is none, which comes last. */
export function valueOf(row: ThingRow, sort: Sort): number | string | null {
  if (sort === 'name') return row.name
  if (sort === 'used') return row.used.relative
  if (sort === 'share') return row.all.seats ? row.used.seats / row.all.seats : null
  if (sort === 'round') return row.used.seats && row.rounds ? row.rounds / row.used.seats : null
  if (sort === 'improvement') return improvement(row)?.value ?? null
  if (sort === 'seen') return row.fields['seen'] ? row.fields['seen'].seats / row.all.seats : null
  return row.fields['opening']?.relative ?? null
}

export function sorted(rows: ThingRow[], sort: Sort, down: boolean): ThingRow[] {
  const sign = down ? -1 : 1
  const keyed = rows.map((row) => ({ row, value: valueOf(row, sort) }))
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    if (typeof a.value === 'string') return sign * a.value.localeCompare(String(b.value))
    return sign * (a.value - Number(b.value))
  })
  return keyed.map(({ row }) => row)
}

/** A strategy, a start world, an action or a seat: its figure with each number of players, and with all. */
export interface ChoiceRow {
  name: string
  all: Figure
  share: number
  by: Map<number, { figure: Figure; share: number }>
}

/** Which choices there are besides cards: of strategies, of what a seat begins with, of actions, of seats. */
export type ChoiceTable = 'strategies' | 'starts' | 'actions' | 'seats'

/** Rows of a number (of a word, a strategy, a seat), seats and wins. */
function cellsOf(configuration: Configuration, table: ChoiceTable): number[][] {
  const first = (choices: Record<string, number[][]>): number[][] => Object.values(choices)[0] ?? []
  if (table === 'starts') return first(configuration.choices)
  if (table === 'seats') return configuration.seats.map((cell, index) => [index, ...cell])
  if (table === 'strategies') return configuration.strategies.map((cell, index) => [index, ...cell])
  return first(configuration.actions).map(([word, ...numbers]) => {
    const parts = pairs(numbers)
    return [word ?? 0, parts.reduce((sum, [n]) => sum + n, 0), parts.reduce((sum, [, won]) => sum + won, 0)]
  })
}

/** The ids of the words of a table; strategies are known by their sources, and seats by their numbers. */
function choiceWords(file: AlmanacFile, table: ChoiceTable): string[] {
  const [first] = file.configurations
  if (!first || table === 'seats' || table === 'strategies') return []
  const [key] = Object.keys(table === 'starts' ? first.choices : first.actions)
  return file.words[table === 'starts' ? `seats/${key ?? ''}` : (key ?? '')] ?? []
}

export function choiceRows(file: AlmanacFile, table: ChoiceTable, configurations: Configuration[]): ChoiceRow[] {
  const words = choiceWords(file, table)
  const cells = configurations.flatMap((each) =>
    cellsOf(each, table).map(([number = 0, seats = 0, won = 0]) => ({
      name: words[number] ?? String(number),
      players: each.players,
      figure: Figure.of(seats, won, each.players),
    })),
  )
  const totals = new Map<number, number>()
  const rows = new Map<string, ChoiceRow>()
  for (const { name, players, figure } of cells) {
    totals.set(players, (totals.get(players) ?? 0) + figure.seats)
    const row = rows.get(name) ?? { name, all: new Figure(), share: 0, by: new Map() }
    rows.set(name, row)
    row.all = row.all.plus(figure)
    row.by.set(players, { figure: figure.plus(row.by.get(players)?.figure ?? new Figure()), share: 0 })
  }
  const all = [...totals.values()].reduce((sum, seats) => sum + seats, 0)
  const list = [...rows.values()].filter((row) => row.all.seats > 0)
  for (const row of list) {
    row.share = row.all.seats / all
    for (const [players, cell] of row.by) cell.share = cell.figure.seats / (totals.get(players) ?? 1)
  }
  if (table === 'seats') return list
  return list.sort((a, b) => (b.all.relative ?? 0) - (a.all.relative ?? 0))
}

/** Another card of the same seat. */
interface Companion {
  name: string
  seats: number
  relative: number
  expected: number
  half: number
}

/** The cards with which a card does better, and worse, than the two do apart. */
export function company(file: AlmanacFile, mode: string, table: string, name: string): [Companion[], Companion[]] {
  const words = thingWords(file, table)
  const rows = file.modes[mode]?.company[table]?.[words.indexOf(name)] ?? []
  const all = rows.map(([other = 0, seats = 0, relative = 0, expected = 0, half = 0]) => ({
    name: words[other] ?? '',
    seats,
    relative: relative / 10,
    expected: expected / 10,
    half: half / 10,
  }))
  return [all.filter((each) => each.relative > each.expected), all.filter((each) => each.relative <= each.expected)]
}

/** How a card does from each start world, the best first. */
export function starts(file: AlmanacFile, mode: string, table: string, name: string): Omit<Companion, 'expected'>[] {
  const words = choiceWords(file, 'starts')
  const rows = file.modes[mode]?.start[table]?.[thingWords(file, table).indexOf(name)] ?? []
  return rows
    .map(([start = 0, seats = 0, relative = 0, half = 0]) => ({
      name: words[start] ?? '',
      seats,
      relative: relative / 10,
      half: half / 10,
    }))
    .sort((a, b) => b.relative - a.relative)
}
