// What somebody has missed: everything since the last decision, with the table as it was then.
import type { LogLine, Screen } from '../protocol'
import type { Rows } from './beats'
import { recapOf, type SeatDeeds } from './recap'

interface Mark {
  length: number
  screen: Screen
}

export class Memory {
  /** What each of the others did; empty if nobody did anything. */
  seats = $state.raw<SeatDeeds[]>([])
  lines: LogLine[] = []
  first: Screen | null = null
  private mark: Mark | null = null
  private asked = 0

  /** A decision was made on this screen, after so many lines of the log. */
  decided(length: number, screen: Screen): void {
    this.mark = { length, screen }
  }

  /** A question is asked: what happened until then is told, unless it was nothing. */
  ask(number: number, log: LogLine[], rows: Rows, own: number): void {
    if (number === this.asked || !this.mark) return
    this.asked = number
    const lines = log.slice(this.mark.length)
    const seats = recapOf(rows, lines, own)
    if (!seats.length) return
    this.seats = seats
    this.lines = lines
    this.first = this.mark.screen
  }
}
