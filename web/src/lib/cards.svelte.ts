// The cards of galaxy, loaded once for each language and theme.
export interface CardFacts {
  name: string
  type: 'world' | 'development'
  cost: number
  vp: number | null
  good: string | null
  windfall: boolean
  military: boolean
  keywords: string[]
  hive: number | null
  powers: { phase: string }[]
  text: string
  svg: string
}

interface CardFile {
  cards: Record<string, CardFacts>
}

class Cards {
  all = $state.raw<Record<string, CardFacts>>({})
  private loading = ''
  private urls = new Map<string, string>()
  private pattern: RegExp | null = null

  async load(language: string, theme: string): Promise<void> {
    const wanted = `lang=${language}&theme=${theme}`
    if (wanted === this.loading) return
    this.loading = wanted
    try {
      const response = await fetch(`/api/cards.json?${wanted}`)
      const file = (await response.json()) as CardFile
      if (wanted !== this.loading) return
      const old = [...this.urls.values()]
      this.urls.clear()
      this.all = file.cards
      this.pattern = null
      setTimeout(() => old.forEach((url) => URL.revokeObjectURL(url)), 5000)
    } catch {
      this.loading = ''
      setTimeout(() => void this.load(language, theme), 3000)
    }
  }

  /** The address of a card's picture; empty while it is not there. */
  picture(name: string): string {
    const card = this.all[name]
    if (!card) return ''
    let url = this.urls.get(name)
    if (!url) {
      url = URL.createObjectURL(new Blob([card.svg], { type: 'image/svg+xml' }))
      this.urls.set(name, url)
    }
    return url
  }

  /** A text cut where card names stand in it. */
  split(text: string): { text: string; card: string }[] {
    const names = Object.keys(this.all)
    if (!names.length) return [{ text, card: '' }]
    this.pattern ??= new RegExp(
      `(${names
        .sort((a, b) => b.length - a.length)
        .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('|')})`,
      'g',
    )
    return text
      .split(this.pattern)
      .filter(Boolean)
      .map((part) => ({ text: part, card: part in this.all ? part : '' }))
  }
}

export const cards = new Cards()

/** What is shown large just now. `pinned` was asked for by a tap or a key and stays until it is closed. */
class Inspector {
  name = $state('')
  pinned = $state(false)
  /** Why this card cannot be chosen just now; empty if it can, or if nothing is asked. */
  reason = $state('')

  hover(name: string, reason = ''): void {
    if (this.pinned) return
    this.name = name
    this.reason = reason
  }

  /** Where there is room for it, a card is shown beside the table; else in front of it. */
  show(name: string, reason = ''): void {
    if (matchMedia('(min-width: 1081px)').matches) this.hover(name, reason)
    else this.pin(name, reason)
  }

  pin(name: string, reason = ''): void {
    this.name = name
    this.reason = reason
    this.pinned = true
  }

  close(): void {
    this.pinned = false
  }
}

export const inspector = new Inspector()
