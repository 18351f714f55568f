// The largest size of the cards on the table at which everybody's are in sight at once. Pure arithmetic: sizes in pixels.
import { placesInRow, ROW_LEAST, type Need, type Place } from './needs'

/** The part of a card that is drawn, from a whole one as in a hand down to a chip. */
export type Step = 'hand' | 'large' | 'small' | 'tiny' | 'chip'

interface Tile {
  step: Step
  /** As wide as a card of a lane may become; narrower where there are many. */
  width: number
  height: number
}

/** Where the name and numbers of a player stand: on a plate beside the cards, or in a line above them. */
export type Head = 'left' | 'top'

export interface Lane {
  tile: Tile
  head: Head
  /** Of cards, one below another. */
  rows: number
}

export interface Plan {
  /** The number of opponents side by side. */
  columns: number
  /** The lane of each opponent: all with the same step, unless one has so many cards that they do not fit so. */
  others: Lane[]
  mine: Lane
  /** The height of my lane; that of the others is what is left. */
  ownHeight: number
  /** Whether everything is in sight; else the lanes have to be scrolled. */
  fits: boolean
}

export interface Space {
  width: number
  height: number
  /** Cards in the lanes of the opponents, one number each. */
  others: number[]
  /** The widths that each of them needs in a row, lane by lane; without them all are as wide. */
  needs?: Need[][]
  /** Cards in my lane; -1 for a spectator, who has none. */
  mine: number
  /** Large windows have larger cards. */
  scale?: number
}

/** Between cards. */
export const gapOf = (step: Step): number => (step === 'chip' ? 3 : step === 'tiny' ? 4 : 6)
/** Inside a lane, above and below its cards. */
export const LANE_PAD = 3
/** Lower than this, lanes lie closer; lower still, next to each other. */
const LOW = 460
const LOWEST = 420
export const laneGap = (height: number): number => (height < LOWEST ? 2 : height < LOW ? 4 : 8)
/** The width of a plate, and the height that its lines need. */
export const plateWidth = (width: number): number => (width < 1360 ? 126 : 158)
const PLATE_LEAST = 48
/** Mine is roomier where there is room. */
export const PLATE_MINE = 84
const PLATE_MINE_LEAST = 54
/** The line above the cards of a lane; on a narrow one the numbers stand in a second line. */
export const headHeight = (width: number): number => (width >= 400 ? 44 : 56)
/** A lane with its head above needs this width; narrower ones stand one below the other. */
const COLUMN_LEAST = 440
/** A lane narrower than this has no room for a name and its numbers. */
const LANE_LEAST = 160

interface Sizes {
  width: readonly [number, number]
  height: readonly [number, number]
  /** Height by width. */
  ratio: readonly [number, number]
  /** The worth of the step to a reader, besides its size. */
  worth: number
}

const SIZES: Record<Step, Sizes> = {
  hand: { width: [140, 180], height: [180, 252], ratio: [1.2, 1.4], worth: 1 },
  large: { width: [82, 150], height: [100, 160], ratio: [0.95, 1.42], worth: 0.85 },
  small: { width: [96, 142], height: [86, 130], ratio: [0.5, 1.16], worth: 0.6 },
  tiny: { width: [118, 134], height: [ROW_LEAST, 76], ratio: [0.4, 1], worth: 0.2 },
  // Chips have no names: only where nothing else has room.
  chip: { width: [36, 72], height: [40, 46], ratio: [0.5, 1.3], worth: -1.6 },
}
/** Cards of one row may be a little narrower than those of several. */
const NARROW_ROW = 78
const STEPS = Object.keys(SIZES) as Step[]
const MOST_ROWS = 5

/** The cards of a lane with one place more, so that the next card does not make all the others smaller; in a long row it makes no difference. */
const placesFor = (cards: number): number => cards + (cards < 12 ? 1 : 0)

/** The width for the cards of a lane. */
export const innerWidth = (width: number, head: Head): number =>
  width - 20 - (head === 'left' ? plateWidth(width) + 10 : 0)

