// The drawing of each card, made here from its name and traits.
import type { GalaxyCard } from '../cards'

export type Shade = 'light' | 'dark'

const made = new Map<string, string>()

export function draw(card: GalaxyCard, shade: Shade): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 100"><rect width="240" height="100" fill="${shade === 'dark' ? '#10182e' : '#1b2a52'}"/><circle cx="120" cy="50" r="${20 + card.cost}" fill="#aab"/></svg>`
}

/** The address of a card's drawing. */
export function drawingOf(card: GalaxyCard, shade: Shade): string {
  const key = `${shade} ${card.name}`
  let url = made.get(key)
  if (!url) {
    url = URL.createObjectURL(new Blob([draw(card, shade)], { type: 'image/svg+xml' }))
    made.set(key, url)
  }
  return url
}
