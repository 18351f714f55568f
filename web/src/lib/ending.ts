// The story of a game that is over: the order of the players, where their points are from, and the story of the game.
import type { GameReview, JudgedChoice, RoundPoints, ScorePart } from '../protocol'
import { plain } from './text'

/** The seats, the winners first, then by points. */
export function ranking(scores: number[], winners: number[]): number[] {
  return scores
    .map((_, seat) => seat)
    .sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || scores[b]! - scores[a]!)
}

/** The place of each seat of a ranking; equal points share one, but for those who won on the tie-break. */
export function placesOf(order: number[], scores: number[], winners: number[]): number[] {
  const places: number[] = []
  order.forEach((seat, index) => {
    const before = order[index - 1]
    const level =
      before !== undefined && scores[before] === scores[seat] && winners.includes(before) === winners.includes(seat)
    places.push(level ? places[index - 1]! : index + 1)
  })
  return places
}

/** The points of a sort that a player has, with what they are made of. */
interface Block {
  kind: string
  amount: number
  parts: ScorePart[]
}

/** The kinds of points of a game, in the order in which they are shown. */
const ORDER = ['cards', 'counted', 'chips', 'effort', 'tiles', 'awards', 'titles']

/** The kinds of points that anybody has, each with the words of its first part. */
export function kindsOf(breakdown: ScorePart[][]): { kind: string; words: string }[] {
  const found = new Map<string, string>()
  for (const parts of breakdown)
    for (const { kind = '', source, amount } of parts)
      if (amount > 0 && !found.has(kind)) found.set(kind, plain(source))
  const at = (kind: string): number => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length)
  return [...found].map(([kind, words]) => ({ kind, words })).sort((a, b) => at(a.kind) - at(b.kind))
}

/** The points of a player by kind; a kind without points is left out. */
export function blocksOf(parts: ScorePart[], kinds: string[]): Block[] {
  return kinds.flatMap((kind) => {
    const own = parts.filter((part) => (part.kind ?? '') === kind && part.amount !== 0)
    const amount = own.reduce((sum, part) => sum + part.amount, 0)
    return amount > 0 ? [{ kind, amount, parts: own }] : []
  })
}

/** The course of the lead: who had it at the end, since which round, and how often it changed hands. */
interface Lead {
  seat: number
  since: number
  changes: number
}

/** The lead over the rounds; null where it cannot be told. A seat level with the leader does not lead. */
export function leadOf(rounds: RoundPoints[], winner: number): Lead | null {
  let leader = -1
  let changes = 0
  let since = rounds[0]?.round ?? 0
  for (const { round, scores } of rounds) {
    const most = Math.max(...scores)
    const first = scores.filter((score) => score === most).length === 1 ? scores.indexOf(most) : leader
    if (first !== leader) {
      if (leader >= 0) changes += 1
      leader = first
      since = round
    }
  }
  return leader >= 0 && leader === winner ? { seat: leader, since, changes } : null
}

/** The two rounds in a row that brought a player most. */
interface Burst {
  from: number
  to: number
  gain: number
}

export function burstOf(rounds: RoundPoints[], seat: number): Burst | null {
  let best: Burst | null = null
  for (let index = 2; index < rounds.length; index++) {
    const gain = (rounds[index]?.scores[seat] ?? 0) - (rounds[index - 2]?.scores[seat] ?? 0)
    if (gain > (best?.gain ?? 0)) best = { from: rounds[index - 1]!.round, to: rounds[index]!.round, gain }
  }
  return best
}

/** A decision after which the chance of winning rose. */
interface Rise {
  choice: JudgedChoice
  before: number
  after: number
}

/** The decision of a seat after which its chance of winning rose most, until the next decision of the seat. */
export function bestMoment({ decisions, chances }: GameReview, seat: number): Rise | null {
  const own = decisions.filter((each) => each.seat === seat)
  let best: Rise | null = null
  own.forEach((choice, index) => {
    const next = own[index + 1]?.number ?? chances.length - 1
    const before = chances[choice.number]?.[seat] ?? 0
    const after = chances[next]?.[seat] ?? 0
    if (after - before > (best ? best.after - best.before : 0.02)) best = { choice, before, after }
  })
  return best
}

/** The decision of a seat that cost most; null if none cost anything. */
export function worstMoment({ decisions, costliest }: GameReview, seat: number): JudgedChoice | null {
  const number = costliest[seat]?.[0]
  return decisions.find((each) => each.number === number && each.seat === seat) ?? null
}

/** The part of the decisions of a seat than which nothing better was found, in percent. */
export function agreement({ decisions }: GameReview, seat: number): number {
  const own = decisions.filter((each) => each.seat === seat)
  return Math.round((100 * own.filter(({ cost }) => cost === 0).length) / Math.max(1, own.length))
}
