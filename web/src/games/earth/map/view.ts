// The position of the map in its window: how large, and where its corner is.
import { MAP_HEIGHT, MAP_WIDTH } from './drawing'

/** The room that panels take from a window, in pixels. */
interface Insets {
  top: number
  right: number
  bottom: number
  left: number
}

export interface MapView {
  /** Pixels to a unit of the map. */
  scale: number
  left: number
  top: number
}

/** The whole map in the part of a window that panels leave free. */
export function fitMap(width: number, height: number, { top, right, bottom, left }: Insets): MapView {
  const wide = Math.max(1, width - left - right)
  const high = Math.max(1, height - top - bottom)
  const scale = Math.min(wide / MAP_WIDTH, high / MAP_HEIGHT)
  return {
    scale,
    left: left + (wide - MAP_WIDTH * scale) / 2,
    top: top + (high - MAP_HEIGHT * scale) / 2,
  }
}
