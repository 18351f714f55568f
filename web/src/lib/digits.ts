// The digits by which options are chosen: one each for up to ten, two each for more.
const DIGITS = '1234567890'

/** The keys for each of the options, in their order: 1 to 9 and 0, or 01, 02 and so on. */
export function digitLabels(count: number): string[] {
  if (count <= DIGITS.length) return [...DIGITS.slice(0, count)]
  const length = String(count).length
  return Array.from({ length: count }, (_, index) => String(index + 1).padStart(length, '0'))
}

interface Typing {
  /** The digits of an option that is not named in full yet. */
  typed: string
  /** The index of the option that was named; -1 while none is. */
  chosen: number
}

/** Take another digit; a digit that fits no option starts over. */
export function typeDigit(typed: string, digit: string, labels: string[]): Typing {
  for (const text of [typed + digit, digit]) {
    const chosen = labels.indexOf(text)
    if (chosen >= 0) return { typed: '', chosen }
    if (labels.some((label) => label.startsWith(text))) return { typed: text, chosen: -1 }
  }
  return { typed: '', chosen: -1 }
}
