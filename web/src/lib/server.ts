// Tables on the server that this page came from: HTTP, and a WebSocket for each room.
import type { Event as RoomEvent } from '../protocol'
import type { SocketLike } from './connection'
import type { ApiResponse, ApiRequest, Backend } from './backend'
import { withSilenceLimit } from './patience'
import { dropSeat, heldSeats, holdSeat, noteRoom, tokenOf, type HeldSeat } from './seats'

function ask(
  { path, body, method, token, password }: ApiRequest,
  send: typeof fetch,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = new Headers()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  else if (password) headers.set('X-Room-Password', encodeURIComponent(password))
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  return send(path, { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body, signal })
}

/** The silence after which a request is given up, in milliseconds. */
const SILENCE_MS = 120_000
/** The same for a stream, whose server may have other work to do before the next line. */
const STREAM_SILENCE_MS = 300_000

/** A WebSocket, as far as a connection needs it. */
class PageSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  onerror: SocketLike['onerror'] = null
  private readonly socket: WebSocket

  constructor(address: string) {
    this.socket = new WebSocket(address)
    this.socket.onopen = () => this.onopen?.()
    this.socket.onmessage = ({ data }) => this.onmessage?.({ data })
    this.socket.onclose = ({ code, reason }) => this.onclose?.({ code, reason })
    this.socket.onerror = () => this.onerror?.()
  }

  send(data: string): void {
    this.socket.send(data)
  }

  close(code?: number): void {
    this.socket.close(code)
  }
}

export class ServerBackend implements Backend {
  readonly shared = true

  async request(asked: ApiRequest): Promise<ApiResponse> {
    const response = await ask(asked, withSilenceLimit(fetch, SILENCE_MS))
    return { status: response.status, text: await response.text() }
  }

  async stream(asked: ApiRequest, take: (line: string) => void, signal: AbortSignal): Promise<ApiResponse> {
    const response = await ask(asked, withSilenceLimit(fetch, STREAM_SILENCE_MS), signal)
    if (!response.ok || !response.body) return { status: response.status, text: await response.text() }
    let begun = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      const lines = (begun + (value ?? '')).split('\n')
      begun = lines.pop() ?? ''
      for (const line of lines) if (line) take(line)
      if (done) return { status: response.status, text: '' }
    }
  }

  socket(room: string): SocketLike {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    return new PageSocket(`${scheme}://${location.host}/api/rooms/${encodeURIComponent(room)}/socket`)
  }

  invitation(room: string): string {
    return `${location.origin}/room/${room}`
  }

  // The tokens are told once only, so the browser keeps them.

  async seats(): Promise<HeldSeat[]> {
    return heldSeats()
  }

  hold(seat: HeldSeat): void {
    holdSeat(seat)
  }

  async drop(room: string): Promise<void> {
    dropSeat(room)
  }

  token(room: string): string {
    return tokenOf(room)
  }

  note(event: RoomEvent): void {
    noteRoom(event)
  }
}
