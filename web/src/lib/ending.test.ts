import { describe, expect, it } from 'vitest'
import type { GameReview, JudgedChoice, ScorePart } from '../protocol'
import { bestMoment, blocksOf, burstOf, kindsOf, leadOf, placesOf, ranking, worstMoment } from './ending'

const part = (kind: string, words: string, amount: number): ScorePart => ({ kind, source: [{ text: words }], amount })
const points = (...rows: number[][]) => rows.map((scores, round) => ({ round, scores }))

describe('the end of a game', () => {
  it('ranks winners first, and lets equal points share a place', () => {
    expect(ranking([20, 49, 31, 31], [1])).toEqual([1, 2, 3, 0])
    expect(placesOf([1, 2, 3, 0], [20, 49, 31, 31], [1])).toEqual([1, 2, 2, 4])
    expect(placesOf([0, 1], [30, 30], [0])).toEqual([1, 2])
    expect(placesOf([0, 1], [30, 30], [0, 1])).toEqual([1, 1])
  })

  it('puts the points of a player into blocks, one for each kind', () => {
    const parts = [part('chips', 'VP chips', 6), part('cards', 'Old Earth', 2), part('cards', 'Avian', 1)]
    const kinds = kindsOf([parts, [part('awards', 'Awards', 0)]]).map(({ kind }) => kind)
    expect(kinds).toEqual(['cards', 'chips'])
    expect(blocksOf(parts, kinds).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['cards', 3],
      ['chips', 6],
    ])
  })

  it('keeps the kinds of another game in its own order, called as it calls them', () => {
    const regions = [part('Asia', 'Asie', 6), part('Europe', 'Europe', 3)]
    expect(kindsOf([regions])).toEqual([
      { kind: 'Asia', words: 'Asie' },
      { kind: 'Europe', words: 'Europe' },
    ])
  })

  it('says since when the winner has led, and how often the lead changed', () => {
    expect(leadOf(points([0, 0], [3, 1], [4, 6], [9, 6]), 0)).toEqual({ seat: 0, since: 3, changes: 2 })
    expect(leadOf(points([0, 0], [3, 1], [6, 6], [9, 8]), 0)).toEqual({ seat: 0, since: 1, changes: 0 })
    expect(leadOf(points([0, 0], [3, 1]), 1)).toBeNull()
  })

  it('finds the two rounds in a row that brought most', () => {
    expect(burstOf(points([0], [2], [3], [9], [17], [18]), 0)).toEqual({ from: 3, to: 4, gain: 14 })
    expect(burstOf(points([0], [2]), 0)).toBeNull()
  })

  it('finds the moment after which a chance rose most, and the costliest decision', () => {
    const choice = (number: number, seat: number, cost: number): JudgedChoice =>
      ({ number, seat, cost, round: number }) as Partial<JudgedChoice> as JudgedChoice
    const review = {
      decisions: [choice(0, 0, 0), choice(1, 1, 0.2), choice(2, 0, 0.1)],
      chances: [
        [0.5, 0.5],
        [0.4, 0.6],
        [0.7, 0.3],
        [0.6, 0.4],
      ],
      costliest: [[2], [1]],
    } as Partial<GameReview> as GameReview
    expect(bestMoment(review, 0)).toMatchObject({ choice: { number: 0 }, before: 0.5, after: 0.7 })
    expect(worstMoment(review, 0)?.number).toBe(2)
    expect(worstMoment({ ...review, costliest: [[], []] }, 0)).toBeNull()
  })
})
