import { expect, test } from 'vitest'
import { shift } from './shift'

const token = { x: 10, y: 10, width: 20, height: 20 }
const card = { x: 100, y: 200, width: 80, height: 60 }

test('a token keeps its shape on its way to a card', () => {
  expect(shift(token, card)).toBe('translate(120px, 210px) scale(3)')
  expect(shift(card, token)).toBe('translate(-120px, -210px) scale(0.25)')
})

test('a box without height or width is no reason for an infinite size', () => {
  expect(shift({ ...token, height: 0 }, card)).toBe('translate(120px, 220px) scale(4)')
  expect(shift({ ...token, width: 0, height: 0 }, card)).toBe('translate(130px, 220px) scale(1)')
  expect(shift(token, { ...card, width: 0, height: 0 })).toBe('translate(80px, 180px) scale(1)')
})

test('what keeps its size is moved by its middle', () => {
  expect(shift(token, card, 1)).toBe('translate(120px, 210px) scale(1)')
})
