// Plays the tones of a sound.
import type { Sound } from './beats'
import { ATTACK_S, TONES } from './tones'

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
  for (const [at, from, to, length, gain, shape] of TONES[sound]) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.type = shape
    tone.frequency.setValueAtTime(from, now + at)
    tone.frequency.exponentialRampToValueAtTime(to, now + at + length)
    volume.gain.setValueAtTime(0.0001, now + at)
    volume.gain.exponentialRampToValueAtTime(gain, now + at + ATTACK_S)
    volume.gain.exponentialRampToValueAtTime(0.0001, now + at + length)
    tone.connect(volume).connect(context.destination)
    tone.start(now + at)
    tone.stop(now + at + length + 0.02)
  }
}
