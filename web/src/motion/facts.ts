// The facts of a line of the log (docs/reference/protocol.md), each as what it is.
import type { LogLine } from '../protocol'

type Facts = Pick<LogLine, 'facts'>

/** A number; 0 if there is none. */
export function numberIn({ facts }: Facts, field: string): number {
  const found = facts[field]
  return typeof found === 'number' ? found : 0
}

/** A stable name; empty if there is none, or if the viewer may not know it. */
export function nameIn({ facts }: Facts, field: string): string {
  const found = facts[field]
  return typeof found === 'string' ? found : ''
}

/** Several names; those that the viewer may not know are empty. */
export function namesIn({ facts }: Facts, field: string): string[] {
  const found = facts[field]
  return Array.isArray(found) ? found.map(String) : []
}
