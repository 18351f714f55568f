// @vitest-environment happy-dom
import '../testing/browser'
import { createRawSnippet, flushSync, mount, unmount } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import Dialog from './Dialog.svelte'

describe('a dialog', () => {
  let mounted: Record<string, unknown> | null = null
  const onclose = vi.fn()
  afterEach(async () => {
    if (mounted) await unmount(mounted)
    mounted = null
    onclose.mockClear()
    document.body.replaceChildren()
  })

  function open(): HTMLDialogElement {
    const children = createRawSnippet(() => ({ render: () => '<p>inside</p>' }))
    mounted = mount(Dialog, { target: document.body, props: { title: 'Rules', onclose, children } })
    flushSync()
    return document.querySelector('dialog') as HTMLDialogElement
  }

  it('is modal, and named by its title', () => {
    const dialog = open()
    expect(dialog.open).toBe(true)
    expect(dialog.getAttribute('aria-label')).toBe('Rules')
    expect(dialog.querySelector('h2')?.textContent).toBe('Rules')
    expect(dialog.textContent).toContain('inside')
  })

  it('closes by its button, once', () => {
    open().querySelector('button')?.click()
    expect(onclose).toHaveBeenCalledTimes(1)
  })

  it('closes by a click beside it, not by one inside', () => {
    const dialog = open()
    dialog.querySelector<HTMLElement>('p')?.click()
    expect(onclose).not.toHaveBeenCalled()
    dialog.click()
    expect(onclose).toHaveBeenCalledTimes(1)
  })
})
