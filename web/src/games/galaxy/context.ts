// The shared state of the components of the table of galaxy.
import { createContext } from 'svelte'
import type { GalaxyScreen } from '../../protocol'

interface GalaxyContext {
  readonly screen: GalaxyScreen
  /** Show the lane of a seat large. */
  readonly openLane: (seat: number) => void
}

export const [getGalaxy, setGalaxy] = createContext<GalaxyContext>()
