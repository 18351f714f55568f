// The notice of a page that plays by itself, in a line above everything else.
import type { Keeping } from './messages'

class OfflineState {
  /** Whether there is no server at all. */
  alone = $state(false)
  failed = $state(false)
  keeping = $state<Keeping>('kept')
  /** A newer version that waits to take over. */
  update = $state.raw<ServiceWorker | null>(null)
  /** The loaded bytes of those that a game needs. */
  bytes = $state(0)
  totalBytes = $state(0)
  private isReady = $state(false)
  /** The number of things that wait for the rules. */
  awaited = $state(0)
  private asked = false
  private arrived: () => void = () => undefined
  private readonly arrival = new Promise<void>((resolve) => (this.arrived = resolve))

  /** The rules are there. */
  ready(): void {
    this.isReady = true
    this.arrived()
  }

  /** Whether somebody waits for what is still being loaded. */
  get loading(): boolean {
    return !this.isReady && !this.failed && this.awaited > 0
  }

  /** The last part is spent on starting what was loaded. */
  get percent(): number {
    return this.totalBytes ? Math.min(99, Math.floor((100 * this.bytes) / this.totalBytes)) : 0
  }

  /** Wait until the rules are there. */
  loaded(): Promise<void> {
    return this.arrival
  }

  /** Ask the browser not to throw away what is kept when space runs short; once, and without insisting. */
  ask(): void {
    if (this.asked) return
    this.asked = true
    void navigator.storage?.persist?.().catch(() => undefined)
  }
}

export const offlineState = new OfflineState()
