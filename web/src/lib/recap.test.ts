// @vitest-environment happy-dom
import '../testing/browser'
import { describe, expect, it } from 'vitest'
import type { Sign } from '../motion/beats'
import { recapInWords } from './recap'

const signs: Record<string, Sign> = {
  first: { icon: 'place', text: 'close' },
  second: { icon: 'draw', text: 'ask.confirm' },
  vp: { icon: 'vp', text: 'recap.vp' },
}

describe('what a seat did', () => {
  it('is the deed that comes first among the signs, with the points', () => {
    const recap = recapInWords([{ sign: 'vp', n: 3 }, { sign: 'second' }, { sign: 'first' }], signs)
    expect(recap).toEqual({ main: 'Close', points: 3, whole: 'Close, Confirm, gained 3 VP' })
  })

  it('may be points alone', () => {
    expect(recapInWords([{ sign: 'vp', n: 2 }], signs)).toEqual({ main: '', points: 2, whole: 'Gained 2 VP' })
  })
})

it('discards of an exploration that began earlier are not told as cards kept', () => {
  const told = recapInWords([{ sign: 'explore', n: -3 }], { explore: { icon: 'draw', text: 'recap.points' } })
  expect(told).toEqual({ main: '', points: 0, whole: '' })
})
