// Reviews of games: asked for once, with how far they have come, and kept as long as the page is there.
import type { GameReview, ReviewLine } from '../protocol'
import { fileReview, roomReview } from './api'
import { host } from './host'
import { refusalWords } from './refusals'
import { recordFile } from './replay.svelte'

/** A review being made, or made. */
export class ReviewModel {
  done = $state(0)
  total = $state(0)
  review = $state.raw<GameReview | null>(null)
  problem = $state('')
  private readonly stop = new AbortController()

  constructor(room: string, language: string) {
    const take = (line: string): void => this.take(JSON.parse(line) as ReviewLine)
    const { signal } = this.stop
    const made = room ? roomReview(room, host().token(room), language, take, signal) : fileReview(recordFile.text, language, take, signal)
    made.catch((error: Error) => {
      if (!signal.aborted) this.problem = refusalWords(error)
    })
  }

  /** Nobody waits for it any more. */
  close(): void {
    this.stop.abort()
  }

  private take(line: ReviewLine): void {
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
  const made = new ReviewModel(room, language)
  kept.clear()
  kept.set(key, made)
  return made
}

/** Give up a review that is not ready. */
export function giveUp(model: ReviewModel): void {
  if (model.review) return
  model.close()
  for (const [key, each] of kept) if (each === model) kept.delete(key)
}
