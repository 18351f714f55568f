// The tables of this browser, and how they stand: one list for the whole lobby.
import type { TableState } from '../protocol'
import { getTables } from './api'
import { backend } from './backend'
import { time } from './clock.svelte'
import { identity } from './identity.svelte'
import { seatName } from './people'
import { noteSeat, type HeldSeat } from './seats'

const MAX_ASKED = 30

export class TableList {
  held = $state.raw<HeldSeat[]>([])
  states = $state.raw<Map<string, TableState>>(new Map())
  /** Whether the tables are known yet. */
  known = $state(false)

  isMine({ room }: HeldSeat): boolean {
    return this.states.get(room)?.your_turn ?? false
  }

  /** Where one is awaited first, then what goes on, then what is over; the latest first. */
  get order(): HeldSeat[] {
    return [...this.held].sort(
      (a, b) => Number(this.isMine(b)) - Number(this.isMine(a)) || Number(a.over) - Number(b.over) || b.at - a.at,
    )
  }

  get finished(): number {
    return this.held.filter(({ over }) => over).length
  }

  /** The game to go on with: that of the first table in order which has begun and is not over. */
  get open(): HeldSeat | undefined {
    const waits = ({ room }: HeldSeat): boolean => this.states.get(room)?.stage === 'lobby'
    return this.order.find((seat) => !seat.over && !waits(seat))
  }

  async refresh(): Promise<void> {
    if (identity.key && !document.hidden) {
      try {
        await identity.tables()
      } catch {
        // Known tables are shown.
      }
    }
    this.held = await backend().seats()
    this.known = true
    const asked = this.held.filter((seat) => !seat.ending).slice(0, MAX_ASKED)
    if (!backend().shared || !asked.length || document.hidden) return
    try {
      const found = await getTables(asked.map(({ room, token }) => ({ room, token })))
      this.states = new Map(found.tables.map((state) => [state.room, state]))
      time.set(0)
    } catch {
      return
    }
    for (const state of this.states.values()) await this.take(state)
    this.held = await backend().seats()
  }

  private async take(state: TableState): Promise<void> {
    if (state.gone) await backend().drop(state.room)
    else if (state.stage === 'over') {
      const { scores = [], winners = [], seats = [] } = state
      const ending = scores.length ? { ending: { names: seats.map(seatName), scores, winners } } : {}
      noteSeat(state.room, { over: true, seat: state.seat ?? -1, ...ending })
    }
  }

  async drop(seat: HeldSeat): Promise<void> {
    await backend().drop(seat.room)
    this.held = await backend().seats()
    if (seat.mine && identity.key) await identity.letGo(seat.room).catch(() => undefined)
  }
}
