import { describe, expect, it } from 'vitest'
import { shapesOf } from './geography'

const OURS: [string, number, number][] = [
  ['North Pacific', 0, 0],
  ['North America', 0, 1],
  ['South America', 1, 1],
  ['Atlantic', 0, 2],
  ['Europe', 0, 3],
  ['Africa', 1, 3],
  ['Asia', 0, 4],
  ['Australia', 1, 4],
]
const placed = (all: [string, number, number][]) => all.map(([region, row, column]) => ({ region, row, column }))

describe('the shapes of regions', () => {
  it('are our drawing of the Earth where the regions are ours', () => {
    const shapes = shapesOf(placed(OURS))
    expect(shapes['Asia']).toMatchObject({ x: 822, y: 164 })
    expect(shapes['Atlantic']?.sea).toBe(true)
  })

  it('do not depend on the names of the regions', () => {
    const shapes = shapesOf(placed(OURS.map(([name, row, column]) => [`New ${name}`, row, column])))
    expect(shapes['New Asia']).toEqual(shapesOf(placed(OURS))['Asia'])
  })

  it('are boxes that do not overlap where the regions lie elsewhere', () => {
    const shapes = Object.values(
      shapesOf(placed(OURS.map(([name], index) => [name, Math.floor(index / 3), index % 3]))),
    )
    expect(shapes).toHaveLength(8)
    const centers = new Set(shapes.map(({ x, y }) => `${x} ${y}`))
    expect(centers.size).toBe(8)
    for (const { x, y } of shapes) {
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(1000)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(600)
    }
  })
})
