// How large the cards on the table can be so that everybody's are in sight at once. Pure arithmetic: sizes in pixels.
import type { Shape } from '../../lib/shape'

/** How much of a card is drawn: all of it as in a hand, in little, in least, or as a chip. */
export type Step = 'hand' | 'small' | 'tiny' | 'chip'

export interface Tile {
  step: Step
  width: number
  height: number
}

/** Where the name and numbers of a player stand: beside his cards or above them. */
export type Head = 'left' | 'top'

export interface Lane {
  tile: Tile
  head: Head
  height: number
}

export interface Plan {
  /** How many opponents lie side by side. */
  columns: number
  others: Lane
  mine: Lane
  /** How much taller than planned small cards may be. */
  taller: number
  /** Whether everything is in sight; else the lanes have to be scrolled. */
  fits: boolean
}

export interface Space {
  width: number
  height: number
  /** Cards in the lanes of the opponents, one number each. */
  others: number[]
  /** Cards in my lane; -1 for a spectator, who has none. */
  mine: number
  /** Every lane of an opponent has room for so many cards; on a phone for fewer. */
  least?: number
}

export const GAP = 3
/** Between lanes. */
export const LANE_GAP = 6
/** Inside a lane, above and below its cards, with its border. */
export const LANE_PAD = 5
export const HEAD_WIDTH = 178
/** What a head needs beside the cards: the name, and two lines of numbers. */
export const HEAD_LEAST = 52
/** What it needs above them: one line, or in a narrow lane two to four. */
export const headHeight = (width: number): number => (width >= 480 ? 26 : width >= 340 ? 40 : width >= 190 ? 54 : 67)
/** A lane narrower than this has no room for a name and its numbers. */
const LANE_LEAST = 160

const range = (from: number, to: number, by: number): number[] =>
  Array.from({ length: Math.floor((from - to) / by) + 1 }, (_, index) => from - index * by)

const WHOLE: Tile[] = range(204, 120, 4).map((width) => ({ step: 'hand', width, height: Math.round(width * 1.4) }))
/** The same a little narrower than a card is. */
const NARROW: Tile[] = range(116, 108, 4).map((width) => ({ step: 'hand', width, height: 168 }))
/** Lower than this, the second line of a name would lie below powers. */
const SMALL_LEAST = 78
const SMALL: Tile[] = range(148, 84, 4).map((width) => ({
  step: 'small',
  width,
  height: Math.max(SMALL_LEAST, Math.round(width >= 112 ? width * 0.92 : width * 0.84)),
}))
const BARE: Tile[] = range(116, 80, 4).map((width) => ({ step: 'tiny', width, height: width >= 100 ? 66 : 60 }))
const CHIP: Tile[] = range(68, 38, 3).map((width) => ({ step: 'chip', width, height: width >= 56 ? 46 : 40 }))
/** From the best to the smallest. */
export const TILES: Tile[] = [...WHOLE, ...NARROW, ...SMALL, ...BARE, ...CHIP]
const LAST = TILES[TILES.length - 1] as Tile

/** What a size is worth to a reader: how large it is, and much more if nothing had to be left out. */
const worth = ({ step, width }: Tile): number =>
  width + (step === 'hand' ? 130 : step === 'small' ? 90 : step === 'tiny' ? 50 : 0)

/** A few cards more than there are, so that not every card that is placed makes all the others smaller. */
export const roomFor = (cards: number, least = 6): number => Math.max(least, cards + (cards % 2))

/** The width for the cards of a lane: its border is thicker on the left, in the colour of the seat. */
export const innerWidth = (width: number, head: Head): number =>
  width - 2 * LANE_PAD - 3 - (head === 'left' ? HEAD_WIDTH + GAP : 0)

function rowsOf(cards: number, tile: Tile, inner: number): number {
  const inRow = Math.floor((inner + GAP) / (tile.width + GAP))
  return inRow < 1 ? Infinity : Math.max(1, Math.ceil(cards / inRow))
}

/** The height of a lane of so many cards of a size. */
export function laneHeight(cards: number, tile: Tile, width: number, head: Head): number {
  const rows = rowsOf(cards, tile, innerWidth(width, head))
  const area = rows * (tile.height + GAP) - GAP
  return 2 * LANE_PAD + (head === 'left' ? Math.max(HEAD_LEAST, area) : headHeight(width) + area)
}

/** Small cards and chips grow by at most this, where there is more room for them than was planned. */
const MOST_LARGER = 1.4

