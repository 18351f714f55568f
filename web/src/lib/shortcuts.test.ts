import { describe, expect, it } from 'vitest'
import { shortcutOf } from './shortcuts'

const key = (name: string, held = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held })

describe('shortcuts', () => {
  it('are single characters, in either case', () => {
    expect(shortcutOf(key('u'), false, true)).toBe('undo')
    expect(shortcutOf(key('U'), false, true)).toBe('undo')
    expect(shortcutOf(key('7'), false, true)).toBe('digit')
    expect(shortcutOf(key('?'), false, true)).toBe('help')
    expect(shortcutOf(key('x'), false, true)).toBeNull()
  })

  it('can be turned off, but for Enter', () => {
    for (const name of ['u', '7', '?', 'c']) expect(shortcutOf(key(name), false, false)).toBeNull()
    expect(shortcutOf(key('Enter'), false, false)).toBe('enter')
  })

  it('leave Enter to the button that has the focus', () => {
    expect(shortcutOf(key('Enter'), true, true)).toBeNull()
    expect(shortcutOf(key('u'), true, true)).toBe('undo')
  })

  it('leave combinations to the browser', () => {
    expect(shortcutOf(key('u', { ctrlKey: true }), false, true)).toBeNull()
    expect(shortcutOf(key('l', { metaKey: true }), false, true)).toBeNull()
    expect(shortcutOf(key('t', { altKey: true }), false, true)).toBeNull()
  })
})
