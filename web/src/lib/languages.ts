// The languages of the page: the list is that of the server. Each has catalogs of its own (`i18n/<id>.json` and those of the
// games), which are found by their names.
import list from '../../../src/repulse/engine/display/languages.json'

/** The code of a language of the list. */
export type Language = string

export const LANGUAGES: readonly { id: Language; name: string; plural: Readonly<Record<string, string>> }[] = list as {
  id: string
  name: string
  plural: Record<string, string>
}[]

const rules = new Map<Language, Intl.PluralRules>()
const formats = new Map<Language, Intl.NumberFormat>()

function cached<T>(all: Map<Language, T>, language: Language, make: () => T): T {
  const known = all.get(language) ?? make()
  all.set(language, known)
  return known
}

/** The plural categories of a language, in the order in which texts give their forms. */
export const categoriesOf = (language: Language): string[] => [
  ...Object.keys(LANGUAGES.find(({ id }) => id === language)?.plural ?? {}),
  'other',
]

/** The one of several forms of a word that goes with a number. Categories that a text does not know take the last form. */
export function formFor(
  number: number,
  forms: string[],
  language: Language,
  categories = categoriesOf(language),
): string {
  const rule = cached(rules, language, () => new Intl.PluralRules(language))
  const index = Number.isNaN(number) ? -1 : categories.indexOf(rule.select(number))
  return forms[index] ?? forms.at(-1) ?? ''
}

/** A number as a language writes it; four digits are not grouped, since most of them are ratings and years. */
export const numberText = (number: number, language: Language): string =>
  cached(
    formats,
    language,
    () => new Intl.NumberFormat(language, { useGrouping: 'min2', maximumFractionDigits: 1 }),
  ).format(number)
