// Hints for the first time that a question is asked. A game has them in a file of its own, which is loaded when needed.
import type { Ask } from '../protocol'
import type { Language } from './languages'

export interface Tip {
  id: string
  words: Record<Language, string>
}

/** The tips of a game by the questions that they are about. */
export type Tips = { prompts: string[]; tip: Tip }[]

/** The tip for a question that the visitor has not met yet. */
export function tipFor(tips: Tips, ask: Ask | null, known: string[]): Tip | null {
  const found = ask && tips.find(({ prompts }) => prompts.includes(ask.prompt))?.tip
  return found && !known.includes(found.id) ? found : null
}
