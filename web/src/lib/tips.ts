// Hints for the first time that a question is asked. A game lists them in a file of its own, which is loaded when needed; their
// words are in its catalogs.
import type { Ask } from '../protocol'

export interface Tip {
  /** Its words are the message `tip.<id>`. */
  id: string
  /** The questions that it is about. */
  prompts: string[]
}

export type Tips = Tip[]

/** The tip for a question that the visitor has not met yet. */
export function tipFor(tips: Tips, ask: Ask | null, known: string[]): Tip | null {
  const found = ask && tips.find(({ prompts }) => prompts.includes(ask.prompt))
  return found && !known.includes(found.id) ? found : null
}
