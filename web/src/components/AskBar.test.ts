// @vitest-environment happy-dom
import '../testing/browser'
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ask } from '../protocol'
import { Choice } from '../lib/choice.svelte'
import { option, question } from '../testing/fixtures'
import Provider from '../testing/Provider.svelte'
import AskBar from './AskBar.svelte'

describe('the answer bar', () => {
  let mounted: Record<string, unknown> | null = null
  const onanswer = vi.fn()
  const onundo = vi.fn()
  const choice = new Choice({ pick: (index) => choice.toggle(index), pickTokens: () => undefined, accepts: true })

  beforeEach(() => {
    onanswer.mockClear()
    onundo.mockClear()
  })
  afterEach(async () => {
    if (mounted) await unmount(mounted)
    mounted = null
    document.body.replaceChildren()
  })

  function show(ask: Ask | null, more: Record<string, unknown> = {}): HTMLElement {
    choice.set(ask)
    const props = {
      ask,
      choice,
      names: ['Ada', 'Grace', 'Alan'],
      thinking: [],
      seat: 0,
      canUndo: false,
      busy: false,
      refusal: '',
      loose: [],
      onanswer,
      onundo,
      ...more,
    }
    mounted = mount(Provider, {
      target: document.body,
      props: { table: { choice, seats: [], here: [] }, component: AskBar, props },
    })
    flushSync()
    const bar = document.querySelector<HTMLElement>('.ask')
    if (!bar) throw new Error('there is no bar')
    return bar
  }
  const go = (): HTMLButtonElement => document.querySelector('[data-go]') as HTMLButtonElement

  it('names the question by its number and its text', () => {
    const bar = show(question({ number: 41 }))
    expect(bar.dataset['ask']).toBe('41')
    expect(bar.querySelector('.question')?.textContent).toContain('What do you do?')
  })

  it('lets an answer be sent once enough is chosen', () => {
    show(question({ kind: 'some', least: 2, most: 2 }))
    expect(go().disabled).toBe(true)
    choice.toggle(0)
    flushSync()
    expect(go().disabled).toBe(true)
    choice.toggle(2)
    flushSync()
    expect(go().disabled).toBe(false)
    go().click()
    expect(onanswer).toHaveBeenCalledTimes(1)
  })

  it('sends nothing while an answer is on its way', () => {
    const bar = show(question({ suggested: ['a'] }), { busy: true, canUndo: true })
    expect(go().disabled).toBe(true)
    expect(bar.dataset['busy']).toBe('')
    expect(bar.querySelector<HTMLButtonElement>('.undo')?.disabled).toBe(true)
  })

  it('takes back what can be taken back', () => {
    const bar = show(question(), { canUndo: true })
    bar.querySelector<HTMLButtonElement>('.undo')?.click()
    expect(onundo).toHaveBeenCalledTimes(1)
  })

  it('says why an answer was refused', () => {
    const bar = show(question(), { refusal: 'Choose a world.' })
    expect(bar.querySelector('[role=status]')?.textContent).toBe('Choose a world.')
  })

  it('counts what is still to be paid', () => {
    const totals = [{ id: 'cost', words: [], have: 5, need: 3, parts: [] }]
    const bar = show(question({ kind: 'some', least: 3, most: 3, pays: true, totals }))
    expect(bar.querySelectorAll('.meter i')).toHaveLength(3)
    choice.toggle(0)
    flushSync()
    expect(bar.querySelectorAll('.meter .on')).toHaveLength(1)
  })

  it('shows a total of a question that is no payment as a number', () => {
    const totals = [{ id: 'cost', words: [], have: 5, need: 3, parts: [] }]
    const bar = show(question({ totals }))
    expect(bar.querySelector('.meter')).toBeNull()
    expect(bar.querySelector('.versus')?.textContent).toMatch(/5.*3/)
  })

  it('names those who are awaited, and offers nothing to a spectator', () => {
    const bar = show(null, { thinking: [1, 2], seat: -1 })
    expect(bar.textContent).toContain('Grace')
    expect(bar.textContent).toContain('Alan')
    expect(bar.querySelector('.go')).toBeNull()
  })

  it('has options by the button, which are picked by a click', () => {
    const ask = question({ options: [option('pass'), option('b')] })
    const row = { option: option('pass'), optionIndex: 0 }
    show(ask, { loose: [{ row, digit: '1' }] })
    const button = document.querySelector<HTMLButtonElement>('[data-option="0"]')
    expect(button?.getAttribute('aria-pressed')).toBe('false')
    button?.click()
    flushSync()
    expect(choice.chosen).toEqual([0])
    expect(button?.getAttribute('aria-pressed')).toBe('true')
  })
})
