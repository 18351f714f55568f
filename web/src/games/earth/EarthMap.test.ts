// @vitest-environment happy-dom
import '../../testing/browser'
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EarthScreen, RegionScreen } from '../../protocol'
import { Choice } from '../../lib/choice.svelte'
import { addMessages, type Catalog } from '../../lib/i18n.svelte'
import { option, question } from '../../testing/fixtures'
import Provider from '../../testing/Provider.svelte'
import EarthMap from './EarthMap.svelte'
import { boardOptions, type Held } from './moves'

const region = (name: string, column: number, more: Partial<RegionScreen> = {}): RegionScreen => ({
  adjacent: [],
  column,
  forecast: [],
  harvest: 1,
  label: name,
  motherships: [],
  region: name,
  rewards: [],
  row: 0,
  scored_before: false,
  scoring: false,
  ships: [0, 0],
  with_ship: null,
  ...more,
})

const SCREEN: EarthScreen = {
  actor: 0,
  card_deck: 1,
  cards: [],
  gadget_deck: 1,
  gadget_discards: 0,
  gadgets: [],
  game: 'earth',
  line: [],
  mode: 'earth',
  over: false,
  players: [],
  portals: [],
  reconstruction: false,
  reconstruction_note: '',
  regions: [
    region('Asia', 0, { ships: [2, 0], motherships: [0], adjacent: ['Europe'] }),
    region('Europe', 1, { ships: [0, 1] }),
  ],
  set_aside: 0,
  stars: 3,
  step: 'act',
  threshold: 30,
  turn: 1,
  viewer: 0,
  winners: [],
}
const move = option('move', { target: { kind: 'move', name: 'Asia', other: 'Europe', seat: 0 } })

describe('the map', () => {
  let mounted: Record<string, unknown> | null = null
  const onregion = vi.fn()
  const onpiece = vi.fn()
  const choice = new Choice()
  beforeEach(async () => {
    await addMessages(import.meta.glob<Catalog>('./i18n/*.json', { import: 'default' }))
    onregion.mockClear()
    onpiece.mockClear()
  })
  afterEach(async () => {
    if (mounted) await unmount(mounted)
    mounted = null
    document.body.replaceChildren()
  })

  function show(held: Held | null): (name: string) => HTMLElement {
    const ask = question({ prompt: 'action', options: [move] })
    choice.set(ask)
    mounted = mount(Provider, {
      target: document.body,
      props: {
        table: { choice, seats: [], here: [] },
        component: EarthMap,
        props: {
          screen: SCREEN,
          board: boardOptions(ask, held),
          held,
          view: { scale: 1, left: 0, top: 0 },
          onregion,
          onpiece,
          ondeploy: vi.fn(),
        },
      },
    })
    flushSync()
    return (name) => document.querySelector(`[data-region="${name}"]`) as HTMLElement
  }

  it('has a button for every region, which says what lies there', () => {
    const at = show(null)
    expect(document.querySelectorAll('[data-region]')).toHaveLength(2)
    expect(at('Asia').getAttribute('role')).toBe('button')
    expect(at('Asia').getAttribute('aria-label')).toContain('Asia')
    expect(at('Asia').getAttribute('aria-label')).toContain('2')
  })

  it('opens a goal once a ship is taken up', () => {
    expect(show(null)('Europe').classList.contains('open')).toBe(false)
    document.body.replaceChildren()
    expect(show({ kind: 'move', from: 'Asia' })('Europe').classList.contains('open')).toBe(true)
  })

  it('is played by the keys too', () => {
    const europe = show(null)('Europe')
    europe.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    expect(onregion).toHaveBeenCalledWith('Europe')
  })

  it('marks the region that a ship was taken from', () => {
    const at = show({ kind: 'move', from: 'Asia' })
    expect(at('Asia').getAttribute('aria-pressed')).toBe('true')
    expect(at('Europe').getAttribute('aria-pressed')).toBe('false')
  })
})
