// An attack of the Xenos as duels: what each player faces, what they have against it, and how it ends.
import type { GalaxyScreen, LogLine } from '../../protocol'
import { nameIn, numberIn } from '../../motion/facts'

export interface Duel {
  seat: number
  attack: number
  have: number
  /** Null while the player may still use powers. */
  held: boolean | null
  award: number
  /** The world that was damaged; empty for none. */
  damaged: string
}

/** The seats under attack, the highest admiral first. */
const attackedIn = ({ players, war }: GalaxyScreen): number[] =>
  players
    .filter(({ attack }) => attack)
    .map(({ seat }) => seat)
    .sort((a, b) => (war?.order.indexOf(a) ?? a) - (war?.order.indexOf(b) ?? b))

/**
 * The duels of an attack, the highest admiral first. A question parts an attack into several beats: `earlier` are the duels
 * of those before.
 */
export function duelsOf(lines: LogLine[], before: GalaxyScreen, last: GalaxyScreen, earlier: Duel[]): Duel[] {
  const cards = lines.filter(({ event }) => event === 'invasion_card')
  const results = lines.filter(({ event }) => event === 'defend')
  const known = cards.length ? [] : earlier
  const seats = cards.length
    ? cards.map(({ seat }) => seat)
    : known.length
      ? known.map(({ seat }) => seat)
      : results.length
        ? results.map(({ seat }) => seat)
        : attackedIn(last)
  return seats.map((seat) => {
    const was = known.find((duel) => duel.seat === seat)
    const result = results.find((line) => line.seat === seat)
    const damaged = lines.find(({ event, seat: hit }) => event === 'damage' && hit === seat)
    const now = last.players[seat]
    const player = now?.attack ? now : before.players[seat]
    const attack = result ? numberIn(result, 'attack') : (was?.attack ?? player?.attack_strength ?? 0)
    const defends = now?.attack ? now.vs_xenos + now.defense : undefined
    const have = result
      ? numberIn(result, 'n')
      : ((was?.held === null ? defends : undefined) ?? was?.have ?? (player ? player.vs_xenos + player.defense : 0))
    return {
      seat,
      attack,
      have,
      held: result ? have > attack : (was?.held ?? null),
      award: result ? numberIn(result, 'award') : (was?.award ?? 0),
      damaged: damaged ? nameIn(damaged, 'placed') : (was?.damaged ?? ''),
    }
  })
}

/** The wave of an attack, by its cards; 4 for retaliation, 0 if it is not known. */
export const waveOf = (lines: LogLine[]): number =>
  Math.max(0, ...lines.filter(({ event }) => event === 'invasion_card').map((line) => numberIn(line, 'wave')))
