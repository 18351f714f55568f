// Tables on the server that this page came from: HTTP, and a WebSocket for each room.
import type { Event as RoomEvent } from '../protocol'
import type { SocketLike } from './connection'
import type { Answered, Asked, Host } from './host'
import { dropSeat, heldSeats, holdSeat, noteRoom, tokenOf, type HeldSeat } from './seats'

function ask({ path, body, method, token, password }: Asked, signal?: AbortSignal): Promise<Response> {
  const headers = new Headers()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  else if (password) headers.set('X-Room-Password', encodeURIComponent(password))
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  return fetch(path, { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body, signal })
}

export class ServerHost implements Host {
  readonly shared = true

  async request(asked: Asked): Promise<Answered> {
    const response = await ask(asked)
    return { status: response.status, text: await response.text() }
  }

  async stream(asked: Asked, take: (line: string) => void, signal: AbortSignal): Promise<Answered> {
    const response = await ask(asked, signal)
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
    return new WebSocket(`${scheme}://${location.host}/api/rooms/${encodeURIComponent(room)}/socket`) as unknown as SocketLike
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
