// Reviews of games: asked for once, with how far they have come, and kept as long as the page is there.
import type { GameReview, ReviewLine } from '../protocol'
import { fileReview, roomReview } from './api'
import { ApiError } from './request'
import { backend } from './backend'
import { errorMessage } from './errors'
import { recordFile } from './replay.svelte'

/** Refusals after which a review is asked for again: the server is making others. */
const WAITS = new Set(['too-many-reviews', 'busy'])
const RETRY_MS = 2000

/** A review being made, or made. */
export class ReviewModel {
  done = $state(0)
  total = $state(0)
  review = $state.raw<GameReview | null>(null)
  problem = $state('')
  /** Why it has not begun yet, if it has to wait for others. */
  waiting = $state('')
  private readonly stop = new AbortController()

  constructor(room: string, language: string) {
    this.begin(room, language)
  }

  private begin(room: string, language: string): void {
    const take = (line: string): void => this.take(JSON.parse(line) as ReviewLine)
    const { signal } = this.stop
    const made = room
      ? roomReview(room, backend().token(room), language, take, signal)
      : fileReview(recordFile.text, language, take, signal)
    made.catch((error: Error) => {
      if (signal.aborted) return
      if (error instanceof ApiError && WAITS.has(error.code)) {
        this.waiting = errorMessage(error)
        setTimeout(() => !signal.aborted && this.begin(room, language), RETRY_MS)
      } else {
        this.problem = errorMessage(error)
      }
    })
  }

  /** Nobody waits for it any more. */
  close(): void {
    this.stop.abort()
  }

  private take(line: ReviewLine): void {
    this.waiting = ''
    if (line.type === 'progress') [this.done, this.total] = [line.done, line.total]
    else if (line.type === 'failed') this.problem = line.words
    else this.review = line
  }
}

const kept = new Map<string, ReviewModel>()

/** The review of a room's game, or of the record that was opened. */
export function reviewOf(room: string, language: string): ReviewModel {
  const key = `${language} ${room || recordFile.text}`
  const known = kept.get(key)
  if (known && !known.problem) return known
  // The server makes one review at a time for a visitor.
  for (const other of kept.values()) other.close()
  const made = new ReviewModel(room, language)
  kept.clear()
  kept.set(key, made)
  return made
}

/** The review of a game that was made already; null for none. */
export const madeReview = (room: string, language: string): GameReview | null =>
  kept.get(`${language} ${room || recordFile.text}`)?.review ?? null

/** Give up a review that is not ready. */
export function giveUp(model: ReviewModel): void {
  if (model.review) return
  model.close()
  for (const [key, each] of kept) if (each === model) kept.delete(key)
}
