// The decisions of a reviewed game, to be stepped through on the table: which comes next, and how good it was.
import type { GameReview, JudgedChoice } from '../protocol'
import type { MessageKey } from './i18n.svelte'

type Verdict = 'best' | 'good' | 'miss' | 'bad' | 'worst'

/** The loss from which on a decision gets its name. */
const LIMITS: [number, Verdict][] = [
  [0.1, 'worst'],
  [0.05, 'bad'],
  [0.02, 'miss'],
]

export const verdictOf = ({ cost }: JudgedChoice): Verdict =>
  LIMITS.find(([limit]) => cost >= limit)?.[1] ?? (cost > 0 ? 'good' : 'best')

export const verdictKey = (verdict: Verdict): MessageKey => `review.verdict_${verdict}`

/** Whether a decision is worth a second look. */
export const isMistake = (choice: JudgedChoice): boolean => !['best', 'good'].includes(verdictOf(choice))

/** The decisions of a seat in order; those of everybody for no seat. */
export const decisionsOf = ({ decisions }: GameReview, seat: number): JudgedChoice[] =>
  decisions.filter((each) => seat < 0 || each.seat === seat).sort((a, b) => a.number - b.number)

/** The next decision after a step of the replay (or the last before it), among all or only the mistakes. */
export function nextDecision(
  decisions: JudgedChoice[],
  step: number,
  by: 1 | -1,
  mistakes = false,
): JudgedChoice | undefined {
  const wanted = decisions.filter(
    (each) => (by > 0 ? each.number > step : each.number < step) && (!mistakes || isMistake(each)),
  )
  return by > 0 ? wanted[0] : wanted.at(-1)
}
