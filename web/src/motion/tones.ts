// The sounds of the table as data: a few soft tones each. `tones.test.ts` renders them and measures how loud they are.
import type { Sound } from './beats'

export type Shape = 'sine' | 'triangle' | 'sawtooth' | 'square'

/** A tone: when it begins, how high it is at first and at last, how long and how loud it is, and its shape. */
type Tone = [at: number, from: number, to: number, length: number, gain: number, shape: Shape]

/** The time in which a tone becomes as loud as it gets, in seconds; then it fades to nothing. */
export const ATTACK_S = 0.012

export const TONES: Record<Sound, Tone[]> = {
  card: [[0, 520, 320, 0.08, 0.1, 'triangle']],
  turn: [
    [0, 360, 480, 0.06, 0.075, 'triangle'],
    [0.05, 480, 560, 0.07, 0.075, 'triangle'],
  ],
  good: [[0, 640, 700, 0.1, 0.065, 'sine']],
  chip: [
    [0, 880, 880, 0.07, 0.052, 'sine'],
    [0.06, 1175, 1175, 0.1, 0.045, 'sine'],
  ],
  ship: [[0, 330, 560, 0.18, 0.065, 'sine']],
  strike: [
    [0, 320, 110, 0.22, 0.055, 'sawtooth'],
    [0.02, 190, 80, 0.25, 0.035, 'square'],
  ],
  hold: [
    [0, 330, 330, 0.14, 0.05, 'sine'],
    [0.08, 440, 440, 0.18, 0.05, 'sine'],
  ],
  damage: [
    [0, 220, 70, 0.3, 0.05, 'sawtooth'],
    [0.05, 310, 90, 0.16, 0.03, 'square'],
  ],
  // All cards turn: five notes, one after the other.
  reveal: [
    [0, 262, 262, 0.12, 0.05, 'triangle'],
    [0.06, 330, 330, 0.12, 0.05, 'triangle'],
    [0.12, 392, 392, 0.12, 0.05, 'triangle'],
    [0.18, 523, 523, 0.22, 0.05, 'triangle'],
  ],
  // A drum, twice, and a growl above it: small loudspeakers have no lower notes.
  attack: [
    [0, 240, 90, 0.34, 0.075, 'triangle'],
    [0.26, 240, 90, 0.4, 0.06, 'triangle'],
    [0.26, 420, 230, 0.42, 0.035, 'sawtooth'],
  ],
  moment: [
    [0, 196, 196, 0.5, 0.055, 'triangle'],
    [0.12, 294, 294, 0.5, 0.05, 'triangle'],
    [0.24, 392, 392, 0.6, 0.055, 'triangle'],
  ],
  win: [
    [0, 392, 392, 0.25, 0.055, 'triangle'],
    [0.15, 494, 494, 0.25, 0.055, 'triangle'],
    [0.3, 587, 587, 0.3, 0.05, 'triangle'],
    [0.45, 784, 784, 0.6, 0.048, 'triangle'],
  ],
  call: [
    [0, 660, 660, 0.1, 0.05, 'sine'],
    [0.12, 880, 880, 0.16, 0.05, 'sine'],
  ],
  // Each phase begins with a motif of its own, higher from phase to phase.
  explore: [
    [0, 294, 294, 0.12, 0.045, 'sine'],
    [0.09, 440, 440, 0.2, 0.045, 'sine'],
  ],
  develop: [
    [0, 330, 330, 0.09, 0.065, 'triangle'],
    [0.09, 330, 330, 0.09, 0.065, 'triangle'],
    [0.18, 415, 415, 0.16, 0.05, 'triangle'],
  ],
  settle: [
    [0, 440, 330, 0.14, 0.064, 'triangle'],
    [0.12, 494, 494, 0.2, 0.05, 'triangle'],
  ],
  consume: [
    [0, 587, 587, 0.07, 0.045, 'sine'],
    [0.07, 740, 740, 0.07, 0.045, 'sine'],
    [0.14, 587, 587, 0.14, 0.045, 'sine'],
  ],
  produce: [
    [0, 392, 784, 0.24, 0.045, 'sine'],
    [0.1, 494, 494, 0.22, 0.035, 'triangle'],
  ],
}
