// The requests of the page besides the messages of a room, wherever its tables are.
import type {
  CardFile,
  CreateRoom,
  Deleted,
  Games,
  Hints,
  Join,
  PlayOn,
  ReplayStep,
  RoomInfo,
  RoomList,
  RoomOverlays,
  Rules,
  ScorePart,
  Seated,
  Tables,
  TableText,
} from '../protocol'
import { newFace } from './faces'
import { call, download, granted, post, request, saveAs, type ApiError } from './request'
import { backend, type ApiRequest } from './backend'
import { identity } from './identity.svelte'

/** Passwords that opened a room to a spectator, for as long as the page is there. */
const passwords = new Map<string, string>()

export function knowPassword(room: string, password: string): void {
  passwords.set(room, password)
}

/** The sender: a seat by its token, or somebody who knows the password. */
const asker = (room: string, token: string): Omit<ApiRequest, 'path'> => ({ token, password: passwords.get(room) })

const at = (room: string): string => `/api/rooms/${encodeURIComponent(room)}`

export const getGames = (): Promise<Games> => call('/api/games')
/** Whether there are hints and reviews for a game, where this page has its tables. */
export async function hasAdvice(game: string): Promise<boolean> {
  return (await getGames()).games.some((entry) => entry.game === game && !!entry.advice)
}
/** The rules of a mode, for people. */
export const getRules = (game: string, mode: string, language: string): Promise<Rules> =>
  call(`/api/rules?${new URLSearchParams({ game, mode, lang: language })}`)
/** The same as a room plays it, with its overlays. */
export const roomRules = (room: string, language: string): Promise<Rules> => call(`${at(room)}/rules?lang=${language}`)
/** The changes of the overlays of a room, in words. */
export const roomOverlays = (room: string, language: string): Promise<RoomOverlays> =>
  call(`${at(room)}/overlays?lang=${language}`)
/** Every card as a room plays it, with its overlays. */
export const roomCards = (room: string, language: string): Promise<CardFile> =>
  call(`${at(room)}/cards.json?lang=${language}`)
export const getRooms = (): Promise<RoomList> => call('/api/rooms')
export const getRoom = (room: string): Promise<RoomInfo> => call(at(room))
// A seat that is taken while one is signed in belongs to the identity.
async function takeSeat(path: string, wanted: CreateRoom | Join): Promise<Seated> {
  try {
    return await post(path, wanted, identity.key)
  } catch (error) {
    if (!identity.key || (error as ApiError).code !== 'bad-token') throw error
    // Signed out from another device: the visitor can play all the same.
    identity.forget()
    return post(path, wanted)
  }
}
export const createRoom = (wanted: CreateRoom): Promise<Seated> => takeSeat('/api/rooms', wanted)
export const joinRoom = (room: string, wanted: Join): Promise<Seated> => takeSeat(`${at(room)}/join`, wanted)

/** Every card of a game; with pictures if a theme is given. */
export function getCards(game: string, language: string, theme: string): Promise<CardFile> {
  return call(`/api/cards.json?${new URLSearchParams({ game, lang: language, theme })}`)
}

/** The states of tables for those who hold a token of them. */
export const getTables = (tables: { room: string; token: string }[]): Promise<Tables> => post('/api/tables', { tables })

/** Leave a room from outside: in a game a bot sits in. */
export async function leaveRoom(room: string, token: string): Promise<void> {
  await request({
    path: `${at(room)}/commands`,
    token,
    body: JSON.stringify({ type: 'leave', id: newFace() + newFace() }),
  })
}

export function roomReplay(
  room: string,
  token: string,
  step: number,
  eyes: number,
  language: string,
): Promise<ReplayStep> {
  const query = new URLSearchParams({ step: String(step), as: String(eyes), lang: language })
  return call(`${at(room)}/replay?${query}`, asker(room, token))
}

/** Where everybody's points come from, as of now: a list for each seat. */
export function roomScores(room: string, token: string, language: string): Promise<ScorePart[][]> {
  return call(`${at(room)}/scores?lang=${language}`, asker(room, token))
}

/** The table in words, as we see it. */
export function roomWords(room: string, token: string, language: string): Promise<TableText> {
  return call(`${at(room)}/words?lang=${language}`, asker(room, token))
}

/** The answers of a strong player in our place. */
export function roomHints(room: string, token: string, language: string): Promise<Hints> {
  return call(`${at(room)}/hint?lang=${language}`, { ...asker(room, token), body: '{}' })
}

/** A review of a game that is over, told line by line. */
export async function roomReview(
  room: string,
  token: string,
  language: string,
  take: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  await granted(
    backend().stream({ path: `${at(room)}/review?lang=${language}`, ...asker(room, token), body: '{}' }, take, signal),
  )
}

/** The same of a record in a file. */
export async function fileReview(
  record: string,
  language: string,
  take: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  await granted(backend().stream({ path: '/api/review', body: JSON.stringify({ record, language }) }, take, signal))
}

/** A new room that begins from a position of a game that is over. */
export function playOn(room: string, token: string, wanted: PlayOn): Promise<Seated> {
  return call(`${at(room)}/play-on`, { ...asker(room, token), body: JSON.stringify(wanted) })
}

export function fileReplay(record: string, step: number, viewer: number, language: string): Promise<ReplayStep> {
  return post('/api/replay', { record, step, viewer, language })
}

/** A record as a table of one's own, where there is no server. */
export const importRecord = (record: string): Promise<Seated> => call('/api/import', { body: record })

/** The record of a game that is over, handed to the browser as a file. */
export async function downloadRecord(room: string, token: string): Promise<void> {
  await download(`${at(room)}/record`, asker(room, token), `repulse-${room}.json`)
}

/** Ask for a table to be deleted: how many others must want that too before it is gone. */
export async function deleteTable(room: string, token: string): Promise<number> {
  return (await call<Deleted>(at(room), { token, method: 'DELETE' })).missing
}

const AT_ONCE = 30

/** All games of the visitor with their records, as a file. */
export async function exportGames(tables: { room: string; token: string }[]): Promise<void> {
  const games: unknown[] = []
  for (let first = 0; first < tables.length; first += AT_ONCE) {
    const body = JSON.stringify({
      tables: tables.slice(first, first + AT_ONCE).map(({ room, token }) => ({ room, token })),
    })
    games.push(...(await call<{ games: unknown[] }>('/api/export', { body })).games)
  }
  saveAs(JSON.stringify({ games }), 'repulse-games.json')
}
