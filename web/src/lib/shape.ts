// Which of the three shapes of the table fits a window.
export type Shape = 'desk' | 'phone' | 'landscape'

/** From this width on a column beside the table holds the card that is looked at, and the log. */
export const COLUMN_FROM = 1600
export const COLUMN_WIDTH = 340
const DESK_WIDTH = 1000
const DESK_HEIGHT = 560

export function shapeOf(width: number, height: number): Shape {
  if (width >= DESK_WIDTH && height >= DESK_HEIGHT) return 'desk'
  return width > height ? 'landscape' : 'phone'
}
