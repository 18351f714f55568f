// The HTTP part of the protocol.
import type { CreateRoom, Games, Join, Problem, ReplayStep, RoomInfo, RoomList, ScorePart, Seated } from '../protocol'

/** A request that the server did not grant; the message is the server's own sentence, in English. */
export class Refusal extends Error {
  readonly code: string

  constructor(problem: Problem) {
    super(problem.words)
    this.code = problem.code
  }
}

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, init)
  } catch {
    throw new Refusal({ code: 'offline', words: '' })
  }
  if (!response.ok) {
    let problem: Problem = { code: String(response.status), words: response.statusText }
    try {
      problem = (await response.json()) as Problem
    } catch {
      // Not from our server: the status has to do.
    }
    throw new Refusal(problem)
  }
  return response
}

async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  return (await (await request(path, init)).json()) as T
}

function post<T>(path: string, body: unknown): Promise<T> {
  return call<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Passwords that opened a room to a spectator, for as long as the page is there. */
const passwords = new Map<string, string>()

export function knowPassword(room: string, password: string): void {
  passwords.set(room, password)
}

/** Who asks: a seat by its token, or somebody who knows the password. */
function bearer(room: string, token: string): HeadersInit {
  if (token) return { Authorization: `Bearer ${token}` }
  const password = passwords.get(room)
  return password ? { 'X-Room-Password': encodeURIComponent(password) } : {}
}

export const getGames = (): Promise<Games> => call('/api/games')
export const getRooms = (): Promise<RoomList> => call('/api/rooms')
export const getRoom = (room: string): Promise<RoomInfo> => call(`/api/rooms/${encodeURIComponent(room)}`)
export const createRoom = (wanted: CreateRoom): Promise<Seated> => post('/api/rooms', wanted)
export const joinRoom = (room: string, wanted: Join): Promise<Seated> =>
  post(`/api/rooms/${encodeURIComponent(room)}/join`, wanted)

export function roomReplay(room: string, token: string, step: number, eyes: number, language: string): Promise<ReplayStep> {
  const query = new URLSearchParams({ step: String(step), as: String(eyes), lang: language })
  return call(`/api/rooms/${encodeURIComponent(room)}/replay?${query}`, { headers: bearer(room, token) })
}

/** Where everybody's points come from, as of now: a list for each seat. */
export function roomScores(room: string, token: string, language: string): Promise<ScorePart[][]> {
  return call(`/api/rooms/${encodeURIComponent(room)}/scores?lang=${language}`, { headers: bearer(room, token) })
}

export function fileReplay(record: string, step: number, viewer: number, language: string): Promise<ReplayStep> {
  return post('/api/replay', { record, step, viewer, language })
}

/** The record of a game that is over, handed to the browser as a file. */
export async function downloadRecord(room: string, token: string): Promise<void> {
  // As it is: a seed has more digits than a number of JavaScript.
  const response = await request(`/api/rooms/${encodeURIComponent(room)}/record`, { headers: bearer(room, token) })
  const blob = new Blob([await response.text()], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `repulse-${room}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10000)
}
