// What is shown large just now. `pinned` was asked for by a tap or a key and stays until it is closed.
import type { Text } from '../protocol'

class Inspector {
  name = $state('')
  pinned = $state(false)
  /** Why this card cannot be chosen just now; empty if it can, or if nothing is asked. */
  reason = $state.raw<Text>([])

  hover(name: string, reason: Text = []): void {
    if (this.pinned) return
    this.name = name
    this.reason = reason
  }

  /** Where there is room for it, a card is shown beside the table; else in front of it. */
  show(name: string, reason: Text = []): void {
    if (matchMedia('(min-width: 1081px)').matches) this.hover(name, reason)
    else this.pin(name, reason)
  }

  pin(name: string, reason: Text = []): void {
    this.name = name
    this.reason = reason
    this.pinned = true
  }

  close(): void {
    this.pinned = false
  }
}

export const inspector = new Inspector()
