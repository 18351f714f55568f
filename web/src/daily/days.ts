// The names of days, in the language of the page.
import { settings } from '../lib/settings.svelte'

/** A day such as "19 November". */
export const dayName = (day: string, form: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' }): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(settings.language, { timeZone: 'UTC', ...form })
