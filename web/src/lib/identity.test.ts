import { beforeAll, describe, expect, it, vi } from 'vitest'
import type * as module from './identity.svelte'

vi.stubGlobal('navigator', { language: 'en-GB' })
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))

let made: typeof module

beforeAll(async () => {
  made = await import('./identity.svelte')
}, 60_000)

describe('an identity carried to another device', () => {
  const key = 'me-Zb3_k-0123456789abcdefghijkl'
  it('is in the link, behind what is sent to the server', () => {
    const link = new URL(made.identityLink('https://table.example', key))
    expect(link.pathname).toBe('/')
    expect(made.carriedKey(link.hash)).toBe(key)
  })
  it('is nothing else that may stand there', () => {
    for (const hash of ['', '#', '#me=', '#me=me-short', `#seat=${key}`, `#me=${key}&x=1`])
      expect(made.carriedKey(hash)).toBe('')
  })
})
