// Faces drawn from a seed: people are creatures, bots are machines. The same seed gives the same face everywhere.
interface Face {
  back: string
  skin: string
  dark: string
  /** The outline of the head. */
  head: string
  /** The thing on top of it: antennae, horns, a crest. */
  top: string
  /** Whether the top is drawn as lines rather than filled. */
  lines: boolean
  /** Knobs at the ends of antennae. */
  knobs: [number, number][]
  eyes: { x: number; y: number; r: number }[]
  mouth: string
  spots: { x: number; y: number; r: number }[]
}

/** A stream of whole numbers below a bound, from a text. */
function dice(seed: string): (bound: number) => number {
  let state = 2166136261
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619)
  return (bound) => {
    state = Math.imul(state ^ (state >>> 15), 2246822507)
    state = Math.imul(state ^ (state >>> 13), 3266489909)
    state ^= state >>> 16
    return (state >>> 0) % bound
  }
}

const HEADS = [
  'M32 14c12 0 18 9 18 20s-8 20-18 20-18-9-18-20 6-20 18-20z',
  'M32 13c14 0 21 8 20 18-1 8-7 10-9 16-1 5-5 8-11 8s-10-3-11-8c-2-6-8-8-9-16-1-10 6-18 20-18z',
  'M20 16h24c6 0 8 4 8 10v12c0 9-8 16-20 16s-20-7-20-16V26c0-6 2-10 8-10z',
  'M32 12c8 0 12 6 13 14 1 7 7 10 7 17 0 8-9 12-20 12s-20-4-20-12c0-7 6-10 7-17 1-8 5-14 13-14z',
  'M32 17c15 0 22 7 22 17S46 53 32 53 10 44 10 34s7-17 22-17z',
]
const ROBOTS = [
  'M16 18h32a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4V22a4 4 0 0 1 4-4z',
  'M22 16h20l10 10v18l-8 9H20l-8-9V26z',
  'M32 15c12 0 19 8 19 18v19H13V33c0-10 7-18 19-18z',
]
const TOPS: { path: string; lines: boolean; knobs: [number, number][] }[] = [
  {
    path: 'M24 18 18 6M40 18 46 6',
    lines: true,
    knobs: [
      [18, 6],
      [46, 6],
    ],
  },
  { path: 'M32 16V5', lines: true, knobs: [[32, 5]] },
  { path: 'M18 22 10 6l14 10zM46 22 54 6 40 16z', lines: false, knobs: [] },
  { path: 'M20 20c2-12 6-6 8-14 3 6 5 2 8-2 1 8 7 4 8 16z', lines: false, knobs: [] },
  { path: 'M12 30C4 26 4 18 8 12c2 6 6 8 10 8zM52 30c8-4 8-12 4-18-2 6-6 8-10 8z', lines: false, knobs: [] },
  {
    path: 'M22 17C20 8 12 10 11 5M32 15V4M42 17c2-9 10-7 11-12',
    lines: true,
    knobs: [
      [11, 5],
      [32, 4],
      [53, 5],
    ],
  },
]
const MOUTHS = [
  'M24 44q8 7 16 0',
  'M25 45h14',
  'M24 43q8 10 16 0z',
  'M26 46q6-5 12 0',
  'M23 43q4 4 9 1t9-1',
  'M28 44a4 4 0 1 0 8 0 4 4 0 1 0-8 0',
]

/** The face of a seed; that of a machine for a bot. */
export function faceOf(seed: string, bot = false): Face {
  const roll = dice(`${bot ? 'bot' : 'one'} ${seed}`)
  const hue = roll(24) * 15
  const other = (hue + 120 + roll(9) * 15) % 360
  const count = bot ? 2 : [1, 2, 2, 2, 3][roll(5)]!
  const y = 29 + roll(4)
  const size = count === 1 ? 9 : count === 3 ? 4.4 : 4.6 + roll(3)
  const xs = count === 1 ? [32] : count === 2 ? [32 - 8 - roll(2), 32 + 8 + roll(2)] : [21, 32, 43]
  const top = bot ? TOPS[1]! : TOPS[roll(TOPS.length)]!
  const heads = bot ? ROBOTS : HEADS
  return {
    back: `hsl(${other} 45% ${bot ? 30 : 26}%)`,
    skin: bot ? `hsl(${hue} 16% 72%)` : `hsl(${hue} 62% ${62 + roll(10)}%)`,
    dark: bot ? `hsl(${hue} 20% 32%)` : `hsl(${hue} 60% 28%)`,
    head: heads[roll(heads.length)]!,
    top: top.path,
    lines: top.lines,
    knobs: top.knobs,
    eyes: xs.map((x, index) => ({ x, y: count === 3 && index === 1 ? y - 5 : y, r: size })),
    mouth: bot ? 'M23 43h18M26 40.5v5M32 40.5v5M38 40.5v5' : MOUTHS[roll(MOUTHS.length)]!,
    spots:
      bot || roll(2)
        ? []
        : Array.from({ length: 3 }, () => ({ x: 18 + roll(28), y: 19 + roll(5), r: 1.2 + roll(2) * 0.7 })),
  }
}

/** A seed that nobody has. */
export function newFace(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join('')
}
