import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { loadMessages as fetch, t as words } from './i18n.svelte'
import type { settings as kept } from './settings.svelte'

// The settings that a test needs of a browser.
vi.stubGlobal('navigator', { language: 'en-GB' })
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))

let settings: typeof kept
let t: typeof words
let loadMessages: typeof fetch

beforeAll(async () => {
  ;({ settings } = await import('./settings.svelte'))
  ;({ loadMessages, t } = await import('./i18n.svelte'))
}, 60_000)

describe('forms by number', () => {
  it.each([
    ['en', ['0 players', '1 player', '2 players']],
    ['fr', ['0 joueur', '1 joueur', '2 joueurs']],
  ] as const)('follow the language %s', async (language, told) => {
    settings.language = language
    await loadMessages(language)
    expect([0, 1, 2].map((n) => t('lobby.n_players', { n }))).toEqual(told)
  })
})
