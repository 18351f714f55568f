// The seats a visitor holds: the tokens are told once only, so the browser keeps them.
import type { Event as RoomEvent } from '../protocol'

/** The end of a game. */
export interface Ending {
  names: string[]
  scores: number[]
  winners: number[]
}

export interface HeldSeat {
  room: string
  token: string
  seat: number
  game: string
  mode: string
  name: string
  at: number
  over: boolean
  ending?: Ending
  /** Whether it belongs to the visitor's identity. */
  mine?: boolean
}

const KEY = 'repulse.seats'
const MOST = 60

export function heldSeats(): HeldSeat[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as HeldSeat[]
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

function write(seats: HeldSeat[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats.slice(0, MOST)))
  } catch {
    // Without storage a seat lasts as long as the page.
  }
}

export function holdSeat(seat: HeldSeat): void {
  write([seat, ...heldSeats().filter(({ room }) => room !== seat.room)])
}

export function dropSeat(room: string): void {
  write(heldSeats().filter((seat) => seat.room !== room))
}

/** Keep what is new about a held seat. */
export function noteSeat(room: string, news: Partial<HeldSeat>): void {
  write(heldSeats().map((seat) => (seat.room === room ? { ...seat, ...news } : seat)))
}

/** Keep what an event tells about the room of a held seat. */
export function noteRoom({ room, seat, result }: RoomEvent): void {
  const held = heldSeats().find((each) => each.room === room.room)
  if (!held) return
  const over = room.stage === 'over'
  if (held.mode === room.mode && held.seat === seat && held.over === over && (!over || held.ending)) return
  const news: Partial<HeldSeat> = { seat, game: room.game, mode: room.mode, name: room.name, over }
  if (result)
    news.ending = { names: room.seats.map(({ name }) => name ?? ''), scores: result.scores, winners: result.winners }
  noteSeat(room.room, news)
}

export function tokenOf(room: string): string {
  return heldSeats().find((seat) => seat.room === room)?.token ?? ''
}

/** The address that carries a seat to another device. The token is behind the #, which browsers send to nobody. */
export function seatLink(origin: string, room: string, token: string): string {
  return `${origin}/room/${room}#seat=${token}`
}

/** The token that the address of the page carries; empty for none. */
export function carriedToken(hash: string): string {
  return /^#seat=([\w-]{20,100})$/.exec(hash)?.[1] ?? ''
}
