// @vitest-environment happy-dom
import '../testing/browser'
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LogLine, Screen } from '../protocol'
import { logLine, plainScreen } from '../testing/fixtures'
import type { GameMotion } from './beats'
import { Playback } from './playback.svelte'

/** Every event `step` is a beat of its own, after which the next round has begun. */
const MOTION: GameMotion = {
  effects: {
    step: {
      moves: () => [{ do: 'glow', at: ['.nowhere'] }],
      apply: (screen: Screen) => ({ ...screen, round: Number((screen as { round: number }).round) + 1 }),
    },
    silent: { silent: true },
  },
}

interface Message {
  n: number
}

const roundOf = (playback: Playback<Message>): number => (playback.screen as { round: number } | null)?.round ?? -1

describe('playback', () => {
  let playback: Playback<Message>
  let changes: number
  let loadMotion: () => Promise<GameMotion | null>

  beforeEach(() => {
    vi.useFakeTimers()
    changes = 0
    loadMotion = () => Promise.resolve(MOTION)
    playback = new Playback<Message>(
      () => loadMotion(),
      () => (changes += 1),
      () => true,
    )
  })
  afterEach(() => vi.useRealTimers())

  function show(n: number, { lines = [logLine('step')] as LogLine[] | null, rest = true } = {}): void {
    playback.show({ message: { n }, screen: plainScreen(n), lines, rest })
  }
  /** Let parts that are loaded arrive, then let time pass. */
  async function wait(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(0)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(ms)
  }
  /** Long enough for anything that plays here. */
  async function finish(): Promise<void> {
    for (let part = 0; part < 10; part++) await wait(3_000)
  }

  it('shows a first message in the moment in which it comes', () => {
    show(1)
    expect(playback.message).toEqual({ n: 1 })
    expect(playback.playing).toBe(false)
    expect(changes).toBe(1)
  })

  it('plays what led to the next', async () => {
    show(1)
    show(2)
    expect(playback.playing).toBe(true)
    await wait(100)
    flushSync()
    expect(playback.beat?.kind).toBe('step')
    await finish()
    expect(playback.playing).toBe(false)
    expect(playback.message).toEqual({ n: 2 })
    expect(playback.beat).toBeNull()
    expect(playback.played).toBe(1)
  })

  it('ends on the screen that the server sent, whatever the events made of it', async () => {
    show(1)
    playback.show({ message: { n: 2 }, screen: plainScreen(40), lines: [logLine('step')], rest: true })
    await wait(100)
    expect(roundOf(playback)).toBe(2)
    await finish()
    expect(roundOf(playback)).toBe(40)
  })

  it('does not play what cannot be told, or is a note of the table', () => {
    show(1)
    show(2, { lines: null })
    expect(playback.playing).toBe(false)
    show(3, { lines: [logLine('note.joined')] })
    expect(playback.playing).toBe(false)
    expect(playback.message).toEqual({ n: 3 })
  })

  it('plays messages one after another', async () => {
    show(1)
    show(2)
    show(3)
    expect(playback.newest).toEqual({ n: 3 })
    await wait(50)
    expect(playback.message).toEqual({ n: 2 })
    await finish()
    expect(playback.message).toEqual({ n: 3 })
    expect(playback.played).toBe(2)
  })

  it('does not play the older ones when too many wait', async () => {
    show(1)
    for (let n = 2; n <= 8; n++) show(n)
    await finish()
    expect(playback.message).toEqual({ n: 8 })
    expect(playback.played).toBeLessThan(7)
    expect(playback.played).toBeGreaterThan(0)
  })

  it('goes to the last message when it is skipped', async () => {
    show(1)
    show(2)
    show(3)
    await wait(50)
    playback.skip()
    expect(playback.playing).toBe(false)
    expect(playback.message).toEqual({ n: 3 })
    await finish()
    expect(playback.message).toEqual({ n: 3 })
    expect(playback.playing).toBe(false)
  })

  it('plays nothing after a skip until there is something to do', async () => {
    show(1)
    show(2, { rest: false })
    await wait(50)
    playback.skip()
    show(3, { rest: false })
    expect(playback.playing).toBe(false)
    show(4)
    expect(playback.playing).toBe(false)
    show(5)
    expect(playback.playing).toBe(true)
    await finish()
  })

  it('plays on if the motion of a game cannot be loaded', async () => {
    loadMotion = () => Promise.resolve(null)
    show(1)
    show(2)
    await finish()
    expect(playback.message).toEqual({ n: 2 })
    expect(playback.playing).toBe(false)
    expect(playback.played).toBe(0)
  })

  it('shows the last message if playing fails', async () => {
    loadMotion = () => Promise.reject(new Error('gone'))
    show(1)
    show(2)
    await finish()
    expect(playback.message).toEqual({ n: 2 })
    expect(playback.playing).toBe(false)
  })

  it('replays what happened, and comes back to what is shown', async () => {
    show(7)
    void playback.replay(plainScreen(1), [logLine('step'), logLine('step', { seat: 1 })], ({ seat }) => seat === 1)
    expect(playback.playing).toBe(true)
    await finish()
    expect(playback.playing).toBe(false)
    expect(roundOf(playback)).toBe(7)
    expect(playback.played).toBe(1)
  })

  it('is told apart by its changes: one for each message, and for the begin and the end of playing', async () => {
    show(1)
    show(2)
    await finish()
    expect(changes).toBe(4)
  })
})
