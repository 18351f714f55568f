import { expect, test } from 'vitest'
import { placesInRow, type Need } from './needs'
import { planTable } from './plan'

const need = (least: number, whole: number): Need => ({ least, whole })
const taken = (places: { width: number }[], gap: number): number =>
  places.reduce((sum, { width }) => sum + width + gap, -gap)

test('a card with much on it takes more width than its neighbors', () => {
  const places = placesInRow([need(70, 70), need(80, 140), need(70, 76)], 300, 4, 134)
  expect(places?.map(({ width }) => width)).toEqual([76, 140, 76])
})

test('cards with room to spare are as wide as each other', () => {
  const places = placesInRow([need(70, 70), need(80, 110), need(70, 76)], 380, 4, 134)
  expect(places?.map(({ width }) => width)).toEqual([124, 124, 124])
  expect(placesInRow([need(70, 70)], 900, 4, 134)?.map(({ width }) => width)).toEqual([134])
})

test('where there is less room, those that need little more show their powers first', () => {
  const places = placesInRow([need(70, 130), need(70, 80), need(70, 130)], 270, 4, 134)
  if (!places) throw new Error('they have room')
  expect(places[1]?.width).toBeGreaterThanOrEqual(80)
  expect(Math.max(...places.map(({ width }) => width))).toBeLessThan(130)
  expect(taken(places, 4)).toBeLessThanOrEqual(270)
})

test('the widest names go where not all have room, and none is left out', () => {
  const needs = Array.from({ length: 17 }, (_, index) => need(66 + index, 120))
  const places = placesInRow(needs, 1112, 4, 134)
  if (!places) throw new Error('they have room')
  expect(places).toHaveLength(17)
  expect(taken(places, 4)).toBeLessThanOrEqual(1112)
  const nameless = places.flatMap(({ named }, index) => (named ? [] : [index]))
  expect(nameless.length).toBeGreaterThan(0)
  expect(Math.min(...nameless)).toBe(17 - nameless.length)
  expect(placesInRow(needs, 300, 4, 134)).toBeNull()
})

test('four opponents late in a game have a row each, with names, on a low screen', () => {
  const row = Array.from({ length: 12 }, () => need(70, 100))
  const plan = planTable({
    width: 1268,
    height: 396,
    others: [12, 12, 12, 12],
    needs: [row, row, row, row],
    mine: 12,
  })
  expect(plan.columns).toBe(1)
  expect(plan.others.map(({ tile }) => tile.step)).toEqual(['tiny', 'tiny', 'tiny', 'tiny'])
  expect(plan.mine.tile.height).toBeGreaterThanOrEqual(100)
})
