import { describe, expect, it } from 'vitest'
import type { Ask } from '../protocol'
import earth from './earth/tips'
import galaxy from './galaxy/tips'
import { tipFor } from '../lib/tips'

describe.each([
  ['galaxy', galaxy],
  ['earth', earth],
])('the tips of %s', (name, tips) => {
  it('are there in every language, short, once each', () => {
    const ids = tips.map(({ tip }) => tip.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { tip } of tips) {
      expect(tip.id.startsWith(`${name}.`)).toBe(true)
      for (const words of Object.values(tip.words)) expect(words.length).toBeLessThan(190)
      expect(tip.words.ja).toMatch(/[ぁ-ん]/)
      expect(new Set(Object.values(tip.words)).size).toBe(3)
    }
  })
  it('are about different questions', () => {
    const prompts = tips.flatMap((each) => each.prompts)
    expect(new Set(prompts).size).toBe(prompts.length)
  })
})

it('a tip is given once', () => {
  const ask = { prompt: 'settle.pay' } as Ask
  expect(tipFor(galaxy, ask, [])?.id).toBe('galaxy.pay')
  expect(tipFor(galaxy, ask, ['galaxy.pay'])).toBeNull()
  expect(tipFor(galaxy, null, [])).toBeNull()
})
