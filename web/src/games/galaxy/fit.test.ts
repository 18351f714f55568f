import { describe, expect, test } from 'vitest'
import type { GalaxyCard } from '../../protocol'
import { partOf } from '../../testing/fixtures'
import { keywordsIn } from './cards'
import { fitCard, NAME_LINE, SMALLEST_UNIT, wrap, type Box, type Fit } from './fit'

/** Letters half as wide as high, and marks of 14 units. */
const widths = { mark: () => 14, word: (word: string) => word.length * 0.5 }

const makeCard = (rows: [string, number][], facts: Partial<GalaxyCard> = {}): GalaxyCard =>
  partOf<GalaxyCard>({
    rows: rows.map(([phase, marks]) => {
      const power = Array.from({ length: marks }, (_, index) => index)
      return { phase, powers: [[...power, 'a word']], brief: [power] }
    }),
    keywords: [],
    ...facts,
  })

const box = (look: Box['look'], width: number, height: number, good = false): Box => ({ look, width, height, good })
const set = (card: GalaxyCard, name: string, place: Box): Fit => fitCard(card, name, place, widths)

const SIZES = [
  box('hand', 180, 252),
  box('hand', 120, 134),
  box('hand', 84, 150),
  box('large', 122, 150),
  box('large', 88, 100),
  box('small', 118, 92),
  box('small', 84, 76),
  box('tiny', 100, 64),
]
const one = makeCard([['settle', 1]])
const two = makeCard([
  ['explore', 1],
  ['produce', 2],
])
const many = makeCard([
  ['explore', 2],
  ['settle', 4],
  ['consume', 3],
  ['produce', 2],
])

test('things beside each other are wrapped where the line ends', () => {
  expect(wrap([10, 10, 10], 2, 22)).toEqual({ lines: 2, width: 22 })
  expect(wrap([50], 2, 20)).toEqual({ lines: 3, width: 20 })
  expect(wrap([], 2, 20)).toEqual({ lines: 0, width: 0 })
})

describe.each(SIZES)('$look $width x $height', (place) => {
  test.each([one, two, many])('nothing is too small to be read', (card) => {
    const { unit, name, badge } = set(card, 'Old Earth', place)
    expect(unit).toBeGreaterThanOrEqual(place.look === 'hand' && place.width < 86 ? 0.75 : SMALLEST_UNIT)
    expect(name).toBeGreaterThanOrEqual(11)
    expect(badge).toBeGreaterThanOrEqual(17)
  })

  test('the name of a card with one power stands below the badges', () => {
    const { name, lines, badge, frame, high, place: where } = set(one, 'Old Earth', place)
    expect(where).toBe('foot')
    expect(lines * name * NAME_LINE + badge + frame).toBeLessThanOrEqual(place.height - high)
  })

  test('the drawing has room beside few powers', () => {
    expect(set(two, 'Old Earth', place).high).toBeLessThanOrEqual(place.height * 0.65)
  })
})

test('a card has as many words as there is room for', () => {
  expect(set(two, 'Old Earth', box('hand', 180, 252)).form).toBe('full')
  expect(set(two, 'Old Earth', box('large', 122, 150)).form).toBe('chips')
  expect(set(many, 'Old Earth', box('tiny', 100, 76)).form).toBe('flow')
  expect(set(many, 'Old Earth', box('tiny', 100, 64)).form).toBe('phases')
})

test('only the whole card tells what happens once, and what counts at the end', () => {
  const card = makeCard([
    ['placement', 1],
    ['settle', 1],
    ['score', 2],
  ])
  const phases = (place: Box): string[] => set(card, 'New Economy', place).rows.map(({ phase }) => phase)
  expect(phases(box('hand', 140, 196))).toEqual(['placement', 'settle', 'score'])
  expect(phases(box('hand', 70, 150))).toEqual(['placement', 'settle', 'score'])
  expect(phases(box('large', 122, 150))).toEqual(['settle'])
})

test('a name without room below the badges stands between them', () => {
  const busy = makeCard([
    ['settle', 5],
    ['produce', 5],
  ])
  const { place, badge, name } = set(busy, 'Old Sun', box('tiny', 100, 64))
  expect(place).toBe('between')
  expect(badge).toBeLessThanOrEqual(19)
  expect(name).toBeGreaterThanOrEqual(11)
})

test('a chip that wraps has lines of its own', () => {
  const card = makeCard([
    ['explore', 1],
    ['settle', 8],
  ])
  const { form, unit, high } = set(card, 'Old Sun', box('large', 122, 150))
  expect(form).toBe('chips')
  // The first chip, then two lines of the second, each 16 units high.
  expect(high).toBeGreaterThan(3 * 16 * unit)
})

test('a good that lies among the powers has room there', () => {
  const busy = makeCard([
    ['settle', 5],
    ['produce', 6],
  ])
  const without = set(busy, 'Old Sun', box('tiny', 100, 64))
  const withGood = set(busy, 'Old Sun', box('tiny', 100, 64, true))
  expect(withGood.high).toBeGreaterThanOrEqual(without.high)
})

test('keywords are marked in the name, and follow it where they are missing', () => {
  const label = (keyword: string): string => keyword.toUpperCase()
  const parts = (name: string, keywords: string[]): string =>
    keywordsIn(name, makeCard([], { keywords }), label)
      .map(({ text, keyword }) => (keyword ? `[${text}]` : text))
      .join('')
  expect(parts('Anti-Xeno Rebel Force', ['rebel', 'anti-xeno'])).toBe('[Anti-Xeno] [Rebel] Force')
  expect(parts('Xeno Sentry World', ['xeno'])).toBe('[Xeno] Sentry World')
  expect(parts('Renamed', ['alien'])).toBe('Renamed [ALIEN]')
})
