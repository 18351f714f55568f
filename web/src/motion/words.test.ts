// Every sign of a recap and every great moment has its words.
import { describe, expect, it } from 'vitest'
import earth from '../games/earth/motion.ts?raw'
import galaxy from '../games/galaxy/motion.ts?raw'
import en from '../i18n/en.json'
import drawn from './Recap.svelte?raw'

const all = (pattern: RegExp): string[] => [galaxy, earth].flatMap((text) => [...text.matchAll(pattern)].map((found) => found[1] ?? ''))

describe('the words of what happens', () => {
  it('has some for every sign, which is drawn too', () => {
    const signs = new Set(all(/(?:sign: |count\(|named\()'(\w+)'/g))
    expect(signs.size).toBeGreaterThan(20)
    for (const sign of signs) {
      expect(en).toHaveProperty([`recap.${sign}`])
      expect(drawn).toContain(`\n    ${sign}: '`)
    }
  })

  it('has some for every moment', () => {
    for (const title of all(/'(moment\.\w+)'/g)) expect(en).toHaveProperty([title])
  })
})
