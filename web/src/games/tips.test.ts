import { describe, expect, it } from 'vitest'
import type { Ask } from '../protocol'
import earth from './earth/tips'
import galaxy from './galaxy/tips'
import { tipFor } from '../lib/tips'

type Catalog = Record<string, string>
const FILES = import.meta.glob<Catalog>('./*/i18n/*.json', { import: 'default', eager: true })

describe.each([
  ['galaxy', galaxy],
  ['earth', earth],
])('the tips of %s', (name, tips) => {
  const catalogs = Object.entries(FILES).filter(([path]) => path.startsWith(`./${name}/`))

  it('are once each', () => {
    const ids = tips.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id.startsWith(`${name}.`)).toBe(true)
  })

  it('have short words in every language, and no words lack a tip', () => {
    expect(catalogs.length).toBeGreaterThan(3)
    for (const [path, catalog] of catalogs) {
      const words = Object.entries(catalog).filter(([id]) => id.startsWith('tip.'))
      expect(words.map(([id]) => id).sort(), path).toEqual(tips.map(({ id }) => `tip.${id}`).sort())
      for (const [id, text] of words) expect(text.length, `${path} ${id}`).toBeLessThan(190)
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
