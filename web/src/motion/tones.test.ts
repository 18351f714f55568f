// The sounds, rendered: none is much louder than another, and moments are heard above what is done every minute.
import { describe, expect, it } from 'vitest'
import type { Sound } from './beats'
import { ATTACK_S, TONES, type Shape } from './tones'

const RATE = 22_050
const SILENCE = 0.0001
const WINDOW_S = 0.1

const WAVES: Record<Shape, (turns: number) => number> = {
  sine: (turns) => Math.sin(2 * Math.PI * turns),
  triangle: (turns) => 4 * Math.abs((turns % 1) - 0.5) - 1,
  sawtooth: (turns) => 2 * (turns % 1) - 1,
  square: (turns) => (turns % 1 < 0.5 ? 1 : -1),
}

/** The samples of a sound, with exponential ramps like those of the browser. */
function render(sound: Sound): Float64Array {
  const tones = TONES[sound]
  const length = Math.max(...tones.map(([at, , , duration]) => at + duration))
  const samples = new Float64Array(Math.ceil(length * RATE))
  for (const [at, from, to, duration, gain, shape] of tones) {
    let turns = 0
    for (let index = 0; index < duration * RATE; index += 1) {
      const time = index / RATE
      turns += (from * (to / from) ** (time / duration)) / RATE
      const volume =
        time < ATTACK_S
          ? SILENCE * (gain / SILENCE) ** (time / ATTACK_S)
          : gain * (SILENCE / gain) ** ((time - ATTACK_S) / (duration - ATTACK_S))
      const place = Math.floor(at * RATE) + index
      if (place < samples.length) samples[place] = (samples[place] ?? 0) + volume * WAVES[shape](turns)
    }
  }
  return samples
}

const decibels = (amplitude: number): number => 20 * Math.log10(amplitude)
const peakOf = (samples: Float64Array): number => samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0)

/** The root mean square of the loudest tenth of a second. */
function loudnessOf(samples: Float64Array): number {
  const size = Math.floor(WINDOW_S * RATE)
  let best = 0
  for (let start = 0; start < samples.length; start += size / 4) {
    let sum = 0
    for (let index = start; index < Math.min(samples.length, start + size); index += 1)
      sum += (samples[Math.floor(index)] ?? 0) ** 2
    best = Math.max(best, sum / size)
  }
  return decibels(Math.sqrt(best))
}

/** The part of the energy of a sound that is below a frequency: small loudspeakers do not play it. */
function partBelow(samples: Float64Array, hertz: number): number {
  // Two filters of the first order one after the other.
  const factor = 1 - Math.exp((-2 * Math.PI * hertz) / RATE)
  let [first, second, low, all] = [0, 0, 0, 0]
  for (const sample of samples) {
    first += factor * (sample - first)
    second += factor * (first - second)
    low += second ** 2
    all += sample ** 2
  }
  return low / all
}

const SOUNDS = Object.keys(TONES) as Sound[]
const MOMENTS: Sound[] = ['attack', 'moment', 'win', 'strike', 'damage']
const LOUDNESS = Object.fromEntries(SOUNDS.map((sound) => [sound, loudnessOf(render(sound))])) as Record<Sound, number>

describe('the sounds', () => {
  it.each(SOUNDS)('%s is neither lost nor loud', (sound) => {
    expect(decibels(peakOf(render(sound)))).toBeLessThan(-16)
    expect(LOUDNESS[sound]).toBeGreaterThan(-39)
    expect(LOUDNESS[sound]).toBeLessThan(-30)
  })

  it.each(SOUNDS)('%s is heard from a small loudspeaker', (sound) => {
    expect(partBelow(render(sound), 150)).toBeLessThan(0.25)
  })

  it('lie within eight decibels of each other', () => {
    const all = Object.values(LOUDNESS)
    expect(Math.max(...all) - Math.min(...all)).toBeLessThan(8)
  })

  it('let moments be heard above the rest', () => {
    const mean = (sounds: Sound[]): number => sounds.reduce((sum, each) => sum + LOUDNESS[each], 0) / sounds.length
    expect(mean(MOMENTS)).toBeGreaterThan(mean(SOUNDS.filter((each) => !MOMENTS.includes(each))))
  })

  it('differ from each other', () => {
    const tunes = SOUNDS.map((sound) => JSON.stringify(TONES[sound].map(([at, from, to]) => [at, from, to])))
    expect(new Set(tunes).size).toBe(SOUNDS.length)
  })
})
