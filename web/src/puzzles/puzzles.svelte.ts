// The puzzles this visitor has tried, with a rating: kept in this browser.
import type { PuzzleInfo, PuzzleList, PuzzlePosition, PuzzleVerdict } from '../protocol'
import { call } from '../lib/request'
import { settings } from '../lib/settings.svelte'
import { afterPuzzle, UNKNOWN, type Strength } from './rating'

const KEY = 'repulse.puzzles'

interface Kept {
  strength: Strength
  /** By the id of a puzzle: whether the one try was right. */
  tried: Record<string, boolean>
}

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    return { strength: kept.strength ?? UNKNOWN, tried: kept.tried ?? {} }
  } catch {
    return { strength: UNKNOWN, tried: {} }
  }
}

const at = (id: string): string => `/api/puzzles/${encodeURIComponent(id)}?lang=${settings.language}`

class Puzzles {
  private kept = $state.raw<Kept>(read())

  get rating(): number {
    return Math.round(this.kept.strength.mean)
  }

  /** The true rating lies this far to either side, with 95% certainty. */
  get reach(): number {
    return Math.round(1.96 * this.kept.strength.spread)
  }

  /** Whether a try was right; undefined for a puzzle not tried yet. */
  resultOf(id: string): boolean | undefined {
    return this.kept.tried[id]
  }

  get tried(): number {
    return Object.keys(this.kept.tried).length
  }

  get solved(): number {
    return Object.values(this.kept.tried).filter(Boolean).length
  }

  list(): Promise<PuzzleList> {
    return call<PuzzleList>('/api/puzzles')
  }

  position(id: string): Promise<PuzzlePosition> {
    return call<PuzzlePosition>(at(id))
  }

  /** Answer a puzzle; only the first try counts. */
  async answer(puzzle: PuzzleInfo, answer: number): Promise<PuzzleVerdict> {
    const verdict = await call<PuzzleVerdict>(at(puzzle.puzzle), { body: JSON.stringify({ answer }) })
    const kept = read()
    if (!(puzzle.puzzle in kept.tried)) {
      this.kept = {
        strength: afterPuzzle(kept.strength, puzzle.rating, verdict.right),
        tried: { ...kept.tried, [puzzle.puzzle]: verdict.right },
      }
      try {
        localStorage.setItem(KEY, JSON.stringify(this.kept))
      } catch {
        // Without storage it lasts as long as the page.
      }
    }
    return verdict
  }

  /** Forget tries and rating. */
  forget(): void {
    this.kept = { strength: UNKNOWN, tried: {} }
    localStorage.removeItem(KEY)
  }
}

export const puzzles = new Puzzles()
