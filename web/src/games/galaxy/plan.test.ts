import { describe, expect, test } from 'vitest'
import { COLUMN_FROM, COLUMN_WIDTH } from '../../lib/shape'
import { areActionsTall, handHeight, liftIn, PART, planHand } from './handPlan'
import { fitsRow, swipedHand } from './phonePlan'
import { gapOf, innerWidth, laneHeight, planTable, widthIn, type Lane, type Space } from './plan'

const SIZES = [
  [1024, 640],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const
/** The height of the bar, the war, the question and the gaps between them. */
const takenIn = (height: number): number => (height < 760 ? 46 + 42 + 68 + 26 : 54 + 56 + 60 + 38)

function room(width: number, height: number, others: number, cards: number, mine = cards): Space {
  return {
    width: width - 12 - (width >= COLUMN_FROM ? COLUMN_WIDTH + 6 : 0),
    height: height - takenIn(height) - 134 - liftIn(height),
    others: Array.from({ length: others }, () => cards),
    mine,
  }
}
const area = ({ tile }: Lane): number => tile.width * tile.height

describe.each(SIZES)('at %i x %i', (width, height) => {
  test.each([1, 2, 3, 4])('every card of %i opponents with twenty cards each is in sight', (others) => {
    const space = room(width, height, others, 20)
    const plan = planTable(space)
    expect(plan.fits).toBe(true)
    const rows = Math.ceil(others / plan.columns)
    const [lane] = plan.others
    if (!lane) throw new Error('nobody has a lane')
    const wide = (space.width - (plan.columns - 1) * 8) / plan.columns
    const taken = rows * laneHeight(lane.rows, lane.tile, lane.head, wide) + plan.ownHeight
    expect(taken).toBeLessThanOrEqual(space.height)
    const each = widthIn(lane.tile, innerWidth(wide, lane.head), 20, lane.rows)
    expect(Math.ceil(20 / lane.rows) * (each + gapOf(lane.tile.step)) - gapOf(lane.tile.step)).toBeLessThanOrEqual(
      innerWidth(wide, lane.head),
    )
  })

  test('cards get smaller when they are many', () => {
    const [few, many] = [6, 20].map((cards) => planTable(room(width, height, 3, cards)))
    if (!few?.others[0] || !many?.others[0]) throw new Error('nobody has a lane')
    expect(area(many.others[0])).toBeLessThanOrEqual(area(few.others[0]))
    expect(area(many.mine)).toBeLessThanOrEqual(area(few.mine))
  })

  test.each([1, 2, 3, 4])('mine are at least as large as those of %i others, early and late', (others) => {
    for (const cards of [1, 4, 8, 12, 20]) {
      const plan = planTable(room(width, height, others, cards))
      for (const lane of plan.others) expect(area(plan.mine)).toBeGreaterThanOrEqual(area(lane) * 0.98)
    }
  })
})

test('one opponent with very many cards does not make the cards of all others chips', () => {
  const plan = planTable({ width: 1260, height: 440, others: [17, 8, 8, 8], mine: 8 })
  expect(plan.others.map(({ tile }) => tile.step)).toEqual(['chip', 'tiny', 'tiny', 'tiny'])
})

test('a spectator has no lane of his own', () => {
  const { fits } = planTable({ width: 1000, height: 400, others: [8, 8, 8], mine: -1 })
  expect(fits).toBe(true)
})

test('what does not fit is said', () => {
  expect(planTable({ width: 600, height: 60, others: [20, 20], mine: 20 }).fits).toBe(false)
})

test('an empty hand takes a line', () => {
  expect(handHeight([], 1260, 720 * PART)).toBeLessThanOrEqual(60)
  expect(handHeight([3], 1260, 720 * PART)).toBeGreaterThan(150)
})

test('few cards of the hand lie beside each other, very many in two rows', () => {
  const few = planHand([5], 1000, 160)
  expect([few.step, few.rows]).toEqual(['hand', 1])
  expect(few.pitch).toBeGreaterThan(few.width)
  expect(planHand([10], 1000, 160).step).toBe('large')
  const more = planHand([3, 19], 900, 160)
  expect([more.step, more.rows]).toEqual(['small', 2])
  expect((2 + 10) * more.pitch).toBeLessThanOrEqual(908)
  expect(2 * more.height).toBeLessThan(160)
  const many = planHand([40], 1000, 160)
  expect(many.pitch).toBeLessThan(many.width)
  expect(39 * many.pitch + many.width).toBeLessThanOrEqual(1000)
})

test('action cards stand beside a hand that leaves them room', () => {
  expect(areActionsTall(7, 5, 1420, 243)).toBe(true)
  expect(areActionsTall(7, 8, 1420, 243)).toBe(false)
  expect(areActionsTall(9, 4, 1260, 194)).toBe(false)
  expect(areActionsTall(7, 0, 1420, 243)).toBe(false)
})

test('small cards are as wide as fills their rows', () => {
  const tile = { step: 'small', width: 142, height: 74 } as const
  expect(widthIn(tile, 360, 5, 2)).toBe(116)
  expect(widthIn(tile, 900, 5, 2)).toBe(142)
})

test('on a phone a few cards are all in sight; of more one sees that they go on', () => {
  expect(fitsRow(4, 366)).toBe(true)
  const few = swipedHand(4, 366, 180)
  expect(4 * few.pitch).toBeLessThanOrEqual(366 + few.pitch - few.width)
  expect(fitsRow(5, 366)).toBe(false)
  const { pitch, width } = swipedHand(8, 366, 180)
  const left = (366 % pitch) / width
  expect(left).toBeGreaterThan(0.2)
  expect(left).toBeLessThan(0.6)
})
