// The games, kept in the browser's database: a row for each room, and one for each of its entries.
import type { Ending, HeldSeat } from '../lib/seats'

/** Entries of a room that are to be kept before anybody is shown what they do. */
export interface Save {
  room: string
  /** The settings of a new room, as text: a seed has more digits than a number of JavaScript. */
  stored: string
  first: number
  entries: string[]
  game: string
  mode: string
  name: string
  seat: number
  over: boolean
  ending: Ending | null
}

interface RoomRow extends HeldSeat {
  stored: string
}

const ROOMS = 'rooms'
const ENTRIES = 'entries'

/** The token of one's own seats: there is nobody to hide them from. */
export const ME = 'me'

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database failed'))
  })
}

/** A database that was opened; an error if another page keeps an older form of it open. */
function opened(request: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    let given = false
    request.onblocked = () => {
      given = true
      reject(new Error('the database is in use by an older page'))
    }
    request.onsuccess = () => (given ? request.result.close() : resolve(request.result))
    request.onerror = () => reject(request.error ?? new Error('the database failed'))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the database failed'))
  })
}

export class Store {
  private readonly database: IDBDatabase

  private constructor(database: IDBDatabase) {
    this.database = database
  }

  /** Open the database; `onoutdated` is called when a newer page wants it in another form. */
  static async open(onoutdated: () => void, factory: IDBFactory = indexedDB): Promise<Store> {
    const request = factory.open('repulse', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ROOMS, { keyPath: 'room' })
      request.result.createObjectStore(ENTRIES, { keyPath: ['room', 'n'] })
    }
    const database = await opened(request)
    // Another page brings a newer form of the database: it must not wait for this one.
    database.onversionchange = () => {
      database.close()
      onoutdated()
    }
    return new Store(database)
  }

  /** Keep everything or nothing. A ConstraintError says that another page has played on in the meantime. */
  async save(saves: Save[], now: number): Promise<void> {
    const transaction = this.database.transaction([ROOMS, ENTRIES], 'readwrite')
    const over = finished(transaction)
    try {
      for (const save of saves) await this.put(transaction, save, now)
    } catch (error) {
      over.catch(() => undefined)
      throw error
    }
    await over
  }

  private async put(transaction: IDBTransaction, save: Save, now: number): Promise<void> {
    const rooms = transaction.objectStore(ROOMS)
    const { room, game, mode, name, seat, over, ending } = save
    const stored = save.stored || ((await done(rooms.get(room))) as RoomRow | undefined)?.stored
    if (stored === undefined) throw new DOMException('this room was deleted', 'ConstraintError')
    rooms.put({
      room,
      token: ME,
      game,
      mode,
      name,
      seat,
      over,
      at: now,
      stored,
      ...(ending && { ending }),
    } satisfies RoomRow)
    const entries = transaction.objectStore(ENTRIES)
    await Promise.all(save.entries.map((text, index) => done(entries.add({ room, n: save.first + index, text }))))
  }

  /** A room as it was kept: its settings, and its entries in order. */
  async load(room: string): Promise<{ stored: string; entries: string[] } | undefined> {
    const transaction = this.database.transaction([ROOMS, ENTRIES])
    const found = (await done(transaction.objectStore(ROOMS).get(room))) as RoomRow | undefined
    if (!found) return undefined
    const rows = (await done(transaction.objectStore(ENTRIES).getAll(range(room)))) as { text: string }[]
    return { stored: found.stored, entries: rows.map(({ text }) => text) }
  }

  /** The rooms, the latest first. */
  async seats(): Promise<HeldSeat[]> {
    const rows = (await done(this.database.transaction(ROOMS).objectStore(ROOMS).getAll())) as RoomRow[]
    return rows.map(({ stored: _, ...seat }) => seat).sort((a, b) => b.at - a.at)
  }

  async drop(room: string): Promise<void> {
    const transaction = this.database.transaction([ROOMS, ENTRIES], 'readwrite')
    const over = finished(transaction)
    transaction.objectStore(ROOMS).delete(room)
    transaction.objectStore(ENTRIES).delete(range(room))
    await over
  }
}

const range = (room: string): IDBKeyRange => IDBKeyRange.bound([room, 0], [room, Infinity])
