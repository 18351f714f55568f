// Positions of games that were played beforehand (`make positions`), shown without a server.
import type { ApiRequest, ApiResponse, Backend } from '../src/lib/backend'
import type { SocketLike } from '../src/lib/connection'
import type { HeldSeat } from '../src/lib/seats'
import { PROTOCOL, type Event as RoomEvent, type FromClient } from '../src/protocol'

/** The files that `make positions` writes, by their names without an ending. */
const FILES = import.meta.glob<unknown>('./positions/*.json', { import: 'default' })

export const names: string[] = Object.keys(FILES)
  .map((path) => path.slice('./positions/'.length, -'.json'.length))
  .filter((name) => !name.startsWith('api-'))

async function load(name: string): Promise<unknown> {
  const file = FILES[`./positions/${name}.json`]
  if (!file) throw new Error(`There is no ${name}.json: run 'make positions'.`)
  return file()
}

/** A line to a room in which nothing happens any more. */
class FrozenSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  onerror: SocketLike['onerror'] = null

  constructor(private readonly room: string) {
    setTimeout(() => this.onopen?.())
  }

  send(data: string): void {
    const message = JSON.parse(data) as FromClient
    if (message.type === 'hello') void this.greet()
    else if ('id' in message) this.say({ type: 'refused', id: message.id, code: 'not-now', words: '', reason: '' })
  }

  close(): void {
    this.onmessage = null
  }

  private async greet(): Promise<void> {
    const event = (await load(this.room)) as RoomEvent
    this.say({ type: 'welcome', protocol: PROTOCOL, server: '', room: this.room, seat: 0, host: true })
    this.say({ ...event, n: 1, since: -1, log_from: 0 })
  }

  private say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

export class FrozenBackend implements Backend {
  readonly shared = true

  async request({ path }: ApiRequest): Promise<ApiResponse> {
    const { pathname, searchParams } = new URL(path, location.origin)
    const cards = `api-cards-${searchParams.get('game')}-${searchParams.get('lang')}`
    const name = pathname === '/api/cards.json' ? cards : `api-${pathname.slice('/api/'.length)}`
    if (!(`./positions/${name}.json` in FILES)) return { status: 404, text: '{"code": "not-found", "words": ""}' }
    return { status: 200, text: JSON.stringify(await load(name)) }
  }

  stream(): Promise<ApiResponse> {
    return Promise.resolve({ status: 404, text: '{"code": "not-found", "words": ""}' })
  }

  socket(room: string): SocketLike {
    return new FrozenSocket(room)
  }

  invitation(room: string): string {
    return `${location.origin}/room/${room}`
  }

  seats(): Promise<HeldSeat[]> {
    return Promise.resolve([])
  }

  hold(): void {}

  drop(): Promise<void> {
    return Promise.resolve()
  }

  token(): string {
    return 'frozen'
  }

  note(): void {}
}
