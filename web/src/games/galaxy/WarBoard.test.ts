// @vitest-environment happy-dom
import '../../testing/browser'
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WarScreen } from '../../protocol'
import { Choice } from '../../lib/choice.svelte'
import { addMessages, t, type Catalog } from '../../lib/i18n.svelte'
import { galaxyScreen, player } from '../../testing/fixtures'
import Provider from '../../testing/Provider.svelte'
import WarBoard from './WarBoard.svelte'

const WAR: WarScreen = {
  awards: [2, 1],
  awards_reconstructed: true,
  breather: false,
  conquered: false,
  counterstrike: true,
  defeats: 0,
  discards: 0,
  military: 3,
  next_attack: '',
  odds: [],
  order: [0, 1],
  repulse: 10,
  repulsed: true,
  stage: 2,
  surge: 0,
  under_attack: '',
  waves: [{ cards: 3, wave: 4 }],
}

describe('the board of the war', () => {
  let mounted: Record<string, unknown> | null = null
  beforeEach(() => addMessages(import.meta.glob<Catalog>('./i18n/*.json', { import: 'default' })))
  afterEach(async () => {
    if (mounted) await unmount(mounted)
    mounted = null
  })

  function show(war: WarScreen): HTMLElement | null {
    mounted = mount(Provider, {
      target: document.body,
      props: {
        table: { choice: new Choice(), seats: [], here: [] },
        component: WarBoard,
        props: { screen: galaxyScreen({ players: [player({ seat: 0 }), player({ seat: 1 })], war }), war },
      },
    })
    flushSync()
    return document.querySelector('[data-reconstructed]')
  }

  it('marks awards that are not the printed ones', () => {
    const mark = show(WAR)
    expect(mark?.textContent).toContain(t('war.awards_reconstructed'))
    expect(mark?.title).toBe(t('war.awards_reconstructed'))
  })

  it('marks no awards that an overlay gives', () => {
    expect(show({ ...WAR, awards_reconstructed: false })).toBeNull()
    expect(document.querySelectorAll('[data-awards]')).toHaveLength(2)
  })
})
