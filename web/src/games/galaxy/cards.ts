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

/** The effects of a card, phase by phase, for screen readers. */
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

/** A part of a name as it is printed on the card. */
export interface NamePart {
  text: string
  keyword: boolean
}

/**
 * A name with the keywords in it, which count for powers: on our cards they are always words of the name. Of a card that was
 * renamed they may be missing there, and follow it.
 */
export function keywordsIn(name: string, card: GalaxyCard | undefined, label: (keyword: string) => string): NamePart[] {
  const keywords = card?.keywords ?? []
  const lower = name.toLowerCase()
  const spans = keywords
    .map((keyword) => ({ start: lower.indexOf(keyword.toLowerCase()), length: keyword.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start)
  const parts: NamePart[] = []
  let at = 0
  for (const { start, length } of spans) {
    if (start < at) continue
    if (start > at) parts.push({ text: name.slice(at, start), keyword: false })
    parts.push({ text: name.slice(start, start + length), keyword: true })
    at = start + length
  }
  if (at < name.length) parts.push({ text: name.slice(at), keyword: false })
  const missing = keywords.filter((keyword) => !lower.includes(keyword.toLowerCase()))
  for (const keyword of missing) parts.push({ text: ' ', keyword: false }, { text: label(keyword), keyword: true })
  return parts
}
