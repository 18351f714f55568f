import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { outcomeOf as find, outcomeText as put } from './outcome'

// The settings that a test needs of a browser.
vi.stubGlobal('navigator', { language: 'en-US' })
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))

let outcomeOf: typeof find
let outcomeText: typeof put

beforeAll(async () => {
  ;({ outcomeOf, outcomeText } = await import('./outcome'))
})

const told = (scores: number[], winners: number[], seat: number): string =>
  outcomeText(outcomeOf(scores, winners, seat), ['Bo'])

describe('how a game ended', () => {
  it('is told to the winner with the score of the next best', () => {
    expect(told([46, 45, 20], [0], 0)).toBe('You won 46–45')
  })

  it('is told to a loser with the score of the best', () => {
    expect(told([15, 29, 12], [1], 0)).toBe('You lost 15–29')
  })

  it('says when a tie was broken, and when the win is shared', () => {
    expect(told([30, 30], [0], 0)).toBe('You won 30–30 on the tie-break')
    expect(told([30, 30], [1], 0)).toBe('You lost 30–30 on the tie-break')
    expect(told([30, 30], [0, 1], 0)).toBe('You share the win with 30 VP')
  })

  it('names the winner to spectators', () => {
    expect(told([15, 29], [1], -1)).toBe('Bo won 29–15')
  })

  it('says that everybody lost', () => {
    expect(told([15, 29], [], 0)).toBe('The game is over: everybody has lost')
    expect(told([15, 29], [], -1)).toBe('The game is over: everybody has lost')
  })
})
