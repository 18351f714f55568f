// The words of the page, by id. Words of the games come from the server.
import en from '../i18n/en.json'
import fr from '../i18n/fr.json'
import ja from '../i18n/ja.json'
import singular from '../i18n/singular.json'
import { settings, type Language } from './settings.svelte'

export type Word = keyof typeof en
const CATALOGUES: Record<Language, Partial<Record<Word, string>>> = { en, fr, ja }
/** The numbers that take the first of two forms: the same as in the texts of the server, which a test compares. */
const SINGULAR: Record<Language, number[]> = singular
const SLOT = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g

/** The words for an id; `{n}` is filled in, and `{n|card|cards}` takes the first for the singular and the second else. */
export function t(id: Word, facts: Record<string, string | number> = {}): string {
  const text = CATALOGUES[settings.language][id] ?? en[id]
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