/** How high cards of a size are if there is more height for each than was planned. */
export function heightIn({ step, height }: Tile, taller: number): number {
  return step === 'hand' ? height : Math.round(height + Math.max(0, Math.min(taller, height * (MOST_LARGER - 1))))
}

/** How wide so many cards of a size are in a lane with so much width for them: as wide as fills its rows, each with as many. */
export function widthIn(tile: Tile, inner: number, cards: number): number {
  if (tile.step === 'hand') return tile.width
  const most = Math.max(1, Math.floor((inner + GAP) / (tile.width + GAP)))
  const inRow = Math.ceil(roomFor(cards) / Math.ceil(roomFor(cards) / most))
  // The measured width is rounded.
  const wide = Math.floor((inner - 1 + GAP) / inRow) - GAP
  return Math.max(tile.width, Math.min(wide, Math.floor(tile.width * MOST_LARGER)))
}

/** The lower of the two ways to set a lane, with what its cards then take. */
function lane(cards: number, tile: Tile, width: number): Lane {
  const left = laneHeight(cards, tile, width, 'left')
  const top = laneHeight(cards, tile, width, 'top')
  return left <= top ? { tile, head: 'left', height: left } : { tile, head: 'top', height: top }
}

interface Others {
  columns: number
  lane: Lane
  total: number
  /** Of cards, one below another. */
  rows: number
}

/** The opponents with cards of one size, side by side in so many columns. */
function others(space: Space, tile: Tile, columns: number): Others {
  const width = (space.width - (columns - 1) * LANE_GAP) / columns
  const slots = space.others.map((cards) => roomFor(cards, space.least))
  const most = Math.max(...slots)
  const one = lane(most, tile, width)
  let total = 0
  let rows = 0
  for (let first = 0; first < space.others.length; first += columns) {
    const cards = Math.max(...slots.slice(first, first + columns))
    total += laneHeight(cards, tile, width, one.head) + LANE_GAP
    rows += rowsOf(cards, tile, innerWidth(width, one.head))
  }
  return { columns, lane: one, total: total - LANE_GAP, rows }
}

/** The largest sizes with which everything is in sight. */
export function planTable(space: Space): Plan {
  const columns = [1, 2, 3, 4, 5].filter(
    (each) => each <= Math.max(1, Math.min(space.others.length, Math.floor(space.width / LANE_LEAST))),
  )
  const rows = TILES.map((tile) => {
    const ways = space.others.length ? columns.map((each) => others(space, tile, each)) : []
    return ways.reduce<Others>(
      (best, way) => (way.total < best.total ? way : best),
      ways[0] ?? { columns: 1, lane: lane(0, tile, space.width), total: -LANE_GAP, rows: 0 },
    )
  })
  const own = TILES.map((tile) =>
    space.mine < 0 ? { tile, head: 'left' as const, height: -LANE_GAP } : lane(roomFor(space.mine), tile, space.width),
  )
  let best: Plan | null = null
  let reached = -Infinity
  rows.forEach((way) => {
    own.forEach((mine) => {
      if (way.total + LANE_GAP + mine.height > space.height) return
      const [a, b] = [worth(way.lane.tile), worth(mine.tile)]
      if (space.mine >= 0 && space.others.length && b < a) return
      const value = Math.min(a, b) * 2 + a + b * 0.5
      if (value <= reached) return
      reached = value
      const rows =
        way.rows + (space.mine < 0 ? 0 : rowsOf(roomFor(space.mine), mine.tile, innerWidth(space.width, mine.head)))
      const spare = space.height - way.total - LANE_GAP - mine.height
      best = { columns: way.columns, others: way.lane, mine, taller: Math.floor(spare / Math.max(1, rows)), fits: true }
    })
  })
  const least = rows[rows.length - 1] as Others
  return (
    best ?? {
      columns: least.columns,
      others: least.lane,
      mine: lane(roomFor(Math.max(0, space.mine)), LAST, space.width),
      taller: 0,
      fits: false,
    }
  )
}

export interface Hand {
  /** How much of each card is drawn. */
  step: Exclude<Step, 'chip'>
  width: number
  height: number
  /** How far each card lies from the one before it: less than its width if they overlap. */
  pitch: number
  /** One below another. */
  rows: 1 | 2
}

