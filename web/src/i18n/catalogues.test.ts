import { describe, expect, it } from 'vitest'
import en from './en.json'
import fr from './fr.json'
import ja from './ja.json'

const slots = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ''))].sort()

describe.each([
  ['fr', fr as Record<string, string>],
  ['ja', ja as Record<string, string>],
])('the catalogue %s', (_name, words) => {
  it('has every id of the English one, and no other', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort())
  })

  it('fills in the same facts', () => {
    for (const [id, text] of Object.entries(en)) {
      const wanted = slots(text)
      expect(wanted, id).toEqual(expect.arrayContaining(slots(words[id] ?? '')))
    }
  })
})
