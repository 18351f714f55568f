import { describe, expect, it } from 'vitest'
import { botsWithTemperaments, clockOf, NewRoom, playersOf, type ModeEntry } from './newRoom.svelte'

const entry: ModeEntry = {
  id: 'galaxy/base',
  game: 'galaxy',
  bots: ['random', 'sensible'],
  temperaments: ['trader'],
  advice: true,
  mode: { mode: 'base', players: [2, 3, 4], options: { mode: 'base' }, deals: ['preset'], flags: ['experienced'] },
}

describe('a mode', () => {
  it('has every level with every temperament', () => {
    expect(botsWithTemperaments(entry)).toEqual(['random', 'random@trader', 'sensible', 'sensible@trader'])
  })
})

describe('a new room', () => {
  it('begins at once against bots, without clock and chat', () => {
    const room = new NewRoom()
    room.clock = 'live 60'
    const request = room.request(entry, ['sensible', 'random'])
    expect(request.start).toBe(true)
    expect(request.clock).toEqual({ kind: 'none', seconds: 0 })
    expect(request.chat).toBeNull()
    expect(request.seats).toEqual([{ kind: 'me' }, { kind: 'bot', bot: 'sensible' }, { kind: 'bot', bot: 'random' }])
    expect(request.options).toEqual({ mode: 'base', players: 3 })
    expect(request.seed).toBeNull()
  })

  it('waits for friends, with clock and chat', () => {
    const room = new NewRoom()
    room.clock = 'live 60'
    const request = room.request(entry, ['open'])
    expect(request.start).toBe(false)
    expect(request.clock).toEqual({ kind: 'live', seconds: 60 })
    expect(request.chat).toBe(true)
    room.listed = true
    expect(room.request(entry, ['open']).chat).toBe(false)
    room.chat = true
    expect(room.request(entry, ['open']).chat).toBe(true)
  })

  it('takes only options that the mode has', () => {
    const room = new NewRoom()
    room.deal = 'single'
    room.flags = { experienced: true, new_worlds: true }
    room.overlay = 'name = "x"'
    room.seed = ' 18446744073709551615 '
    const request = room.request(entry, ['random'])
    expect(request.options).toEqual({ mode: 'base', players: 2, experienced: true, overlays: [{ text: 'name = "x"' }] })
    expect(request.seed).toBe('18446744073709551615')
  })
})

it('has as many players as were wished for, if the mode can', () => {
  expect(playersOf(entry, 4)).toBe(4)
  expect(playersOf(entry, 5)).toBe(3)
})

it('reads a clock from its choice', () => {
  expect(clockOf('days 86400')).toEqual({ kind: 'days', seconds: 86400 })
  expect(clockOf('')).toEqual({ kind: 'none', seconds: 0 })
})
