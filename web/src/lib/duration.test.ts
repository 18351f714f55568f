import { describe, expect, it } from 'vitest'
import { onClock, parts } from './duration'

describe('durations', () => {
  it('are told in two units at most', () => {
    expect(parts(90_061_000)).toEqual([
      { value: 1, unit: 'd' },
      { value: 1, unit: 'h' },
    ])
    expect(parts(3_700_000)).toEqual([
      { value: 1, unit: 'h' },
      { value: 1, unit: 'm' },
    ])
    expect(parts(86_400_000)).toEqual([{ value: 1, unit: 'd' }])
  })
  it('are shown as on a clock when they are short', () => {
    expect(onClock(65_000)).toBe('1:05')
    expect(onClock(4_100)).toBe('0:05')
    expect(onClock(-10)).toBe('0:00')
  })
})
