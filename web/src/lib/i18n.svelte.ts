// The words of the page, by id. Words of the games come from the server.
import type almanac from '../i18n/almanac/en.json'
import type daily from '../i18n/daily/en.json'
import en from '../i18n/en.json'
import type review from '../i18n/review/en.json'
import { lazy } from './lazy'
import { formFor, numberText, type Language } from './languages'
import { settings } from './settings.svelte'

/** The catalogs of the page. A game adds its own here by declaration merging (see the `manifest.ts` of one). */
export interface Catalogs {
  page: typeof en
  almanac: typeof almanac
  daily: typeof daily
  review: typeof review
}
export type MessageKey = { [Name in keyof Catalogs]: keyof Catalogs[Name] }[keyof Catalogs]
export type Catalog = Partial<Record<MessageKey, string>>
/** The files of a catalog, by their paths, which end in `<language>.json`; each is loaded when it is needed. */
export type CatalogFiles = Record<string, () => Promise<Catalog>>

/** The page itself, and what the lobby has to know of each game. English is always there. */
const PAGE: CatalogFiles = import.meta.glob<Catalog>(['../i18n/*.json', '../games/*/lobby/*.json', '!../**/en.json'], {
  import: 'default',
})
const LOBBIES = import.meta.glob<Catalog>('../games/*/lobby/en.json', { import: 'default', eager: true })
/** The words of some screens only: the almanac; deals of the day and puzzles; reviews and replays. */
const PARTS = {
  almanac: import.meta.glob<Catalog>('../i18n/almanac/*.json', { import: 'default' }),
  daily: import.meta.glob<Catalog>('../i18n/daily/*.json', { import: 'default' }),
  review: import.meta.glob<Catalog>('../i18n/review/*.json', { import: 'default' }),
}
const sources: CatalogFiles[] = [PAGE]
const loaded = new Set<string>()
let catalogs = $state.raw<Partial<Record<Language, Catalog>>>({ en: Object.assign({}, en, ...Object.values(LOBBIES)) })

async function loadFiles(files: CatalogFiles, language: Language): Promise<void> {
  const wanted = Object.entries(files).filter(([path]) => path.endsWith(`/${language}.json`) && !loaded.has(path))
  const parts = await Promise.all(wanted.map(([, load]) => lazy(load)))
  if (!parts.length) return
  for (const [path] of wanted) loaded.add(path)
  catalogs = { ...catalogs, [language]: Object.assign({}, catalogs[language], ...parts) }
}

/** Load the messages of a language; until they arrive, or if they do not, messages are in English. */
export async function loadMessages(language: Language): Promise<void> {
  try {
    await Promise.all(sources.map((files) => loadFiles(files, language)))
  } catch (error) {
    console.error(error)
  }
}

/** Add the messages of a game: they are loaded in English and in the language that is shown, and later in any other. */
export async function addMessages(files: CatalogFiles): Promise<void> {
  if (!sources.includes(files)) sources.push(files)
  const languages = new Set<Language>(['en', settings.language])
  await Promise.all([...languages].map((language) => loadFiles(files, language)))
}

/** Load a screen together with the parts of the catalog that it needs. */
export async function withMessages<T>(parts: (keyof typeof PARTS)[], screen: () => Promise<T>): Promise<T> {
  const [loadedScreen] = await Promise.all([screen(), ...parts.map((part) => addMessages(PARTS[part]))])
  return loadedScreen
}

const SLOT = /\{(\w+)((?:\|[^|{}]*)+)?\}/g

/** The words for an id; `{n}` is filled in, and `{n|card|cards}` takes the form for that number. */
export function t(id: MessageKey, facts: Record<string, string | number> = {}): string {
  const own = catalogs[settings.language]?.[id]
  const language = own === undefined ? 'en' : settings.language
  const text = own ?? catalogs.en?.[id] ?? id
  return text.replace(SLOT, (_all, name: string, forms?: string) => {
    const value = facts[name] ?? ''
    if (forms !== undefined) return formFor(Number(value), forms.slice(1).split('|'), language)
    return typeof value === 'number' ? numberText(value, language) : value
  })
}

/** Several names in one phrase, as the language of the page joins them. */
export const tList = (names: string[]): string => new Intl.ListFormat(settings.language).format(names)

/** The words for an id that may not exist, such as one made from a name the server sent. */
export function maybe(id: string, otherwise: string): string {
  return id in (catalogs.en ?? {}) ? t(id as MessageKey) : otherwise
}
