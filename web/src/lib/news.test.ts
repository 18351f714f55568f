import { describe, expect, it } from 'vitest'
import type { LogLine } from '../protocol'
import { newsOf } from './news'

const line = (event: string, seat: number): LogLine => ({ event, seat, text: [{ text: event }], facts: {} })

describe('news of the table', () => {
  it('tells who left, came back or ran out of time', () => {
    const lines = [line('note.left', 1), line('note.returned', 1), line('note.time-up', 2)]
    expect(newsOf(lines, 0)).toEqual(lines)
  })

  it('does not tell players what happened to their own seat', () => {
    expect(newsOf([line('note.left', 1), line('note.returned', 1)], 1)).toEqual([])
  })

  it('tells spectators and players who sits where after a rematch', () => {
    expect(newsOf([line('note.seats', -1)], -1)).toHaveLength(1)
    expect(newsOf([line('note.seats', -1)], 0)).toHaveLength(1)
  })

  it('leaves the moves of the game to the log', () => {
    expect(newsOf([line('place', 1), line('note.joined', 1), line('round', -1)], 0)).toEqual([])
  })
})