/** The width of these cards in a lane: as wide as fills its rows. */
export function widthIn(tile: Tile, inner: number, cards: number, rows: number): number {
  const inRow = Math.ceil(placesFor(cards) / rows)
  const gap = gapOf(tile.step)
  return Math.max(1, Math.min(tile.width, Math.floor((inner + gap) / inRow) - gap))
}

/** The widths of cards in one row, by their needs; with room for the next card if it has some. Null if there is none. */
export function placesByNeed(needs: readonly Need[], inner: number): Place[] | null {
  const gap = gapOf('tiny')
  const [, most] = SIZES.tiny.width
  const whole = needs.reduce((all, need) => all + need.whole + gap, 0)
  const next = needs.length < 12 && whole + NEXT <= inner ? NEXT + gap : 0
  return placesInRow(needs, inner - next, gap, most)
}
/** The width that is kept for the next card of a row. */
const NEXT = 96

/** Cards of a step in a lane: how wide they can be, and between which heights. */
interface Fit {
  step: Step
  rows: number
  width: number
  least: number
  most: number
}

function fitOf(step: Step, cards: number, rows: number, inner: number, scale: number): Fit | null {
  const { width, height, ratio } = SIZES[step]
  const grown = step === 'chip' || step === 'tiny' ? 1 : scale
  const inRow = Math.ceil(placesFor(cards) / rows)
  const wide = Math.min(width[1] * grown, Math.floor((inner + gapOf(step)) / inRow) - gapOf(step))
  if (wide < (step === 'large' && rows === 1 ? NARROW_ROW : width[0])) return null
  const most = Math.round(Math.min(height[1] * grown, wide * ratio[1]))
  if (most < height[0]) return null
  return { step, rows, width: wide, least: height[0], most }
}

/** A tile of a fit at a height: no wider than its height bears. */
function tileAt({ step, width }: Fit, height: number): Tile {
  const { ratio, width: limits } = SIZES[step]
  const least = Math.min(limits[0], width)
  return {
    step,
    width: Math.floor(Math.max(least, Math.min(width, height / ratio[0]))),
    height: Math.floor(height),
  }
}

const areaOf = (rows: number, { step, height }: Pick<Tile, 'step' | 'height'>): number =>
  rows * (height + gapOf(step)) - gapOf(step)
/** The height of a lane with its rows. */
export function laneHeight(
  rows: number,
  tile: Pick<Tile, 'step' | 'height'>,
  head: Head,
  width: number,
  plate = PLATE_LEAST,
): number {
  const area = areaOf(rows, tile)
  return 2 * LANE_PAD + (head === 'left' ? Math.max(plate, area) : headHeight(width) + area)
}

const worth = ({ step, width, height }: Tile): number => Math.log(width * height) / 2 + SIZES[step].worth

interface Way {
  columns: number
  head: Head
  width: number
  /** The number of lanes one below another. */
  lanes: number
}

/** The layouts of the lanes of the opponents: one below the other with plates, or side by side with their heads above. */
function waysOf(space: Space): Way[] {
  const count = space.others.length
  const gap = laneGap(space.height)
  const ways: Way[] = []
  for (let columns = 1; columns <= count; columns++) {
    const width = (space.width - (columns - 1) * gap) / columns
    const lanes = Math.ceil(count / columns)
    if (columns > 1 && width < Math.min(COLUMN_LEAST, space.width / 2 - gap)) continue
    if (width < LANE_LEAST) continue
    if (width >= 560) ways.push({ columns, head: 'left', width, lanes })
    if (columns > 1 || count === 1 || width < 700) ways.push({ columns, head: 'top', width, lanes })
  }
  return ways
}

interface Candidate {
  way: Way | null
  /** The layout of the cards of each lane. */
  fits: Fit[]
  /** The height of all lanes together at the least height of their cards, and the room to grow. */
  least: number
  room: number
  /** Rows of cards that grow along. */
  rows: number
}

