// The states of the tables of this browser when they were last seen, for the lobby: the server is not asked for it.
import type { Event as RoomEvent, SeatInfo } from '../protocol'

interface Standing {
  round: number
  /** The points of each seat, as everybody may know them. */
  scores: number[]
  seats: SeatInfo[]
  seat: number
  /** The chance that the viewer holds in the next attack, in words, and their language; none in most games. */
  outlook?: { words: string; language: string } | undefined
}

const KEY = 'repulse.standings'
const LESSONS = 'repulse.lessons'
const MAX_STANDINGS = 60

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? otherwise
  } catch {
    return otherwise
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage the lobby says less.
  }
}

/** A room with its standing. */
type Kept = [string, Standing]

/** The kept states, the latest first. */
function allStandings(): Kept[] {
  const kept = read<Kept[]>(KEY, [])
  return Array.isArray(kept) ? kept : []
}

/** The round that a screen shows, and the points of its players. */
function pointsOf(screen: NonNullable<RoomEvent['screen']>): Pick<Standing, 'round' | 'scores'> {
  const round = 'turn' in screen ? screen.turn : screen.round
  const scores = screen.players.map((player) => ('vp' in player ? player.vp : player.score))
  return { round, scores }
}

/** The outlook of a seat on the next attack, in the language of the screen. */
function outlookOf(screen: NonNullable<RoomEvent['screen']>, seat: number, language: string): Standing['outlook'] {
  const words = 'war' in screen ? screen.war?.odds.find((each) => each.seat === seat)?.verdict : ''
  return words ? { words, language } : undefined
}

/** Keep how a table stands, and that a lesson was finished; `language` is that of the words of the event. */
export function noteStanding({ room, seat, screen, coach, result }: RoomEvent, language = ''): void {
  if (!screen || seat < 0) return
  const others = allStandings().filter(([id]) => id !== room.room)
  const latest: Kept = [
    room.room,
    { ...pointsOf(screen), seats: room.seats, seat, outlook: outlookOf(screen, seat, language) },
  ]
  write(KEY, [latest, ...others].slice(0, MAX_STANDINGS))
  const done = lessonsDone()
  if (room.lesson && (coach?.waits === 'over' || result) && !done.includes(room.lesson))
    write(LESSONS, [...done, room.lesson])
}

/** The state of a table when it was last seen; undefined for one that was not. */
export const standingOf = (room: string): Standing | undefined => allStandings().find(([id]) => id === room)?.[1]

/** The lessons that were played to their end in this browser. */
export const lessonsDone = (): string[] => read<string[]>(LESSONS, [])

/** The opponent with the most points, and both scores. */
export function closest({ scores, seat }: Standing): { rival: number; mine: number; best: number } {
  const others = scores.map((score, other) => ({ score, other })).filter(({ other }) => other !== seat)
  const first = others.reduce(
    (most, each) => (each.score > most.score ? each : most),
    others[0] ?? { score: 0, other: -1 },
  )
  return { rival: first.other, mine: scores[seat] ?? 0, best: first.score }
}
