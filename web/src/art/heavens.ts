// The sky and what is in it: stars, planets with their surfaces, rings and moons, suns, comets, galaxies.
import { disc, hsl, HIGH, n, oval, type Point, type Sheet, shape, smooth, straight, stroke, WIDE } from './paint'

/** The sky of a drawing: by night in the dark, at dawn in the light, from blue or violet above to its own color below;
 * the light comes from the upper left. */
export function sky(sheet: Sheet, horizon: number, grand = false): void {
  const { dice, shade } = sheet
  const night = shade === 'dark'
  const hue = dice.from(212, 272)
  const fill = sheet.down([
    [0, hsl(hue, 50, night ? 7 : 34)],
    [0.5, hsl(hue + dice.from(-14, 14), 42, night ? 16 : 54)],
    [1, hsl(horizon, night ? 48 : 62, night ? 30 : 80)],
  ])
  sheet.add(`<rect width="${WIDE}" height="${HIGH}" fill="${fill}"/>`)
  for (let cloud = 0; cloud < 3; cloud += 1) {
    const color = cloud === 1 ? horizon : hue + dice.from(-50, 50)
    const mist = sheet.around([
      [0, hsl(color, 75, night ? 48 : 82, night ? 0.4 : 0.5)],
      [1, hsl(color, 75, night ? 30 : 80, 0)],
    ])
    sheet.add(
      oval(
        dice.from(0, WIDE),
        dice.from(5, 85),
        dice.from(40, 95),
        dice.from(16, 40),
        mist,
        ` transform="rotate(${n(dice.from(-30, 30))} 120 50)"`,
      ),
    )
  }
  const lit = sheet.around([
    [0, hsl(grand ? 46 : 42, 90, night ? 74 : 94, grand ? 0.55 : 0.34)],
    [1, hsl(42, 90, 80, 0)],
  ])
  sheet.add(disc(grand ? 120 : 34, grand ? 42 : -8, grand ? 92 : 96, lit))
  for (const [size, count] of [
    [0.7, 46],
    [1.25, 16],
    [2, 4],
  ] as const) {
    let dots = ''
    for (let star = 0; star < count; star += 1)
      dots += `M${n(dice.from(2, WIDE - 2))} ${n(dice.from(1, night ? 88 : 62))}h0`
    sheet.add(stroke(dots, '#fff', size, ` opacity="${night ? 0.85 : 0.75}"`))
  }
}

/** Rays around a middle: the great works of the galaxy have them. */
export function rays(sheet: Sheet, x: number, y: number, count: number, reach: number): string {
  let path = ''
  for (let ray = 0; ray < count; ray += 1) {
    const at = (ray / count) * 2 * Math.PI
    const wide = Math.PI / count / 2.4
    path += straight([
      [x, y],
      [x + Math.cos(at - wide) * reach, y + Math.sin(at - wide) * reach],
      [x + Math.cos(at + wide) * reach, y + Math.sin(at + wide) * reach],
    ])
  }
  return shape(
    path,
    sheet.around([
      [0, hsl(48, 95, 82, 0.5)],
      [1, hsl(48, 95, 80, 0)],
    ]),
  )
}

export type Surface =
  | 'bands'
  | 'craters'
  | 'land'
  | 'earth'
  | 'dunes'
  | 'ice'
  | 'lava'
  | 'city'
  | 'jungle'
  | 'plates'
  | 'facets'
  | 'sick'
  | 'half'
  | 'hive'
  | 'sea'

interface Planet {
  x: number
  y: number
  r: number
  hue: number
  saturation?: number
  surface: Surface
  tilt?: number
  /** The width of the rings, in radii; none for 0. */
  rings?: number
  moons?: number
  /** A windfall has a halo. */
  halo?: string
  /** Red light on the side of the night. */
  embattled?: boolean
}

/** A shape as no tool would make it. */
export function blob(sheet: Sheet, x: number, y: number, rx: number, ry = rx, corners = 9): string {
  const points: Point[] = []
  for (let corner = 0; corner < corners; corner += 1) {
    const at = (corner / corners) * 2 * Math.PI
    const far = sheet.dice.from(0.55, 1.2)
    points.push([x + Math.cos(at) * rx * far, y + Math.sin(at) * ry * far])
  }
  return smooth(points)
}

