// The card that is shown large. `pinned` was asked for by a tap or a key and stays until it is closed.
import type { Text } from '../protocol'
import { layout } from './layout.svelte'

/** The time a card is pointed at before it is shown beside itself. */
const DELAY = 280
/** The pointer rests on a button that was pressed while it moves no further than this. */
const REST = 6
/** The things that can be looked at: cards, and their names in a text. */
const CARDS = '[data-card], [data-named]'

export class Inspector {
  name = $state('')
  pinned = $state(false)
  /** The reason why this card cannot be chosen; empty if it can, or if nothing is asked. */
  reason = $state.raw<Text>([])
  /** Where the card lies that is pointed at; null if none is, or not for long enough. */
  box = $state.raw<DOMRect | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Where the pointer was pressed and still rests: what comes to lie below it then was not pointed at. */
  private pressed: { x: number; y: number } | null = null

  /** Follow the pointer and the focus; the returned function ends that. */
  listen(): () => void {
    const listeners = new AbortController()
    const { signal } = listeners
    const leave = (): void => this.leave()
    document.addEventListener(
      'pointerover',
      (event) => {
        if (!(event.target as Element).closest(CARDS)) leave()
      },
      { signal },
    )
    document.addEventListener(
      'pointerdown',
      ({ clientX: x, clientY: y }) => {
        leave()
        this.pressed = { x, y }
      },
      { signal },
    )
    document.addEventListener(
      'pointermove',
      ({ clientX, clientY, target }) => {
        const from = this.pressed
        if (!from || Math.hypot(clientX - from.x, clientY - from.y) <= REST) return
        this.pressed = null
        if ((target as Element).closest(CARDS)) this.linger()
      },
      { signal },
    )
    document.addEventListener('keydown', () => (this.pressed = null), { signal })
    // The element with the focus may lose it by being taken from the page, in the middle of an update.
    document.addEventListener('focusout', () => queueMicrotask(leave), { signal })
    return () => {
      listeners.abort()
      leave()
    }
  }

  hover(name: string, reason: Text = []): void {
    if (this.pinned) return
    this.leave()
    this.name = name
    this.reason = reason
    if (!this.pressed) this.linger()
  }

  /** Show the card beside itself, if it is pointed at for long enough. */
  private linger(): void {
    clearTimeout(this.timer)
    if (layout.column || !matchMedia('(hover: hover)').matches) return
    this.timer = setTimeout(() => {
      const at = document.querySelector(':is([data-card], [data-named]):is(:hover, :focus-visible)')
      this.box = at?.getBoundingClientRect() ?? null
    }, DELAY)
  }

  /** Nothing is pointed at any more. */
  leave(): void {
    clearTimeout(this.timer)
    this.box = null
  }

  /** At a desk a card is shown in the column or beside itself; on a phone in front of everything. */
  show(name: string, reason: Text = []): void {
    if (layout.desk && matchMedia('(hover: hover)').matches) {
      this.pressed = null
      this.hover(name, reason)
    } else this.pin(name, reason)
  }

  pin(name: string, reason: Text = []): void {
    this.leave()
    this.name = name
    this.reason = reason
    this.pinned = true
  }

  close(): void {
    this.pinned = false
  }
}
