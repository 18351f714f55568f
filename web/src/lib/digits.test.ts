import { describe, expect, it } from 'vitest'
import { digitLabels, typeDigit } from './digits'

describe('the digits of options', () => {
  it('are one each for up to ten', () => {
    expect(digitLabels(3)).toEqual(['1', '2', '3'])
    expect(digitLabels(10)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'])
  })

  it('are two each for more', () => {
    expect(digitLabels(11)).toHaveLength(11)
    expect(digitLabels(12).slice(8)).toEqual(['09', '10', '11', '12'])
  })

  it('are different for every option', () => {
    for (const count of [1, 10, 11, 40]) expect(new Set(digitLabels(count)).size).toBe(count)
  })
})

describe('typing digits', () => {
  it('chooses at once where there is one digit each', () => {
    expect(typeDigit('', '0', digitLabels(10))).toEqual({ typed: '', chosen: 9 })
    expect(typeDigit('', '4', digitLabels(3))).toEqual({ typed: '', chosen: -1 })
  })

  it('waits for the second digit where there are two', () => {
    const labels = digitLabels(12)
    expect(typeDigit('', '1', labels)).toEqual({ typed: '1', chosen: -1 })
    expect(typeDigit('1', '2', labels)).toEqual({ typed: '', chosen: 11 })
    expect(typeDigit('0', '1', labels)).toEqual({ typed: '', chosen: 0 })
  })

  it('starts over with a digit that does not fit', () => {
    const labels = digitLabels(12)
    expect(typeDigit('1', '7', labels)).toEqual({ typed: '', chosen: -1 })
    expect(typeDigit('0', '0', labels)).toEqual({ typed: '0', chosen: -1 })
  })
})
