// The layout of a card at a size: how its powers are written, how large its name, badges and marks are. Pure arithmetic on
// measured widths, so that nothing on a card crosses its edge or lies over anything else.
import type { GalaxyCard, PowerRow } from '../../protocol'

/** The parts of a card for which there is room: as in a hand, on one's own table, on that of others, where there is least. */
type Look = 'hand' | 'large' | 'small' | 'tiny'
/** The forms of powers: rows with words, rows with few words, chips, one line of marks that wraps, the phases alone. */
export type Form = 'full' | 'brief' | 'chips' | 'flow' | 'phases'
/** A mark by its number, or a word. */
export type Item = number | string

export interface Row {
  phase: string
  powers: Item[][]
}

/** The measures of the page that the arithmetic needs: the widths of marks in units, those of words in parts of their size. */
export interface Widths {
  mark: (number: number) => number
  word: (word: string) => number
}

export interface Box {
  width: number
  height: number
  look: Look
  /** Whether a good lies on the card. */
  good: boolean
}

export interface Fit extends Powers {
  look: Look
  badge: number
  gem: number
  cube: number
  /** The size of the letters of the name, and in how many lines it is set at most. */
  name: number
  lines: number
  /** Where the name stands: on the foot of the drawing, or between the badges if there is no room below them. */
  place: 'foot' | 'between'
  frame: number
  /** Whether the name is whole and in letters of full size. */
  isWhole: boolean
}

/** A part of the width, and between which pixels. */
type Share = readonly [part: number, least: number, most: number]

interface Metrics {
  badge: Share
  unit: Share
  name: Share
  gem: Share
  cube: Share
  frame: number
  /** The part of the height that powers may take. */
  powers: (height: number) => number
  tries: readonly (readonly [Form, number])[]
  /** The least unit. */
  least: number
}

/** No mark is smaller: its digits are 11 pixels high then. */
export const SMALLEST_UNIT = 0.92
/** Except in the narrowest hands, those of phones. */
const PHONE_UNIT = 0.78

const FLOWS = [
  ['flow', 1],
  ['flow', 0.9],
  ['flow', 0.8],
] as const
const CHIPS = [['chips', 1], ['chips', 0.92], ...FLOWS] as const
const LOOKS: Record<Look, Metrics> = {
  hand: {
    badge: [0.19, 24, 34],
    unit: [0.0084, 1.05, 1.7],
    name: [0.096, 12, 17],
    gem: [0.17, 17, 26],
    cube: [0.24, 20, 34],
    frame: 2.5,
    powers: (height) => height * 0.6,
    tries: [['full', 1], ['full', 0.9], ['brief', 0.94], ['brief', 0.82], ...CHIPS],
    least: SMALLEST_UNIT,
  },
  large: {
    badge: [0.21, 22, 30],
    unit: [0.0088, 1, 1.45],
    name: [0.102, 12, 15],
    gem: [0.17, 17, 26],
    cube: [0.21, 18, 24],
    frame: 2.5,
    powers: (height) => height * 0.56,
    tries: [['chips', 1], ['chips', 0.92], ['chips', 0.85], ...FLOWS],
    least: SMALLEST_UNIT,
  },
  small: {
    badge: [0.22, 20, 26],
    unit: [0.0098, 1, 1.2],
    name: [0.115, 11.5, 13.5],
    gem: [0.16, 16, 19],
    cube: [0.21, 18, 24],
    frame: 2,
    powers: (height) => height - 28,
    tries: CHIPS,
    least: SMALLEST_UNIT,
  },
  tiny: {
    badge: [0.2, 17, 17],
    unit: [0.01, 0.92, 1],
    name: [0.13, 11, 11.5],
    gem: [0, 15, 15],
    cube: [0, 18, 18],
    frame: 2,
    powers: (height) => height - 28,
    tries: CHIPS,
    least: SMALLEST_UNIT,
  },
}
/** A hand too narrow for rows, as on a phone: rows while they fit, then as on the table, but with all that the card counts. */
const NARROW_HAND: Metrics['tries'] = [['full', 1], ['brief', 1], ['brief', 0.9], ...CHIPS, ['flow', 0.7]]
const HAND_FROM = 112
const LARGE_FROM = 86

const SMALLEST_NAME = 11
/** For the longest words of names on the narrowest cards of a phone. */
const LEAST_NAME = 9
const TIGHT_BADGE = 19
const LEAST_BADGE = 17
/** Of letters, to the line. */
export const NAME_LINE = 1.03
/** Widths are rounded in the page. */
const SLACK = 1.02

