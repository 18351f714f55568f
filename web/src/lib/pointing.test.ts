import { describe, expect, it } from 'vitest'
import type { Ask, Coach } from '../protocol'
import { partOf } from '../testing/fixtures'
import { selectorOf, wantedIndexes } from './pointing'

const option = (word: string) => ({ word, title: [], detail: [], target: null })
const ask = partOf<Ask>({ prompt: 'pay', options: ['a', 'b', 'b', 'c'].map(option) })
const coach = (accept: string[][], prompt = 'pay'): Coach => ({
  lesson: 'x',
  title: '',
  step: 0,
  steps: 1,
  say: [],
  waits: 'answer',
  prompt,
  accept,
  point: [],
})

describe('what a lesson points at', () => {
  it('is a mark of the page', () => {
    expect(selectorOf('hand')).toBe('[data-hand]')
    expect(selectorOf('card:Galactic Survey: SETI')).toBe('[data-card="Galactic Survey: SETI"]')
  })
  it('is where the options of the answer are, copies one after another', () => {
    expect(wantedIndexes(coach([['b', 'c']]), ask, false)).toEqual([1, 3])
    expect(wantedIndexes(coach([['b', 'b']]), ask, false)).toEqual([1, 2])
  })
  it('is the rest, where what is kept is chosen', () => {
    expect(wantedIndexes(coach([['b', 'b', 'c']]), ask, true)).toEqual([0])
  })
  it('is the first answer that can be given', () => {
    expect(
      wantedIndexes(
        coach([
          ['a', 'd'],
          ['a', 'c'],
        ]),
        ask,
        false,
      ),
    ).toEqual([0, 3])
    expect(
      wantedIndexes(
        coach([
          ['b', 'b', 'b'],
          ['a', 'c'],
        ]),
        ask,
        true,
      ),
    ).toEqual([1, 2])
    expect(wantedIndexes(coach([['a', 'd']]), ask, false)).toEqual([])
  })
  it('is nothing for another question, or where any answer will do', () => {
    expect(wantedIndexes(coach([['a']], 'place'), ask, false)).toEqual([])
    expect(wantedIndexes(coach([]), ask, false)).toEqual([])
  })
})
