// The deeds of each seat since somebody's last decision, in a few signs.
import type { LogLine, Screen } from '../protocol'
import type { Deed, EventEffects } from './beats'

export interface SeatDeeds {
  seat: number
  deeds: Deed[]
}

/** The deeds of every seat but one's own, in the order in which seats did something; equal signs are added up. */
export function recapOf<S extends Screen>(effects: EventEffects<S>, lines: LogLine[], own: number): SeatDeeds[] {
  const seats = new Map<number, Deed[]>()
  for (const line of lines) {
    if (line.seat < 0 || line.seat === own) continue
    for (const deed of effects[line.event]?.deeds?.(line) ?? []) {
      const deeds = seats.get(line.seat) ?? []
      seats.set(line.seat, deeds)
      const same = deeds.find(({ sign }) => sign === deed.sign)
      if (!same) deeds.push({ ...deed })
      else {
        if (deed.n !== undefined) same.n = (same.n ?? 0) + deed.n
        if (deed.names) same.names = [...(same.names ?? []), ...deed.names]
      }
    }
  }
  return [...seats].map(([seat, deeds]) => ({ seat, deeds })).sort((a, b) => a.seat - b.seat)
}
