// What the server tells of a card of galaxy.
import { cards, type CardFacts } from '../../lib/cards.svelte'

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
  powers: { phase: string }[]
  /** Its text line by line, but for the name; a line may have a head, such as the name of a phase. */
  lines: { head: string; text: string }[]
}

/** A card by its name; undefined while the cards are not there. */
export const cardNamed = (name: string): GalaxyCard | undefined => cards.all[name] as GalaxyCard | undefined
