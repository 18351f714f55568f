// The part that somebody has missed: everything since the last decision, with the table as it was then.
import type { LogLine, Screen } from '../protocol'
import type { EventEffects } from './beats'
import { recapOf, type SeatDeeds } from './recap'

interface Mark {
  length: number
  screen: Screen
}

export class Memory {
  /** The deeds of each of the others; empty if nobody did anything. */
  seats = $state.raw<SeatDeeds[]>([])
  lines: LogLine[] = []
  first: Screen | null = null
  private mark: Mark | null = null
  private asked = 0
  /** The length of the log after the reported events. */
  private end = 0

  /** A decision was made on this screen, when the log had `length` lines. */
  decided(length: number, screen: Screen): void {
    this.mark = { length, screen }
  }

  /** A question is asked: what happened until then is told, unless it was nothing. */
  ask(number: number, log: LogLine[], effects: EventEffects, own: number): void {
    if (number === this.asked || !this.mark) return
    this.asked = number
    if (log.length < this.end) this.forget()
    const lines = log.slice(this.mark.length)
    const seats = recapOf(effects, lines, own)
    if (!seats.length) return
    this.seats = seats
    this.lines = lines
    this.first = this.mark.screen
    this.end = log.length
  }

  /** The reported events have been taken back. */
  private forget(): void {
    this.seats = []
    this.lines = []
    this.first = null
    this.end = 0
  }
}
