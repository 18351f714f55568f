import { describe, expect, it } from 'vitest'
import { lanesOf, shapesOf } from './geography'
import { MAP_HEIGHT, MAP_WIDTH } from './map/drawing'

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
    expect(shapes['Asia']).toMatchObject({ label: [962, 140], sea: false })
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
    const rooms = shapes.map(({ room }) => room)
    for (const one of rooms) {
      expect(one.x).toBeGreaterThan(0)
      expect(one.x + one.width).toBeLessThan(MAP_WIDTH)
      expect(one.y + one.height).toBeLessThan(MAP_HEIGHT)
      const others = rooms.filter((other) => other !== one)
      for (const other of others)
        expect(Math.abs(one.x - other.x) >= one.width || Math.abs(one.y - other.y) >= one.height).toBe(true)
    }
  })
})

describe('the lanes', () => {
  const adjacent: Record<string, string[]> = {
    Africa: ['Atlantic', 'Europe', 'Asia', 'Australia'],
    Asia: ['Europe', 'Africa', 'Australia', 'North Pacific'],
    Australia: ['Africa', 'Asia'],
    Europe: ['Atlantic', 'Africa', 'Asia'],
  }
  const regions = placed(OURS).map((one) => ({ ...one, adjacent: adjacent[one.region] ?? [] }))

  it('join what is adjacent and does not touch on our map', () => {
    expect(lanesOf(regions).sort()).toEqual([
      ['Africa', 'Australia'],
      ['Africa', 'Europe'],
      ['Asia', 'Australia'],
    ])
  })

  it('join all that is adjacent on another map', () => {
    const elsewhere = regions.map((one, index) => ({ ...one, row: Math.floor(index / 3), column: index % 3 }))
    expect(lanesOf(elsewhere).length).toBeGreaterThan(3)
  })
})
