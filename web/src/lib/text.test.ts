import { describe, expect, it } from 'vitest'
import { breakdown, capital, inWords, joined, plain } from './text'

describe('texts in pieces', () => {
  it('are one string where there is no room for more', () => {
    expect(plain([{ text: 'Pay for ' }, { text: 'Gem World', card: 'Gem World' }, { text: '.' }])).toBe(
      'Pay for Gem World.',
    )
    expect(plain(inWords(''))).toBe('')
  })

  it('begin with a capital where they stand by themselves', () => {
    expect(capital('end your turn')).toBe('End your turn')
    expect(capital('échanger un bien')).toBe('Échanger un bien')
    expect(capital('2x VPs')).toBe('2x VPs')
    expect(capital('何も選ばない')).toBe('何も選ばない')
  })

  it('keep their cards when they are joined', () => {
    const text = joined([[{ text: 'Old Earth', card: 'Old Earth' }], inWords('none')], ', ')
    expect(plain(text)).toBe('Old Earth, none')
    expect(text[0]?.card).toBe('Old Earth')
  })

  it('tell what a number is made of, with signs', () => {
    const parts = [
      { source: [{ text: 'New Sparta', card: 'New Sparta' }], amount: 2 },
      { source: inWords('cost'), amount: -1 },
    ]
    expect(plain(breakdown(parts))).toBe('New Sparta +2 · cost -1')
  })
})
