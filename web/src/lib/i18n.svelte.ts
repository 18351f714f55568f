// The words of the page, by id. Words of the games come from the server.
import en from '../i18n/en.json'
import singular from '../i18n/singular.json'
import { settings, type Language } from './settings.svelte'

export type Word = keyof typeof en
type Catalogue = Partial<Record<Word, string>>
/** The languages that are fetched when somebody wants them; English is always there. */
const FETCHED: Partial<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  fr: () => import('../i18n/fr.json'),
  ja: () => import('../i18n/ja.json'),
}
let catalogues = $state.raw<Partial<Record<Language, Catalogue>>>({ en })

/** Have the words of a language at hand; until they are there, they are English. */
export async function fetchWords(language: Language): Promise<void> {
  const fetched = FETCHED[language]
  if (!fetched || catalogues[language]) return
  const { default: words } = await fetched()
  catalogues = { ...catalogues, [language]: words }
}

/** The numbers that take the first of two forms: the same as in the texts of the server, which a test compares. */
const SINGULAR: Record<Language, number[]> = singular
const SLOT = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g

/** The words for an id; `{n}` is filled in, and `{n|card|cards}` takes the first for the singular and the second else. */
export function t(id: Word, facts: Record<string, string | number> = {}): string {
  const text = catalogues[settings.language]?.[id] ?? en[id]
  return text.replace(SLOT, (_all, name: string, one?: string, many?: string) => {
    const value = facts[name] ?? ''
    if (one === undefined || many === undefined) return String(value)
    return SINGULAR[settings.language].includes(Number(value)) ? one : many
  })
}

/** The words for an id that may not exist, such as one made from a name the server sent. */
export function maybe(id: string, otherwise: string): string {
  return id in en ? t(id as Word) : otherwise
}