/** A good that lies among the powers is as high as a mark, in units. */
const GOOD = 16
const CHIP_GAP = 4
const TAB = { rows: 15, chips: 13, flow: 11.5 } as const
/** The letters of words among powers. */
export const wordSize = (unit: number): number => (unit < SMALLEST_UNIT ? 10 : Math.max(11, 10.6 * unit))

const within = (width: number, [part, least, most]: Share): number => Math.max(least, Math.min(most, width * part))

const leastIn = (width: number): number => (width < LARGE_FROM ? PHONE_UNIT : SMALLEST_UNIT)

function metricsOf({ look, width }: Box): { look: Look; metrics: Metrics } {
  if (look === 'tiny' || look === 'small') return { look, metrics: LOOKS[look] }
  if (look === 'hand' && width < HAND_FROM) {
    const narrow = width < LARGE_FROM ? 'small' : 'large'
    return {
      look: narrow,
      metrics: { ...LOOKS[narrow], powers: LOOKS.hand.powers, tries: NARROW_HAND, least: leastIn(width) },
    }
  }
  return width < LARGE_FROM ? { look: 'small', metrics: LOOKS.small } : { look, metrics: LOOKS[look] }
}

/** Words of languages with spaces can be parted there. */
const itemsOf = (power: readonly Item[]): Item[] =>
  power.flatMap<Item>((item) => (typeof item === 'string' ? item.split(' ') : [item]))

/** The things counted by words, by the mark of their worth: so that the mark stands there once. */
function scoresOf({ brief }: PowerRow): Item[][] {
  const named = new Map<Item, Item[]>()
  const rest: Item[][] = []
  for (const power of brief) {
    const [points = '', ...counted] = power
    if (!counted.some((item) => typeof item === 'string')) {
      rest.push(itemsOf(power))
      continue
    }
    const known = named.get(points)
    if (!known) named.set(points, [points, ...itemsOf(counted)])
    else {
      const last = known.length - 1
      known[last] = typeof known[last] === 'string' ? `${known[last]},` : (known[last] as number)
      known.push(...itemsOf(counted))
    }
  }
  return [...named.values(), ...rest]
}

/** The effects of placing a card, and its count at the end, appear on the whole card only. */
const PASSING = ['placement', 'score']

/** The effects of a card, phase by phase; `whole` for all of it. */
export function rowsOf(card: GalaxyCard, form: Form, whole: boolean): Row[] {
  if (form === 'full') return card.rows.map(({ phase, powers }) => ({ phase, powers: powers.map(itemsOf) }))
  return card.rows
    .filter(({ phase }) => whole || !PASSING.includes(phase))
    .map((row) => {
      if (row.phase === 'score') return { phase: row.phase, powers: scoresOf(row) }
      const powers = row.brief.map((power, index) => (power.length ? power : (row.powers[index] ?? [])))
      return { phase: row.phase, powers: powers.map(itemsOf) }
    })
}

/** Things beside each other, with gaps between them: in how many lines, and how wide the longest is. */
export function wrap(widths: readonly number[], gap: number, line: number): { lines: number; width: number } {
  let [lines, at, longest] = [0, 0, 0]
  for (const width of widths) {
    if (lines && at + gap + width <= line) at += gap + width
    else {
      lines += Math.max(1, Math.ceil(width / line))
      at = Math.min(width, line)
    }
    longest = Math.max(longest, at)
  }
  return { lines, width: longest }
}

/** The height of the powers of a card in a form, in a box of some inner width. */
class Setting {
  constructor(
    readonly form: Form,
    readonly unit: number,
    readonly inner: number,
    readonly small: boolean,
    private readonly widths: Widths,
    /** A good that lies among the powers. */
    private readonly good: boolean,
  ) {}

  private widthOf(item: Item): number {
    return typeof item === 'number'
      ? this.widths.mark(item) * this.unit
      : this.widths.word(item) * wordSize(this.unit) * SLACK
  }

  /** A power in lines of some width. */
  private power(power: Item[], line: number): { lines: number; width: number } {
    const gap = this.small ? 1 : 2.2 * this.unit
    return wrap(
      power.map((item) => this.widthOf(item)),
      gap,
      line,
    )
  }