function surfaceOf(sheet: Sheet, { r, hue, saturation = 55, surface }: Planet): string {
  const { dice } = sheet
  const tone = (light: number, alpha = 1, shift = 0): string => hsl(hue + shift, saturation, light, alpha)
  const scatter = (count: number, make: (x: number, y: number) => string): string => {
    let made = ''
    for (let each = 0; each < count; each += 1) {
      const at = dice.from(0, 2 * Math.PI)
      const far = Math.sqrt(dice.next()) * r * 0.95
      made += make(Math.cos(at) * far, Math.sin(at) * far)
    }
    return made
  }
  let made = ''
  switch (surface) {
    case 'bands': {
      for (let y = -r; y < r;) {
        const thick = dice.from(0.08, 0.26) * r
        made += shape(
          `M${n(-r)} ${n(y)}Q0 ${n(y + r * 0.14)} ${n(r)} ${n(y)}V${n(y + thick)}Q0 ${n(y + thick + r * 0.14)} ${n(-r)} ${n(y + thick)}Z`,
          tone(dice.from(32, 80), 0.75, dice.from(-22, 22)),
        )
        y += thick
      }
      return (
        made +
        oval(dice.from(-0.4, 0.4) * r, dice.from(0, 0.5) * r, r * 0.22, r * 0.11, tone(dice.pick([26, 84]), 0.85, 25))
      )
    }
    case 'craters':
      return scatter(13, (x, y) => {
        const wide = dice.from(0.06, 0.24) * r
        return disc(x, y, wide, tone(28, 0.65)) + disc(x + wide * 0.18, y + wide * 0.18, wide * 0.82, tone(46, 0.9))
      })
    case 'land':
    case 'earth':
    case 'city': {
      const green =
        surface === 'earth' ? hsl(118, 42, 42) : surface === 'city' ? tone(24) : tone(34, 0.95, dice.from(-45, 45))
      for (let each = 0; each < 4; each += 1)
        made += shape(
          blob(
            sheet,
            dice.from(-0.7, 0.6) * r,
            dice.from(-0.7, 0.7) * r,
            r * dice.from(0.25, 0.5),
            r * dice.from(0.2, 0.4),
            11,
          ),
          green,
        )
      if (surface === 'city') return made + scatter(60, (x, y) => disc(x, y, dice.from(0.012, 0.035) * r, '#ffe2a0'))
      made += oval(0, -r * 0.98, r * 0.55, r * 0.2, '#f6fbff') + oval(0, r, r * 0.45, r * 0.16, '#f6fbff')
      for (let each = 0; each < 5; each += 1) {
        const y = dice.from(-0.8, 0.8) * r
        made += stroke(
          `M${n(dice.from(-0.9, 0) * r)} ${n(y)}q${n(r * 0.3)} ${n(-r * 0.1)} ${n(r * dice.from(0.4, 0.8))} 0`,
          '#fff',
          r * 0.07,
          ' opacity=".6"',
        )
      }
      return made
    }
    case 'sea':
      for (let each = 0; each < 9; each += 1) {
        const y = (-0.85 + each * 0.21) * r
        const x = dice.from(-0.9, -0.2) * r
        made += stroke(
          `M${n(x)} ${n(y)}q${n(r * 0.2)} ${n(-r * 0.09)} ${n(r * 0.4)} 0t${n(r * 0.4)} 0t${n(r * 0.4)} 0`,
          tone(82, 0.7),
          r * 0.035,
        )
      }
      return made + shape(blob(sheet, r * 0.15, -r * 0.25, r * 0.22, r * 0.1), hsl(95, 40, 45))
    case 'dunes':
      for (let y = -1; y < 1.1; y += 0.22) {
        const bend = dice.from(-0.16, 0.16) * r
        made += shape(
          `M${n(-r)} ${n(y * r)}Q${n(-r / 2)} ${n(y * r - bend)} 0 ${n(y * r)}T${n(r)} ${n(y * r)}V${n(y * r + r * 0.12)}Q0 ${n(y * r + r * 0.2 + bend)} ${n(-r)} ${n(y * r + r * 0.1)}Z`,
          tone(dice.from(30, 72), 0.6, dice.from(-12, 14)),
        )
      }
      return made
    case 'ice':
      made += shape(
        `M${n(-r)} ${n(-r)}H${n(r)}V${n(-r * 0.35)}Q${n(r * 0.4)} ${n(-r * 0.1)} 0 ${n(-r * 0.4)}T${n(-r)} ${n(-r * 0.2)}Z`,
        '#f3faff',
      )
      made += shape(
        `M${n(-r)} ${n(r)}H${n(r)}V${n(r * 0.5)}Q${n(r * 0.3)} ${n(r * 0.35)} 0 ${n(r * 0.6)}T${n(-r)} ${n(r * 0.5)}Z`,
        '#e3f1fb',
      )
      return (
        made +
        scatter(7, (x, y) =>
          stroke(
            `M${n(x)} ${n(y)}l${n(dice.from(-0.3, 0.3) * r)} ${n(dice.from(0.05, 0.25) * r)}l${n(dice.from(-0.2, 0.2) * r)} ${n(dice.from(0.05, 0.2) * r)}`,
            '#cfe9f8',
            r * 0.03,
          ),
        )
      )
    case 'lava':
      return scatter(10, (x, y) => {
        const far = (): string => `l${n(dice.from(-0.35, 0.35) * r)} ${n(dice.from(-0.25, 0.35) * r)}`
        return (
          stroke(`M${n(x)} ${n(y)}${far()}${far()}`, hsl(18, 100, 55), r * 0.06) +
          stroke(`M${n(x)} ${n(y)}${far()}`, hsl(44, 100, 70), r * 0.028)
        )
      })
    case 'jungle':
      return scatter(26, (x, y) =>
        shape(
          blob(sheet, x, y, r * dice.from(0.07, 0.24), r * dice.from(0.05, 0.16), 7),
          tone(dice.from(20, 66), 0.75, dice.from(-35, 35)),
        ),
      )
    case 'plates':
      for (let at = -1; at < 1; at += 0.25) {
        made += stroke(`M${n(-r)} ${n(at * r)}Q0 ${n(at * r * 1.25)} ${n(r)} ${n(at * r)}`, tone(22, 0.9), r * 0.03)
        made += stroke(`M${n(at * r)} ${n(-r)}Q${n(at * r * 1.35)} 0 ${n(at * r)} ${n(r)}`, tone(22, 0.9), r * 0.03)
      }
      return made + scatter(14, (x, y) => disc(x, y, r * 0.035, hsl(hue + 10, 100, 82)))
    case 'facets':
      return scatter(18, (x, y) => {
        const wide = dice.from(0.14, 0.4) * r
        return shape(
          straight([
            [x - wide, y],
            [x, y - wide * 0.8],
            [x + wide * 0.9, y + wide * 0.1],
            [x + wide * 0.1, y + wide],
          ]),
          tone(dice.from(36, 92), 0.55, dice.from(-25, 25)),
        )
      })
    case 'sick':
      return scatter(20, (x, y) => {
        const wide = dice.from(0.04, 0.17) * r
        return (
          disc(x, y, wide * 1.5, hsl(78, 80, 45, 0.35)) +
          disc(x, y, wide, hsl(74, 85, 62, 0.9)) +
          disc(x, y, wide * 0.45, hsl(290, 45, 24))
        )
      })
    case 'half': {
      const edge = `M${n(r * 0.05)} ${n(-r)}q${n(-r * 0.3)} ${n(r * 0.35)} ${n(-r * 0.02)} ${n(r * 0.7)}t${n(r * 0.05)} ${n(r * 0.75)}t${n(-r * 0.02)} ${n(r * 0.6)}`
      made += shape(`${edge}H${n(-r)}V${n(-r)}Z`, hsl(140, 48, 44))
      made += scatter(9, (x, y) =>
        x < r * 0.1
          ? shape(blob(sheet, x, y, r * 0.15, r * 0.1, 7), hsl(165, 55, dice.from(30, 62), 0.8))
          : disc(x, y, r * 0.09, tone(30, 0.6)),
      )
      return made + stroke(edge, hsl(150, 90, 82), r * 0.05)
    }
    case 'hive':
      return (
        scatter(16, (x, y) => {
          const wide = dice.from(0.08, 0.22) * r
          return (
            disc(x, y, wide, hsl(285, 60, 18, 0.8)) +
            disc(x - wide * 0.15, y - wide * 0.15, wide * 0.55, hsl(300, 85, 62, 0.9))
          )
        }) +
        scatter(6, (x, y) =>
          stroke(
            `M${n(x)} ${n(y)}q${n(dice.from(-0.5, 0.5) * r)} ${n(r * 0.2)} ${n(dice.from(-0.5, 0.5) * r)} ${n(dice.from(-0.5, 0.5) * r)}`,
            hsl(290, 60, 30),
            r * 0.06,
          ),
        )
      )
  }
}

