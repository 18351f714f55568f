// What the server tells of a card of galaxy.
import type { CardFacts } from '../../lib/api'
import { cards } from '../../lib/cards.svelte'

/** What a card does in a phase; `score` for its score lines. */
export interface PowerRow {
  phase: string
  /** Each power as numbers of marks, and words between them. */
  powers: (number | string)[][]
  /** The same without words, for a card in little; score lines keep those that no mark can stand for. */
  brief: (number | string)[][]
}

/** The label of each row of powers. */
export const TABS: Record<string, string> = {
  placement: '▾',
  explore: 'I',
  develop: 'II',
  settle: 'III',
  trade: '$',
  consume: 'IV',
  produce: 'V',
  score: '?',
}

export interface GalaxyCard extends CardFacts {
  name: string
  type: 'world' | 'development'
  cost: number
  vp: number | null
  good: string | null
  windfall: boolean
  military: boolean
  keywords: string[]
  hive: number | null
  set: string
  deck: string
  start_number: number | null
  good_when_placed: boolean
  chromosome: boolean
  powers: { phase: string; do: string; amount: number; vs: string | null }[]
  score: { vp: number; per: string }[]
  /** Its powers in marks, phase by phase. */
  rows: PowerRow[]
  /** Its text line by line, but for the name; a line may have a head, such as the name of a phase. */
  lines: { head: string; text: string }[]
}

/** A card by its name; undefined while the cards are not there. */
export const cardNamed = (name: string): GalaxyCard | undefined => cards.all[name] as GalaxyCard | undefined
