// The layout of the hand at a desk: the cards beside each other, with the action cards if there is room. Sizes in pixels.
import type { Step } from './plan'

export interface HandPlan {
  /** The part of each card that is drawn. */
  step: Exclude<Step, 'chip'>
  width: number
  height: number
  /** The distance of each card from the one before it: less than its width if they overlap. */
  pitch: number
  /** One below another. */
  rows: 1 | 2
}

export const HAND_GAP = 8
/** Between the groups of a hand, such as cards drawn and cards held. */
export const BETWEEN = 16
/** Room for cards that are lifted; lower windows have less. */
export const liftIn = (windowHeight: number): number => (windowHeight < 760 ? 18 : 28)
/** The line that is left of a hand without cards. */
const EMPTY = 44
/** At most this part of the window. */
export const PART = 0.27
const WIDEST = 180
const RATIO = 1.4
const LOWEST = 134
/** Narrower than this there is no room for powers with words; still narrower cards lie in two rows. */
const WORDS_FROM = 110
const NARROWEST = 84
const DRAWN_FROM = 76
const LEAST = 66

/** Action cards, and the least width of the cards of the hand beside them. */
const ACTION = { width: 106, height: 158, gap: 7 }
const BESIDE_ACTIONS = 112
const actionsWidth = (actions: number): number => actions * (ACTION.width + ACTION.gap) + BETWEEN

const cardHeight = (width: number, highest: number): number =>
  Math.round(Math.max(LOWEST, Math.min(highest, width * RATIO)))

/** Whether there is room for tall action cards beside the hand; else they are tiles in the bar of the question. */
export function areActionsTall(actions: number, cards: number, width: number, highest: number): boolean {
  if (!cards || cardHeight(WIDEST, highest) < ACTION.height) return false
  return width - actionsWidth(actions) >= cards * (BESIDE_ACTIONS + HAND_GAP)
}

/** Some cards side by side in groups, each group in a number of rows. */
const inRows = (groups: number[], rows: number): number =>
  groups.reduce((sum, cards) => sum + Math.ceil(cards / rows), 0)

const share = (width: number, cards: number, gap: number): number =>
  Math.floor((width + gap) / Math.max(1, cards)) - gap

/** The cards of the hand: at most `highest`, narrower if they are many, and then in two rows. */
export function planHand(groups: number[], width: number, highest: number, scale = 1): HandPlan {
  const cards = inRows(groups, 1)
  const each = share(width, cards, HAND_GAP)
  const used = Math.floor(Math.min(WIDEST * scale, each))
  if (each >= NARROWEST) {
    const high = cardHeight(used, highest)
    const wide = Math.min(used, Math.floor(high / 1.1))
    return { step: wide < WORDS_FROM ? 'large' : 'hand', width: wide, height: high, pitch: wide + HAND_GAP, rows: 1 }
  }
  const high = Math.max(LOWEST, Math.round(highest))
  const low = Math.floor((high - HAND_GAP) / 2)
  const inTwo = Math.min(share(width, inRows(groups, 2), HAND_GAP), Math.round(low * 1.7))
  if (inTwo >= LEAST)
    return { step: low < DRAWN_FROM ? 'tiny' : 'small', width: inTwo, height: low, pitch: inTwo + HAND_GAP, rows: 2 }
  return { step: 'large', width: NARROWEST, height: high, pitch: (width - NARROWEST) / Math.max(1, cards - 1), rows: 1 }
}

/** The height of the cards of a hand without the room for lifts; a line if it holds nothing. `beside` is how high that is what stands there besides. */
export function handHeight(groups: number[], width: number, highest: number, scale = 1, beside = 0): number {
  if (!inRows(groups, 1)) return beside || EMPTY
  const plan = planHand(groups, width, highest, scale)
  return Math.max(plan.rows * (plan.height + HAND_GAP) - HAND_GAP, beside)
}
