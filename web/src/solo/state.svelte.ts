// What a page that plays by itself has to say about itself, in a line above everything else.
import type { Keeping } from './messages'

class SoloState {
  /** Whether there is no server at all. */
  alone = $state(false)
  failed = $state(false)
  keeping = $state<Keeping>('kept')
  /** A newer version that waits to take over. */
  update = $state.raw<ServiceWorker | null>(null)
  private asked = false
  private arrived: () => void = () => undefined
  private readonly arrival = new Promise<void>((resolve) => (this.arrived = resolve))

  /** The rules are there. */
  ready(): void {
    this.arrived()
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

export const soloState = new SoloState()
