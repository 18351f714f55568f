import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withSilenceLimit } from './patience'

const LIMIT_MS = 1000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that answers with what is put into its pipe; its stream fails when the request is given up. */
function server(): { fetch: typeof fetch; send: (text: string) => void; end: () => void } {
  let pipe: ReadableStreamDefaultController<Uint8Array> | undefined
  const answer: typeof fetch = async (_input, init) => {
    const body = new ReadableStream<Uint8Array>({ start: (into) => void (pipe = into) })
    init?.signal?.addEventListener('abort', () => pipe?.error(init.signal?.reason))
    return new Response(body, { headers: { 'Content-Type': 'application/wasm' } })
  }
  return { fetch: answer, send: (text) => pipe?.enqueue(new TextEncoder().encode(text)), end: () => pipe?.close() }
}

test('a request that is never answered fails', async () => {
  const silent: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
    )
  const failed = expect(withSilenceLimit(silent, LIMIT_MS)('a')).rejects.toThrow('nothing has arrived')
  await vi.advanceTimersByTimeAsync(LIMIT_MS)
  await failed
})

test('an answer that falls silent half way fails', async () => {
  const far = server()
  const response = await withSilenceLimit(far.fetch, LIMIT_MS)('a')
  const failed = expect(response.text()).rejects.toThrow('nothing has arrived')
  far.send('half')
  await vi.advanceTimersByTimeAsync(LIMIT_MS + 1)
  await failed
})

test('a slow answer arrives as it was', async () => {
  const far = server()
  const response = await withSilenceLimit(far.fetch, LIMIT_MS)('a')
  const text = response.text()
  for (const part of ['a', 'b', 'c', 'd']) {
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 100)
    far.send(part)
  }
  far.end()
  await vi.advanceTimersByTimeAsync(LIMIT_MS)
  expect(await text).toBe('abcd')
  expect(response.headers.get('Content-Type')).toBe('application/wasm')
})

test('an answer that nobody reads yet is not late', async () => {
  const far = server()
  const response = await withSilenceLimit(far.fetch, LIMIT_MS)('a')
  far.send('x')
  await vi.advanceTimersByTimeAsync(10 * LIMIT_MS)
  far.end()
  expect(await response.text()).toBe('x')
})

test('a request can still be given up by its owner', async () => {
  const owner = new AbortController()
  const far = server()
  const response = await withSilenceLimit(far.fetch, LIMIT_MS)('a', { signal: owner.signal })
  const failed = expect(response.text()).rejects.toThrow('enough')
  owner.abort(new Error('enough'))
  await failed
})
