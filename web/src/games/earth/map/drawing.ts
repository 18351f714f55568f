// From rough points to the outlines of the map, once when the table is loaded: our own stretched grid, in which Europe is
// wider than it is, and curves through every point. That takes a millisecond and a third of the bytes of finished paths.
import { CASPIAN, COASTS, ISLANDS } from './coasts'

export type Point = readonly [number, number]

/** The size of the map. */
export const MAP_WIDTH = 1220
export const MAP_HEIGHT = 760

/** Degrees of longitude and latitude with their places on the map; straight between them. */
const ACROSS: Point[] = [
  [-180, 30],
  [-168, 62],
  [-125, 190],
  [-85, 322],
  [-60, 415],
  [-34, 520],
  [-12, 590],
  [10, 680],
  [45, 822],
  [100, 985],
  [150, 1128],
  [180, 1200],
]
const DOWN: Point[] = [
  [-84, 14],
  [-75, 44],
  [-70, 70],
  [-60, 138],
  [-50, 208],
  [-35, 318],
  [-12, 410],
  [0, 462],
  [35, 622],
  [56, 706],
  [70, 760],
]
/** Australia is drawn larger, so that its pieces have room. */
const AUSTRALIA = '1 4'
const LARGER = { times: 1.28, around: [133.5, -25] as Point, right: -16, down: 4 }
/** The reach of a handle, in parts of the edge: round, and never beyond the next point. */
const HANDLE = 0.36

function along(grid: Point[], degree: number): number {
  const last = grid.length - 2
  const at = Math.max(0, grid.findIndex(([end], index) => index > 0 && degree <= end) - 1)
  const index = degree > (grid[last]?.[0] ?? 0) ? last : at
  const [from, start] = grid[index] ?? [0, 0]
  const [to, end] = grid[index + 1] ?? [1, 0]
  return start + ((end - start) * (degree - from)) / (to - from)
}

const onGrid = ([longitude, latitude]: Point): Point => [along(ACROSS, longitude), along(DOWN, -latitude)]

/** Where a place of a region is on the map. */
export function place(region: string, at: Point): Point {
  const [x, y] = onGrid(at)
  if (region !== AUSTRALIA) return [x, y]
  const [cx, cy] = onGrid(LARGER.around)
  return [cx + (x - cx) * LARGER.times + LARGER.right, cy + (y - cy) * LARGER.times + LARGER.down]
}

/** Points, written as `x,y x,y`. */
const parsePoints = (text: string): Point[] =>
  text.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return [x, y]
  })

/** A closed curve through points: each handle lies along the line between the two neighbors. */
export function curve(points: Point[], handle = HANDLE): string {
  const at = (index: number): Point => points[(index + points.length) % points.length] ?? [0, 0]
  const direction = (from: Point, to: Point): Point => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
    return [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  }
  const written = (...numbers: number[]): string => numbers.map((number) => number.toFixed(1)).join(' ')
  const parts = points.map((here, index) => {
    const next = at(index + 1)
    const reach = Math.hypot(next[0] - here[0], next[1] - here[1]) * handle
    const out = direction(at(index - 1), next)
    const into = direction(here, at(index + 2))
    const [a, b] = [here[0] + out[0] * reach, here[1] + out[1] * reach]
    const [c, d] = [next[0] - into[0] * reach, next[1] - into[1] * reach]
    return `C${written(a, b, c, d, next[0], next[1])}`
  })
  return `M${written(...at(0))}${parts.join('')}Z`
}

const coast = (region: string, text: string): string => curve(parsePoints(text).map((point) => place(region, point)))

/** The land of each region, by its row and column. */
export const LAND: Record<string, string> = Object.fromEntries(
  Object.entries(COASTS).map(([region, coasts]) => [region, coasts.map((text) => coast(region, text)).join('')]),
)
export const ALL_LAND = Object.values(LAND).join('')
export const OTHER_LAND = ISLANDS.map((text) => coast('', text)).join('')
export const INLAND_SEA = coast('', CASPIAN)

/** The oceans lie under the land: only their free ends are drawn, the coasts cut the rest. The North Pacific is at both edges. */
export const OCEANS: Record<string, string> = {
  '0 2': curve(
    parsePoints(
      '415,120 470,150 540,165 600,190 665,280 665,400 720,450 720,560 690,604 585,596 520,600 455,610 430,520 420,440 360,420 300,380 280,330 330,250 360,190',
    ),
    0.3,
  ),
  '0 0':
    curve(parsePoints('-700,90 60,124 120,150 215,205 262,330 318,410 312,452 230,468 120,462 -700,500'), 0.29) +
    curve(parsePoints('1900,90 1190,124 1110,150 1040,215 1020,300 1052,380 1110,440 1180,462 1900,500'), 0.29),
}

/** Everywhere but on the land, for what lies on the sea; to be filled by the rule evenodd. */
export const WATER = `M-900-900H2200V1700H-900Z${ALL_LAND}${OTHER_LAND}`

/** A line from one place to another, bent to one side by a part of its length. */
export function lane(from: Point, to: Point, bend = 0.12): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  return `M${from.join(' ')}Q${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2 + length * bend} ${to.join(' ')}`
}
