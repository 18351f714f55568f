// How fast things move, and whether they sound, as the visitor and the browser have it.
import { settings } from '../lib/settings.svelte'
import type { Sound } from './beats'
import type { Speed } from './timeline'

class Motion {
  private calm = $state(false)
  /** Whether other people sit at this table. */
  company = $state(false)

  constructor() {
    const wish = matchMedia('(prefers-reduced-motion: reduce)')
    this.calm = wish.matches
    wish.addEventListener('change', (event) => (this.calm = event.matches))
  }

  /** The speed that holds: none for those who have asked their system for calm. */
  get speed(): Speed {
    return this.calm ? 'instant' : settings.motion
  }

  /** Whether the system asks for calm, so that the setting has no effect. */
  get reduced(): boolean {
    return this.calm
  }

  /** Whether there are sounds: as it was set, else only for somebody who plays alone. */
  get sounds(): boolean {
    return settings.sound === 'auto' ? !this.company : settings.sound === 'on'
  }

  play(sound: Sound | ''): void {
    if (!sound || !this.sounds) return
    void import('./sounds').then(({ sing }) => sing(sound))
  }
}

export const motion = new Motion()
