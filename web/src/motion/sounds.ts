// Short soft sounds, made here: a few tones each.
import type { Sound } from './beats'

/** A tone: when it begins, how high it is at first and at last, how long and how loud it is, and its shape. */
type Tone = [at: number, from: number, to: number, length: number, gain: number, shape: OscillatorType]

const SOUNDS: Record<Sound, Tone[]> = {
  card: [[0, 520, 320, 0.07, 0.05, 'triangle']],
  turn: [
    [0, 360, 480, 0.06, 0.05, 'triangle'],
    [0.05, 480, 560, 0.07, 0.04, 'triangle'],
  ],
  good: [[0, 640, 700, 0.09, 0.05, 'sine']],
  chip: [
    [0, 880, 880, 0.07, 0.05, 'sine'],
    [0.06, 1175, 1175, 0.1, 0.04, 'sine'],
  ],
  ship: [[0, 180, 300, 0.18, 0.06, 'sine']],
  strike: [
    [0, 150, 60, 0.22, 0.09, 'sawtooth'],
    [0.02, 90, 45, 0.25, 0.08, 'square'],
  ],
  hold: [
    [0, 330, 330, 0.12, 0.05, 'sine'],
    [0.08, 440, 440, 0.16, 0.05, 'sine'],
  ],
  moment: [
    [0, 196, 196, 0.5, 0.06, 'triangle'],
    [0.12, 294, 294, 0.5, 0.05, 'triangle'],
    [0.24, 392, 392, 0.6, 0.05, 'triangle'],
  ],
  win: [
    [0, 392, 392, 0.25, 0.06, 'triangle'],
    [0.15, 494, 494, 0.25, 0.06, 'triangle'],
    [0.3, 587, 587, 0.3, 0.06, 'triangle'],
    [0.45, 784, 784, 0.6, 0.06, 'triangle'],
  ],
  call: [
    [0, 660, 660, 0.1, 0.05, 'sine'],
    [0.12, 880, 880, 0.16, 0.05, 'sine'],
  ],
}

let context: AudioContext | undefined

export function sing(sound: Sound): void {
  // A browser lets nothing sound before the visitor has touched the page.
  if (!navigator.userActivation?.hasBeenActive) return
  try {
    context ??= new AudioContext()
  } catch {
    return
  }
  if (context.state === 'suspended') void context.resume()
  const now = context.currentTime
  for (const [at, from, to, length, gain, shape] of SOUNDS[sound]) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.type = shape
    tone.frequency.setValueAtTime(from, now + at)
    tone.frequency.exponentialRampToValueAtTime(to, now + at + length)
    volume.gain.setValueAtTime(0.0001, now + at)
    volume.gain.exponentialRampToValueAtTime(gain, now + at + 0.012)
    volume.gain.exponentialRampToValueAtTime(0.0001, now + at + length)
    tone.connect(volume).connect(context.destination)
    tone.start(now + at)
    tone.stop(now + at + length + 0.02)
  }
}
