// The room that the bar of the page is about, and which of its panels is open.
import type { RoomModel } from './room.svelte'

class Social {
  model = $state.raw<RoomModel | null>(null)
  panel = $state<'' | 'people' | 'chat' | 'carry'>('')

  /** Go to the room of the rematch; set by the room. */
  goNext: () => void = () => undefined

  toggle(panel: 'people' | 'chat'): void {
    this.panel = this.panel === panel ? '' : panel
  }
}

export const social = new Social()
