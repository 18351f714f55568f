// A room as the page knows it: the last event, the log, and how to send commands.
import type { ChatLine, Event as RoomEvent, LogLine, Refused } from '../protocol'
import { Connection, type Reply, type Status, type Wish } from './connection'
import { knowPassword } from './api'
import { time } from './clock.svelte'
import { host } from './host'

/** Refusals of talk: the chat tells them itself. */
const TALK = ['no-chat', 'too-much-talk']

export class RoomModel {
  status = $state<Status>('connecting')
  event = $state.raw<RoomEvent | null>(null)
  log = $state.raw<LogLine[]>([])
  here = $state.raw<boolean[]>([])
  spectators = $state(0)
  /** What was said, the oldest first. */
  chat = $state.raw<ChatLine[]>([])
  /** How many lines there were when somebody last looked. */
  heard = $state(0)
  /** Why we were not let in, or what was last refused. */
  refused = $state.raw<Refused | null>(null)
  /** A command is on its way. */
  busy = $state(false)
  readonly room: string
  readonly token: string
  private readonly connection: Connection

  constructor(room: string, token: string, password: string, language: string) {
    this.room = room
    this.token = token
    if (password) knowPassword(room, password)
    this.connection = new Connection({
      makeSocket: () => host().socket(room),
      token,
      password,
      language,
      listener: {
        status: (status) => (this.status = status),
        welcome: (now) => time.set(now),
        event: (event, log) => {
          this.event = event
          this.log = log
          this.here = event.room.seats.map((seat) => seat.here ?? false)
          this.spectators = event.room.spectators
          this.listen(event)
          host().note(event)
        },
        presence: (presence) => {
          this.here = presence.here
          this.spectators = presence.spectators
        },
        refused: (refused) => {
          if (!TALK.includes(refused.code)) this.refused = refused
        },
      },
    })
    addEventListener('online', this.hurry)
    document.addEventListener('visibilitychange', this.hurry)
    this.connection.open()
  }

  private hurry = (): void => {
    if (!document.hidden) this.connection.hurry()
  }

  async send(wish: Wish): Promise<Reply> {
    this.busy = true
    this.refused = null
    try {
      return await this.connection.send(wish)
    } finally {
      this.busy = false
    }
  }

  /** Say something; nothing at the table waits for it. */
  say(wish: Wish): Promise<Reply> {
    return this.connection.send(wish)
  }

  private listen(event: RoomEvent): void {
    const said = event.chat ?? []
    const whole = event.since < 0
    if (!whole && !said.length) return
    const known = whole ? [] : this.chat.filter(({ n }) => n <= event.since)
    // Who comes into a room has heard what was said before.
    if (whole && !this.chat.length) this.heard = said.length
    this.chat = [...known, ...said]
  }

  speak(language: string): void {
    this.connection.speak(language)
  }

  unlock(password: string): void {
    this.refused = null
    knowPassword(this.room, password)
    this.connection.unlock(password)
  }

  close(): void {
    removeEventListener('online', this.hurry)
    document.removeEventListener('visibilitychange', this.hurry)
    this.connection.close()
  }
}
