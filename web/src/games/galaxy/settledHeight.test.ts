import { describe, expect, it } from 'vitest'
import { SettledHeight } from './settledHeight'

describe('the height of the hand', () => {
  it('follows what is wanted', () => {
    const height = new SettledHeight()
    expect([200, 180, 210].map((wanted) => height.take('5', wanted))).toEqual([200, 180, 210])
  })

  it('keeps the greater of two heights that lead to each other', () => {
    const height = new SettledHeight()
    expect([244, 195, 244, 195, 195].map((wanted) => height.take('5', wanted))).toEqual([244, 195, 244, 244, 244])
  })

  it('is not kept by a height that came before the two', () => {
    const height = new SettledHeight()
    for (const wanted of [300, 195, 244, 195]) height.take('5', wanted)
    expect(height.take('5', 195)).toBe(244)
  })

  it('begins again with another question', () => {
    const height = new SettledHeight()
    for (const wanted of [244, 195, 244]) height.take('5', wanted)
    expect(height.take('7', 195)).toBe(195)
  })
})