export function planet(sheet: Sheet, wanted: Planet): void {
  const { x, y, r, hue, saturation = 55, tilt = 0, rings = 0, halo = '', moons = 0, embattled = false } = wanted
  const { dice, shade } = sheet
  const night = shade === 'dark'
  const air = sheet.around([
    [0.7, hsl(hue, 90, night ? 66 : 88, night ? 0.5 : 0.7)],
    [1, hsl(hue, 90, 70, 0)],
  ])
  sheet.add(disc(x, y, r * 1.32, air))
  const ring = (front: boolean): string => {
    if (!rings) return ''
    let made = ''
    const slant = -16 + tilt / 2
    for (const [far, thick, light] of [
      [1, 0.16, 78],
      [0.86, 0.07, 60],
      [0.76, 0.1, 88],
    ] as const) {
      const wide = r * rings * far
      const way = front ? 0 : 1
      made += stroke(
        `M${n(-wide)} 0A${n(wide)} ${n(wide * 0.27)} 0 0 ${way} ${n(wide)} 0`,
        hsl(hue + 22, 45, light, 0.85),
        r * thick,
      )
    }
    return `<g transform="translate(${n(x)} ${n(y)})rotate(${n(slant)})">${made}</g>`
  }
  sheet.add(ring(false))
  const base = sheet.around(
    [
      [0, hsl(hue + 8, saturation, 82)],
      [0.5, hsl(hue, saturation, 56)],
      [1, hsl(hue - 12, saturation, 32)],
    ],
    0.33,
    0.28,
    0.8,
  )
  sheet.add(disc(x, y, r, base))
  sheet.inside(
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"/>`,
    `<g transform="translate(${n(x)} ${n(y)})rotate(${n(tilt)})">${surfaceOf(sheet, wanted)}</g>`,
  )
  sheet.add(
    disc(
      x,
      y,
      r + 0.3,
      sheet.around(
        [
          [0.45, 'hsla(235,60%,6%,0)'],
          [0.8, hsl(235, 60, 7, night ? 0.66 : 0.42)],
          [1, hsl(235, 60, 5, night ? 0.9 : 0.66)],
        ],
        0.32,
        0.28,
        0.84,
      ),
    ),
  )
  if (embattled)
    sheet.add(
      stroke(
        `M${n(x + r * 0.94)} ${n(y - r * 0.3)}A${n(r)} ${n(r)} 0 0 1 ${n(x - r * 0.1)} ${n(y + r)}`,
        hsl(2, 90, 60, 0.9),
        r * 0.07,
      ),
    )
  sheet.add(
    stroke(
      `M${n(x - r * 0.97)} ${n(y + r * 0.2)}A${n(r)} ${n(r)} 0 0 1 ${n(x + r * 0.25)} ${n(y - r * 0.96)}`,
      '#fff',
      r * 0.035,
      ' opacity=".7"',
    ),
  )
  sheet.add(ring(true))
  if (halo) {
    sheet.add(disc(x, y, r * 1.2, 'none', ` stroke="${halo}" stroke-width="${n(r * 0.07)}" opacity=".95"`))
    sheet.add(
      disc(
        x,
        y,
        r * 1.34,
        'none',
        ` stroke="${halo}" stroke-width="${n(r * 0.035)}" stroke-dasharray="${n(r * 0.12)} ${n(r * 0.12)}" opacity=".8"`,
      ),
    )
  }
  for (let moon = 0; moon < moons; moon += 1) {
    const at = dice.from(-0.9, 0.7) + (moon % 2) * 2.6
    const far = r * dice.from(1.5, 1.95)
    const size = r * dice.from(0.13, 0.24)
    sheet.add(
      disc(
        x + Math.cos(at) * far,
        y + Math.sin(at) * far * 0.75,
        size,
        sheet.around(
          [
            [0, '#fdfbf2'],
            [0.5, hsl(hue + 40, 16, 66)],
            [1, hsl(hue + 30, 25, 22)],
          ],
          0.3,
          0.28,
          0.8,
        ),
      ),
    )
  }
}

