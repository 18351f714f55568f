// The speed of things that move, and their sounds, as set by the visitor and the browser.
import { settings } from '../lib/settings.svelte'
import type { Sound } from './beats'
import { speedOf, type Speed } from './timeline'

class Motion {
  private calm = $state(false)

  constructor() {
    const wish = matchMedia('(prefers-reduced-motion: reduce)')
    this.calm = wish.matches
    wish.addEventListener('change', (event) => (this.calm = event.matches))
  }

  /** The speed that holds: none for those who have asked their system for calm. */
  get speed(): Speed {
    return this.calm ? 'instant' : this.wanted
  }

  /** The speed that was set, or that comes with practice. */
  get wanted(): Speed {
    return speedOf(settings.motion, settings.games)
  }

  /** Whether the system asks for calm, so that the setting has no effect. */
  get reduced(): boolean {
    return this.calm
  }

  /** Whether there are sounds: as it was set, else only for somebody who plays alone. */
  hasSounds(company: boolean): boolean {
    return settings.sound === 'auto' ? !company : settings.sound === 'on'
  }

  play(sound: Sound | '', company = false): void {
    if (!sound || !this.hasSounds(company)) return
    // A sound that cannot be fetched is not worth a word.
    import('./sounds').then(
      ({ sing }) => sing(sound),
      () => undefined,
    )
  }
}

export const motion = new Motion()
