import { expect, test } from 'vitest'
import { countBytes } from './progress'

test('the bytes of what is fetched are counted, and it arrives as it was', async () => {
  const scope = {
    fetch: (async () =>
      new Response('x'.repeat(5000), { headers: { 'Content-Type': 'application/wasm' } })) as typeof fetch,
  }
  const plain = scope.fetch
  const told: number[] = []
  const stop = countBytes((bytes) => told.push(bytes), scope)
  const responses = await Promise.all([scope.fetch('a'), scope.fetch('b')])
  const texts = await Promise.all(responses.map((response) => response.text()))
  stop()
  expect(texts.map((text) => text.length)).toEqual([5000, 5000])
  expect(responses[0]?.headers.get('Content-Type')).toBe('application/wasm')
  expect(told[told.length - 1]).toBe(10000)
  expect(scope.fetch).toBe(plain)
})

test('what is not found is handed on', async () => {
  const scope = { fetch: (async () => new Response('', { status: 404 })) as typeof fetch }
  const stop = countBytes(() => undefined, scope)
  expect((await scope.fetch('a')).status).toBe(404)
  stop()
})
