// The client side of the protocol (docs/reference/protocol.md): one room, over a line that may break at any time.
//
// Events are numbered. A client that comes back says the last it has seen and is told the rest; commands that
// were not acknowledged are sent again under the same id, which does them once however often they arrive.
import {
  PROTOCOL,
  type Done,
  type Event as RoomEvent,
  type FromClient,
  type FromServer,
  type Hello,
  type LogLine,
  type Ping,
  type Presence,
  type Refused,
} from '../protocol'

export type Status = 'connecting' | 'open' | 'broken' | 'refused' | 'closed'

/** The parts of a WebSocket that a connection needs. */
export interface SocketLike {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  onerror: (() => void) | null
  send(data: string): void
  close(code?: number): void
}

interface Listener {
  status(status: Status): void
  /** The connection is there; the server's clock shows this time. */
  welcome?(now: number): void
  event(event: RoomEvent, log: LogLine[]): void
  presence(presence: Presence): void
  refused(refused: Refused): void
}

interface ConnectionOptions {
  token: string
  password: string
  language: string
  listener: Listener
  /** A new line to the room. */
  makeSocket: () => SocketLike
  newId?: () => string
}

export type Reply = Done | Refused

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

/** A command without its id, which the connection gives it. */
export type Command = DistributiveOmit<Exclude<FromClient, Hello | Ping>, 'id'>

interface Pending {
  text: string
  resolve(reply: Reply): void
}

const FIRST_WAIT = 250
const LONGEST_WAIT = 8000
const PING_EVERY = 20000
const SILENCE = 45000
/** The server refused us for good: coming back would not help. */
const CLOSE_REFUSED = 4003

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export class Connection {
  /** The number of the last event seen. */
  seen = -1
  status: Status = 'connecting'
  private log: LogLine[] = []
  private socket: SocketLike | null = null
  private welcomed = false
  private readonly pending = new Map<string, Pending>()
  private wait = FIRST_WAIT
  private retry: ReturnType<typeof setTimeout> | undefined
  private pinger: ReturnType<typeof setInterval> | undefined
  private heard = 0
  private readonly options: ConnectionOptions

  constructor(options: ConnectionOptions) {
    this.options = options
  }

  open(): void {
    clearTimeout(this.retry)
    this.welcomed = false
    this.set(this.seen < 0 ? 'connecting' : 'broken')
    const socket = this.options.makeSocket()
    this.socket = socket
    this.heard = Date.now()
    socket.onopen = () => {
      const { token, password, language } = this.options
      this.write({ type: 'hello', protocol: PROTOCOL, token, password, after: this.seen, language })
    }
    socket.onmessage = (message) => {
      if (socket === this.socket) this.take(JSON.parse(String(message.data)) as FromServer)
    }
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code)
    }
    socket.onerror = () => undefined
    clearInterval(this.pinger)
    this.pinger = setInterval(() => this.beat(), PING_EVERY)
  }

  /** Do a command; the reply comes when the server has taken or refused it, over however many connections. */
  send(command: Command): Promise<Reply> {
    const id = (this.options.newId ?? randomId)()
    if (this.status === 'closed' || this.status === 'refused')
      return Promise.resolve({ type: 'refused', code: 'offline', words: '', reason: '', id })
    const text = JSON.stringify({ ...command, id })
    return new Promise((resolve) => {
      this.pending.set(id, { text, resolve })
      if (this.welcomed) this.socket?.send(text)
    })
  }

  /** Words in another language: the server sends everything again. */
  setLanguage(language: string): void {
    if (this.options.language === language) return
    this.options.language = language
    this.resync()
  }

  /** Another password, after a refusal. */
  setPassword(password: string): void {
    this.options.password = password
    this.resync()
  }

  /** Connect at once rather than after the wait: the network is back, the page is shown again. */
  reconnectNow(): void {
    if (this.status === 'broken' || this.status === 'connecting') {
      this.wait = FIRST_WAIT
      if (!this.socket) this.open()
    }
  }

  close(): void {
    clearTimeout(this.retry)
    clearInterval(this.pinger)
    const socket = this.socket
    this.socket = null
    socket?.close()
    this.set('closed')
    this.giveUp()
  }

  /** No command that waits will ever be done: nobody must wait for it. */
  private giveUp(): void {
    for (const id of [...this.pending.keys()])
      this.settle(id, { type: 'refused', code: 'offline', words: '', reason: '', id })
  }

  private resync(): void {
    const socket = this.socket
    this.socket = null
    this.seen = -1
    socket?.close()
    this.open()
  }

  private write(message: FromClient): void {
    this.socket?.send(JSON.stringify(message))
  }

  private set(status: Status): void {
    if (status === this.status && status !== 'connecting') return
    this.status = status
    this.options.listener.status(status)
  }

  private beat(): void {
    if (Date.now() - this.heard > SILENCE) {
      const socket = this.socket
      this.socket = null
      socket?.close()
      this.lost(1006)
    } else if (this.welcomed) {
      this.write({ type: 'ping' })
    }
  }

  private take(message: FromServer): void {
    this.heard = Date.now()
    const { listener } = this.options
    switch (message.type) {
      case 'welcome':
        this.welcomed = true
        this.wait = FIRST_WAIT
        listener.welcome?.(message.now ?? 0)
        this.set('open')
        for (const { text } of this.pending.values()) this.socket?.send(text)
        break
      case 'event':
        this.show(message)
        break
      case 'presence':
        listener.presence(message)
        break
      case 'done':
        this.settle(message.id, message)
        break
      case 'refused':
        if (message.event) this.show(message.event)
        if (message.id) this.settle(message.id, message)
        if (!this.welcomed) {
          this.set('refused')
          this.giveUp()
        }
        listener.refused(message)
        break
      case 'pong':
        break
    }
  }

  private show(event: RoomEvent): void {
    if (event.since > this.seen) {
      // Something is missing in between: ask for everything.
      this.resync()
      return
    }
    if (event.since >= 0 && event.n <= this.seen) return
    if (event.n < this.seen) return
    this.seen = event.n
    this.log = [...this.log.slice(0, event.log_from), ...event.lines]
    this.options.listener.event(event, this.log)
  }

  private settle(id: string, reply: Reply): void {
    const pending = this.pending.get(id)
    if (!pending) return
    this.pending.delete(id)
    pending.resolve(reply)
  }

  private lost(code: number): void {
    this.socket = null
    this.welcomed = false
    clearInterval(this.pinger)
    if (this.status === 'closed') return
    if (this.status === 'refused' || code === CLOSE_REFUSED) {
      this.set('refused')
      this.giveUp()
      return
    }
    this.set('broken')
    this.retry = setTimeout(() => this.open(), this.wait)
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2)
  }
}
