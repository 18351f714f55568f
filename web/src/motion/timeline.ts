// The duration of each beat: 150 to 400 ms by itself, less when many wait, so that nobody waits long for his question.
import type { Beat, Move } from './beats'

export type Speed = 'instant' | 'fast' | 'normal' | 'slow'

/** The speed that was set, or the one that comes with some practice. */
export type SpeedSetting = Speed | 'auto'

export interface Cue {
  beat: Beat
  /** The whole duration, in milliseconds. */
  length: number
  /** The time its moves wait for its moment or its stage, which they would be hidden by. */
  wait: number
  /** The duration of each of its moves, and the delay of each group after the one before. */
  move: number
  stagger: number
}

const MOVE = 300
const SHORTEST = 150
const LONGEST = 400
const STAGGER = 60
/** A great moment lasts a second. */
const MOMENT = 1000
/** Everything between two questions is shown in about this time, however much it is. */
const MOST: Record<Speed, number> = { instant: 0, fast: 900, normal: 3600, slow: 7200 }
/** The part of its time that a stage takes at the fast speed once nothing else is shown any more. */
const LATE_STAGE = 0.5
/** The duration of everything, against the normal speed. */
const PACE: Record<Speed, number> = { instant: 0, fast: 0.5, normal: 1, slow: 2 }
/** After this part of a stage the table is as it is afterwards: the stage is about to leave. */
export const STAGE_TURN = 0.8
/** Games after which the speed that nobody has set is fast. */
const GAMES_TO_KNOW = 3

/** The speed that holds for somebody who has played some games. */
export function speedOf(setting: SpeedSetting, games: number): Speed {
  if (setting !== 'auto') return setting
  return games >= GAMES_TO_KNOW ? 'fast' : 'normal'
}

/** Whether a move sets out together with the one before it. */
export const joinsLast = (move: Move): boolean => move.do === 'fly' && (move.fan?.[0] ?? 0) > 0
/** The number of moves of a beat that set out one after the other: a fan is one. */
const groupsIn = ({ moves }: Beat): number => moves.filter((move) => !joinsLast(move)).length

/** When each beat is played; `spent` milliseconds have gone since the viewer had something to do. */
export function timelineOf(beats: Beat[], speed: Speed, spent = 0): Cue[] {
  if (speed === 'instant') return []
  const cues = beats.map((beat) => {
    const groups = beat.together ? 1 : Math.max(1, groupsIn(beat))
    const stagger = groups > 1 ? Math.min(STAGGER, (LONGEST - SHORTEST) / (groups - 1)) : 0
    const move = beat.together ? LONGEST : Math.min(MOVE, LONGEST - stagger * (groups - 1))
    return { beat, move, stagger, length: beat.moves.length ? move + stagger * (groups - 1) : 0 }
  })
  const all = cues.reduce((sum, { length }) => sum + length, 0)
  const pace = PACE[speed]
  const left = Math.max(0, MOST[speed] - spent)
  const factor = Math.min(pace, left / Math.max(1, all))
  return cues.map(({ beat, move, stagger, length }) => {
    const shown = beat.stage ? beat.stage.length : beat.moment ? MOMENT : 0
    const wait = shown * (speed === 'slow' ? 1.5 : pace)
    const least = length ? Math.max((SHORTEST * Math.min(1, pace)) / length, factor) : factor
    return {
      beat,
      move: Math.round(move * least),
      stagger: Math.round(stagger * least),
      wait,
      length: wait + Math.round(length * least),
    }
  })
}

/**
 * Return what of a cue is shown when `spent` milliseconds have really gone, also with drawing: at the fast speed, beyond
 * the time for everything, only stages and moments are, and more shortly. The table is then as it is after the beat.
 */
export function cueAfter(cue: Cue, speed: Speed, spent: number): Cue {
  if (speed !== 'fast' || spent < MOST.fast) return cue
  const wait = cue.wait * LATE_STAGE
  return { ...cue, wait, length: wait, move: 0, stagger: 0, beat: { ...cue.beat, moves: [] } }
}
