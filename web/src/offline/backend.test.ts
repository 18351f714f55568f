import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as hosts from './backend'
import type { FromWorker, ToWorker } from './messages'
import type { offlineState as state } from './state.svelte'

vi.stubGlobal('document', { baseURI: 'https://site.example/', documentElement: { dataset: {} } })
vi.spyOn(console, 'error').mockImplementation(() => undefined)

let WorkerBackend: typeof hosts.WorkerBackend
let offlineState: typeof state
beforeAll(async () => {
  ;({ WorkerBackend } = await import('./backend'))
  ;({ offlineState } = await import('./state.svelte'))
}, 60_000)
beforeEach(() => void (offlineState.failed = false))

class FakeWorker implements hosts.WorkerLike {
  onmessage: hosts.WorkerLike['onmessage'] = null
  onerror: hosts.WorkerLike['onerror'] = null
  onmessageerror: hosts.WorkerLike['onmessageerror'] = null
  readonly heard: ToWorker[] = []

  postMessage(message: ToWorker): void {
    this.heard.push(message)
  }

  says(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>)
  }

  /** The id of the last thing that was asked. */
  get id(): number {
    const last = this.heard[this.heard.length - 1]
    return last && 'id' in last ? last.id : -1
  }
}

function begun() {
  const worker = new FakeWorker()
  const backend = new WorkerBackend(
    { pyodide: 'p/', library: 'l', program: 'x', nets: {}, bytes: 1000, files: { '/api/file': 'file.json' } },
    'en',
    worker,
  )
  const ready = (): void => worker.says({ type: 'ready', milliseconds: 1, again: false })
  return { worker, backend, ready }
}

const internal = { status: 500, text: '{"code":"internal","words":""}' }

test('how much is loaded is said to whoever waits for it', async () => {
  const { worker, backend, ready } = begun()
  expect(offlineState.loading).toBe(false)
  const waits = backend.request({ path: '/api/rooms', body: '{}' })
  worker.says({ type: 'loaded', bytes: 430 })
  expect([offlineState.loading, offlineState.percent]).toEqual([true, 43])
  ready()
  expect(offlineState.loading).toBe(false)
  worker.says({ type: 'answered', id: worker.id, answered: { status: 200, text: '' } })
  await waits
  expect(offlineState.awaited).toBe(0)
})

describe('a worker', () => {
  test('that fails at one request goes on with the others', async () => {
    const { worker, backend, ready } = begun()
    ready()
    const first = backend.request({ path: '/api/import', body: '{}' })
    const bad = worker.id
    const second = backend.request({ path: '/api/rooms', body: '{}' })
    worker.says({ type: 'failed', id: bad, words: 'AssertionError' })
    worker.says({ type: 'answered', id: worker.id, answered: { status: 200, text: 'yes' } })
    expect(await first).toEqual(internal)
    expect(await second).toEqual({ status: 200, text: 'yes' })
    expect(offlineState.failed).toBe(false)
  })

  test('that could not begin answers nothing, and says so', async () => {
    const { worker, backend } = begun()
    const waits = backend.request({ path: '/api/rooms', body: '{}' })
    const seats = backend.seats()
    worker.says({ type: 'failed', words: 'no network' })
    expect(await waits).toEqual(internal)
    await expect(seats).rejects.toThrow('no network')
    expect(offlineState.failed).toBe(true)
    expect(await backend.request({ path: '/api/rooms', body: '{}' })).toEqual(internal)
  })

  test('with an error that nobody caught lets nothing wait for ever', async () => {
    const { worker, backend, ready } = begun()
    ready()
    const waits = backend.request({ path: '/api/rooms', body: '{}' })
    worker.onerror?.({ message: 'out of memory' } as ErrorEvent)
    expect(await waits).toEqual(internal)
    expect(offlineState.failed).toBe(false)
  })

  test('whose message cannot be read lets nothing wait for ever', async () => {
    const { worker, backend, ready } = begun()
    ready()
    const waits = backend.drop('room')
    worker.onmessageerror?.({} as MessageEvent)
    await expect(waits).rejects.toThrow()
  })

  test('that fails at a line closes that line, which may be opened again', () => {
    const { worker, backend, ready } = begun()
    ready()
    const [first, second] = [backend.socket('a'), backend.socket('b')]
    const closed: string[] = []
    first.onclose = () => closed.push('a')
    second.onclose = () => closed.push('b')
    const line = worker.heard.flatMap((message) =>
      message.type === 'open' && message.room === 'a' ? [message.line] : [],
    )[0]
    worker.says({ type: 'failed', line, words: 'a bug' })
    expect(closed).toEqual(['a'])
    expect(offlineState.failed).toBe(false)
  })
})

test('a file that is out of reach is refused in words', async () => {
  const { backend } = begun()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  expect(await backend.request({ path: '/api/file' })).toEqual({ status: 503, text: '{"code":"no-net","words":""}' })
})
