// The drawing of each card of galaxy, made here from its name and traits: the same card always gets the same one.
import type { GalaxyCard } from '../cards'
import type { Shade } from './paint'
import { development, world } from './scenes'

/** A card's drawing as an SVG document. */
export const draw = (card: GalaxyCard, shade: Shade): string =>
  String(card.type === 'world' ? world(card, shade) : development(card, shade))

const made = new Map<string, string>()

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
