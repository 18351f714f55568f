// Every sign of a recap and every great moment has its words, and every token that flies is known.
import { describe, expect, it } from 'vitest'
import { signs as earthSigns, tokens as earthTokens } from '../games/earth/motion'
import earth from '../games/earth/motion.ts?raw'
import earthMessages from '../games/earth/i18n/en.json'
import { signs as galaxySigns, tokens as galaxyTokens } from '../games/galaxy/motion'
import galaxy from '../games/galaxy/motion.ts?raw'
import galaxyMessages from '../games/galaxy/i18n/en.json'
import en from '../i18n/en.json'

const SHARED_LOOKS = ['there', 'here', 'back', 'chip', 'strike']
const all = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map((found) => found[1] ?? ''))

describe.each([
  { name: 'galaxy', source: galaxy, signs: galaxySigns, tokens: galaxyTokens, own: galaxyMessages },
  { name: 'earth', source: earth, signs: earthSigns, tokens: earthTokens, own: earthMessages },
])('the motion of $name', ({ source, signs, tokens, own }) => {
  const messages = { ...en, ...own }

  it('has a sign with words for every deed', () => {
    const deeds = all(source, /(?:sign: |count\(|named\()'(\w+)'/g)
    expect(deeds.size).toBeGreaterThan(8)
    expect([...deeds].sort()).toEqual(Object.keys(signs).sort())
    for (const { text } of Object.values(signs)) expect(messages).toHaveProperty([text])
  })

  it('has words for every moment', () => {
    for (const title of all(source, /'(moment\.\w+)'/g)) expect(messages).toHaveProperty([title])
  })

  it('has a token for everything that is no likeness', () => {
    const looks = [...all(source, /look: '(\w+)'/g)].filter((look) => !SHARED_LOOKS.includes(look))
    expect(looks.sort()).toEqual(Object.keys(tokens).sort())
  })
})
