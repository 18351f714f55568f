import { describe, expect, it } from 'vitest'
import type { Ask, OptionInfo } from '../protocol'
import { listOptions } from './listing'

function option(word: string, kind: string): OptionInfo {
  return {
    word,
    title: [{ text: word }],
    detail: [],
    price: '',
    target: kind ? { kind, name: word, other: '', seat: 0 } : null,
  }
}

function ask(options: OptionInfo[]): Ask {
  return {
    number: 1,
    seat: 0,
    prompt: 'x',
    kind: 'one',
    domain: 'x',
    least: 1,
    most: 1,
    about: '',
    text: [],
    options,
    why_not: [],
    totals: [],
    suggested: [],
    sure: false,
    keeps: false,
    pays: false,
    held: [],
  }
}

const sorting = {
  isHeld: ({ target }: OptionInfo) => target?.kind === 'hand',
  groupOf: ({ target }: OptionInfo) => target?.kind ?? '',
  filter: ({ word }: OptionInfo) => word !== 'far',
}

describe('listOptions', () => {
  it('puts lists first, then cards, then what points to nothing', () => {
    const shown = listOptions(
      ask([option('pass', ''), option('card', 'hand'), option('a', 'move'), option('b', 'fly'), option('c', 'move')]),
      sorting,
    )
    expect(shown.groups.map(([group]) => group)).toEqual(['move', 'fly'])
    expect(shown.indexes).toEqual([2, 4, 3, 1, 0])
    expect(shown.loose.map(({ optionIndex }) => optionIndex)).toEqual([0])
    expect(shown.held.map(({ optionIndex }) => optionIndex)).toEqual([1])
  })

  it('lists what points to nothing if nothing else does', () => {
    const shown = listOptions(ask([option('0', ''), option('1', '')]), sorting)
    expect(shown.loose).toEqual([])
    expect(shown.indexes).toEqual([0, 1])
  })

  it('leaves out what is filtered away', () => {
    expect(listOptions(ask([option('far', 'move'), option('a', 'move')]), sorting).indexes).toEqual([1])
    expect(listOptions(null, sorting).indexes).toEqual([])
  })
})
