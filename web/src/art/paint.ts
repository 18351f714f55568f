// The means of every drawing: a sheet of 240 by 100, dice that fall alike for the same name, and its colors.
export type Shade = 'light' | 'dark'

/** The main things lie in the middle of the sheet: where there is little room, only that is shown. */
export const WIDE = 240
export const HIGH = 100

/** Dice that depend on a name alone. */
export class Dice {
  private state = 2166136261

  constructor(name: string) {
    for (const letter of name) this.state = Math.imul(this.state ^ (letter.codePointAt(0) ?? 0), 16777619)
  }

  /** From 0 to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  from(least: number, most: number): number {
    return least + this.next() * (most - least)
  }

  whole(least: number, most: number): number {
    return Math.floor(this.from(least, most + 1))
  }

  pick<T>(things: readonly T[]): T {
    return things[Math.floor(this.next() * things.length)] as T
  }

  chance(often: number): boolean {
    return this.next() < often
  }
}

/** A number as short as it can be written. */
export const n = (value: number): string => String(Math.round(value * 10) / 10)

export const hsl = (hue: number, saturation: number, light: number, alpha = 1): string =>
  `hsla(${Math.round((hue + 720) % 360)},${Math.round(saturation)}%,${Math.round(light)}%,${alpha})`

export type Point = readonly [number, number]
type Stop = readonly [number, string]

/** A path through points with straight edges. */
export const straight = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`

/** A closed path that bends from the middle of each edge to the middle of the next. */
export function smooth(points: readonly Point[]): string {
  const middle = (at: number): string => {
    const [a, b] = [points[at % points.length] as Point, points[(at + 1) % points.length] as Point]
    return `${n((a[0] + b[0]) / 2)} ${n((a[1] + b[1]) / 2)}`
  }
  return `M${middle(points.length - 1)}${points.map(([x, y], at) => `Q${n(x)} ${n(y)} ${middle(at)}`).join('')}Z`
}

export class Sheet {
  readonly dice: Dice
  /** The colors of things: a body lit from the left, the same in the color of the card, what lies in the shade. */
  readonly body: string
  readonly tinted: string
  readonly dim: string
  readonly dark: string
  /** Things that shine of themselves: in the color of the card, and as windows do. */
  readonly glow: string
  readonly warm = '#ffd98a'
  private defs = ''
  private drawn = ''
  private ids = 0

  constructor(
    name: string,
    readonly shade: Shade,
    readonly hue: number,
    readonly saturation = 60,
    private readonly root?: Sheet,
  ) {
    this.dice = root?.dice ?? new Dice(name)
    const night = shade === 'dark'
    this.body = this.across([
      [0, hsl(hue + 10, 16, night ? 84 : 96)],
      [0.45, hsl(hue + 10, 15, night ? 58 : 72)],
      [1, hsl(hue + 20, 26, night ? 22 : 34)],
    ])
    this.tinted = this.across([
      [0, hsl(hue, saturation + 15, night ? 74 : 80)],
      [0.5, hsl(hue, saturation, night ? 50 : 55)],
      [1, hsl(hue - 8, saturation, night ? 20 : 28)],
    ])
    this.dim = this.across([
      [0, hsl(hue + 20, 28, night ? 34 : 46)],
      [1, hsl(hue + 25, 34, night ? 12 : 22)],
    ])
    this.dark = hsl(hue + 25, 42, night ? 7 : 15)
    this.glow = hsl(hue, Math.min(100, saturation + 35), night ? 70 : 76)
  }

  /** The same sheet with things of another color. */
  colored(hue: number): Sheet {
    return new Sheet('', this.shade, hue, 62, this.root ?? this)
  }

  add(...svg: string[]): void {
    this.drawn += svg.join('')
  }

  private define(tag: string, attributes: string, inside: string): string {
    if (this.root) return this.root.define(tag, attributes, inside)
    const id = `d${this.ids++}`
    this.defs += `<${tag} id="${id}"${attributes}>${inside}</${tag}>`
    return id
  }

  private stops(stops: readonly Stop[]): string {
    return stops.map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`).join('')
  }

  across(stops: readonly Stop[]): string {
    return `url(#${this.define('linearGradient', ' x2="1" y2=".25"', this.stops(stops))})`
  }

  down(stops: readonly Stop[]): string {
    return `url(#${this.define('linearGradient', ' x2="0" y2="1"', this.stops(stops))})`
  }

  /** From a point inside outward; the point is given in parts of the shape. */
  around(stops: readonly Stop[], x = 0.5, y = 0.5, r = 0.5): string {
    return `url(#${this.define('radialGradient', ` cx="${x}" cy="${y}" r="${r}"`, this.stops(stops))})`
  }

  /** Draw inside a shape only. */
  inside(shape: string, svg: string): void {
    this.add(`<g clip-path="url(#${this.define('clipPath', '', shape)})">${svg}</g>`)
  }

  toString(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="xMidYMid slice"><defs>${this.defs}</defs>${this.drawn}</svg>`
  }
}

export const disc = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more}/>`

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${more}/>`

export const box = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${more}/>`

export const shape = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`

export const stroke = (d: string, color: string, width = 1, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${more}/>`

/** Something drawn around (0, 0), put elsewhere. */
export const put = (x: number, y: number, scale: number, svg: string, turn = 0): string =>
  `<g transform="translate(${n(x)} ${n(y)})${turn ? `rotate(${n(turn)})` : ''}scale(${Math.round(scale * 100) / 100})">${svg}</g>`

/** Something drawn around (0, 0), put elsewhere and mirrored. */
export const flip = (x: number, y: number, scale: number, svg: string): string =>
  `<g transform="translate(${n(x)} ${n(y)})scale(${-Math.round(scale * 100) / 100} ${Math.round(scale * 100) / 100})">${svg}</g>`
