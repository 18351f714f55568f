// The width of words in the fonts of the page, so that names and powers fit on their cards.

/** Names, titles and numbers are condensed; sentences are a little wider. */
type Face = 'name' | 'text'

const SIZE = 100
const FACES: Record<Face, { token: string; weight: number }> = {
  name: { token: '--font-name', weight: 700 },
  text: { token: '--font-text', weight: 500 },
}

class Measure {
  /** Counts up when a font has arrived: widths that were taken before are no longer true. */
  private loaded = $state(0)
  private widths = new Map<string, number>()
  private context: CanvasRenderingContext2D | null = null

  constructor() {
    if (typeof document === 'undefined') return
    document.fonts.addEventListener('loadingdone', () => {
      this.widths.clear()
      this.loaded++
    })
  }

  /** The width of some words in parts of the height of their letters. */
  ems(words: string, face: Face = 'name'): number {
    // Read, so that everything computed from it is computed again.
    void this.loaded
    const key = `${face} ${words}`
    const known = this.widths.get(key)
    if (known !== undefined) return known
    const width = this.measure(words, FACES[face])
    this.widths.set(key, width)
    return width
  }

  private measure(words: string, { token, weight }: { token: string; weight: number }): number {
    this.context ??= document.createElement('canvas').getContext('2d')
    if (!this.context) return words.length
    const family = getComputedStyle(document.documentElement).getPropertyValue(token)
    this.context.font = `${weight} ${SIZE}px ${family}`
    return this.context.measureText(words).width / SIZE
  }
}

export const measure = new Measure()
