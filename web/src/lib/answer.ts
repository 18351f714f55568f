// Answers with the fewest clicks: what a question asks for, and when an answer is complete.
import type { Ask } from '../protocol'

export interface Plan {
  /** The chosen options are kept, and the rest is the answer. */
  keeps: boolean
  /** From how many to how many options are to be chosen. */
  least: number
  most: number
  /** The indexes that are chosen to begin with: a sensible answer, to be changed or confirmed. */
  laid: number[]
}

/** The indexes of the options that some tokens stand for; copies take one option after another. */
export function indexesOf(ask: Ask, tokens: string[]): number[] {
  const used = new Set<number>()
  for (const token of tokens) {
    const optionIndex = ask.options.findIndex((option, each) => option.word === token && !used.has(each))
    if (optionIndex >= 0) used.add(optionIndex)
  }
  return [...used]
}

export function planAnswer(ask: Ask): Plan {
  if (ask.keeps) {
    const all = ask.options.length
    return { keeps: true, least: all - ask.most, most: all - ask.least, laid: indexesOf(ask, ask.held) }
  }
  return { keeps: false, least: ask.least, most: ask.most, laid: indexesOf(ask, ask.suggested) }
}

/** Whether nothing can be added to what is chosen, so that it is sent without the button; what is laid out is not, until it is changed. */
export function isComplete({ most, laid }: Plan, chosen: number[], changed: boolean): boolean {
  return chosen.length > 0 && chosen.length === most && (changed || !laid.length)
}

/** The tokens of an answer, in the order of the options. */
export function tokensOf(ask: Ask, { keeps }: Plan, chosen: number[]): string[] {
  return ask.options.filter((_, optionIndex) => chosen.includes(optionIndex) !== keeps).map(({ word }) => word)
}
