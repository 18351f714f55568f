import { beforeAll, describe, expect, it, vi } from 'vitest'

describe('forms by number', () => {
  beforeAll(() => {
    vi.stubGlobal('navigator', { language: 'en-GB' })
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  })

  it('follow the language: French nought is singular', async () => {
    const { settings } = await import('./settings.svelte')
    const { t } = await import('./i18n.svelte')
    const players = [0, 1, 2].map((n) => {
      settings.language = 'fr'
      return t('lobby.n_players', { n })
    })
    expect(players).toEqual(['0 joueur', '1 joueur', '2 joueurs'])
    settings.language = 'en'
    expect([0, 1, 2].map((n) => t('lobby.n_players', { n }))).toEqual(['0 players', '1 player', '2 players'])
  })
})
