// The news for the others at a table, besides the log: who left, came back or ran out of time.
import type { LogLine } from '../protocol'

/** The occupants of the seats after a rematch. */
export const SEATS = 'note.seats'
const TOLD = ['note.left', 'note.returned', 'note.time-up', 'note.ended', SEATS]

/** The lines of the log that a viewer is told of; a player knows what happens to their own seat. */
export function newsOf(lines: LogLine[], own: number): LogLine[] {
  return lines.filter(({ event, seat }) => TOLD.includes(event) && (seat < 0 || seat !== own))
}
