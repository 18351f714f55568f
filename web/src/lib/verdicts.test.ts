import { describe, expect, it } from 'vitest'
import type { GameReview, JudgedChoice } from '../protocol'
import { decisionsOf, isMistake, nextDecision, verdictOf } from './verdicts'

const choice = (number: number, seat: number, cost: number): JudgedChoice =>
  ({ number, seat, cost }) as Partial<JudgedChoice> as JudgedChoice
const review = {
  decisions: [choice(9, 0, 0.3), choice(2, 0, 0), choice(4, 1, 0.06), choice(6, 0, 0.01)],
} as Partial<GameReview> as GameReview

describe('verdicts', () => {
  it('calls a decision by what it gave away', () => {
    expect([0, 0.01, 0.02, 0.05, 0.1].map((cost) => verdictOf(choice(0, 0, cost)))).toEqual([
      'best',
      'good',
      'miss',
      'bad',
      'worst',
    ])
    expect(isMistake(choice(0, 0, 0.01))).toBe(false)
  })

  it('steps through the decisions of a seat, or of everybody', () => {
    const mine = decisionsOf(review, 0)
    expect(mine.map(({ number }) => number)).toEqual([2, 6, 9])
    expect(decisionsOf(review, -2).map(({ number }) => number)).toEqual([2, 4, 6, 9])
    expect(nextDecision(mine, 2, 1)?.number).toBe(6)
    expect(nextDecision(mine, 2, 1, true)?.number).toBe(9)
    expect(nextDecision(mine, 9, -1)?.number).toBe(6)
    expect(nextDecision(mine, 9, 1)).toBeUndefined()
  })
})
