// The path of something from one box on the screen to another.

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** Where a thing is on its way, and how large. */
interface Pose {
  x: number
  y: number
  scale: number
}

function poseOf(box: Rect, onto: Rect, scale?: number): Pose {
  const ratios = [onto.width / box.width, onto.height / box.height].filter(
    (ratio) => Number.isFinite(ratio) && ratio > 0,
  )
  return {
    x: onto.x + onto.width / 2 - box.x - box.width / 2,
    y: onto.y + onto.height / 2 - box.y - box.height / 2,
    scale: scale ?? (ratios.length ? Math.min(...ratios) : 1),
  }
}

const transformOf = ({ x, y, scale }: Pose): string => `translate(${x}px, ${y}px) scale(${scale})`

/**
 * The transform, about the middle, that brings `box` onto the middle of `onto`. The size follows, unless `scale` is
 * given; the shape stays as it is, so that a round token is round on its way to a card.
 */
export function shift(box: Rect, onto: Rect, scale?: number): string {
  return transformOf(poseOf(box, onto, scale))
}

/** The bend of the way from a straight line, by its length, and at most. */
const BEND = 0.16
const MAX_BEND_PX = 90
const POINTS = [0, 0.25, 0.5, 0.75, 1]

/**
 * The transforms along an arc from `from` to `to`, for a thing whose box is `box`; the sizes follow, unless they are given.
 * It rises on its way, as something that is thrown. In the middle it is turned by `turn` degrees.
 */
export function arc(
  box: Rect,
  from: Rect,
  to: Rect,
  options: { scales?: [number, number]; turn?: number } = {},
): string[] {
  const start = poseOf(box, from, options.scales?.[0])
  const end = poseOf(box, to, options.scales?.[1])
  const [width, height] = [end.x - start.x, end.y - start.y]
  const bend = Math.min(MAX_BEND_PX, BEND * Math.hypot(width, height))
  return POINTS.map((part) => {
    const lift = 4 * part * (1 - part)
    const pose = {
      x: start.x + width * part,
      y: start.y + height * part - bend * lift,
      scale: start.scale + (end.scale - start.scale) * part,
    }
    const turned = (options.turn ?? 0) * lift
    return turned ? `${transformOf(pose)} rotate(${turned}deg)` : transformOf(pose)
  })
}
