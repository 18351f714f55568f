// The widths that the cards of a row need: a card with much on it takes more than its neighbors. Sizes in pixels.
import { measure } from '../../lib/measure.svelte'
import type { CardLibrary } from '../../lib/cards.svelte'
import type { GalaxyCard, Placed } from '../../protocol'
import { cardNamed, keywordsIn } from './cards'
import { fitCard, type Widths } from './fit'

/** The width of a card in a row. */
export interface Need {
  /** With its name and the phases of its powers. */
  least: number
  /** With all its powers. */
  whole: number
}

const NARROWEST = 64
const WIDEST = 148
const STEP = 3
/** The width of a card without its name. */
const NAMELESS = 48
/** Above the powers, for the name on the drawing. */
const NAME_ROOM = 28
/** The height at which cards of a row are measured: the lowest that a row has. */
export const ROW_LEAST = 64

/** The least widths at which a card of the lowest height shows its name whole. */
function needOf(card: GalaxyCard, name: string, good: boolean, widths: Widths): Need {
  let least = WIDEST
  for (let width = NARROWEST; width <= WIDEST; width += STEP) {
    const { form, high, isWhole } = fitCard(card, name, { width, height: ROW_LEAST, look: 'tiny', good }, widths)
    if (!isWhole) continue
    least = Math.min(least, width)
    if (form !== 'phases' && high <= ROW_LEAST - NAME_ROOM) return { least, whole: width }
  }
  return { least, whole: WIDEST }
}

/** The needs measured so far; they are measured again once another font has arrived. */
const known = new Map<string, Need>()
let letters = 0
const UNKNOWN: Need = { least: 84, whole: 118 }

/** The needs of cards on the table, and of those of an open hand. */
export function needsOf(cards: CardLibrary, placed: readonly Placed[], held: readonly string[]): Need[] {
  const now = measure.ems('Mining World')
  if (now !== letters) known.clear()
  letters = now
  const one = (name: string, good: boolean): Need => {
    const card = cardNamed(cards, name)
    if (!card) return UNKNOWN
    const shown = keywordsIn(name, card, (keyword) => cards.label('keyword', keyword))
      .map(({ text }) => text)
      .join('')
    const key = `${shown}/${good ? 'good' : ''}`
    const need =
      known.get(key) ??
      needOf(card, shown, good, {
        mark: (mark) => cards.marks[mark]?.width ?? 0,
        word: (word) => measure.ems(word),
      })
    known.set(key, need)
    return need
  }
  return [...placed.map(({ card, good }) => one(card, Boolean(good))), ...held.map((name) => one(name, false))]
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** Raises the narrowest widths to one level until the room is taken. */
function leveled(widths: readonly number[], room: number, most: number): number[] {
  const sorted = [...widths].sort((a, b) => a - b)
  let level = 0
  let taken = sum(sorted)
  for (let count = 1; count <= sorted.length; count++) {
    const next = sorted[count] ?? most
    const from = sorted[count - 1] ?? 0
    const reach = Math.min(next, from + (room - taken) / count)
    taken += Math.max(0, reach - from) * count
    level = Math.max(level, reach)
    if (taken >= room - 0.5) break
  }
  return widths.map((width) => Math.floor(Math.max(width, Math.min(level, most))))
}

/** A card in a row: without a name if it has no room for one. */
export interface Place {
  width: number
  named: boolean
}

/**
 * The widths of cards in one row; null if there is no room. Those that need little more show their powers first; where not
 * all names have room, the widest names go.
 */
export function placesInRow(needs: readonly Need[], inner: number, gap: number, most: number): Place[] | null {
  const room = inner - gap * (needs.length - 1)
  const widths = needs.map(({ least }) => least)
  const named = needs.map(() => true)
  const byLeast = needs.map((_, index) => index).sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))
  let left = room - sum(widths)
  for (const index of byLeast) {
    if (left >= 0) break
    left += (widths[index] ?? 0) - NAMELESS
    widths[index] = NAMELESS
    named[index] = false
  }
  if (left < 0) return null
  const more = (index: number): number => (named[index] ? (needs[index]?.whole ?? 0) - (widths[index] ?? 0) : Infinity)
  for (const index of [...byLeast].sort((a, b) => more(a) - more(b))) {
    if (more(index) > left) break
    left -= more(index)
    widths[index] = needs[index]?.whole ?? 0
  }
  const level = leveled(
    widths.filter((_, index) => named[index]),
    room - NAMELESS * named.filter((each) => !each).length,
    most,
  )
  return widths.map((width, index) => ({
    width: named[index] ? (level.shift() ?? width) : width,
    named: named[index] ?? true,
  }))
}
