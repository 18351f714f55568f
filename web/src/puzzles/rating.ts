// The rating of somebody at puzzles, on the scale of the league: the model of Weng and Lin for two, as `repulse.arena.rating` has it.
const SCALE = 400 / Math.log(10)
const CHANCE = SCALE / Math.SQRT2
const DRIFT = 6
const LEAST = 0.0001
/** The standard deviation of the rating of a puzzle. */
const PUZZLE_SPREAD = 80

export interface Strength {
  mean: number
  spread: number
}

/** Somebody who has solved nothing yet. */
export const UNKNOWN: Strength = { mean: 1500, spread: 2 * CHANCE }

/** The strength after a puzzle was solved, or not. */
export function afterPuzzle(mine: Strength, puzzle: number, right: boolean): Strength {
  const spread = Math.hypot(mine.spread, DRIFT)
  const width = Math.sqrt(spread ** 2 + PUZZLE_SPREAD ** 2 + 2 * CHANCE ** 2)
  const expected = 1 / (1 + Math.exp((puzzle - mine.mean) / width))
  const gain = (spread ** 2 / width) * (Number(right) - expected)
  const loss = (spread / width) ** 3 * expected * (1 - expected)
  return { mean: mine.mean + gain, spread: spread * Math.sqrt(Math.max(1 - loss, LEAST)) }
}
