// A table that the lobby would begin: the game, who plays, and how; it starts as the last one was.
import { characterOf } from '../art/characters'
import { createRoom } from './api'
import { backend } from './backend'
import { errorMessage } from './errors'
import { identity } from './identity.svelte'
import { keepTable, lastTable, seatBots } from './lobby'
import { botsWithTemperaments, type ModeEntry, NewRoom, playersOf } from './newRoom.svelte'
import { router } from './router.svelte'
import { settings } from './settings.svelte'
import { loadGame } from '../games'

export const OPEN = 'open'
/** The opponents of a visitor who has chosen none: one to learn from, one to beat. */
const FIRST_RIVALS = ['sensible', 'casual']

export class NewTable {
  readonly room = new NewRoom()
  /** The game that was begun last in this browser; empty before the first. */
  readonly last: string
  picked = $state('')
  private players = $state(3)
  private others = $state<string[]>([])
  busy = $state(false)
  problem = $state('')

  constructor(readonly modes: ModeEntry[]) {
    const last = lastTable()
    this.last = last.picked
    this.picked = last.picked
    this.players = last.players || 3
    this.others = last.bots.length ? last.bots : FIRST_RIVALS
  }

  get entry(): ModeEntry | undefined {
    return this.modes.find(({ id }) => id === this.picked) ?? this.modes[0]
  }

  /** The level that most people can hope to beat. */
  private usual(bots: string[]): string {
    return bots.includes('sensible') ? 'sensible' : (bots.at(-1) ?? '')
  }

  count(entry: ModeEntry): number {
    return playersOf(entry, this.players)
  }

  /** The occupants of the other seats of a game. */
  seatsOf(entry: ModeEntry): string[] {
    return seatBots(this.others, this.count(entry) - 1, botsWithTemperaments(entry), this.usual(entry.bots))
  }

  /** The same with bots alone, for a game that begins at once. */
  botsOf(entry: ModeEntry): string[] {
    return this.seatsOf(entry).map((bot) => (bot === OPEN ? this.usual(entry.bots) : bot))
  }

  setPlayers(players: number): void {
    this.players = players
  }

  setSeat(entry: ModeEntry, index: number, bot: string): void {
    this.others = this.seatsOf(entry).map((each, at) => (at === index ? bot : each))
  }

  /** Keep a seat open for a friend, unless one is. */
  invite(entry: ModeEntry): void {
    const seats = this.seatsOf(entry)
    if (!seats.includes(OPEN)) this.setSeat(entry, seats.length - 1, OPEN)
  }

  /** Have a level at the table, or no more; somebody always remains, and no more than the game has seats for. */
  toggle(entry: ModeEntry, bot: string): void {
    const seats = this.botsOf(entry)
    const character = characterOf(bot)
    const without = seats.filter((each) => characterOf(each) !== character)
    const next = without.length < seats.length ? without : [...seats, bot]
    const most = Math.max(...entry.mode.players) - 1
    if (!next.length) return
    this.others = next.slice(-most)
    this.players = this.others.length + 1
  }

  async play(entry: ModeEntry, seats: string[]): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.problem = ''
    settings.keep()
    const { game, id, mode } = entry
    // The table is loaded while the server makes the room; a failure is reported there.
    loadGame(game).catch(() => undefined)
    try {
      const me = { my_name: settings.name, my_face: settings.face }
      const { room, token, seat } = await createRoom({ ...this.room.request(entry, seats), ...me })
      const held = { room, token, seat, game, mode: mode.mode, name: this.room.name }
      backend().hold({ ...held, at: Date.now(), over: false, mine: !!identity.key })
      keepTable({ picked: id, players: seats.length + 1, bots: seats })
      router.go(`/room/${room}`)
    } catch (error) {
      this.problem = errorMessage(error as Error)
    } finally {
      this.busy = false
    }
  }
}
