import { describe, expect, it } from 'vitest'
import type { RegionScreen, ShareScreen } from '../../../protocol'
import { gainLetter, placePieces } from './pieces'

const share = (seat: number): ShareScreen => ({
  energy: 2,
  halved: false,
  hologram: 0,
  lost: 1,
  place: 1,
  seat,
  sharing: 5,
  shielded: false,
  ships: 3,
  text: '',
  vp: 2,
})
const region = (ships: number[], motherships: number[], scoring: boolean): RegionScreen => ({
  adjacent: [],
  column: 0,
  forecast: scoring ? ships.map((_, seat) => share(seat)) : [],
  harvest: 1,
  label: 'Asia',
  motherships,
  region: 'Asia',
  rewards: [],
  row: 0,
  scored_before: false,
  scoring,
  ships,
  with_ship: null,
})
const ROOM = { x: 100, y: 100, width: 200, height: 180 }

describe('the pieces of a region', () => {
  it('are a stack for each seat that has ships, after the motherships', () => {
    const { pieces } = placePieces(region([2, 0, 1], [1], false), ROOM, gainLetter(1))
    expect(pieces.map(({ seat, ships }) => [seat, ships])).toEqual([
      [1, 0],
      [0, 2],
      [2, 1],
    ])
  })

  it.each([
    [[1, 0, 0], [0], true],
    [[3, 3, 3, 3, 3], [], true],
    [[3, 3, 3, 3, 3], [0, 1, 2, 3, 4], false],
    [[3, 3, 3, 3, 3], [0, 1, 2], true],
  ])('stand beside each other in their room: %j %j', (ships, motherships, scoring) => {
    const { pieces, size } = placePieces(region(ships, motherships, scoring), ROOM, gainLetter(1))
    for (const { x, y } of pieces) {
      expect(x).toBeGreaterThanOrEqual(ROOM.x)
      expect(x).toBeLessThanOrEqual(ROOM.x + ROOM.width)
      expect(y).toBeGreaterThanOrEqual(ROOM.y)
      expect(y).toBeLessThanOrEqual(ROOM.y + ROOM.height * 1.2)
    }
    for (const one of pieces)
      for (const other of pieces)
        if (one !== other) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(38 * size)
  })

  it('get smaller where there are many', () => {
    const few = placePieces(region([1, 1], [], true), ROOM, gainLetter(1))
    const many = placePieces(region([3, 3, 3, 3, 3], [0, 1, 2], true), ROOM, gainLetter(1))
    expect(few.size).toBe(1)
    expect(many.size).toBeLessThan(1)
  })
})
