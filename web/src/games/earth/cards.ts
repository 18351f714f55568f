// The components of earth, by their names.
import type { CardFacts, EarthCard } from '../../protocol'
import type { CardLibrary } from '../../lib/cards.svelte'

const isEarthCard = (card: CardFacts | undefined): card is EarthCard => card !== undefined && 'sort' in card

/** A component by its name; undefined while the cards are not there. */
export function cardNamed(cards: CardLibrary, name: string): EarthCard | undefined {
  const card = cards.all[name]
  return isEarthCard(card) ? card : undefined
}

/** A component by its sort and by its title, where that is all there is. */
export const cardTitled = (cards: CardLibrary, sort: EarthCard['sort'], title: string): EarthCard | undefined =>
  Object.values(cards.all).find(
    (card): card is EarthCard => isEarthCard(card) && card.sort === sort && card.title === title,
  )
