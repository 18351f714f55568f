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

/** The parts of a number, in one line. */
export const breakdown = (parts: Part[]): Text =>
  joined(
    parts.map(({ source, amount }) => [...source, { text: ` ${amount > 0 ? '+' : ''}${amount}` }]),
    ' · ',
  )

/** A question as a player reads it: what is asked, and what is said about it. */
export interface Question {
  lead: Text
  rest: Text
}

const ENDS = /(?<=[?!.])\s+|(?<=[？！。])/u

/** Part a question from what is said about it: the sentence that ends in a question mark, or the first one. */
export function partQuestion(text: Text): Question {
  const sentences: Text[] = [[]]
  let depth = 0
  for (const piece of text) {
    if (piece.card) {
      sentences[sentences.length - 1]?.push(piece)
      continue
    }
    piece.text.split(ENDS).forEach((part, index) => {
      if (index && depth === 0) sentences.push([])
      const words = index && depth > 0 ? ` ${part}` : part
      depth += (words.match(/[(（]/g)?.length ?? 0) - (words.match(/[)）]/g)?.length ?? 0)
      if (words) sentences[sentences.length - 1]?.push({ ...piece, text: words })
    })
  }
  const all = sentences.filter((sentence) => plain(sentence).trim())
  const asked = all.findIndex((sentence) => /[?？]\s*$/u.test(plain(sentence)))
  const lead = all[Math.max(0, asked)] ?? []
  return withoutBrackets(
    lead,
    joined(
      all.filter((sentence) => sentence !== lead),
      ' ',
    ),
  )
}

/** Text in brackets at the end of a question is a remark about it. */
function withoutBrackets(lead: Text, rest: Text): Question {
  const words = plain(lead)
  const last = /\s*[(（]([^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*)[)）]\s*([.。]?)$/u.exec(words)
  if (!last || last.index < 8) return { lead, rest }
  const inside = slice(lead, words.indexOf(last[1] ?? '', last.index), (last[1] ?? '').length)
  const first = inside[0]
  const opened = first ? [{ ...first, text: capital(first.text) }, ...inside.slice(1)] : []
  return {
    lead: [...slice(lead, 0, last.index), { text: last[2] ?? '' }],
    rest: [...opened, { text: rest.length ? '. ' : '.' }, ...rest],
  }
}

/** Some characters of a text. */
function slice(text: Text, from: number, length: number): Text {
  let at = 0
  return text.flatMap((piece) => {
    const words = piece.text.slice(Math.max(0, from - at), Math.max(0, from + length - at))
    at += piece.text.length
    return words ? [{ ...piece, text: words }] : []
  })
}
