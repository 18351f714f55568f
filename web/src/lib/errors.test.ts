import { beforeAll, describe, expect, it, vi } from 'vitest'
import fr from '../i18n/fr.json'
import type { settings as kept } from './settings.svelte'

// The settings that a test needs of a browser.
vi.stubGlobal('navigator', { language: 'fr-FR' })
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))

let errorMessage: (refused: { code?: string; words?: string; message?: string }) => string
let settings: typeof kept

beforeAll(async () => {
  ;({ errorMessage } = await import('./errors'))
  ;({ settings } = await import('./settings.svelte'))
  const { loadMessages } = await import('./i18n.svelte')
  await Promise.all([loadMessages('fr'), loadMessages('ja')])
})

describe('errorMessage', () => {
  it('tells a code in the language of the page', () => {
    settings.language = 'fr'
    expect(errorMessage({ code: 'seat-taken', words: 'This seat is taken.' })).toBe(fr['refused.seat-taken'])
    settings.language = 'ja'
    expect(errorMessage({ code: 'stale', words: 'The game is over.' })).toContain('。')
  })

  it('leaves the words of the rules, and of codes it does not know, as they are', () => {
    settings.language = 'fr'
    expect(errorMessage({ code: 'illegal', words: 'Choisissez-en au moins 2, pas 1.' })).toBe(
      'Choisissez-en au moins 2, pas 1.',
    )
    expect(errorMessage({ code: 'brand-new', words: 'Something new.' })).toBe('Something new.')
    expect(errorMessage(new Error('not of ours'))).toBe('not of ours')
  })

  it('leaves English to the server, which tells more', () => {
    settings.language = 'en'
    expect(errorMessage({ code: 'seat-taken', words: 'All seats are taken.' })).toBe('All seats are taken.')
    expect(errorMessage({ code: 'offline', words: '' })).toBe('The server cannot be reached.')
  })
})
