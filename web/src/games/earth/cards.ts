// What the server tells of a component of earth.
import type { CardFacts } from '../../lib/api'
import { cards } from '../../lib/cards.svelte'

export interface EarthCard extends CardFacts {
  sort: 'gadget' | 'turn-order' | 'portal'
  /** The same in every language. */
  id: string
  /** Its name where the sort is plain to see. */
  title: string
  /** What a Gadget does. */
  effect: string
  cost: number
  stars: number
  discount: number
  /** Where a Portal brings ships. */
  ships: string[]
}

/** A component by its name; undefined while the cards are not there. */
export const cardNamed = (name: string): EarthCard | undefined => cards.all[name] as EarthCard | undefined

/** A component by its sort and by its title, where that is all there is. */
export const cardTitled = (sort: EarthCard['sort'], title: string): EarthCard | undefined =>
  Object.values(cards.all as Record<string, EarthCard>).find((card) => card.sort === sort && card.title === title)
