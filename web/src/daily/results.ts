// Results at deals of the day, as plain data: par, streaks, statistics, the calendar, and a text to share.
import type { DealInfo, DealPar, DealTry } from '../protocol'

/** The rated try of a deal, finished or not. */
export interface DealResult {
  deal: string
  day: string
  game: string
  mode: string
  players: number
  room: string
  over: boolean
  score: number
  /** 1 for a winner. */
  place: number
  par?: number
  betterThan?: number
}

/** The percentage of plays that a score beats; equal scores count half, and the result is rounded down. */
export function betterThan(scores: number[], score: number): number {
  const beaten = scores.reduce((sum, play) => sum + (score > play ? 2 : score === play ? 1 : 0), 0)
  return Math.floor((100 * beaten) / (2 * Math.max(1, scores.length)))
}

/** A result with what par says about it. */
export function scored(result: DealResult, par: DealPar): DealResult {
  return result.over ? { ...result, par: par.points, betterThan: betterThan(par.scores, result.score) } : result
}

export const aboveOf = ({ over, score, par }: DealResult): number | null =>
  over && par !== undefined ? score - par : null

/** A number with its sign, as in +7. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '±0')

/** The tries that a server has kept for a person. */
export const fromTry = ({ better_than, par, score, place, ...rest }: DealTry): DealResult => ({
  ...rest,
  score: score ?? 0,
  place: place ?? 0,
  ...(typeof par === 'number' && { par }),
  ...(typeof better_than === 'number' && { betterThan: better_than }),
})

export const newResult = (deal: DealInfo, room: string): DealResult => ({
  deal: deal.deal,
  day: deal.day,
  game: deal.game,
  mode: deal.mode,
  players: deal.players,
  room,
  over: false,
  score: 0,
  place: 0,
})

/** A date some days later, both as in 2026-11-19. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** On how many days in a row a rated try was finished, up to today; today may still be to come. */
export function streakOf(results: DealResult[], today: string): number {
  const days = new Set(results.filter(({ over }) => over).map(({ day }) => day))
  let day = days.has(today) ? today : addDays(today, -1)
  let count = 0
  while (days.has(day)) {
    count += 1
    day = addDays(day, -1)
  }
  return count
}

interface DealStatistics {
  played: number
  wins: number
  /** The mean of the points above par; null as long as par is unknown. */
  above: number | null
  betterThan: number | null
  best: number | null
  longest: number
}

export function statisticsOf(results: DealResult[]): DealStatistics {
  const over = results.filter((result) => result.over)
  const above = over.map(aboveOf).filter((n) => n !== null)
  const better = over.flatMap((result) => (result.betterThan === undefined ? [] : [result.betterThan]))
  const mean = (list: number[]): number | null =>
    list.length ? list.reduce((sum, n) => sum + n, 0) / list.length : null
  return {
    played: over.length,
    wins: over.filter(({ place }) => place === 1).length,
    above: mean(above),
    betterThan: mean(better),
    best: above.length ? Math.max(...above) : null,
    longest: Math.max(0, ...over.map(({ day }) => streakOf(over, day))),
  }
}

/** A day of a calendar: the results of its finished rated tries. */
interface CalendarDay {
  day: string
  done: number
  /** Whether nothing can be played on it: before the first deals, or after today. */
  closed: boolean
}

/** The weeks of a month, Monday first; days of other months are null. */
export function monthOf(month: string, results: DealResult[], first: string, today: string): (CalendarDay | null)[][] {
  const begin = `${month}-01`
  const weeks: (CalendarDay | null)[][] = []
  let week: (CalendarDay | null)[] = Array.from(
    { length: (new Date(`${begin}T00:00:00Z`).getUTCDay() + 6) % 7 },
    () => null,
  )
  for (let day = begin; day.startsWith(month); day = addDays(day, 1)) {
    const done = results.filter((result) => result.over && result.day === day).length
    week.push({ day, done, closed: day < first || day > today })
    if (week.length === 7) {
      weeks.push(week)
      week = []
    }
  }
  if (week.length) weeks.push([...week, ...Array.from({ length: 7 - week.length }, () => null)])
  return weeks
}

/** The share of plays beaten, as ten squares. */
export const squares = (betterThan: number): string => {
  const full = Math.round(betterThan / 10)
  return '🟩'.repeat(full) + '⬛'.repeat(10 - full)
}