const NOBODY: Candidate = { way: null, fits: [], least: 0, room: 0, rows: 1 }
const range = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1)

/** Cards in one row, each as wide as it needs. */
function fitByNeed(needs: readonly Need[], inner: number): Fit | null {
  const { width, height } = SIZES.tiny
  const places = placesByNeed(needs, inner)
  if (!places || places.filter(({ named }) => named).length < places.length / 2) return null
  const average = places.length ? places.reduce((all, place) => all + place.width, 0) / places.length : width[1]
  return { step: 'tiny', rows: 1, width: average, least: height[0], most: height[1] }
}

interface Cards {
  count: number
  needs: readonly Need[] | undefined
}

/** Cards of a step; as chips of the same height where there are too many for that. */
function fitOrChips(step: Step, { count: cards, needs }: Cards, rows: number, inner: number, space: Space): Fit | null {
  if (step === 'tiny' && rows === 1 && needs) {
    const byNeed = fitByNeed(needs, inner)
    if (byNeed) return byNeed
  }
  const fit = fitOf(step, cards, rows, inner, space.scale ?? 1)
  if (fit || rows > 1 || step !== 'tiny') return fit
  const chips = fitOf('chip', cards, 1, inner, 1)
  return chips && { ...chips, least: SIZES.tiny.height[0], most: SIZES.tiny.height[1] }
}

/** The opponents with cards of one step; those one below another have widths of their own. */
function rivals(space: Space, way: Way, step: Step, rows: number): Candidate | null {
  const most = Math.max(...space.others)
  const inner = innerWidth(way.width, way.head)
  const fits = space.others.map((cards, index) => {
    const count = way.columns > 1 ? most : Math.max(cards, 3)
    return fitOrChips(step, { count, needs: space.needs?.[index] }, rows, inner, space)
  })
  const all = fits.filter((fit) => fit !== null)
  if (all.length < fits.length || all.every((fit) => fit.step !== step)) return null
  const gap = laneGap(space.height)
  const at = (height: number): number =>
    way.lanes * (laneHeight(rows, { step, height }, way.head, way.width) + gap) - gap
  const least = Math.max(...all.map((fit) => fit.least))
  const high = Math.max(...all.map((fit) => fit.most))
  return { way, fits: all, least: at(least), room: at(high) - at(least), rows: way.lanes * rows }
}

function candidates(space: Space): Candidate[] {
  if (!space.others.length) return [NOBODY]
  return waysOf(space).flatMap((way) =>
    STEPS.filter((step) => step !== 'hand').flatMap((step) =>
      range(MOST_ROWS).flatMap((rows) => rivals(space, way, step, rows) ?? []),
    ),
  )
}

function ownCandidates(space: Space, head: Head): Candidate[] {
  if (space.mine < 0) return [NOBODY]
  return STEPS.flatMap((step) =>
    range(MOST_ROWS).flatMap((rows): Candidate[] => {
      const fit = fitOf(step, Math.max(space.mine, 3), rows, innerWidth(space.width, head), space.scale ?? 1)
      if (!fit) return []
      const plate = space.height < CRAMPED ? PLATE_MINE_LEAST : PLATE_MINE
      const at = (height: number): number => laneHeight(rows, { step, height }, head, space.width, plate)
      return [{ way: null, fits: [fit], least: at(fit.least), room: at(fit.most) - at(fit.least), rows }]
    }),
  )
}

/** Lower than this, every line counts. */
const CRAMPED = 330
/** Own cards count more than those of the others. */
const OWN_WEIGHT = 1.3
/** Nobody wants to see the others larger than what is their own. */
const LARGER_OTHERS = 2
const isLarger = (tile: Tile, mine: Tile): boolean =>
  STEPS.indexOf(tile.step) < STEPS.indexOf(mine.step) || tile.width * tile.height > mine.width * mine.height
