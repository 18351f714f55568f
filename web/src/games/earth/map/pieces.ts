// Where the pieces of a region stand: motherships and stacks of ships in rows, smaller where there are many.
import type { RegionScreen, ShareScreen } from '../../../protocol'
import type { Room } from '../geography'

interface Piece {
  seat: number
  /** The number of ships of a stack; 0 for a mothership. */
  ships: number
  /** The points that the stack would score now; null where nothing scores. */
  share: ShareScreen | null
  /** The middle of the saucer. */
  x: number
  y: number
}

interface Placing {
  pieces: Piece[]
  /** The size of the pieces, 1 for their full size. */
  size: number
}

/** The smallest letters, in pixels. */
export const LEAST_LETTER = 11.2

/** The height of the numbers of gains, in units of the map that has so many pixels to a unit. */
export const gainLetter = (scale: number): number => Math.max(16, (LEAST_LETTER + 1) / scale)

const MOTHERSHIP = { width: 98, above: 34, below: 36 }
/** The space of a stack of ships, with its count. */
const STACK = { width: 70, above: 37, below: 16 }
const CHIP_HIGH = 27
const SMALLEST = 0.6
const STEPS = 9

interface Thing {
  seat: number
  ships: number
  share: ShareScreen | null
  width: number
  above: number
  below: number
}

/** The width of the words of a gain, in the map's units. */
function chipWidth(share: ShareScreen, letter: number): number {
  const gains = [share.vp, share.energy].filter((gain) => gain > 0)
  return gains.reduce((sum, gain) => sum + letter * (1.2 + 0.56 * (String(gain).length + 1)), letter * 0.6)
}

function thingsOf({ ships, motherships, forecast, scoring }: RegionScreen, size: number, letter: number): Thing[] {
  const homes = motherships.map((seat) => ({
    seat,
    ships: 0,
    share: null,
    width: MOTHERSHIP.width * size,
    above: MOTHERSHIP.above * size,
    below: MOTHERSHIP.below * size,
  }))
  const stacks = ships.flatMap((count, seat): Thing[] => {
    if (!count) return []
    const share = scoring ? (forecast.find((each) => each.seat === seat) ?? null) : null
    const gains = share && (share.vp || share.energy) ? chipWidth(share, letter) + 6 : 0
    return [
      {
        seat,
        ships: count,
        share,
        width: Math.max(STACK.width * size, gains),
        above: (STACK.above - 5 * (3 - Math.min(3, count))) * size,
        below: STACK.below * size + (gains ? CHIP_HIGH * Math.max(1, letter / 17) : 0),
      },
    ]
  })
  return [...homes, ...stacks]
}

/** The things in rows that are no wider than the room. */
function rowsOf(things: Thing[], width: number): Thing[][] {
  const rows: Thing[][] = []
  let left = 0
  for (const thing of things) {
    const row = rows[rows.length - 1]
    if (row && thing.width <= left) {
      row.push(thing)
      left -= thing.width
    } else {
      rows.push([thing])
      left = width - thing.width
    }
  }
  return rows
}

const highest = (row: Thing[], side: 'above' | 'below'): number => Math.max(...row.map((thing) => thing[side]))
const heightOf = (rows: Thing[][]): number =>
  rows.reduce((sum, row) => sum + highest(row, 'above') + highest(row, 'below'), 0)

/** Place the pieces of a region in its room; `letter` is the height of the numbers on them. */
export function placePieces(region: RegionScreen, room: Room, letter: number): Placing {
  let size = 1
  let rows: Thing[][] = []
  for (let step = 0; step < STEPS; step++) {
    size = 1 - ((1 - SMALLEST) * step) / (STEPS - 1)
    rows = rowsOf(thingsOf(region, size, letter), room.width)
    if (heightOf(rows) <= room.height) break
  }
  const pieces: Piece[] = []
  let top = room.y
  for (const row of rows) {
    const y = top + highest(row, 'above')
    const wide = row.reduce((sum, { width }) => sum + width, 0)
    let left = room.x + (room.width - wide) / 2
    for (const { seat, ships, share, width } of row) {
      pieces.push({ seat, ships, share, x: left + width / 2, y })
      left += width
    }
    top = y + highest(row, 'below')
  }
  return { pieces, size }
}