  /** The powers of a phase beside each other. */
  private row(row: Row, line: number): { lines: number; width: number } {
    const gap = this.small ? 2 : 5 * this.unit
    const sizes = row.powers.map((power) => this.power(power, line))
    return wrap(
      sizes.map(({ lines, width }) => (lines > 1 ? lines * line : width)),
      gap,
      line,
    )
  }

  private lines(count: number): number {
    return count * 16 * this.unit + Math.max(0, count - 1)
  }

  height(rows: Row[]): number {
    if (!rows.length) return 0
    if (this.form === 'flow') return this.flow(rows)
    const { unit } = this
    const [padX, padY] = this.small ? [2, 0] : [3 * unit, unit]
    if (this.form !== 'chips') {
      const line = this.inner - TAB.rows * unit - 2 * padX
      return rows.reduce((sum, row) => sum + this.lines(this.row(row, line).lines) + 2 * padY + 2, -2)
    }
    const beside = TAB.chips * unit + 2 * padX
    let [height, at, line] = [0, 0, 0]
    for (const row of rows) {
      const { lines, width } = this.row(row, this.inner - beside)
      const high = this.lines(lines) + 2 * padY
      // A line that wraps takes the whole width.
      const wide = lines > 1 ? this.inner : Math.min(this.inner, beside + width)
      if (line && at + CHIP_GAP + wide <= this.inner) {
        at += CHIP_GAP + wide
        line = Math.max(line, high)
      } else {
        height += line ? line + 2 : 0
        at = wide
        line = high
      }
    }
    if (this.good && at + CHIP_GAP + GOOD * unit > this.inner) height += GOOD * unit + 2
    return height + line
  }

  private flow(rows: Row[]): number {
    const widths = rows.flatMap(({ powers }) =>
      powers.flat().map((item, index, all) => {
        const tab = index === 0 ? TAB.flow * this.unit + 2 : 0
        const around = typeof item === 'string' ? 3 : 1
        return tab + this.widthOf(item) + around + (index === all.length - 1 ? 3 : 0)
      }),
    )
    if (this.good) widths.push(GOOD * this.unit)
    return wrap(widths, 0, this.inner).lines * (16 * this.unit + 1)
  }
}

/** The words of a name with their widths; a word that ends in a hyphen is followed by no space. */
interface Word {
  width: number
  glued: boolean
}

function nameLines(words: Word[], space: number, line: number): number {
  let [lines, at] = [1, 0]
  words.forEach(({ width, glued }, index) => {
    const gap = index === 0 || glued ? 0 : space
    if (index > 0 && at + gap + width > line) {
      lines += 1
      at = width
    } else at += gap + width
  })
  return lines
}

class Name {
  private readonly words: Word[]
  private readonly space: number

  constructor(name: string, { word }: Widths) {
    const parts = name.split(/(?<=-)| /)
    this.words = parts.map((part, index) => ({
      width: word(part) * SLACK,
      glued: parts[index - 1]?.endsWith('-') ?? false,
    }))
    this.space = word(' ') || 0.2
  }

  /** Its longest word, in parts of the size of its letters. */
  get longest(): number {
    return Math.max(...this.words.map(({ width }) => width))
  }

  height(size: number, line: number): number {
    return this.lines(size, line) * size * NAME_LINE
  }

  lines(size: number, line: number): number {
    return nameLines(this.words, this.space, line / size)
  }

  /** The largest letters with which it has room; 0 if even the least are too large. */
  fit(from: number, line: number, room: number): number {
    for (let size = from; size >= SMALLEST_NAME; size -= 0.5)
      if (this.longest * size <= line && this.height(size, line) <= room) return size
    return this.longest * SMALLEST_NAME <= line && this.height(SMALLEST_NAME, line) <= room ? SMALLEST_NAME : 0
  }
}

interface Powers {
  form: Form
  /** The pixels of a unit: a mark is 16 units high. */
  unit: number
  rows: Row[]
  /** Their height, with the space around them; 0 for a card without any. */
  high: number
}

/** The name in what powers of some height leave of a card; null if it has no room there. */
type SetsName = (high: number) => Placed | null
type Placed = Pick<Fit, 'badge' | 'name' | 'lines' | 'place'>

