// The cards of galaxy, by their names.
import type { CardFacts, GalaxyCard } from '../../protocol'
import type { CardLibrary } from '../../lib/cards.svelte'

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

/** What a card does, phase by phase, for those who listen. */
export const powersInWords = ({ lines }: GalaxyCard): string =>
  lines
    .filter(({ head }) => head)
    .map(({ head, text }) => `${head}${text}`)
    .join('; ')

const isGalaxyCard = (card: CardFacts | undefined): card is GalaxyCard => card !== undefined && 'rows' in card

/** A card by its name; undefined while the cards are not there. */
export function cardNamed(cards: CardLibrary, name: string): GalaxyCard | undefined {
  const card = cards.all[name]
  return isGalaxyCard(card) ? card : undefined
}
