import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepTable, lastTable, seatBots } from './lobby'

const store = new Map<string, string>()

beforeEach(() => {
  store.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => store.set(key, text),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the last table', () => {
  it('is the one that was kept', () => {
    keepTable({ picked: 'earth/earth', players: 4, bots: ['master', 'master', 'casual'] })
    expect(lastTable()).toEqual({ picked: 'earth/earth', players: 4, bots: ['master', 'master', 'casual'] })
  })

  it('does not keep seats open for friends', () => {
    keepTable({ picked: 'galaxy/base', players: 3, bots: ['open', 'expert'] })
    expect(lastTable().bots).toEqual(['', 'expert'])
  })

  it('is none on a first visit, after damage, and where nothing is kept', () => {
    expect(lastTable().picked).toBe('')
    store.set('repulse.lobby', '{"picked":')
    expect(lastTable().bots).toEqual([])
    store.set('repulse.lobby', '{"bots": 3, "players": "x"}')
    expect(lastTable()).toEqual({ picked: '', players: 0, bots: [] })
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('private')
      },
    })
    expect(lastTable().players).toBe(0)
  })
})

describe('the bots of the seats', () => {
  const has = ['casual', 'sensible', 'master']

  it('are those that were chosen', () => {
    expect(seatBots(['master', 'casual'], 2, has, 'sensible')).toEqual(['master', 'casual'])
  })

  it('are of the usual level where the game does not have the chosen one', () => {
    expect(seatBots(['expert', ''], 2, has, 'sensible')).toEqual(['sensible', 'sensible'])
  })

  it('of more seats than before are as strong as the others', () => {
    expect(seatBots(['master'], 3, has, 'sensible')).toEqual(['master', 'master', 'master'])
    expect(seatBots([], 2, has, 'sensible')).toEqual(['sensible', 'sensible'])
  })
})
