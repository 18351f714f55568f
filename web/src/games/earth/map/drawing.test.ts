import { describe, expect, it } from 'vitest'
import { COASTS } from './coasts'
import { ALL_LAND, curve, LAND, MAP_HEIGHT, MAP_WIDTH, OCEANS, place } from './drawing'
import { drawGround } from './ground'
import { fitMap } from './view'

const numbers = (path: string): number[] => [...path.matchAll(/-?[\d.]+/g)].map(([text]) => Number(text))

describe('the drawing of the Earth', () => {
  it('puts north above south and east right of west', () => {
    const [x, y] = place('0 3', [10, 50])
    expect(place('0 3', [20, 50])[0]).toBeGreaterThan(x)
    expect(place('0 3', [10, 60])[1]).toBeLessThan(y)
  })

  it('is a closed curve through every point', () => {
    const path = curve([
      [0, 0],
      [10, 0],
      [10, 10],
    ])
    expect(path).toMatch(/^M0\.0 0\.0C.*10\.0 0\.0C.*10\.0 10\.0C.*0\.0 0\.0Z$/)
  })

  it('has land or sea for all eight regions, on the map', () => {
    expect([...Object.keys(LAND), ...Object.keys(OCEANS)]).toHaveLength(8)
    expect(Object.keys(LAND)).toEqual(Object.keys(COASTS))
    for (const number of numbers(ALL_LAND)) {
      expect(number).toBeGreaterThan(-5)
      expect(number).toBeLessThan(Math.max(MAP_WIDTH, MAP_HEIGHT))
    }
  })

  it('has lights at night alone', () => {
    const [night, day] = [drawGround('dark'), drawGround('light')]
    expect(night.match(/<circle/g)?.length).toBeGreaterThan(1000)
    expect(day).not.toContain('<circle')
    expect(night + day).not.toContain('NaN')
  })
})

describe('the map in its window', () => {
  it('lies whole in what panels leave free', () => {
    const insets = { top: 60, right: 300, bottom: 90, left: 10 }
    const { scale, left, top } = fitMap(1440, 900, insets)
    expect(left).toBeGreaterThanOrEqual(insets.left)
    expect(top).toBeGreaterThanOrEqual(insets.top)
    expect(left + MAP_WIDTH * scale).toBeLessThanOrEqual(1440 - insets.right + 0.01)
    expect(top + MAP_HEIGHT * scale).toBeLessThanOrEqual(900 - insets.bottom + 0.01)
  })
})
