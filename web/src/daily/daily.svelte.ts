// The deals of the day for this visitor: the results kept in this browser, those of the identity, and par as it comes in.
import type { DailyDeals, DealBoard, DealInfo, DealPar, Event as RoomEvent, ParLine } from '../protocol'
import { createRoom } from '../lib/api'
import { backend } from '../lib/backend'
import { errorMessage } from '../lib/errors'
import { identity } from '../lib/identity.svelte'
import { ApiError, call, granted } from '../lib/request'
import { router } from '../lib/router.svelte'
import { settings } from '../lib/settings.svelte'
import { loadGame } from '../games'
import { fromTry, newResult, scored, streakOf, type DealResult } from './results'

const KEY = 'repulse.daily'
/** The most results and pars that are kept: of results, more than a year. */
const MOST_RESULTS = 2500
const MOST_PARS = 60
/** Refusals after which par is asked for again: the server is playing others. */
const WAITS = new Set(['too-many-reviews', 'busy', 'too-many-requests'])
const RETRY_MS = 3000

interface Kept {
  results: DealResult[]
  pars: DealPar[]
}

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    return {
      results: Array.isArray(kept.results) ? kept.results : [],
      pars: Array.isArray(kept.pars) ? kept.pars : [],
    }
  } catch {
    return { results: [], pars: [] }
  }
}

/** The progress of par of a deal. */
export interface ParState {
  done: number
  total: number
  par: DealPar | null
  problem: string
}

class Daily {
  private kept = $state.raw<Kept>(read())
  /** The results of the identity, which count more than those of this browser. */
  private theirs = $state.raw<DealResult[]>([])
  private pars = $state.raw<Record<string, ParState>>({})
  /** The date in UTC, as the tables say; by this device's clock until they do. */
  today = $state(new Date().toISOString().slice(0, 10))
  first = $state('')
  busy = $state('')
  problem = $state('')

  constructor() {
    // Another tab may have finished a try.
    addEventListener('storage', ({ key }) => {
      if (key === KEY) this.kept = read()
    })
  }

  /** The rated tries, the latest first; those of other devices too, where there is an identity. */
  get results(): DealResult[] {
    const known = new Map(this.kept.results.map((result) => [result.deal, result]))
    if (identity.key)
      for (const result of this.theirs) {
        const here = known.get(result.deal)
        // The server may not have counted a game that has just ended.
        if (!here?.over || result.over) known.set(result.deal, { ...here, ...result })
      }
    return [...known.values()].sort((a, b) => b.day.localeCompare(a.day) || a.deal.localeCompare(b.deal))
  }

  get streak(): number {
    return streakOf(this.results, this.today)
  }

  resultOf(deal: string): DealResult | undefined {
    return this.results.find((result) => result.deal === deal)
  }

  private keep(change: (kept: Kept) => Kept): void {
    // Another tab may have written since.
    const next = change(read())
    next.results = next.results.sort((a, b) => b.day.localeCompare(a.day)).slice(0, MOST_RESULTS)
    next.pars = next.pars.slice(0, MOST_PARS)
    this.kept = next
    try {
      localStorage.setItem(KEY, JSON.stringify(next))
    } catch {
      // Without storage they last as long as the page.
    }
  }

  private keepResult(result: DealResult): void {
    this.keep(({ results, pars }) => ({
      results: [result, ...results.filter(({ deal }) => deal !== result.deal)],
      pars,
    }))
  }

  /** The deals of a day, by default of today. */
  async look(day = ''): Promise<DailyDeals> {
    const deals = await call<DailyDeals>(`/api/daily?${new URLSearchParams({ day })}`, { token: identity.key })
    this.today = deals.today
    this.first = deals.first
    this.theirs = (deals.tries ?? []).map(fromTry)
    return deals
  }

  board(game: string, mode: string, span: string, day: string): Promise<DealBoard> {
    const query = new URLSearchParams({ game, mode, span, day })
    return call<DealBoard>(`/api/daily/board?${query}`, { token: identity.key })
  }

