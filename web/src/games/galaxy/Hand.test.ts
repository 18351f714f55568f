// @vitest-environment happy-dom
import '../../testing/browser'
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import type { Ask, Player } from '../../protocol'
import { Choice } from '../../lib/choice.svelte'
import { galaxyScreen, option, player, question } from '../../testing/fixtures'
import Provider from '../../testing/Provider.svelte'
import { setGalaxy } from './context'
import Hand from './Hand.svelte'

const held = (name: string) => option(name, { target: { kind: 'hand', name, other: '', seat: 0 } })

describe('the hand', () => {
  let mounted: Record<string, unknown> | null = null
  const choice = new Choice({ pick: (index) => choice.toggle(index), pickTokens: () => undefined, accepts: true })
  afterEach(async () => {
    if (mounted) await unmount(mounted)
    mounted = null
    document.body.replaceChildren()
  })

  function show(mine: Player, ask: Ask | null): HTMLElement[] {
    choice.set(ask)
    const screen = galaxyScreen({ players: [mine] })
    mounted = mount(Provider, {
      target: document.body,
      props: {
        table: { choice, seats: [], here: [] },
        component: Hand,
        props: { mine, width: 1200, height: 200 },
        provide: () => setGalaxy({ screen, openLane: () => undefined }),
      },
    })
    flushSync()
    return [...document.querySelectorAll<HTMLElement>('[data-card]')]
  }

  it('shows every card, and which of them can be chosen', () => {
    const mine = player({ hand: 3, cards: ['Gem World', 'Old Earth', 'Space Port'] })
    const cards = show(
      mine,
      question({ kind: 'some', least: 1, most: 2, options: [held('Gem World'), held('Space Port')] }),
    )
    expect(cards.map((card) => card.dataset['card'])).toEqual(['Gem World', 'Old Earth', 'Space Port'])
    expect(cards.map((card) => card.dataset['option'])).toEqual(['0', undefined, '1'])
    expect(cards[1]?.getAttribute('aria-disabled')).toBe('true')
  })

  it('gives copies of a card options of their own', () => {
    const mine = player({ hand: 2, cards: ['Gem World', 'Gem World'] })
    const cards = show(
      mine,
      question({ kind: 'some', least: 1, most: 2, options: [held('Gem World'), held('Gem World')] }),
    )
    expect(cards.map((card) => card.dataset['option'])).toEqual(['0', '1'])
    cards[1]?.click()
    flushSync()
    expect(choice.chosen).toEqual([1])
    expect(cards.map((card) => card.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  })

  it('says why a card cannot be chosen', () => {
    const mine = player({ hand: 2, cards: ['Gem World', 'Old Earth'] })
    const why_not = [{ kind: 'hand', name: 'Old Earth', other: '', text: [{ text: 'It costs 5, and you have 1.' }] }]
    const cards = show(mine, question({ options: [held('Gem World')], why_not }))
    expect(cards[1]?.title).toBe('It costs 5, and you have 1.')
    cards[1]?.click()
    flushSync()
    expect(choice.chosen).toEqual([])
  })

  it('offers nothing while nothing is asked', () => {
    const cards = show(player({ hand: 1, cards: ['Gem World'] }), null)
    expect(cards.map((card) => card.dataset['option'])).toEqual([undefined])
    expect(cards[0]?.getAttribute('aria-disabled')).toBeNull()
  })
})
