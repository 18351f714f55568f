// The layout of the hand of a phone: a row that is swiped, or all cards in rows. Sizes in pixels.
import type { Shape } from '../../lib/shape'
import type { HandPlan } from './handPlan'

const GAP = 6
export const CLOSE_GAP = 3
const LEAST = 80
/** Cards of a hand that is swiped are about so wide. */
const SWIPED = 112
/** Lower than this, cards are small ones. */
const LOW = 140
const SMALL = 84
/** The visible part of the next card, which shows that there are more. */
const PEEP = 0.35

const rowWidth = (cards: number, width: number): number =>
  Math.floor((width + CLOSE_GAP) / Math.max(1, cards)) - CLOSE_GAP
/** Whether all cards of the hand of a phone can be read beside each other. */
export const fitsRow = (cards: number, width: number): boolean => rowWidth(cards, width) >= LEAST

/** Cards beside each other, a little narrower if that brings all of them into sight; else they are swiped. */
export function swipedHand(cards: number, width: number, height: number): HandPlan {
  if (height < LOW) {
    const used = Math.min(Math.round(height * 1.1), Math.max(SMALL, rowWidth(cards, width)))
    return { step: 'small', width: used, height, pitch: used + CLOSE_GAP, rows: 1 }
  }
  const wide = Math.floor(height / 1.3)
  if (fitsRow(cards, width)) {
    const used = Math.min(wide, rowWidth(cards, width))
    return { step: used < 92 ? 'small' : 'hand', width: used, height, pitch: used + CLOSE_GAP, rows: 1 }
  }
  const whole = Math.max(1, Math.floor(width / (SWIPED + GAP) - PEEP))
  const used = Math.min(wide, Math.floor(width / (whole + PEEP)) - GAP)
  return { step: 'hand', width: used, height, pitch: used + GAP, rows: 1 }
}

/** Lower than this, a narrow card has no room for all that it counts. */
const SPREAD_LEAST = 156

/** All cards in rows of three or four. */
export function spreadHand(width: number): HandPlan {
  const inRow = Math.max(3, Math.floor(width / 110))
  const used = Math.floor((width - 4) / inRow) - GAP
  const height = Math.max(SPREAD_LEAST, Math.round(used * 1.4))
  return { step: 'hand', width: used, height, pitch: used + GAP, rows: 1 }
}

/** A tablet held upright is at least so high. */
const TABLET = 1000

/** The height of the hand of a phone, upright or on its side; while an action card is chosen it needs less. */
export function swipedHeight(shape: Shape, height: number, choosing = false): number {
  if (shape === 'landscape') return choosing ? 96 : Math.max(120, Math.min(180, height - 232))
  if (choosing)
    return Math.round(height >= TABLET ? Math.min(200, height * 0.165) : Math.max(112, Math.min(140, height * 0.15)))
  return Math.round(Math.max(150, Math.min(240, height * 0.23)))
}
