// The last choice in the lobby, so that the next visit begins there.

/** The table that was last begun: the game with its mode, how many players, and the level of each bot. */
interface LastTable {
  picked: string
  players: number
  bots: string[]
}

const KEY = 'repulse.lobby'
const NONE: LastTable = { picked: '', players: 0, bots: [] }
/** From this many finished games on, a visitor needs no lesson before everything else. */
export const GAMES_TO_LEARN = 2

export function lastTable(): LastTable {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<LastTable>
    const bots = Array.isArray(kept.bots) ? kept.bots.filter((bot) => typeof bot === 'string') : []
    return { picked: String(kept.picked ?? ''), players: Number(kept.players) || 0, bots }
  } catch {
    return NONE
  }
}

/** Keep what was chosen; an open seat is for one table, a level for all. */
export function keepTable({ picked, players, bots }: LastTable): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ picked, players, bots: bots.map((bot) => (bot === 'open' ? '' : bot)) }))
  } catch {
    // Without storage every visit begins with the first game.
  }
}

/** The bots of the other seats: what was chosen for each, where the game has it; else the level of the seat before, or the usual one. */
export function seatBots(chosen: string[], count: number, has: string[], usual: string): string[] {
  const seats: string[] = []
  for (let index = 0; index < count; index++) {
    const wanted = chosen[index] ?? ''
    const before = seats.find((bot) => bot !== 'open')
    seats.push(
      wanted === 'open' || has.includes(wanted) ? wanted : chosen[index] === undefined ? (before ?? usual) : usual,
    )
  }
  return seats
}
