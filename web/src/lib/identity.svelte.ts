// The identity of the visitor, if there is one: a key in the browser, and everything else on the server.
import type { MyTables, NewLink, Profile, RatingTable, SignedIn, Taken } from '../protocol'
import { call, download, type ApiError } from './request'
import { heldSeats, holdSeat, dropSeat, noteSeat, type HeldSeat } from './seats'
import { settings } from './settings.svelte'

const KEY = 'repulse.identity'

/** The key that the address of the page carries from another device; empty for none. */
export function carriedKey(hash: string): string {
  return /^#me=(me-[\w-]{20,100})$/.exec(hash)?.[1] ?? ''
}

/** The private link: the key is behind the #, which browsers send to nobody. */
export const identityLink = (origin: string, key: string): string => `${origin}/#me=${key}`

function kept(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

class Identity {
  /** The identity on this device; empty without one. */
  key = $state(kept())
  profile = $state.raw<Profile | null>(null)

  private keep(key: string): void {
    this.key = key
    try {
      if (key) localStorage.setItem(KEY, key)
      else localStorage.removeItem(KEY)
    } catch {
      // Without storage it lasts as long as the page.
    }
  }

  private take({ key, profile }: SignedIn): void {
    this.keep(key)
    this.know(profile)
  }

  private know(profile: Profile): void {
    this.profile = profile
    settings.name = profile.name
    if (profile.face) settings.face = profile.face
    settings.keep()
  }

  /** Ask as this device; one that was signed out from elsewhere forgets that it ever was in. */
  private async ask<T>(path: string, body?: unknown, method?: string): Promise<T> {
    try {
      return await call<T>(path, {
        token: this.key,
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
      })
    } catch (error) {
      if ((error as ApiError).code === 'bad-token') this.forget()
      throw error
    }
  }

  private wish(listed: boolean): unknown {
    return { name: settings.name, face: settings.face, listed }
  }

  /** Keep an identity, with the tables of this browser; the key for its private link. */
  async create(listed: boolean): Promise<string> {
    const made = await call<SignedIn>('/api/me', { body: JSON.stringify(this.wish(listed)) })
    this.take(made)
    await this.takeAlong()
    return made.link
  }

  /** Sign in with the key of a private link. */
  async signIn(link: string): Promise<void> {
    this.take(await call<SignedIn>('/api/me/devices', { token: link, body: '{}' }))
    await this.takeAlong()
    await this.tables()
  }

  private async takeAlong(): Promise<void> {
    const loose = heldSeats()
      .filter((seat) => !seat.mine && seat.token)
      .slice(0, 30)
    if (!loose.length) return
    await this.ask<Taken>('/api/me/tables', { tables: loose.map(({ room, token }) => ({ room, token })) })
    for (const { room } of loose) noteSeat(room, { mine: true })
  }

  async look(): Promise<void> {
    if (this.key) this.know(await this.ask<Profile>('/api/me'))
  }

  async change(listed: boolean): Promise<void> {
    this.know(await this.ask<Profile>('/api/me', this.wish(listed), 'PUT'))
  }

  async newLink(): Promise<string> {
    return (await this.ask<NewLink>('/api/me/link', {})).link
  }

  async signOut(which: 'this' | 'others'): Promise<void> {
    await this.ask(`/api/me/devices?which=${which}`, undefined, 'DELETE')
    if (which === 'this') this.forget()
    else await this.look()
  }

  async remove(): Promise<void> {
    await this.ask('/api/me', undefined, 'DELETE')
    this.forget()
  }

  async export(): Promise<void> {
    await download('/api/me/export', { token: this.key }, 'repulse-identity.json')
  }

  ratings(game: string, mode: string): Promise<RatingTable> {
    return call(`/api/ratings?${new URLSearchParams({ game, mode })}`, { token: this.key })
  }

  /** Bring the tables of this browser up to date with those of the identity. */
  async tables(): Promise<MyTables> {
    const found = await this.ask<MyTables>('/api/me/tables')
    const known = new Map(heldSeats().map((seat) => [seat.room, seat]))
    const there = new Set([...found.tables.map(({ room }) => room), ...found.results.map(({ room }) => room)])
    for (const { room, mine } of known.values()) if (mine && !there.has(room)) dropSeat(room)
    for (const { room, seat, game, mode, name, gone } of [...found.tables].reverse()) {
      if (!gone && !known.has(room))
        holdSeat(this.seat(room, seat ?? -1, game ?? '', mode ?? '', name ?? '', Date.now()))
    }
    for (const each of [...found.results].reverse()) {
      const seat = this.seat(each.room, each.seat, each.game, each.mode, each.name, each.at * 1000)
      if (known.get(each.room)?.over) continue
      const scores = Array.from({ length: each.players }, (_, place) => (place === each.seat ? each.score : each.best))
      const ending = each.place ? { ending: { names: [], scores, winners: each.place === 1 ? [each.seat] : [] } } : {}
      holdSeat({ ...seat, ...known.get(each.room), over: true, ...ending })
    }
    return found
  }

  private seat(room: string, seat: number, game: string, mode: string, name: string, at: number): HeldSeat {
    return { room, token: this.key, seat, game, mode, name, at, over: false, mine: true }
  }

  /** Take a table off the list, on all devices. */
  async letGo(room: string): Promise<void> {
    await this.ask(`/api/me/tables?${new URLSearchParams({ room })}`, undefined, 'DELETE')
  }

  /** This device is not signed in any more: what belongs to the identity goes with it. */
  forget(): void {
    this.keep('')
    this.profile = null
    for (const { room, mine } of heldSeats()) if (mine) dropSeat(room)
  }
}

export const identity = new Identity()
