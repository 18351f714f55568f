// Tables on the server that this page came from: HTTP, and a WebSocket for each room.
import type { Event as RoomEvent } from '../protocol'
import type { SocketLike } from './connection'
import type { Answered, Asked, Host } from './host'
import { dropSeat, heldSeats, holdSeat, noteRoom, tokenOf, type HeldSeat } from './seats'

export class ServerHost implements Host {
  readonly shared = true

  async request({ path, body, token, password }: Asked): Promise<Answered> {
    const headers = new Headers()
    if (token) headers.set('Authorization', `Bearer ${token}`)
    else if (password) headers.set('X-Room-Password', encodeURIComponent(password))
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    const response = await fetch(path, { method: body === undefined ? 'GET' : 'POST', headers, body })
    return { status: response.status, text: await response.text() }
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
