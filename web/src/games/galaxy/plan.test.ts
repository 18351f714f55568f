import { describe, expect, test } from 'vitest'
import { COLUMN_FROM, COLUMN_WIDTH } from '../../lib/shape'
import { fitsRow, handHeight, laneHeight, planHand, planTable, swipedHand, TILES, widthIn } from './plan'

const SIZES = [
  [1024, 640],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const
/** What the bar, the war, the question and the gaps between them take. */
const TAKEN = 44 + 36 + 56 + 5 * 6

function room(width: number, height: number, others: number, cards: number) {
  return {
    width: width - 12 - (width >= COLUMN_FROM ? COLUMN_WIDTH + 6 : 0),
    height: height - TAKEN - handHeight(height),
    others: Array.from({ length: others }, () => cards),
    mine: cards,
  }
}

describe.each(SIZES)('at %i x %i', (width, height) => {
  test.each([1, 2, 3, 4])('every card of %i opponents with twenty cards each is in sight', (others) => {
    const plan = planTable(room(width, height, others, 20))
    expect(plan.fits).toBe(true)
  })

  test('cards do not get larger when there are more of them', () => {
    const widths = [6, 10, 14, 20].map((cards) => TILES.indexOf(planTable(room(width, height, 3, cards)).others.tile))
    expect(widths).toEqual([...widths].sort((a, b) => a - b))
  })

  test('mine are at least as large as those of the others', () => {
    const { mine, others } = planTable(room(width, height, 3, 12))
    expect(TILES.indexOf(mine.tile)).toBeLessThanOrEqual(TILES.indexOf(others.tile))
  })
})

test('a spectator has no lane of his own', () => {
  const { fits } = planTable({ width: 1000, height: 400, others: [8, 8, 8], mine: -1 })
  expect(fits).toBe(true)
})

test('what does not fit is said', () => {
  expect(planTable({ width: 600, height: 60, others: [20, 20], mine: 20 }).fits).toBe(false)
})

test('a lane is as high as its rows', () => {
  const tile = { step: 'chip', width: 50, height: 46 } as const
  expect(laneHeight(6, tile, 1000, 'top')).toBeLessThan(laneHeight(60, tile, 1000, 'top'))
})

test('few cards of the hand lie beside each other, more in two rows, very many overlap', () => {
  const few = planHand([5], 1000, 160)
  expect([few.step, few.rows]).toEqual(['hand', 1])
  expect(few.pitch).toBeGreaterThan(few.width)
  const more = planHand([3, 19], 900, 148)
  expect([more.step, more.rows]).toEqual(['tiny', 2])
  expect((2 + 10) * more.pitch).toBeLessThanOrEqual(903)
  expect(2 * more.height).toBeLessThan(148)
  expect(planHand([22], 1300, 258).step).toBe('small')
  const many = planHand([40], 1000, 160)
  expect(many.pitch).toBeLessThan(many.width)
  expect(39 * many.pitch + many.width).toBeLessThanOrEqual(1000)
})

test('small cards are as wide as fills their rows', () => {
  const tile = { step: 'small', width: 88, height: 74 } as const
  expect(widthIn(tile, 354, 12)).toBe(115)
  expect(widthIn(tile, 91, 12)).toBe(90)
  expect(widthIn({ step: 'hand', width: 120, height: 168 }, 200, 12)).toBe(120)
})

test('each row has as many cards as the others', () => {
  const chip = { step: 'chip', width: 50, height: 40 } as const
  const [full, half] = [18, 12].map((cards) => widthIn(chip, 490, cards))
  expect(full).toBe(51)
  expect(half).toBe(70)
})

test('on a phone a few cards are all in sight; of more one sees that they go on', () => {
  expect(fitsRow(5, 366)).toBe(true)
  const few = swipedHand(5, 366, 180)
  expect(5 * few.pitch).toBeLessThanOrEqual(366 + few.pitch - few.width)
  expect(fitsRow(8, 366)).toBe(false)
  const { pitch, width } = swipedHand(8, 366, 180)
  const left = (366 % pitch) / width
  expect(left).toBeGreaterThan(0.2)
  expect(left).toBeLessThan(0.6)
})
