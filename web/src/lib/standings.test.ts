import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Event as RoomEvent } from '../protocol'
import { closest, lessonsDone, noteStanding, standingOf } from './standings'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
})

const event = (room: string, scores: number[], more: Partial<RoomEvent> = {}): RoomEvent =>
  ({
    room: { room, seats: [], lesson: '' },
    seat: 0,
    screen: { round: 6, players: scores.map((score) => ({ score })) },
    coach: null,
    result: null,
    ...more,
  }) as Partial<RoomEvent> as RoomEvent

describe('standings', () => {
  beforeEach(() => kept.clear())

  it('keeps the last of each room', () => {
    noteStanding(event('a', [3, 5]))
    noteStanding(event('b', [1, 1]))
    noteStanding(event('a', [9, 7]))
    expect(standingOf('a')).toMatchObject({ round: 6, scores: [9, 7], seat: 0 })
    expect(standingOf('b')?.scores).toEqual([1, 1])
    expect(standingOf('c')).toBeUndefined()
  })

  it('keeps no more than sixty rooms', () => {
    for (let room = 0; room < 70; room++) noteStanding(event(`${room}`, [1, 2]))
    expect(standingOf('69')).toBeDefined()
    expect(standingOf('5')).toBeUndefined()
  })

  it('keeps nothing for somebody who watches', () => {
    noteStanding(event('a', [3, 5], { seat: -1 }))
    expect(standingOf('a')).toBeUndefined()
  })

  it('compares with the opponent who has most', () => {
    noteStanding(event('a', [10, 4, 12, 9]))
    expect(closest(standingOf('a')!)).toEqual({ rival: 2, mine: 10, best: 12 })
  })

  it('knows a lesson that was played to its end', () => {
    const room = { room: 'x', seats: [], lesson: 'first-game' } as Partial<RoomEvent['room']> as RoomEvent['room']
    noteStanding(event('x', [0, 0], { room, coach: { waits: 'next' } as RoomEvent['coach'] }))
    expect(lessonsDone()).toEqual([])
    noteStanding(event('x', [0, 0], { room, coach: { waits: 'over' } as RoomEvent['coach'] }))
    noteStanding(event('x', [0, 0], { room, coach: { waits: 'over' } as RoomEvent['coach'] }))
    expect(lessonsDone()).toEqual(['first-game'])
  })
})
