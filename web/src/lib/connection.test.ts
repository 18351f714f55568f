import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PROTOCOL, type Event as RoomEvent, type FromServer, type LogLine, type Refused } from '../protocol'
import { plain } from './text'
import { Connection, type SocketLike, type Status } from './connection'

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  onerror: (() => void) | null = null
  sent: Record<string, unknown>[] = []
  closed = false

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>)
  }
  close(): void {
    this.closed = true
  }
  open(): void {
    this.onopen?.()
  }
  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  drop(code = 1006): void {
    this.onclose?.({ code, reason: '' })
  }
}

function line(text: string): LogLine {
  return { event: 'x', seat: 0, text: [{ text }], facts: {} }
}

function event(n: number, since: number, logFrom: number, texts: string[]): RoomEvent {
  return {
    type: 'event',
    n,
    since,
    room: {} as RoomEvent['room'],
    seat: 0,
    host: true,
    log_from: logFrom,
    lines: texts.map(line),
    screen: null,
    ask: null,
    can_undo: false,
    thinking: [],
    result: null,
  }
}

const WELCOME: FromServer = { type: 'welcome', protocol: PROTOCOL, server: 'x', room: 'r', seat: 0, host: true }

describe('Connection', () => {
  let sockets: FakeSocket[]
  let statuses: Status[]
  let logs: string[][]
  let refusals: Refused[]
  let connection: Connection

  beforeEach(() => {
    vi.useFakeTimers()
    sockets = []
    statuses = []
    logs = []
    refusals = []
    let id = 0
    connection = new Connection({
      token: 'secret',
      password: '',
      language: 'en',
      makeSocket: () => {
        const made = new FakeSocket()
        sockets.push(made)
        return made
      },
      newId: () => `id${++id}`,
      listener: {
        status: (status) => statuses.push(status),
        event: (_event, log) => logs.push(log.map(({ text }) => plain(text))),
        presence: () => undefined,
        refused: (refused) => refusals.push(refused),
      },
    })
    connection.open()
  })

  afterEach(() => {
    connection.close()
    vi.useRealTimers()
  })

  const last = (): FakeSocket => sockets[sockets.length - 1] as FakeSocket

  function greet(): void {
    last().open()
    last().say(WELCOME)
  }

  it('says hello with its token and what it has seen', () => {
    last().open()
    expect(last().sent[0]).toMatchObject({
      type: 'hello',
      protocol: PROTOCOL,
      token: 'secret',
      after: -1,
      language: 'en',
    })
  })

  it('lets no command wait for a connection that is closed for good', async () => {
    greet()
    const waits = connection.send({ type: 'undo' })
    connection.close()
    expect(await waits).toMatchObject({ type: 'refused', code: 'offline' })
    expect(await connection.send({ type: 'undo' })).toMatchObject({ type: 'refused', code: 'offline' })
  })

  it('keeps the log by the numbers of the events', () => {
    greet()
    last().say(event(3, -1, 0, ['a', 'b', 'c']))
    last().say(event(5, 3, 3, ['d']))
    // An undo cuts the log back.
    last().say(event(6, 5, 2, ['e']))
    expect(logs).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'e'],
    ])
    expect(connection.seen).toBe(6)
  })

  it('shows no event twice', () => {
    greet()
    last().say(event(3, -1, 0, ['a']))
    last().say(event(3, 2, 0, ['a']))
    expect(logs).toHaveLength(1)
  })

  it('asks for everything when an event is missing', () => {
    greet()
    last().say(event(3, -1, 0, ['a']))
    last().say(event(9, 7, 4, ['z']))
    expect(sockets).toHaveLength(2)
    last().open()
    expect(last().sent[0]).toMatchObject({ type: 'hello', after: -1 })
  })

  it('comes back after a break with the last number, waiting longer each time', () => {
    greet()
    last().say(event(4, -1, 0, ['a']))
    last().drop()
    expect(connection.status).toBe('broken')
    vi.advanceTimersByTime(250)
    expect(sockets).toHaveLength(2)
    last().drop()
    vi.advanceTimersByTime(250)
    expect(sockets).toHaveLength(2)
    vi.advanceTimersByTime(250)
    expect(sockets).toHaveLength(3)
    greet()
    expect(last().sent[0]).toMatchObject({ type: 'hello', after: 4 })
    expect(connection.status).toBe('open')
  })

  it('sends a command again, under the same id, until there is a reply', async () => {
    greet()
    const reply = connection.send({ type: 'answer', ask: 7, words: ['Settle'] })
    expect(last().sent[1]).toMatchObject({ type: 'answer', id: 'id1', ask: 7 })
    last().drop()
    vi.advanceTimersByTime(250)
    greet()
    expect(last().sent[1]).toMatchObject({ type: 'answer', id: 'id1', ask: 7 })
    last().say({ type: 'done', id: 'id1', n: 5 })
    expect(await reply).toEqual({ type: 'done', id: 'id1', n: 5 })
    last().drop()
    vi.advanceTimersByTime(250)
    greet()
    expect(last().sent).toHaveLength(1)
  })

  it('holds a command back until it is welcome', () => {
    void connection.send({ type: 'undo' })
    last().open()
    expect(last().sent).toHaveLength(1)
    last().say(WELCOME)
    expect(last().sent[1]).toMatchObject({ type: 'undo' })
  })

  it('takes the room that comes with a refusal', async () => {
    greet()
    last().say(event(4, -1, 0, ['a']))
    const reply = connection.send({ type: 'undo' })
    last().say({ type: 'refused', code: 'stale', words: 'Late.', id: 'id1', event: event(6, -1, 0, ['a', 'b']) })
    expect(await reply).toMatchObject({ code: 'stale' })
    expect(logs[1]).toEqual(['a', 'b'])
    expect(refusals).toHaveLength(1)
  })

  it('stays away when it is not let in', () => {
    last().open()
    last().say({ type: 'refused', code: 'password', words: 'No.' })
    last().drop(4003)
    vi.advanceTimersByTime(60000)
    expect(sockets).toHaveLength(1)
    expect(connection.status).toBe('refused')
    connection.setPassword('sesame')
    last().open()
    expect(last().sent[0]).toMatchObject({ password: 'sesame' })
  })

  it('asks for everything in another language', () => {
    greet()
    last().say(event(4, -1, 0, ['a']))
    connection.setLanguage('fr')
    last().open()
    expect(last().sent[0]).toMatchObject({ language: 'fr', after: -1 })
  })

  it('notices a connection that is silent', () => {
    greet()
    vi.advanceTimersByTime(20000)
    expect(last().sent[1]).toEqual({ type: 'ping' })
    vi.advanceTimersByTime(60000)
    expect(statuses).toContain('broken')
    expect(sockets.length).toBeGreaterThan(1)
  })
})
