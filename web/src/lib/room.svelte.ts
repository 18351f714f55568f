// A room as the page knows it: the last event, the log, and how to send commands.
import { noteStanding } from './standings'
import { untrack } from 'svelte'
import type { ChatLine, Event as RoomEvent, LogLine, Refused } from '../protocol'
import { Connection, type Reply, type Status, type Command } from './connection'
import { knowPassword } from './api'
import { time } from './clock.svelte'
import { backend } from './backend'
import { newsOf, SEATS } from './news'
import { visits } from './visits'

/** Refusals of talk: the chat tells them itself. */
const TALK = ['no-chat', 'too-much-talk']

type Panel = '' | 'people' | 'chat' | 'carry'

export class RoomModel {
  status = $state<Status>('connecting')
  event = $state.raw<RoomEvent | null>(null)
  log = $state.raw<LogLine[]>([])
  here = $state.raw<boolean[]>([])
  spectators = $state(0)
  /** The chat, the oldest line first. */
  chat = $state.raw<ChatLine[]>([])
  /** The number of lines when somebody last looked. */
  heard = $state(0)
  /** Why we were not let in, or what was last refused. */
  refused = $state.raw<Refused | null>(null)
  /** The latest news of the people at the table; the page forgets it when it was read. */
  news = $state.raw<LogLine[]>([])
  /** The panel that is open beside the game. */
  panel = $state<Panel>('')
  private underWay = $state(0)
  readonly room: string
  readonly token: string
  private readonly connection: Connection
  /** The language of the words that the server sends. */
  private language: string
  private readonly listeners = new Set<() => void>()

  constructor(room: string, token: string, password: string, language: string) {
    this.room = room
    this.language = language
    this.token = token
    if (password) knowPassword(room, password)
    this.connection = new Connection({
      makeSocket: () => backend().socket(room),
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
          this.report(event, log)
          backend().note(event)
          noteStanding(event, this.language)
          if (event.room.deal) void import('../daily/daily.svelte').then(({ daily }) => daily.take(event))
          for (const listener of this.listeners) listener()
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
    addEventListener('online', this.reconnectNow)
    document.addEventListener('visibilitychange', this.reconnectNow)
    this.connection.open()
  }

  private reconnectNow = (): void => {
    if (!document.hidden) this.connection.reconnectNow()
  }

  /** Whether several people sit at this table. */
  get company(): boolean {
    return (this.event?.room.seats.filter(({ kind }) => kind === 'person').length ?? 0) > 1
  }

  /** Whether there are hints and reviews for the game of this room. */
  get advice(): boolean {
    return this.event?.room.advice ?? false
  }

  /** Open a panel, or close it if it is open. */
  toggle(panel: Panel): void {
    this.panel = this.panel === panel ? '' : panel
  }

  /** A command is on its way. */
  get busy(): boolean {
    return this.underWay > 0
  }

  async send(command: Command): Promise<Reply> {
    // It may be sent from an effect, which must not run again for that.
    untrack(() => (this.underWay += 1))
    this.refused = null
    try {
      return await this.connection.send(command)
    } finally {
      untrack(() => (this.underWay -= 1))
    }
  }

  clearError(): void {
    this.refused = null
  }

  /** Call `listener` after every event; the returned function ends that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Say something; nothing at the table waits for it. */
  say(command: Command): Promise<Reply> {
    return this.connection.send(command)
  }

  private listen(event: RoomEvent): void {
    const said = event.chat ?? []
    const whole = event.since < 0
    if (!whole && !said.length) return
    const known = whole ? [] : this.chat.filter(({ n }) => n <= event.since)
    // A person who comes into a room has read the chat before.
    if (whole && !this.chat.length) this.heard = said.length
    this.chat = [...known, ...said]
  }

  private report(event: RoomEvent, log: LogLine[]): void {
    const rematch = visits.rematch === this.room
    if (rematch && event.screen) visits.rematch = ''
    // A viewer who comes in is told no old news, but who sits where in a rematch.
    const lines =
      event.since >= 0 ? newsOf(event.lines, event.seat) : rematch ? log.filter((line) => line.event === SEATS) : []
    if (lines.length) this.news = [...this.news, ...lines]
  }

  setLanguage(language: string): void {
    this.language = language
    this.connection.setLanguage(language)
  }

  setPassword(password: string): void {
    this.refused = null
    knowPassword(this.room, password)
    this.connection.setPassword(password)
  }

  close(): void {
    removeEventListener('online', this.reconnectNow)
    document.removeEventListener('visibilitychange', this.reconnectNow)
    this.connection.close()
  }
}
