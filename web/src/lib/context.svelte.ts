// The shared state of the components of a view, instead of handing it down from one to the next.
import { createContext } from 'svelte'
import type { SeatInfo } from '../protocol'
import { CardLibrary } from './cards.svelte'
import type { Choice } from './choice.svelte'
import { Inspector } from './inspector.svelte'
import type { Recap } from './recap'

/** The cards of the game that a view shows, and the one that is looked at. */
interface CardContext {
  readonly cards: CardLibrary
  readonly inspector: Inspector
}

export const [getCardContext, setCardContext] = createContext<CardContext>()

/** Give the components below a view cards of their own, for as long as it is shown. */
export function provideCards(): CardContext {
  const context = { cards: new CardLibrary(), inspector: new Inspector() }
  setCardContext(context)
  $effect(() => context.inspector.listen())
  return context
}

/** The table that a game is played at, or was. */
export interface TableContext {
  /** The question, and what is chosen. */
  readonly choice: Choice
  /** The occupants of the seats; empty in a replay. */
  readonly seats: readonly SeatInfo[]
  /** The connected players, by seat. */
  readonly here: readonly boolean[]
  /** Explain the points of a seat; not available in a replay. */
  readonly onscore?: (seat: number) => void
  /** The deeds of a seat since the viewer's last decision; null for nothing. */
  readonly recapOf?: (seat: number) => Recap | null
  /** Show it again; not available where nothing moves. */
  readonly onagain?: ((seat: number) => void) | undefined
}

export const [getTable, setTable] = createContext<TableContext>()
