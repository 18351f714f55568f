// How long each beat takes: 150 to 400 ms by itself, less when many wait, so that nobody waits long for his question.
import type { Beat } from './beats'

export type Speed = 'instant' | 'normal' | 'slow'

export interface Cue {
  beat: Beat
  /** How long it takes in all, in milliseconds. */
  length: number
  /** How long its moves wait for its moment, which they would be hidden by. */
  wait: number
  /** How long each of its moves takes, and how much later each begins than the one before. */
  move: number
  stagger: number
}

const MOVE = 300
const SHORTEST = 150
const LONGEST = 400
const STAGGER = 60
/** A great moment lasts a second. */
const MOMENT = 1000
/** What lies between two questions is shown in about this time, however much it is. */
const MOST = 3600

/** When each beat is played; the slow speed takes twice the time. */
export function timelineOf(beats: Beat[], speed: Speed): Cue[] {
  if (speed === 'instant') return []
  const cues = beats.map((beat) => {
    const moves = beat.together ? 1 : Math.max(1, beat.moves.length)
    const stagger = moves > 1 ? Math.min(STAGGER, (LONGEST - SHORTEST) / (moves - 1)) : 0
    const move = beat.together ? LONGEST : Math.min(MOVE, LONGEST - stagger * (moves - 1))
    return { beat, move, stagger, length: beat.moves.length ? move + stagger * (moves - 1) : 0 }
  })
  const all = cues.reduce((sum, { length }) => sum + length, 0)
  const factor = (speed === 'slow' ? 2 : 1) * Math.min(1, MOST / Math.max(1, all))
  return cues.map(({ beat, move, stagger, length }) => {
    const moment = beat.moment ? MOMENT * (speed === 'slow' ? 1.5 : 1) : 0
    const least = length ? Math.max(SHORTEST / length, factor) : factor
    return {
      beat,
      move: Math.round(move * least),
      stagger: Math.round(stagger * least),
      wait: moment,
      length: moment + Math.round(length * least),
    }
  })
}
