// The catalogs of the page and of its games.
import { describe, expect, it } from 'vitest'

type Catalog = Record<string, string>
const FILES = import.meta.glob<Catalog>(['../i18n/*.json', '../games/*/{i18n,lobby}/*.json'], {
  import: 'default',
  eager: true,
})
const languages = Object.keys(FILES)
  .flatMap((path) => /^\.\.?\/(?:i18n\/)?([a-z]{2})\.json$/.exec(path)?.[1] ?? [])
  .filter((id) => id !== 'en')
const folders = Object.keys(FILES).flatMap((path) =>
  path.endsWith('/en.json') ? [path.slice(0, -'en.json'.length)] : [],
)
const slots = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ''))].sort()

it('finds the page, and the table and the lobby of every game', () => {
  expect(folders.length).toBeGreaterThanOrEqual(5)
})

it('has every id once', () => {
  const ids = folders.flatMap((folder) => Object.keys(FILES[`${folder}en.json`] ?? {}))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

describe.each(folders.flatMap((folder) => languages.map((language) => [folder, language] as const)))(
  'the catalog %s in %s',
  (folder, language) => {
    const en = FILES[`${folder}en.json`] ?? {}
    const other = FILES[`${folder}${language}.json`] ?? {}

    it('has every id of the English one, and no other', () => {
      expect(Object.keys(other).sort()).toEqual(Object.keys(en).sort())
    })

    it('fills in the same facts', () => {
      for (const [id, text] of Object.entries(en)) {
        expect(slots(text), id).toEqual(expect.arrayContaining(slots(other[id] ?? '')))
      }
    })
  },
)