/** Few opponents sit side by side, with their names above their cards. */
const SIDE_BY_SIDE = 0.3
const NAMES_ABOVE = 0.15
/** A place in which nobody sits. */
const EMPTY_PLACE = -0.4

/** The worth of how the lanes of some opponents stand. */
function standing({ columns, lanes, head }: Way, others: number): number {
  const aside = columns === others && columns > 1 && columns < 4 ? SIDE_BY_SIDE : 0
  return aside + (columns > 1 && head === 'top' ? NAMES_ABOVE : 0) + (columns * lanes - others) * EMPTY_PLACE
}

const grown = (fit: Fit, more: number): Tile => tileAt(fit, Math.min(fit.most, fit.least + more))
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** The table is drawn again with every card that moves, mostly in the same room. */
const plans = new Map<string, Plan>()
const MOST_PLANS = 40

/** The largest sizes with which everything is in sight. Spare height goes to my cards first, two parts of three. */
export function planTable(space: Space): Plan {
  const key = JSON.stringify(space)
  const known = plans.get(key)
  if (known) return known
  if (plans.size >= MOST_PLANS) plans.clear()
  const plan = makePlan(space)
  plans.set(key, plan)
  return plan
}

function makePlan(space: Space): Plan {
  const ownHead: Head = space.width < 620 ? 'top' : 'left'
  const between = space.others.length && space.mine >= 0 ? laneGap(space.height) : 0
  const owns = ownCandidates(space, ownHead)
  let best: Plan | null = null
  let reached = -Infinity
  for (const rival of candidates(space)) {
    const { way } = rival
    for (const own of owns) {
      const spare = space.height - between - rival.least - own.least
      if (spare < 0) continue
      const toOwn = Math.min(own.room, Math.max((spare * 2) / 3, spare - rival.room))
      const toRivals = Math.min(rival.room, spare - toOwn)
      const others = rival.fits.map((fit) => grown(fit, toRivals / rival.rows))
      const [mine] = own.fits.map((fit) => grown(fit, toOwn / own.rows))
      const value =
        mean(others.map(worth)) +
        (mine ? OWN_WEIGHT * worth(mine) : 0) +
        (way ? standing(way, space.others.length) : 0) -
        (mine && others.some((tile) => isLarger(tile, mine)) ? LARGER_OTHERS : 0)
      if (value <= reached) continue
      reached = value
      const left = Math.max(0, spare - toOwn - toRivals)
      best = {
        columns: way?.columns ?? 1,
        others: others.map((tile) => ({ tile, head: way?.head ?? 'left', rows: rival.rows / (way?.lanes ?? 1) })),
        mine: { tile: mine ?? LAST, head: ownHead, rows: own.rows },
        ownHeight: space.others.length ? Math.round(own.least + toOwn + left / 2) : space.height,
        fits: true,
      }
    }
  }
  return best ?? crowded(space, ownHead)
}

const LAST: Tile = { step: 'chip', width: SIZES.chip.width[0], height: SIZES.chip.height[0] }

/** Chips in as many rows as they take: more than the window holds. */
function crowded(space: Space, ownHead: Head): Plan {
  const rows = (cards: number, width: number): number =>
    Math.max(1, Math.ceil((placesFor(cards) * (LAST.width + 3)) / Math.max(LAST.width + 3, width)))
  const own = rows(Math.max(0, space.mine), innerWidth(space.width, ownHead))
  const head: Head = space.width < 560 ? 'top' : 'left'
  const inner = innerWidth(space.width, head)
  return {
    columns: 1,
    others: space.others.map((cards) => ({ tile: LAST, head, rows: rows(cards, inner) })),
    mine: { tile: LAST, head: ownHead, rows: own },
    ownHeight: laneHeight(own, LAST, ownHead, space.width),
    fits: false,
  }
}

/** The growth of cards in a large window. */
export const scaleOf = (width: number, height: number): number =>
  Math.max(1, Math.min(1.7, Math.min(width / 1500, height / 900)))