export function sun(sheet: Sheet, x: number, y: number, r: number, hue: number): void {
  sheet.add(
    disc(
      x,
      y,
      r * 3.4,
      sheet.around([
        [0, hsl(hue, 100, 78, 0.75)],
        [0.35, hsl(hue, 100, 66, 0.28)],
        [1, hsl(hue, 100, 60, 0)],
      ]),
    ),
  )
  sheet.add(
    disc(
      x,
      y,
      r,
      sheet.around([
        [0, '#fffdf2'],
        [0.6, hsl(hue + 8, 100, 84)],
        [1, hsl(hue, 100, 62)],
      ]),
    ),
  )
}

export function comet(sheet: Sheet, x: number, y: number, length: number, size: number): void {
  const tail = sheet.across([
    [0, '#ffffff'],
    [0.25, hsl(sheet.hue + 170, 80, 82, 0.75)],
    [1, hsl(sheet.hue + 170, 80, 70, 0)],
  ])
  sheet.add(
    `<g transform="rotate(-24 ${n(x)} ${n(y)})">${shape(`M${n(x)} ${n(y - size)}Q${n(x + length * 0.5)} ${n(y - size * 1.6)} ${n(x + length)} ${n(y - size * 0.4)}Q${n(x + length * 0.5)} ${n(y + size)} ${n(x)} ${n(y + size)}Z`, tail)}${disc(x, y, size, '#fff')}</g>`,
  )
}

