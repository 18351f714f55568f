// The catalogs of the page and of its games.
import { describe, expect, it } from 'vitest'

type Catalog = Record<string, string>
const FILES = import.meta.glob<Catalog>(['../i18n/**/*.json', '../games/*/{i18n,lobby}/*.json'], {
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

const SOURCES = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const STATIC = /^\s*(?:import|export)\s(?!type\s)[^'"]*?from\s*'(\.[^']+)'/gm
const FETCHED = /(?:withMessages\(\[([^\]]*)\],\s*\(\) =>\s*)?import\('(\.[^']+)'\)/g

/** The file that an import means, by its path from here; none for one that is no source. */
function fileOf(from: string, target: string): string | undefined {
  const path = new URL(target, `file:///src/i18n/${from}`).pathname.replace('/src/', '../')
  return [path, `${path}.ts`, `${path}/index.ts`].find((file) => file in SOURCES)
}

/** All modules that may be shown without a part of the catalog: those that nothing fetches together with it. */
function shownWithout(part: string): Set<string> {
  const found = new Set(['../main.ts', ...Object.keys(SOURCES).filter((path) => path.startsWith('../games/'))])
  for (const path of found) {
    const text = SOURCES[path] ?? ''
    const targets = [...text.matchAll(STATIC)].map(([, target = '']) => target)
    for (const [, parts = '', target = ''] of text.matchAll(FETCHED)) {
      if (!parts.includes(`'${part}'`)) targets.push(target)
    }
    for (const target of targets) {
      const file = fileOf(path, target)
      if (file) found.add(file)
    }
  }
  return found
}

describe.each(['almanac', 'daily', 'review'])('the part %s of the catalog', (part) => {
  const ids = Object.keys(FILES[`./${part}/en.json`] ?? {})

  it('is fetched with every screen that uses it', () => {
    const shown = [...shownWithout(part)]
    expect(ids.length).toBeGreaterThan(20)
    expect(shown).toEqual(expect.arrayContaining(['../views/Room.svelte', '../components/HintPanel.svelte']))
    const users = shown.flatMap((path) =>
      ids.filter((id) => SOURCES[path]?.includes(`'${id}'`)).map((id) => [path, id]),
    )
    expect(users).toEqual([])
  })
})
