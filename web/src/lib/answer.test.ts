import { describe, expect, test } from 'vitest'
import type { Ask } from '../protocol'
import { isComplete, indexesOf, planAnswer, tokensOf } from './answer'

function asked(words: string[], least: number, most: number, suggested: string[] = []): Ask {
  const options = words.map((word) => ({ word, title: [], detail: [], price: '', target: null }))
  return {
    about: '',
    domain: '',
    kind: 'some',
    least,
    most,
    number: 1,
    options,
    prompt: '',
    seat: 0,
    text: [],
    totals: [],
    why_not: [],
    suggested,
    sure: false,
    keeps: false,
    pays: false,
    held: [],
  }
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

  test('to a question for what is kept is the rest', () => {
    const ask = { ...asked(['a', 'b', 'c'], 2, 2), keeps: true }
    const plan = planAnswer(ask)
    expect([plan.keeps, plan.least, plan.most]).toEqual([true, 1, 1])
    expect(tokensOf(ask, plan, [1])).toEqual(['a', 'c'])
  })

  test('to a question for what is kept is the rest, also if less goes than stays', () => {
    const ask = { ...asked(['a', 'b', 'c'], 1, 1), keeps: true }
    const plan = planAnswer(ask)
    expect([plan.least, plan.most]).toEqual([2, 2])
    expect(tokensOf(ask, plan, [0, 2])).toEqual(['b'])
  })

  test('keeps what was held before with one click on what is new', () => {
    const ask = { ...asked(['held', 'other', 'new', 'newer'], 1, 1), keeps: true, held: ['held', 'other'] }
    const plan = planAnswer(ask)
    expect(plan.laid).toEqual([0, 1])
    expect(isComplete(plan, [0, 1], false)).toBe(false)
    expect(isComplete(plan, [0, 1, 3], true)).toBe(true)
    expect(tokensOf(ask, plan, [0, 1, 3])).toEqual(['new'])
  })

  test('that is laid out waits for the button, or until it is another one', () => {
    const plan = planAnswer(asked(['a', 'b', 'b', 'c'], 2, 2, ['b', 'b']))
    expect(plan).toEqual({ keeps: false, least: 2, most: 2, laid: [1, 2] })
    expect(isComplete(plan, [1, 2], false)).toBe(false)
    expect(isComplete(plan, [1], true)).toBe(false)
    expect(isComplete(plan, [1, 3], true)).toBe(true)
  })
})

test('copies take one option after another', () => {
  expect(indexesOf(asked(['a', 'a', 'b'], 1, 1), ['a', 'b', 'a'])).toEqual([0, 2, 1])
})
