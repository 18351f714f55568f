// The order in which options are shown, which is also that of the digits 1 to 9.
import type { Ask, OptionInfo } from '../protocol'

export interface Row {
  option: OptionInfo
  place: number
}

export interface Shown {
  /** Options in lists, by heading. */
  groups: [string, Row[]][]
  /** What points to nothing while others point to something, such as to pass: it stands by the button. */
  loose: Row[]
  /** Options that are drawn as cards in hand. */
  held: Row[]
  /** The places of all, in the order of the digits. */
  places: number[]
}

export interface Sorting {
  isHeld: (option: OptionInfo) => boolean
  groupOf: (option: OptionInfo) => string
  filter: (option: OptionInfo) => boolean
}

export function arrange(ask: Ask | null, { isHeld, groupOf, filter }: Sorting): Shown {
  const mixed = ask?.options.some(({ target }) => target) ?? false
  const groups = new Map<string, Row[]>()
  const loose: Row[] = []
  const held: Row[] = []
  ask?.options.forEach((option, place) => {
    const row = { option, place }
    if (isHeld(option)) held.push(row)
    else if (!filter(option)) return
    else if (mixed && !option.target) loose.push(row)
    else {
      const group = groupOf(option)
      groups.set(group, [...(groups.get(group) ?? []), row])
    }
  })
  const listed = [...groups.values()].flat()
  return { groups: [...groups], loose, held, places: [...listed, ...held, ...loose].map(({ place }) => place) }
}
