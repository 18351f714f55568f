import { expect, test } from 'vitest'
import { arc, shift } from './shift'

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

test('an arc begins and ends where a straight way does, and rises in between', () => {
  const path = arc(card, token, card)
  expect(path[0]).toBe(shift(card, token))
  expect(path[4]).toBe(shift(card, card))
  const heightAt = (index: number): number => Number(/, (-?[\d.]+)px/.exec(path[index] ?? '')?.[1])
  expect(heightAt(2)).toBeLessThan((heightAt(0) + heightAt(4)) / 2)
})
