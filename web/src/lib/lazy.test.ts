import { describe, expect, test } from 'vitest'
import { isOutdated, lazy } from './lazy'

describe('a part that is fetched when it is wanted', () => {
  test('is fetched again where that failed', async () => {
    let tries = 0
    const load = async (): Promise<string> => {
      tries += 1
      if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module')
      return 'there'
    }
    expect([await lazy(load, [0, 0]), tries]).toEqual(['there', 3])
  })

  test('that never comes is an error', async () => {
    await expect(lazy(() => Promise.reject(new Error('404')), [0, 0])).rejects.toThrow('404')
  })
})

describe('a page is out of date', () => {
  const script = 'https://table.example/assets/index-abc123.js'
  test('if the server has one with another script', async () => {
    expect(await isOutdated(script, async () => '<script src="/assets/index-def456.js">')).toBe(true)
    expect(await isOutdated(script, async () => '<script src="/assets/index-abc123.js">')).toBe(false)
  })

  test('only if the server says so', async () => {
    expect(await isOutdated(script, () => Promise.reject(new TypeError('offline')))).toBe(false)
  })
})
