// The one of the three shapes of the table that fits a window.
import breakpoints from './breakpoints.json'

export type Shape = 'desk' | 'phone' | 'landscape'

/** From this width on a column beside the table holds the card that is looked at, and the log. */
export const COLUMN_FROM = breakpoints.widths.column
export const COLUMN_WIDTH = 340
const DESK_WIDTH = breakpoints.widths.desk
const DESK_HEIGHT = breakpoints.heights.desk
/** A narrower window has no room for two halves beside each other. */
const HALVES_FROM = 560

export function shapeOf(width: number, height: number): Shape {
  if (width >= DESK_WIDTH && height >= DESK_HEIGHT) return 'desk'
  return width > height && width >= HALVES_FROM ? 'landscape' : 'phone'
}
