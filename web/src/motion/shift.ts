// How something gets from one box on the screen to another.

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/**
 * The transform, about the middle, that brings `box` onto the middle of `onto`. The size follows, unless `scale` is
 * given; the shape stays as it is, so that a round token is round on its way to a card.
 */
export function shift(box: Rect, onto: Rect, scale?: number): string {
  const x = onto.x + onto.width / 2 - box.x - box.width / 2
  const y = onto.y + onto.height / 2 - box.y - box.height / 2
  const ratios = [onto.width / box.width, onto.height / box.height].filter(
    (ratio) => Number.isFinite(ratio) && ratio > 0,
  )
  return `translate(${x}px, ${y}px) scale(${scale ?? (ratios.length ? Math.min(...ratios) : 1)})`
}
