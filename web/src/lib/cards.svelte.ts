// The cards of the game on the table, loaded once for each language and theme.
import type { CardFacts, CardMark, Facet } from '../protocol'
import { getCards, roomCards } from './api'

/** Everything about a card, on several lines; its name stands above them. */
export const cardText = ({ lines }: CardFacts): string => lines.map(({ head, text }) => `${head}${text}`).join('\n')

export class CardLibrary {
  all = $state.raw<Record<string, CardFacts>>({})
  marks = $state.raw<CardMark[]>([])
  facets = $state.raw<Facet[]>([])
  /** The owner of these cards; empty while there are none. */
  game = $state('')
  private loading = ''
  private urls = new Map<string, string>()

  /**
   * With pictures from the server if a theme is given; the games that the page itself draws need none. With a room, the cards
   * are those that it plays with.
   */
  async load(game: string, language: string, theme: string, room = ''): Promise<void> {
    const wanted = [game, language, theme, room].join()
    if (wanted === this.loading) return
    this.loading = wanted
    try {
      const file = await (room ? roomCards(room, language) : getCards(game, language, theme))
      if (wanted !== this.loading) return
      const old = [...this.urls.values()]
      this.urls.clear()
      this.all = file.cards
      this.marks = file.marks
      this.facets = file.facets
      this.game = game
      setTimeout(() => old.forEach((url) => URL.revokeObjectURL(url)), 5000)
    } catch {
      this.loading = ''
      setTimeout(() => void this.load(game, language, theme, room), 3000)
    }
  }

  /** Whether there is a picture of every card. */
  get drawn(): boolean {
    const all = Object.values(this.all)
    return this.marks.length > 0 || (all.length > 0 && all.every(({ svg }) => svg))
  }

  /** Whether the cards of a game are there. */
  isReady(game: string): boolean {
    return this.game === game
  }

  /** Whether a place beside the table is worth having: for pictures always, for a card in words while it is looked at. */
  isShown(name: string): boolean {
    return this.drawn || name in this.all
  }

  /** A value of a facet in words. */
  label(facet: string, value: string): string {
    return this.facets.find(({ id }) => id === facet)?.values.find(({ id }) => id === value)?.label ?? value
  }

  /** The address of a card's picture; empty while it is not there. */
  picture(name: string): string {
    const card = this.all[name]
    if (!card?.svg) return ''
    let url = this.urls.get(name)
    if (!url) {
      url = URL.createObjectURL(new Blob([card.svg], { type: 'image/svg+xml' }))
      this.urls.set(name, url)
    }
    return url
  }
}
