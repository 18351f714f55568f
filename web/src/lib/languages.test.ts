import { describe, expect, it } from 'vitest'
import { categoriesOf, formFor, LANGUAGES, numberText } from './languages'

const POLISH = ['one', 'few', 'many', 'other']

describe('forms by number', () => {
  it('has four of them where a language has few and many', () => {
    const forms = ['karta', 'karty', 'kart', 'karty']
    const told = [1, 2, 5, 12, 21, 22, 102, 1.5].map((n) => formFor(n, forms, 'pl', POLISH))
    expect(told).toEqual(['karta', 'karty', 'kart', 'kart', 'kart', 'karty', 'karty', 'karty'])
  })

  it('takes the last form for a category that the list does not have, and for no number', () => {
    expect(formFor(1_000_000, ['joueur', 'joueurs'], 'fr')).toBe('joueurs')
    expect(formFor(NaN, ['player', 'players'], 'en')).toBe('players')
  })

  it.each(LANGUAGES.map(({ id }) => id))('has the categories of the browser for small whole numbers in %s', (id) => {
    const rule = new Intl.PluralRules(id)
    for (let n = 0; n <= 300; n++) expect(categoriesOf(id)).toContain(rule.select(n))
  })
})

describe('numbers', () => {
  it('are written as the language does', () => {
    expect(numberText(1.5, 'fr')).toBe('1,5')
    expect(numberText(1512, 'en')).toBe('1512')
    expect(numberText(123456, 'en')).toBe('123,456')
  })
})
