// Messages for tests, complete but for what a test says itself.
import type { Ask, GalaxyScreen, LogLine, OptionInfo, Player, PlainScreen } from '../protocol'

export const option = (word: string, more: Partial<OptionInfo> = {}): OptionInfo => ({
  word,
  title: [{ text: word }],
  detail: [],
  price: '',
  target: null,
  ...more,
})

export const question = (more: Partial<Ask> = {}): Ask => ({
  about: '',
  domain: '',
  held: [],
  keeps: false,
  kind: 'one',
  least: 1,
  most: 1,
  number: 1,
  options: [option('a'), option('b'), option('c')],
  pays: false,
  prompt: '',
  seat: 0,
  suggested: [],
  sure: false,
  text: [{ text: 'What do you do?' }],
  totals: [],
  why_not: [],
  ...more,
})

export const logLine = (event: string, more: Partial<LogLine> = {}): LogLine => ({
  seat: 0,
  event,
  text: [{ text: `${event}.` }],
  facts: {},
  ...more,
})

export const plainScreen = (round: number, game = 'toy'): PlainScreen => ({
  game,
  mode: game,
  viewer: 0,
  round,
  players: [],
  table: '',
})

export const player = (more: Partial<Player> = {}): Player => ({
  seat: 0,
  name: 'Ada',
  owes: false,
  tableau: [],
  hand: 0,
  cards: [],
  offered: [],
  looked: [],
  worth: {},
  chips: 0,
  score: 0,
  military: 0,
  military_parts: [],
  vs_xenos: 0,
  defense: 0,
  actions: [],
  attack: '',
  attack_adds: false,
  attack_strength: 0,
  awards: 0,
  contributed: 0,
  chosen: [],
  disk: 0,
  rank: 0,
  systems: 0,
  tiles: 0,
  tucked: false,
  ...more,
})

export const galaxyScreen = (more: Partial<GalaxyScreen> = {}): GalaxyScreen => ({
  game: 'galaxy',
  mode: 'base',
  viewer: 0,
  round: 1,
  deck: 90,
  discards: 0,
  first: 0,
  frontier: [],
  hand_limit: 10,
  over: false,
  phase: '',
  phase_name: '',
  phases: [],
  players: [player()],
  pool: 24,
  tableau_limit: 12,
  war: null,
  winners: [],
  ...more,
})

type PartOf<T> = T extends (infer Item)[]
  ? PartOf<Item>[]
  : T extends object
    ? { [Key in keyof T]?: PartOf<T[Key]> }
    : T

/** A value of which a test needs some fields only. */
export const partOf = <T>(fields: PartOf<T>): T => fields as T
