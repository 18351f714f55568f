import { IDBFactory as FakeIndexedDB, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { partOf } from '../testing/fixtures'
import { Store, type Save } from './store'

vi.stubGlobal('IDBKeyRange', FakeKeyRange)

/** A database that is opened when the test says so. */
function fake() {
  const database = { closed: 0, onversionchange: null as (() => void) | null, close: () => void (database.closed += 1) }
  const request = partOf<IDBOpenDBRequest>({ result: database })
  return { database, request, factory: partOf<IDBFactory>({ open: () => request }) }
}

test('a database that an older page holds is given up, not waited for', async () => {
  const { database, request, factory } = fake()
  const opening = Store.open(() => undefined, factory)
  request.onblocked?.({} as IDBVersionChangeEvent)
  await expect(opening).rejects.toThrow('older page')
  // It may still open later, when nobody wants it any more.
  request.onsuccess?.({} as Event)
  expect(database.closed).toBe(1)
})

test('a newer page gets the database, and this one says so', async () => {
  const { database, request, factory } = fake()
  let outdated = 0
  const opening = Store.open(() => (outdated += 1), factory)
  request.onsuccess?.({} as Event)
  await opening
  database.onversionchange?.()
  expect([database.closed, outdated]).toEqual([1, 1])
})

// --- with a real database, in memory ---

const save = (room: string, first: number, entries: string[], more: Partial<Save> = {}): Save => ({
  room,
  stored: first ? '' : `settings of ${room}`,
  first,
  entries,
  game: 'galaxy',
  mode: 'base',
  name: '',
  seat: 0,
  over: false,
  ending: null,
  ...more,
})

test('a room is loaded as it was saved, its entries in order', async () => {
  const store = await Store.open(() => undefined, new FakeIndexedDB())
  await store.save([save('r1', 0, ['a', 'b'])], 5)
  await store.save([save('r1', 2, ['c'])], 6)
  expect(await store.load('r1')).toEqual({ stored: 'settings of r1', entries: ['a', 'b', 'c'] })
  expect(await store.load('r2')).toBeUndefined()
})

test('a save that another page was quicker with changes nothing', async () => {
  const store = await Store.open(() => undefined, new FakeIndexedDB())
  await store.save([save('r1', 0, ['a', 'b'])], 5)
  await expect(store.save([save('r1', 2, ['c']), save('r1', 1, ['other'])], 6)).rejects.toThrow()
  expect((await store.load('r1'))?.entries).toEqual(['a', 'b'])
})

test('seats are listed the latest first, with how their games ended', async () => {
  const store = await Store.open(() => undefined, new FakeIndexedDB())
  const ending = { names: ['Ada'], scores: [30], winners: [0] }
  await store.save([save('old', 0, ['a'])], 5)
  await store.save([save('new', 0, ['a'], { over: true, ending })], 9)
  const seats = await store.seats()
  expect(seats.map(({ room, over }) => [room, over])).toEqual([
    ['new', true],
    ['old', false],
  ])
  expect(seats[0]?.ending).toEqual(ending)
  expect(seats[0]).not.toHaveProperty('stored')
})

test('a room that is dropped is gone with its entries, and nobody can play on there', async () => {
  const store = await Store.open(() => undefined, new FakeIndexedDB())
  await store.save([save('r1', 0, ['a']), save('r2', 0, ['b'])], 5)
  await store.drop('r1')
  expect(await store.load('r1')).toBeUndefined()
  expect((await store.load('r2'))?.entries).toEqual(['b'])
  await expect(store.save([save('r1', 1, ['c'])], 6)).rejects.toThrow('deleted')
})
