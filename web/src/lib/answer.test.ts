import { describe, expect, test } from 'vitest'
import type { Ask } from '../protocol'
import { isComplete, placesOf, planAnswer, wordsOf } from './answer'

function asked(words: string[], least: number, most: number, suggested: string[] = []): Ask {
  const options = words.map((word) => ({ word, title: [], detail: [], target: null }))
  return { about: '', domain: '', kind: 'some', least, most, number: 1, options, prompt: '', seat: 0, text: [], totals: [], why_not: [], suggested, sure: false }
}

describe('an answer', () => {
  test('of one option is sent at once', () => {
    expect(isComplete(planAnswer({ ...asked(['a', 'b'], 1, 1), kind: 'one' }), [1], true)).toBe(true)
  })

  test('of exactly so many is sent with the last of them', () => {
    const plan = planAnswer(asked(['a', 'b', 'c', 'd'], 2, 2))
    expect([[], [3], [3, 1]].map((chosen) => isComplete(plan, chosen, true))).toEqual([false, false, true])
  })

  test('of up to so many waits for the button while something can be added', () => {
    const plan = planAnswer(asked(['a', 'b', 'c'], 0, 2))
    expect([[], [0], [0, 2]].map((chosen) => isComplete(plan, chosen, true))).toEqual([false, false, true])
  })

  test('names what is kept, if that is less', () => {
    const ask = asked(['a', 'b', 'c'], 2, 2)
    const plan = planAnswer(ask, true)
    expect([plan.keeps, plan.most]).toEqual([true, 1])
    expect(wordsOf(ask, plan, [1])).toEqual(['a', 'c'])
  })

  test('names what goes, if that is less', () => {
    const ask = asked(['a', 'b', 'c'], 1, 1)
    expect(wordsOf(ask, planAnswer(ask, true), [1])).toEqual(['b'])
  })

  test('that is laid out waits for the button, or until it is another one', () => {
    const plan = planAnswer(asked(['a', 'b', 'b', 'c'], 2, 2, ['b', 'b']), true)
    expect(plan).toEqual({ keeps: false, least: 2, most: 2, laid: [1, 2] })
    expect(isComplete(plan, [1, 2], false)).toBe(false)
    expect(isComplete(plan, [1], true)).toBe(false)
    expect(isComplete(plan, [1, 3], true)).toBe(true)
  })
})

test('copies take one option after another', () => {
  expect(placesOf(asked(['a', 'a', 'b'], 1, 1), ['a', 'b', 'a'])).toEqual([0, 2, 1])
})