export function rocks(sheet: Sheet, count: number, middle: number, spread: number, slope = -0.18): void {
  const { dice } = sheet
  for (let rock = 0; rock < count; rock += 1) {
    const x = ((rock + dice.next()) / count) * 250 - 5
    const y = middle + (x - 120) * slope + dice.from(-spread, spread)
    const size = dice.from(1.4, rock % 4 ? 5 : 12)
    sheet.add(shape(blob(sheet, x, y, size, size * 0.8, 7), sheet.tinted))
    if (size > 4) sheet.add(disc(x + size * 0.1, y - size * 0.1, size * 0.25, 'rgba(0,0,20,.35)'))
  }
}

export function spiral(sheet: Sheet, x: number, y: number, r: number): void {
  const arms = [0, 1].map((arm) => {
    let dots = ''
    for (let step = 0; step < 90; step += 1) {
      const at = step / 13 + arm * Math.PI
      const far = (step / 90) * r
      dots += `M${n(x + Math.cos(at) * far + sheet.dice.from(-2, 2))} ${n(y + Math.sin(at) * far * 0.42 + sheet.dice.from(-1.4, 1.4))}h0`
    }
    return dots
  })
  sheet.add(
    oval(
      x,
      y,
      r,
      r * 0.42,
      sheet.around([
        [0, hsl(sheet.hue, 90, 88, 0.75)],
        [1, hsl(sheet.hue, 90, 70, 0)],
      ]),
    ),
  )
  sheet.add(stroke(arms.join(''), '#fff', 1.5, ' opacity=".8"'), disc(x, y, r * 0.1, '#fffbe6'))
}

/** A world blown to pieces, still glowing inside. */
export function shattered(sheet: Sheet, x: number, y: number, r: number, hue: number): void {
  const { dice } = sheet
  sheet.add(
    disc(
      x,
      y,
      r * 1.6,
      sheet.around([
        [0, hsl(16, 100, 60, 0.75)],
        [1, hsl(16, 100, 50, 0)],
      ]),
    ),
  )
  sheet.add(
    disc(
      x - r * 0.1,
      y,
      r * 0.5,
      sheet.around([
        [0, '#fff3c4'],
        [0.5, hsl(30, 100, 60)],
        [1, hsl(8, 95, 38)],
      ]),
    ),
  )
  for (let piece = 0; piece < 9; piece += 1) {
    const at = (piece / 9) * 2 * Math.PI + dice.from(-0.15, 0.15)
    const far = r * dice.from(0.62, 0.8) * (piece < 3 ? 1.2 : 1)
    const size = r * dice.from(0.24, 0.42)
    sheet.add(
      shape(
        blob(sheet, x + Math.cos(at) * far, y + Math.sin(at) * far * 0.95, size, size * 0.8, 6),
        sheet.across([
          [0, hsl(hue, 30, 66)],
          [1, hsl(hue, 34, 16)],
        ]),
      ),
    )
  }
  rocks(sheet, 9, y, r * 0.9, 0.1)
}
