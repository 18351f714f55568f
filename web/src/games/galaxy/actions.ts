// The action cards: which phase each calls, its picture, and the ids of its words.
import type { MessageKey } from '../../lib/i18n.svelte'
import type { PhaseIconName } from './phaseIcons'

interface ActionFace {
  id: string
  phase: 'explore' | 'develop' | 'settle' | 'consume' | 'produce'
  numeral: string
  icon: PhaseIconName
  name: MessageKey
  bonus: MessageKey
}

const face = (
  id: string,
  phase: ActionFace['phase'],
  numeral: string,
  icon: PhaseIconName,
  name: MessageKey,
  bonus: MessageKey,
): ActionFace => ({ id, phase, numeral, icon, name, bonus })

/** By the tokens of the options. */
const FACES: Record<string, ActionFace> = {
  'Explore +5': face('explore_5', 'explore', 'I', 'explore', 'action.explore_5', 'bonus.explore_5'),
  'Explore +1/+1': face('explore_1_1', 'explore', 'I', 'explore', 'action.explore_1_1', 'bonus.explore_1_1'),
  Develop: face('develop', 'develop', 'II', 'develop', 'action.develop', 'bonus.develop'),
  Settle: face('settle', 'settle', 'III', 'settle', 'action.settle', 'bonus.settle'),
  'Consume: Trade': face('trade', 'consume', 'IV', 'trade', 'action.trade', 'bonus.trade'),
  'Consume: 2x VPs': face('consume_2x', 'consume', 'IV', 'consume', 'action.consume_2x', 'bonus.consume_2x'),
  Produce: face('produce', 'produce', 'V', 'produce', 'action.produce', 'bonus.produce'),
  'Produce: Repair': face('repair', 'produce', 'V', 'repair', 'action.repair', 'bonus.repair'),
  'Frontier Settle': face('frontier', 'settle', 'III', 'frontier', 'action.frontier', 'bonus.frontier'),
}

/** The action card of an option by its token; undefined for an option that is none. */
export const actionNamed = (token: string): ActionFace | undefined => FACES[token]

/** The action card by the id that events have for it. */
export const actionById = (id: string): ActionFace | undefined => Object.values(FACES).find((each) => each.id === id)

/** The numeral of each phase, in the order of play. */
export const NUMERAL_OF: Record<string, string> = Object.fromEntries(
  Object.values(FACES).map(({ phase, numeral }) => [phase, numeral]),
)

/** The phase that an action card calls, by the id that events have for it; other ids are phases already. */
export const phaseOf = (id: string): string => actionById(id)?.phase ?? id
