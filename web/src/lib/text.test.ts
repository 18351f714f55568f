import { describe, expect, it } from 'vitest'
import { breakdown, capital, inWords, joined, partQuestion, plain } from './text'

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

  it('part a question from what is said about it', () => {
    const parted = (words: string): string[] => {
      const { lead, rest } = partQuestion(inWords(words))
      return [plain(lead), plain(rest)]
    }
    expect(parted('Place a development? You have 4 other cards.')).toEqual([
      'Place a development?',
      'You have 4 other cards.',
    ])
    expect(parted('You hold with 1 more. Which power do you use?')).toEqual([
      'Which power do you use?',
      'You hold with 1 more.',
    ])
    expect(parted('Choose your action card for round 9.')).toEqual(['Choose your action card for round 9.', ''])
    expect(parted('開発を出しますか？カードは4枚あります。')).toEqual(['開発を出しますか？', 'カードは4枚あります。'])
    const { lead, rest } = partQuestion([
      { text: 'Pay 3 cards for ' },
      { text: 'Galactic Survey: SETI', card: 'Galactic Survey: SETI' },
      { text: ' (cost 6, ' },
      { text: 'Public Works', card: 'Public Works' },
      { text: ' −1).' },
    ])
    expect(plain(lead)).toBe('Pay 3 cards for Galactic Survey: SETI.')
    expect(plain(rest)).toBe('Cost 6, Public Works −1.')
    expect(rest.some(({ card }) => card === 'Public Works')).toBe(true)
  })
})
