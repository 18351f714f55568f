import { describe, expect, test } from 'vitest'
import type { Ask, OptionInfo } from '../../protocol'
import { pieceOf, boardOptions } from './moves'

const option = (kind: string, name: string, other = '', seat = -1): OptionInfo => ({
  word: `${kind} ${name} ${other}`,
  title: [],
  detail: [],
  price: '',
  target: { kind, name, other, seat },
})

function asked(prompt: string, options: OptionInfo[]): Ask {
  return {
    about: '',
    domain: '',
    kind: 'one',
    least: 1,
    most: 1,
    number: 1,
    options,
    prompt,
    seat: 0,
    text: [],
    totals: [],
    why_not: [],
    suggested: [],
    sure: false,
    keeps: false,
    pays: false,
    held: [],
  }
}

const TURN = asked('action', [
  { word: 'end turn', title: [], detail: [], price: '', target: null },
  option('region', 'Asia', '', 0),
  option('move', 'Europe', 'Asia', 0),
  option('move', 'Europe', 'Africa', 0),
  option('mothership', 'Asia', 'Europe', 0),
])

describe('a turn', () => {
  test('ships and the mothership can be taken up, and a ship deployed', () => {
    const { ships, mothership, deploy, goals } = boardOptions(TURN, null)
    expect([...ships]).toEqual(['Europe'])
    expect(mothership).toBe('Asia')
    expect(deploy).toEqual({ region: 'Asia', optionIndex: 1 })
    expect(goals.size).toBe(0)
  })

  test('a ship that is held can go where an option leads', () => {
    const { goals } = boardOptions(TURN, { kind: 'move', from: 'Europe' })
    expect([...goals]).toEqual([
      ['Asia', 2],
      ['Africa', 3],
    ])
  })

  test('the mothership goes its own ways', () => {
    expect([...boardOptions(TURN, { kind: 'mothership', from: 'Asia' }).goals]).toEqual([['Europe', 4]])
  })
})

test('a region that is asked for is chosen by itself', () => {
  expect(boardOptions(asked('drag.to', [option('region', 'Asia')]), null).goals.get('Asia')).toBe(0)
})

test('a piece that is asked for is one of a seat', () => {
  expect(boardOptions(asked('zap', [option('region', 'Asia', '', 2)]), null).pieces.get(pieceOf('Asia', 2))).toBe(0)
})

test('a player may stand for several ships', () => {
  expect(
    boardOptions(asked('drag.ships', [option('player', '', '', 1), option('player', '', '', 1)]), null).players.get(1),
  ).toEqual([0, 1])
})
