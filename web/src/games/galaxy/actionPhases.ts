// Which phase each action card calls.
const ACTION_PHASES: Record<string, string> = {
  explore_5: 'explore',
  explore_1_1: 'explore',
  trade: 'consume',
  consume_2x: 'consume',
  repair: 'produce',
  frontier: 'settle',
}
export const NUMERAL_OF: Record<string, string> = {
  explore: 'I',
  develop: 'II',
  settle: 'III',
  consume: 'IV',
  produce: 'V',
}
/** The phase that an action card calls, by the id that events have for it. */
export const phaseOf = (action: string): string => ACTION_PHASES[action] ?? action
