import { expect, test } from 'vitest'
import { afterPuzzle, UNKNOWN } from './rating'

test('a solved puzzle raises a rating, a missed one lowers it, and both make it surer', () => {
  const right = afterPuzzle(UNKNOWN, 1500, true)
  const wrong = afterPuzzle(UNKNOWN, 1500, false)
  expect(right.mean).toBeGreaterThan(1500)
  expect(right.mean - 1500).toBeCloseTo(1500 - wrong.mean)
  expect(right.spread).toBeLessThan(UNKNOWN.spread)
})

test('a hard puzzle gives more than an easy one', () => {
  const hard = afterPuzzle(UNKNOWN, 2000, true).mean
  expect(hard).toBeGreaterThan(afterPuzzle(UNKNOWN, 1100, true).mean)
  expect(afterPuzzle(UNKNOWN, 1100, false).mean).toBeLessThan(afterPuzzle(UNKNOWN, 2000, false).mean)
})