/** A card of the hand is never narrower than this; its longest word is then still readable. */
const HAND_LEAST = 66
const HAND_GAP = 6
/** With cards narrower than this every pixel counts, and they lie closer. */
const HAND_EASY = 80
export const CLOSE_GAP = 3
/** From this height up there is room for the drawing of a card in two rows. */
const DRAWN_FROM = 100

/** So many cards side by side in groups, each group in so many rows. */
const inRows = (groups: number[], rows: number): number =>
  groups.reduce((sum, cards) => sum + Math.ceil(cards / rows), 0)

/** The cards of the hand beside each other; narrower if they are many, then in little in two rows, and overlapping if that is not enough. */
export function planHand(groups: number[], width: number, height: number): Hand {
  const cards = inRows(groups, 1)
  const wide = Math.floor(height / 1.4)
  const whole = { step: 'hand', height, rows: 1 } as const
  if (cards <= 0) return { ...whole, width: wide, pitch: wide + HAND_GAP }
  for (const gap of [HAND_GAP, CLOSE_GAP]) {
    const each = Math.floor((width + gap) / cards) - gap
    const used = Math.min(wide, each)
    if (each >= (gap === HAND_GAP ? HAND_EASY : HAND_LEAST)) return { ...whole, width: used, pitch: used + gap }
  }
  const low = Math.floor((height - CLOSE_GAP) / 2)
  const each = Math.floor((width + CLOSE_GAP) / inRows(groups, 2)) - CLOSE_GAP
  if (each >= HAND_LEAST) {
    const used = Math.min(each, Math.round(low * 1.6))
    return { step: low < DRAWN_FROM ? 'tiny' : 'small', width: used, height: low, pitch: used + CLOSE_GAP, rows: 2 }
  }
  return { ...whole, width: HAND_LEAST, pitch: cards > 1 ? (width - HAND_LEAST) / (cards - 1) : HAND_LEAST }
}

/** Whether so many cards need the width that options in words would take beside each other: then those stand in a column. */
export const isTight = (cards: number, width: number): boolean => cards * (HAND_LEAST + CLOSE_GAP) > width * 0.74

/** Lower than this, a hand of ten cards of the least width has no room for all that some of them count. */
const LANE_OF_HAND_LEAST = 166

/** The height of the lane of the hand in a window of some height. */
export const handHeight = (height: number): number =>
  Math.round(Math.max(LANE_OF_HAND_LEAST, Math.min(330, height * 0.25)))

/** Cards of a hand that is swiped are about so wide. */
const SWIPED = 84
/** So much of the next card is in sight, so that one sees that there are more. */
const PEEP = 0.35

const rowWidth = (cards: number, width: number): number =>
  Math.floor((width + CLOSE_GAP) / Math.max(1, cards)) - CLOSE_GAP
/** Whether all cards of the hand of a phone can be read beside each other. */
export const fitsRow = (cards: number, width: number): boolean => rowWidth(cards, width) >= HAND_LEAST + 4

/** On a phone: cards beside each other, a little narrower if that brings all of them into sight; else they are swiped. */
export function swipedHand(cards: number, width: number, height: number): Hand {
  const wide = Math.floor(height / 1.4)
  if (fitsRow(cards, width)) {
    const used = Math.min(wide, rowWidth(cards, width))
    return { step: 'hand', width: used, height, pitch: used + CLOSE_GAP, rows: 1 }
  }
  const whole = Math.max(1, Math.floor(width / (SWIPED + HAND_GAP) - PEEP))
  const used = Math.min(wide, Math.floor(width / (whole + PEEP)) - HAND_GAP)
  return { step: 'hand', width: used, height, pitch: used + HAND_GAP, rows: 1 }
}

/** Lower than this, a narrow card has no room for all that it counts. */
const SPREAD_LEAST = 156

/** The cards of a phone in rows of four. */
export function spreadHand(width: number): Hand {
  const used = Math.floor((width - 4) / 4) - HAND_GAP
  return {
    step: 'hand',
    width: used,
    height: Math.max(SPREAD_LEAST, Math.round(used * 1.9)),
    pitch: used + HAND_GAP,
    rows: 1,
  }
}

/** What stands above the hand of a phone on its side: bar, options, question. */
const BESIDE_HAND = 216

/** The height of the hand of a phone, upright or on its side. */
export const swipedHeight = (shape: Shape, height: number): number =>
  shape === 'landscape'
    ? Math.max(120, Math.min(180, height - BESIDE_HAND))
    : Math.round(Math.max(150, Math.min(196, height * 0.23)))
