import { expect, it } from 'vitest'
import { tabFor } from './tabs'

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 1, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 1, null],
])('%s leads from tab %i of three to %s', (key, from, to) => {
  expect(tabFor(key, from, 3)).toBe(to)
})

it('leads nowhere without tabs', () => {
  expect(tabFor('ArrowRight', 0, 0)).toBeNull()
})