/** The richest form that leaves the drawing its share and the name its room; if there is none, that which comes closest. */
function setPowers(
  card: GalaxyCard,
  box: Box,
  widths: Widths,
  { good, setName }: { good: boolean; setName: SetsName },
): Powers {
  const { look, metrics } = metricsOf(box)
  const small = look === 'small' || look === 'tiny'
  const padding = metrics.frame + 4
  const base = within(box.width, metrics.unit)
  const tried = metrics.tries.map(([form, part]): Powers => {
    const unit = Math.max(part < 0.8 ? metrics.least : SMALLEST_UNIT, base * part)
    const rows = rowsOf(card, form, box.look === 'hand')
    const setting = new Setting(form, unit, box.width - 2 * (metrics.frame + 2), small, widths, good)
    const content = setting.height(rows)
    return { form, unit, rows, high: content ? content + padding : 0 }
  })
  const fitting = tried.filter(({ high }) => high <= metrics.powers(box.height))
  const least = tried.reduce((best, next) => (next.high < best.high ? next : best))
  return (
    fitting.find(({ high }) => setName(high)) ??
    tried.find(({ high }) => setName(high)) ??
    (small && box.look !== 'hand' ? phasesOf(card, metrics, box.width) : (fitting[0] ?? least))
  )
}

/** In a long row of cards the phases stand for the powers of those with most on them. */
function phasesOf(card: GalaxyCard, { frame, least }: Metrics, width: number): Powers {
  const rows = rowsOf(card, 'phases', false)
  const tab = 16 * least + 2
  const lines = Math.ceil(rows.length / Math.max(1, Math.floor((width - 2 * (frame + 2) + 2) / tab)))
  return { form: 'phases', unit: least, rows, high: lines ? lines * tab + frame : 0 }
}

/** The layout of a card in a box. */
export function fitCard(card: GalaxyCard, name: string, box: Box, widths: Widths): Fit {
  const { look, metrics } = metricsOf(box)
  const { frame } = metrics
  const { width, height } = box
  const small = look === 'small' || look === 'tiny'
  const badge = within(width, metrics.badge)
  const words = new Name(name, widths)
  const line = width - 2 * (frame + 3)
  const onFoot: SetsName = (high) => {
    const room = height - high - frame - badge - (small ? 2 : 3) - (high ? 0 : 4)
    const size = words.fit(within(width, metrics.name), line, room)
    return size ? { badge, name: size, lines: words.lines(size, line), place: 'foot' } : null
  }
  const narrow = Math.min(badge, TIGHT_BADGE)
  const between = width - 2 * (frame + narrow + 3)
  const betweenBadges: SetsName = (high) => {
    const size = words.fit(12, between, height - high - frame - 1)
    return size ? { badge: narrow, name: size, lines: words.lines(size, between), place: 'between' } : null
  }
  const setName: SetsName = (high) => onFoot(high) ?? betweenBadges(high)
  const made = {
    look,
    frame,
    gem: within(width, metrics.gem),
    cube: within(width, box.look === 'hand' && look === 'hand' ? LOOKS.hand.cube : metrics.cube),
  }
  const powers = setPowers(card, box, widths, { good: false, setName })
  const placed = onFoot(powers.high)
  if (placed) return { ...powers, ...made, ...placed, isWhole: true }
  const packed = box.good && small ? setPowers(card, box, widths, { good: true, setName: betweenBadges }) : powers
  const cut = { width, art: height - packed.high, frame, badge: narrow }
  const beside = betweenBadges(packed.high)
  return {
    ...packed,
    ...made,
    ...(beside ?? squeeze(words, cut)),
    isWhole: beside !== null,
  }
}

/** A name that has no room in any form: below badges that are smaller, in smaller letters if need be; cut last. */
function squeeze(
  name: Name,
  { width, art, frame, badge }: { width: number; art: number; frame: number; badge: number },
): Placed {
  const line = width - 2 * (frame + 2)
  const low = art - frame - LEAST_BADGE
  const below = name.fit(SMALLEST_NAME, line, low)
  if (below) return { badge: LEAST_BADGE, name: below, lines: name.lines(below, line), place: 'foot' }
  const linesIn = (room: number, letters: number): number => Math.max(1, Math.floor(room / (letters * NAME_LINE)))
  const between = width - 2 * (frame + badge + 3)
  if (name.longest * SMALLEST_NAME <= between || low < SMALLEST_NAME)
    return { badge, name: SMALLEST_NAME, lines: linesIn(art - frame, SMALLEST_NAME), place: 'between' }
  const letters = Math.max(LEAST_NAME, Math.min(SMALLEST_NAME, line / name.longest))
  return { badge: LEAST_BADGE, name: letters, lines: linesIn(low, letters), place: 'foot' }
}
