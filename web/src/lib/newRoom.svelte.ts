// A room in the making: what the form of the lobby says, and the request that it makes.
import type { Clock, CreateRoom, Games, Mode, WantedSeat } from '../protocol'

/** A mode of a game that can be played. */
export interface ModeEntry {
  id: string
  game: string
  mode: Mode
  bots: string[]
  temperaments: string[]
  advice: boolean
}

export const modesOf = ({ games }: Games): ModeEntry[] =>
  games.flatMap(({ game, modes, bots, temperaments = [], advice = false }) =>
    modes.map((mode) => ({ id: `${game}/${mode.mode}`, game, mode, bots, temperaments, advice })),
  )

/** All bots of a mode by name: each level also with each temperament. */
export const botsWithTemperaments = ({ bots, temperaments }: ModeEntry): string[] =>
  bots.flatMap((bot) => [bot, ...temperaments.map((temperament) => `${bot}@${temperament}`)])

/** The number of players that was wished for, or the usual one of a mode that cannot have it. */
export function playersOf({ mode }: ModeEntry, wanted: number): number {
  const { players } = mode
  return players.includes(wanted) ? wanted : (players[Math.min(1, players.length - 1)] ?? 3)
}

const NO_CLOCK: Clock = { kind: 'none', seconds: 0 }

export function clockOf(value: string): Clock {
  const [kind, seconds] = value.split(' ')
  return kind === 'live' || kind === 'days' ? { kind, seconds: Number(seconds) } : NO_CLOCK
}

export class NewRoom {
  deal = $state('')
  flags = $state<Record<string, boolean>>({})
  name = $state('')
  password = $state('')
  listed = $state(false)
  seed = $state('')
  overlay = $state('')
  /** The kind and the seconds of a clock; empty for none. */
  clock = $state('')
  /** Whether people may talk; if nothing was said, unless the room is listed. */
  chat = $state<boolean | null>(null)
  hints = $state(true)

  get mayTalk(): boolean {
    return this.chat ?? !this.listed
  }

  /**
   * Return the request for this room.
   *
   * @param seats Who sits on the other seats: a bot by its name, or `open` for a friend.
   */
  request({ game, mode }: ModeEntry, seats: string[]): CreateRoom {
    const hasFriends = seats.includes('open')
    const others = seats.map((bot): WantedSeat => (bot === 'open' ? { kind: 'open' } : { kind: 'bot', bot }))
    return {
      game,
      options: this.options(mode, seats.length + 1),
      seats: [{ kind: 'me' }, ...others],
      name: this.name,
      clock: hasFriends ? clockOf(this.clock) : NO_CLOCK,
      chat: hasFriends ? this.mayTalk : null,
      hints: this.hints,
      password: this.password,
      listed: this.listed,
      start: !hasFriends,
      seed: this.seed.trim() || null,
    }
  }

  private options(mode: Mode, players: number): Record<string, unknown> {
    const options: Record<string, unknown> = { ...mode.options, players }
    if (this.deal && mode.deals.includes(this.deal)) options['deal'] = this.deal
    for (const flag of mode.flags) if (this.flags[flag]) options[flag] = true
    if (this.overlay) options['overlays'] = [{ text: this.overlay }]
    return options
  }
}
