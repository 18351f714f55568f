// Texts as the server sends them: in pieces, of which some name a card.
import type { Part, Text } from '../protocol'

/** A sentence of the page's own. */
export const inWords = (words: string): Text => (words ? [{ text: words }] : [])

/** A text as one string, where there is no room for more. */
export const plain = (text: Text): string => text.map((piece) => piece.text).join('')

/** Words that stand by themselves, such as on a button; those of the server are written for the middle of a sentence too. */
export const capital = (words: string): string => words.replace(/^\p{Ll}/u, (first) => first.toUpperCase())

/** Several texts one after another. */
export const joined = (texts: Text[], between: string): Text =>
  texts.flatMap((text, index) => (index ? [{ text: between }, ...text] : text))

/** What a number is made of, in one line. */
export const breakdown = (parts: Part[]): Text =>
  joined(
    parts.map(({ source, amount }) => [...source, { text: ` ${amount > 0 ? '+' : ''}${amount}` }]),
    ' · ',
  )
