// The failures of the server, in the words of the page.
import { maybe } from './i18n.svelte'
import { settings } from './settings.svelte'

/** A refusal of the server, of a request or of a command; or any other error. */
interface Refused {
  code?: string
  words?: string
  message?: string
}

/** Why something was refused: by its code, or in the server's own words where these are all there is (the rules' own). */
export function errorMessage({ code = '', words, message }: Refused): string {
  const told = words ?? message ?? ''
  // The server speaks English, and tells more than its code does.
  if (told && settings.language === 'en') return told
  return maybe(`refused.${code}`, told)
}