  /** Play a deal: the rated try first, on its own day; then free ones. */
  async play(deal: DealInfo): Promise<void> {
    if (this.busy) return
    const known = this.resultOf(deal.deal)
    if (known && !known.over && backend().token(known.room)) return router.go(`/room/${known.room}`)
    this.busy = deal.deal
    this.problem = ''
    settings.keep()
    loadGame(deal.game).catch(() => undefined)
    const rated = deal.day === this.today && !known?.over
    try {
      const { room, token, seat } = await createRoom({
        game: deal.game,
        deal: deal.deal,
        rated_try: rated,
        my_name: settings.name,
        my_face: settings.face,
      })
      const held = { room, token, seat, game: deal.game, mode: deal.mode, name: '' }
      backend().hold({ ...held, at: Date.now(), over: false, mine: !!identity.key })
      if (rated) this.keepResult(newResult(deal, room))
      router.go(`/room/${room}`)
    } catch (error) {
      this.problem = errorMessage(error as Error)
    } finally {
      this.busy = ''
    }
  }

  /** Take in what a room says of a deal: par is played meanwhile, and the end of a rated try is kept. */
  take({ room, seat, result }: RoomEvent): void {
    const deal = room.deal ?? ''
    if (!deal || seat < 0) return
    void this.askPar(deal)
    const known = this.resultOf(deal)
    if (!result || !room.rated_try || (known?.over && known.par !== undefined)) return
    // The first try counts: another room of the same deal changes nothing.
    if (known && known.room !== room.room) return
    const [day = ''] = deal.split('/').slice(-3)
    const score = result.scores[seat] ?? 0
    const ahead = result.scores.filter((other) => other > score).length
    const made: DealResult = {
      deal,
      day,
      game: room.game,
      mode: room.mode,
      players: room.seats.length,
      room: room.room,
      over: true,
      score,
      place: result.winners.includes(seat) ? 1 : 1 + Math.max(1, ahead),
    }
    const par = this.parOf(deal)?.par
    this.keepResult(par ? scored(made, par) : made)
  }

  parOf(deal: string): ParState | undefined {
    const state = this.pars[deal]
    if (state) return state
    const par = this.kept.pars.find((each) => each.deal === deal)
    return par && { done: par.scores.length, total: par.scores.length, par, problem: '' }
  }

  private note(deal: string, state: Partial<ParState>): void {
    const before = this.pars[deal] ?? { done: 0, total: 0, par: null, problem: '' }
    this.pars = { ...this.pars, [deal]: { ...before, ...state } }
  }

  /** Have par of a deal played, unless it is known or under way. */
  async askPar(deal: string): Promise<void> {
    const known = this.parOf(deal)
    if (known && (known.par || !known.problem)) return
    this.note(deal, { problem: '' })
    const take = (text: string): void => {
      const line = JSON.parse(text) as ParLine
      if (line.type === 'progress') this.note(deal, { done: line.done, total: line.total })
      else if (line.type === 'failed') this.note(deal, { problem: line.words })
      else this.learn(line)
    }
    const asked = { path: '/api/daily/par', body: JSON.stringify({ deal }) }
    try {
      await granted(backend().stream(asked, take, new AbortController().signal))
    } catch (error) {
      if (error instanceof ApiError && WAITS.has(error.code)) {
        setTimeout(() => {
          this.note(deal, { problem: ' ' })
          void this.askPar(deal)
        }, RETRY_MS)
      } else this.note(deal, { problem: errorMessage(error as Error) })
    }
  }

  /** Par is known: keep it, and what it says about the try. */
  private learn(par: DealPar): void {
    this.note(par.deal, { par, problem: '' })
    this.keep(({ results, pars }) => ({
      results: results.map((result) => (result.deal === par.deal ? scored(result, par) : result)),
      pars: [par, ...pars.filter(({ deal }) => deal !== par.deal)],
    }))
  }

  /** Everything about deals that this browser keeps, to be saved as a file. */
  export(): string {
    return JSON.stringify({ results: this.results })
  }

  /** Forget what this browser keeps; what an identity has stays with it. */
  forget(): void {
    this.keep(() => ({ results: [], pars: [] }))
  }
}

export const daily = new Daily()
