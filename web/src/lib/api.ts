// What the page asks for besides the messages of a room, wherever its tables are.
import type { CreateRoom, Deleted, Games, Hints, Join, PlayOn, ReplayStep, RoomInfo, RoomList, Rules, ScorePart, Seated, Tables, TableText } from '../protocol'
import { newFace } from './faces'
import { call, download, granted, post, request, saveAs, type Refusal } from './call'
import { host, type Asked } from './host'
import { identity } from './identity.svelte'

/** Passwords that opened a room to a spectator, for as long as the page is there. */
const passwords = new Map<string, string>()

export function knowPassword(room: string, password: string): void {
  passwords.set(room, password)
}

/** Who asks: a seat by its token, or somebody who knows the password. */
const asker = (room: string, token: string): Omit<Asked, 'path'> => ({ token, password: passwords.get(room) })

const at = (room: string): string => `/api/rooms/${encodeURIComponent(room)}`

export const getGames = (): Promise<Games> => call('/api/games')
/** The rules of a mode, for people. */
export const getRules = (game: string, mode: string, language: string): Promise<Rules> =>
  call(`/api/rules?${new URLSearchParams({ game, mode, lang: language })}`)
export const getRooms = (): Promise<RoomList> => call('/api/rooms')
export const getRoom = (room: string): Promise<RoomInfo> => call(at(room))
// A seat that is taken while one is signed in belongs to the identity.
async function takeSeat(path: string, wanted: CreateRoom | Join): Promise<Seated> {
  try {
    return await post(path, wanted, identity.key)
  } catch (error) {
    if (!identity.key || (error as Refusal).code !== 'bad-token') throw error
    // Signed out from another device: whoever wants to play plays all the same.
    identity.forget()
    return post(path, wanted)
  }
}
export const createRoom = (wanted: CreateRoom): Promise<Seated> => takeSeat('/api/rooms', wanted)
export const joinRoom = (room: string, wanted: Join): Promise<Seated> => takeSeat(`${at(room)}/join`, wanted)

export interface CardFacts {
  /** Everything about it, on several lines; the first is its name. */
  text: string
  /** Its picture; empty where the game draws none. */
  svg: string
  /** What it can be filtered by, with its values. */
  facets: Record<string, string[]>
}

/** Something that cards can be filtered by, in words. */
export interface Facet {
  id: string
  label: string
  values: { id: string; label: string }[]
}

/** A small drawing that the facts of many cards refer to by its number; 16 high, with its middle at (0, 0). */
export interface CardMark {
  width: number
  svg: string
}

export interface CardFile {
  cards: Record<string, CardFacts>
  marks: CardMark[]
  facets: Facet[]
}

/** Every card of a game; with pictures if a theme is given. */
export function getCards(game: string, language: string, theme: string): Promise<CardFile> {
  return call(`/api/cards.json?${new URLSearchParams({ game, lang: language, theme })}`)
}

/** How tables stand for those who hold a token of them. */
export const getTables = (tables: { room: string; token: string }[]): Promise<Tables> => post('/api/tables', { tables })

/** Leave a room from outside: in a game a bot sits in. */
export async function leaveRoom(room: string, token: string): Promise<void> {
  await request({ path: `${at(room)}/commands`, token, body: JSON.stringify({ type: 'leave', id: newFace() + newFace() }) })
}

export function roomReplay(room: string, token: string, step: number, eyes: number, language: string): Promise<ReplayStep> {
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

/** What a strong player would answer in our place. */
export function roomHints(room: string, token: string, language: string): Promise<Hints> {
  return call(`${at(room)}/hint?lang=${language}`, { ...asker(room, token), body: '{}' })
}

/** A review of a game that is over, told line by line. */
export async function roomReview(room: string, token: string, language: string, take: (line: string) => void, signal: AbortSignal): Promise<void> {
  await granted(host().stream({ path: `${at(room)}/review?lang=${language}`, ...asker(room, token), body: '{}' }, take, signal))
}

/** The same of a record in a file. */
export async function fileReview(record: string, language: string, take: (line: string) => void, signal: AbortSignal): Promise<void> {
  await granted(host().stream({ path: '/api/review', body: JSON.stringify({ record, language }) }, take, signal))
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
  const parts: string[] = []
  for (let first = 0; first < tables.length; first += AT_ONCE) {
    const body = JSON.stringify({ tables: tables.slice(first, first + AT_ONCE).map(({ room, token }) => ({ room, token })) })
    // As it is: a seed has more digits than a number of JavaScript.
    parts.push((await request({ path: '/api/export', body })).replace(/^\{"games":\[/, '').replace(/\]\}$/, ''))
  }
  saveAs(`{"games":[${parts.filter(Boolean).join(',')}]}`, 'repulse-games.json')
}
