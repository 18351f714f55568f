// The messages between the page and its worker.
import type { ApiRequest, ApiResponse } from '../lib/backend'
import type { HeldSeat } from '../lib/seats'

/** When the start is over and there is time for what later visits need, in milliseconds after the rules are there. */
export const AFTERWARDS = 4000

/** The addresses of what the worker needs, all on the page's own host. */
export interface Parts {
  /** The folder of Pyodide. */
  pyodide: string
  /** Python's standard library. */
  library: string
  /** Our own program. */
  program: string
  /** The nets of games that have one. */
  nets: Record<string, string>
  /** The number of bytes of them that are fetched for the start, so that progress can be shown. */
  bytes: number
}

export type ToWorker =
  | { type: 'begin'; parts: Parts; language: string }
  | { type: 'request'; id: number; asked: ApiRequest }
  | { type: 'seats'; id: number }
  | { type: 'drop'; id: number; room: string }
  | { type: 'open'; line: number; room: string }
  | { type: 'say'; line: number; text: string }
  | { type: 'close'; line: number }

/** The treatment of games by the browser: keeps it, or why not; `outdated`: a newer page has taken the database over. */
export type Keeping = 'kept' | 'full' | 'private' | 'outdated'

export type FromWorker =
  | { type: 'answered'; id: number; answered: ApiResponse }
  | { type: 'seats'; id: number; seats: HeldSeat[] }
  | { type: 'dropped'; id: number }
  | { type: 'opened'; line: number }
  | { type: 'said'; line: number; text: string }
  | { type: 'closed'; line: number }
  | { type: 'keeping'; keeping: Keeping }
  | { type: 'loaded'; bytes: number }
  | { type: 'ready'; milliseconds: number; again: boolean }
  /** Something went wrong: what was asked under an id, or a line; without either, the start itself. */
  | { type: 'failed'; words: string; id?: number; line?: number }
