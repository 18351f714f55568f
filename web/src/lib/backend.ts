// Where the tables are: on a server, or in this browser (a worker that plays by itself). No view knows which.
import type { Event as RoomEvent } from '../protocol'
import type { SocketLike } from './connection'
import type { HeldSeat } from './seats'

export interface ApiRequest {
  /** A route of the protocol (docs/reference/protocol.md), such as `/api/rooms`. */
  path: string
  /** The body, as JSON; a request without it asks for something. */
  body?: string
  /** The method, if it is neither to ask nor to send something: PUT or DELETE. */
  method?: string
  /** The sender: a seat by its token, or somebody who knows the password of a room. */
  token?: string
  password?: string
}

export interface ApiResponse {
  /** A status of HTTP. */
  status: number
  text: string
}

export interface Backend {
  /** Whether other people can come: without that there is nobody to invite, and no room of others to see. */
  readonly shared: boolean
  /** Ask for something or send something; rejected if nobody is there to answer. */
  request(asked: ApiRequest): Promise<ApiResponse>
  /** Ask for something that takes a while and is told line by line, with how far it has come. */
  stream(asked: ApiRequest, take: (line: string) => void, signal: AbortSignal): Promise<ApiResponse>
  /** A line to a room, over which its messages come and go. */
  socket(room: string): SocketLike
  /** The address that leads others to a room. */
  invitation(room: string): string
  /** The seats that the visitor holds, the latest first. */
  seats(): Promise<HeldSeat[]>
  /** Keep a seat that was just taken. */
  hold(seat: HeldSeat): void
  /** Give up a seat for good. */
  drop(room: string): Promise<void>
  /** The token of the seat held in a room; empty for none. */
  token(room: string): string
  /** Keep what an event tells about the room of a held seat: above all, how the game ended. */
  note(event: RoomEvent): void
}

let chosen: Backend | undefined

/** Choose where the tables of this page are; once, before anything is shown. */
export function useBackend(backend: Backend): void {
  chosen = backend
}

/** Where the tables of this page are. */
export function backend(): Backend {
  if (!chosen) throw new Error('nobody has said where the tables are')
  return chosen
}
