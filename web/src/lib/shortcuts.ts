// The keys at the table. Single characters can be turned off (WCAG 2.1.4); Enter always confirms.

type Shortcut =
  'digit' | 'confirm' | 'enter' | 'next' | 'undo' | 'help' | 'hint' | 'hand' | 'question' | 'table' | 'log' | 'words'

const LETTERS: Record<string, Shortcut> = {
  c: 'confirm',
  n: 'next',
  u: 'undo',
  '?': 'help',
  h: 'hint',
  k: 'hand',
  q: 'question',
  t: 'table',
  l: 'log',
  w: 'words',
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/**
 * Return what a key does, or null.
 *
 * @param onButton Whether a button has the focus, which Enter presses.
 * @param letters Whether single characters do anything.
 */
export function shortcutOf(
  { key, ctrlKey, metaKey, altKey }: Key,
  onButton: boolean,
  letters: boolean,
): Shortcut | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Enter') return onButton ? null : 'enter'
  if (!letters) return null
  if (/^[0-9]$/.test(key)) return 'digit'
  return LETTERS[key.toLowerCase()] ?? null
}
