// Where each region of a map is: its outline, its name, and the room for its pieces.
import { LAND, MAP_HEIGHT, MAP_WIDTH, OCEANS, type Point } from './map/drawing'

export interface Room {
  x: number
  y: number
  width: number
  height: number
}

export interface Shape {
  path: string
  sea: boolean
  /** The middle of the name, at its foot. */
  label: Point
  /** Where the pieces stand. */
  room: Room
  /** Where lanes to regions that it does not touch end. */
  port: Point
}

type Sketch = Omit<Shape, 'path' | 'sea'>
const room = (x: number, y: number, width: number, height: number): Room => ({ x, y, width, height })

/** Our drawing of each region, by the row and the column where the components put it: its name may be another. */
const DRAWN: Record<string, Sketch> = {
  // North Pacific
  '0 0': { label: [104, 206], room: room(8, 222, 196, 220), port: [120, 300] },
  // North America
  '0 1': { label: [300, 150], room: room(192, 172, 226, 132), port: [292, 196] },
  // South America
  '1 1': { label: [428, 474], room: room(352, 496, 146, 180), port: [430, 540] },
  // Atlantic
  '0 2': { label: [512, 258], room: room(420, 270, 176, 168), port: [495, 318] },
  // Europe
  '0 3': { label: [734, 150], room: room(628, 160, 200, 146), port: [680, 270] },
  // Africa
  '1 3': { label: [690, 372], room: room(590, 392, 206, 190), port: [690, 400] },
  // Asia
  '0 4': { label: [962, 140], room: room(842, 164, 262, 180), port: [1010, 330] },
  // Australia
  '1 4': { label: [1062, 548], room: room(962, 572, 204, 130), port: [1030, 560] },
}
/** Regions of our drawing that touch; others are joined by a lane. The two parts of the North Pacific touch both shores. */
const TOUCHING = new Set([
  '0 0/0 1',
  '0 0/0 4',
  '0 1/0 2',
  '0 1/1 1',
  '0 2/0 3',
  '0 2/1 1',
  '0 2/1 3',
  '0 3/0 4',
  '0 4/1 3',
])

const GAP = 18

/** A region of a map that is not ours: a box in its row and column. */
function box(row: number, column: number, rows: number, columns: number): Shape {
  const [wide, high] = [MAP_WIDTH / columns, MAP_HEIGHT / rows]
  const [left, top] = [column * wide + GAP / 2, row * high + GAP / 2]
  const [width, height] = [wide - GAP, high - GAP]
  const r = 16
  return {
    path: `M${left + r} ${top}h${width - 2 * r}q${r} 0 ${r} ${r}v${height - 2 * r}q0 ${r} ${-r} ${r}h${2 * r - width}q${-r} 0 ${-r} ${-r}v${2 * r - height}q0 ${-r} ${r} ${-r}Z`,
    sea: false,
    label: [left + width / 2, top + 34],
    room: room(left + 6, top + 58, width - 12, height - 66),
    port: [left + width / 2, top + height / 2],
  }
}

interface Placed {
  region: string
  row: number
  column: number
}

const keyOf = ({ row, column }: Placed): string => `${row} ${column}`

/** Whether the regions lie where ours do, so that our drawing of the Earth shows them. */
export const isOurs = (regions: Placed[]): boolean => regions.every((region) => keyOf(region) in DRAWN)

/** The drawing of each region, by its name: as we draw the Earth if the regions are where ours are, as boxes otherwise. */
export function shapesOf(regions: Placed[]): Record<string, Shape> {
  const ours = isOurs(regions)
  const rows = Math.max(...regions.map(({ row }) => row)) + 1
  const columns = Math.max(...regions.map(({ column }) => column)) + 1
  return Object.fromEntries(
    regions.map((placed) => {
      const sketch = DRAWN[keyOf(placed)]
      const path = LAND[keyOf(placed)] ?? OCEANS[keyOf(placed)] ?? ''
      return [
        placed.region,
        ours && sketch
          ? { ...sketch, path, sea: keyOf(placed) in OCEANS }
          : box(placed.row, placed.column, rows, columns),
      ]
    }),
  )
}

/** The pairs of adjacent regions that are joined by a lane, since their outlines do not touch. */
export function lanesOf(regions: (Placed & { adjacent: string[] })[]): [string, string][] {
  const ours = isOurs(regions)
  const keys = new Map(regions.map((one) => [one.region, keyOf(one)]))
  return regions.flatMap((one) =>
    one.adjacent
      .filter((other) => {
        const pair = [keyOf(one), keys.get(other) ?? ''].sort().join('/')
        return one.region < other && !(ours && TOUCHING.has(pair))
      })
      .map((other): [string, string] => [one.region, other]),
  )
}
