// The order in which options are shown, which is also that of the digits (`digits.ts`).
import type { Ask, OptionInfo } from '../protocol'

export interface ListedOption {
  option: OptionInfo
  optionIndex: number
}

export interface Listing {
  /** Options in lists, by heading. */
  groups: [string, ListedOption[]][]
  /** Options that point to nothing while others point to something, such as to pass: it stands by the button. */
  loose: ListedOption[]
  /** Options that are drawn as cards in hand. */
  held: ListedOption[]
  /** The indexes of all, in the order of the digits. */
  indexes: number[]
}

interface Sorting {
  isHeld: (option: OptionInfo) => boolean
  groupOf: (option: OptionInfo) => string
  filter: (option: OptionInfo) => boolean
}

export function listOptions(ask: Ask | null, { isHeld, groupOf, filter }: Sorting): Listing {
  const mixed = ask?.options.some(({ target }) => target) ?? false
  const groups = new Map<string, ListedOption[]>()
  const loose: ListedOption[] = []
  const held: ListedOption[] = []
  ask?.options.forEach((option, optionIndex) => {
    const row = { option, optionIndex }
    if (isHeld(option)) held.push(row)
    else if (!filter(option)) return
    else if (mixed && !option.target) loose.push(row)
    else {
      const group = groupOf(option)
      groups.set(group, [...(groups.get(group) ?? []), row])
    }
  })
  const listed = [...groups.values()].flat()
  return {
    groups: [...groups],
    loose,
    held,
    indexes: [...listed, ...held, ...loose].map(({ optionIndex }) => optionIndex),
  }
}
