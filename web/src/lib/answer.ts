// How an answer is made with the fewest clicks: what a question asks for, and when an answer is complete.
import type { Ask } from '../protocol'

export interface Plan {
  /** What is chosen is kept, and the rest is the answer: fewer clicks than choosing what goes. */
  keeps: boolean
  /** From how many to how many options are to be chosen. */
  least: number
  most: number
  /** The places that are chosen to begin with: a sensible answer, to be changed or confirmed. */
  laid: number[]
}

/** The places of the options that some words stand for; copies take one option after another. */
export function placesOf(ask: Ask, words: string[]): number[] {
  const used = new Set<number>()
  for (const word of words) {
    const place = ask.options.findIndex((option, each) => option.word === word && !used.has(each))
    if (place >= 0) used.add(place)
  }
  return [...used]
}

export function planAnswer(ask: Ask, mayKeep = false): Plan {
  const all = ask.options.length
  const exact = ask.kind === 'some' && ask.least === ask.most
  const laid = placesOf(ask, ask.suggested)
  if (mayKeep && exact && !laid.length && all - ask.most < ask.most && all > ask.most)
    return { keeps: true, least: all - ask.most, most: all - ask.most, laid: [] }
  return { keeps: false, least: ask.least, most: ask.most, laid }
}

/** Whether nothing can be added to what is chosen, so that it is sent without the button; what is laid out is not, until it is changed. */
export function isComplete({ most, laid }: Plan, chosen: number[], changed: boolean): boolean {
  return chosen.length > 0 && chosen.length === most && (changed || !laid.length)
}

/** The words of an answer, in the order of the options. */
export function wordsOf(ask: Ask, { keeps }: Plan, chosen: number[]): string[] {
  return ask.options.filter((_, place) => chosen.includes(place) !== keeps).map(({ word }) => word)
}
