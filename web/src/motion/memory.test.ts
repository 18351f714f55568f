import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { LogLine, Screen } from '../protocol'
import type { EventEffects } from './beats'
import type * as module from './memory.svelte'

// Runes exist only in compiled components: here a state is its value.
vi.stubGlobal(
  '$state',
  Object.assign(<T>(value: T): T => value, { raw: <T>(value: T): T => value }),
)

const effects: EventEffects = { place: { deeds: () => [{ sign: 'place' }] } }
const line = (seat: number): LogLine => ({ seat, event: 'place', text: [], facts: {} })
const screen = {} as Screen

describe('what the others did', () => {
  let Memory: typeof module.Memory
  beforeAll(async () => {
    ;({ Memory } = await import('./memory.svelte'))
  })

  it('is told at the next question, and forgotten once it is taken back', () => {
    const memory = new Memory()
    const before = [line(0)]
    memory.decided(before.length, screen)
    memory.ask(5, [...before, line(0), line(1)], effects, 0)
    expect(memory.seats.map(({ seat }) => seat)).toEqual([1])
    memory.ask(9, before, effects, 0)
    expect(memory.seats).toEqual([])
    expect(memory.first).toBeNull()
  })

  it('stays where nothing has happened since', () => {
    const memory = new Memory()
    const log = [line(0), line(1)]
    memory.decided(1, screen)
    memory.ask(5, log, effects, 0)
    memory.decided(2, screen)
    memory.ask(6, [...log, line(0)], effects, 0)
    expect(memory.seats.map(({ seat }) => seat)).toEqual([1])
  })
})
