// Things that stand on the ground at (0, 0) and are some 40 high, lit from the left.
import { blob } from './heavens'
import { box, disc, flip, hsl, n, oval, put, type Sheet, shape, straight, stroke } from './paint'

export type Thing = (sheet: Sheet) => string

/** Lit windows in rows. */
function windows(sheet: Sheet, x: number, y: number, w: number, h: number, chance = 0.6): string {
  let dots = ''
  for (let row = y + 3; row < y + h - 2; row += 4)
    for (let at = x + 2; at < x + w - 1; at += 3.4) if (sheet.dice.chance(chance)) dots += `M${n(at)} ${n(row)}v1.2`
  return stroke(dots, sheet.warm, 1.3)
}

const dome = (sheet: Sheet, x: number, r: number): string =>
  shape(`M${n(x - r)} 0A${n(r)} ${n(r)} 0 0 1 ${n(x + r)} 0Z`, sheet.body) +
  stroke(
    `M${n(x - r * 0.8)} ${n(-r * 0.35)}H${n(x + r * 0.8)}M${n(x)} ${n(-r)}V0M${n(x - r * 0.55)} 0Q${n(x - r * 0.5)} ${n(-r * 0.7)} ${n(x)} ${n(-r)}Q${n(x + r * 0.5)} ${n(-r * 0.7)} ${n(x + r * 0.55)} 0`,
    'rgba(10,20,50,.35)',
    0.8,
  ) +
  box(x - r * 0.2, -r * 0.3, r * 0.4, r * 0.3, sheet.warm)

export const domes: Thing = (sheet) => {
  const { dice } = sheet
  return (
    dome(sheet, -dice.from(24, 30), dice.from(8, 12)) +
    dome(sheet, dice.from(20, 30), dice.from(7, 13)) +
    dome(sheet, dice.from(-6, 4), dice.from(15, 21)) +
    stroke(`M${n(dice.from(12, 16))} 0V-30m-3 4 3-4 3 4`, '#e8eefc', 1)
  )
}

export const city: Thing = (sheet) => {
  const { dice } = sheet
  let made = ''
  for (let x = -48; x < 46;) {
    const w = dice.from(6, 11)
    const h = dice.from(10, 26) + 20 * Math.exp(-((x + 2) ** 2) / 420)
    made += box(x, -h, w, h, dice.chance(0.5) ? sheet.body : sheet.dim) + windows(sheet, x, -h, w, h)
    if (dice.chance(0.35)) made += stroke(`M${n(x + w / 2)} ${n(-h)}v-7`, '#dfe8ff', 0.8)
    x += w + dice.from(0, 1.4)
  }
  return made
}

export const spires: Thing = (sheet) => {
  const { dice } = sheet
  let made = ''
  for (const [x, h] of [
    [-26, 26],
    [-11, 44],
    [6, 34],
    [22, 50],
    [36, 22],
  ] as const) {
    const tall = h * dice.from(0.85, 1.1)
    made +=
      shape(
        `M${x - 6} 0Q${x - 2} ${n(-tall * 0.5)} ${x} ${n(-tall)}Q${x + 2} ${n(-tall * 0.5)} ${x + 6} 0Z`,
        sheet.body,
      ) +
      oval(x, -tall * 0.55, 6.5, 1.8, sheet.tinted) +
      disc(x, -tall, 1.3, sheet.glow)
  }
  return made
}

export const neon: Thing = (sheet) => {
  const { dice } = sheet
  let made = city(sheet)
  for (const [x, y, hue] of [
    [-22, -28, 320],
    [2, -46, 185],
    [24, -32, 50],
  ] as const)
    made +=
      stroke(
        straight([
          [x - 5, y],
          [x, y - 6],
          [x + 5, y],
          [x, y + 6],
        ]),
        hsl(hue + dice.from(-15, 15), 100, 70),
        1.6,
      ) + disc(x, y, 1.6, hsl(hue, 100, 85))
  return made
}

export const derrick: Thing = (sheet) =>
  stroke(
    'M-14 0-3-40H3L14 0M-11-10H11M-8-20H8M-6-30H6M-11-10 8-20M11-10-8-20M-8-20 6-30M8-20-6-30',
    sheet.shade === 'dark' ? '#c9b79b' : '#f3e4c8',
    1.7,
  ) +
  box(-5, -46, 10, 7, sheet.tinted) +
  shape('M-22 0V-11h14V0ZM10 0V-16h20V0Z', sheet.dim) +
  windows(sheet, 11, -16, 18, 15) +
  shape('M-40 0-31-9-24 0Z', sheet.tinted)

export const mine: Thing = (sheet) =>
  shape('M-44 0Q-30-38-4-40 24-40 44 0Z', sheet.dim) +
  shape('M-13 0V-16Q-13-26 0-26T13-16V0Z', '#120b12') +
  stroke('M-13 0V-16Q-13-26 0-26T13-16V0', '#d9b98a', 2.4) +
  stroke('M-6 0-2-16M6 0 2-16M-5-4H5M-3.6-9H3.6', '#8d7a62', 1) +
  disc(0, -20, 1.8, sheet.warm) +
  shape('M16 0V-7H30V0Z', sheet.tinted) +
  disc(19, 0, 2, '#222') +
  disc(27, 0, 2, '#222') +
  shape('M17-7 20-12 24-9 27-12 29-7Z', sheet.glow)

export const crystals: Thing = (sheet) => {
  const { dice } = sheet
  let made = ''
  for (const [x, h, lean] of [
    [-26, 22, -9],
    [24, 26, 8],
    [-13, 36, -4],
    [12, 30, 5],
    [0, 46, 1],
  ] as const) {
    const tall = h * dice.from(0.85, 1.15)
    const w = tall * 0.17
    made += shape(
      straight([
        [x - w, 0],
        [x - w + lean * 0.6, -tall * 0.75],
        [x + lean, -tall],
        [x + w + lean * 0.6, -tall * 0.7],
        [x + w, 0],
      ]),
      sheet.tinted,
    )
    made += shape(
      straight([
        [x - w, 0],
        [x - w + lean * 0.6, -tall * 0.75],
        [x + lean, -tall],
        [x - w * 0.1 + lean * 0.5, -tall * 0.62],
        [x - w * 0.2, 0],
      ]),
      hsl(sheet.hue, 90, 92, 0.55),
    )
  }
  return made
}

export const pylons: Thing = (sheet) => {
  const { dice } = sheet
  let made = ''
  for (const x of [-30, -11, 11, 30]) {
    const h = dice.from(20, 44)
    const lean = dice.from(-4, 4)
    made +=
      shape(
        straight([
          [x - 5, 0],
          [x - 3 + lean, -h],
          [x + 2 + lean, -h - 4],
          [x + 5, 0],
        ]),
        sheet.body,
      ) + stroke(`M${x} -3L${n(x + lean * 0.8)} ${n(-h + 4)}`, sheet.glow, 1.3)
  }
  return made
}

/** A tablet with signs that nobody can read. */
export const tablet: Thing = (sheet) => {
  const { dice } = sheet
  let signs = ''
  for (let row = 0; row < 5; row += 1)
    for (let at = 0; at < 4; at += 1) {
      const [x, y] = [-9 + at * 6, -38 + row * 7]
      signs += dice.pick([
        `M${x} ${y}h3v3`,
        `M${x} ${y}v4m2-4v4`,
        `M${x} ${y + 3}l2-3 2 3`,
        `M${x + 1.5} ${y}a1.8 1.8 0 1 1 0 3.6`,
        `M${x} ${y}l3 3.4m0-3.4l-3 3.4`,
      ])
    }
  return (
    shape('M-16 0-13-46 13-46 16 0Z', sheet.body) +
    shape('M16 0 13-46 18-43 22 0Z', sheet.dark) +
    stroke(signs, sheet.glow, 1.1)
  )
}

export const temple: Thing = (sheet) => {
  let columns = ''
  for (let x = -22; x <= 18; x += 8) columns += box(x, -22, 4.4, 20, sheet.body)
  return (
    shape('M-32 0V-3H32V0ZM-28-3V-5H28V-3Z', sheet.body) +
    box(-24, -22, 48, 18, sheet.dark) +
    columns +
    shape('M-28-22H28L0-38Z', sheet.tinted) +
    disc(0, -28, 3, sheet.warm)
  )
}

export const monastery: Thing = (sheet) =>
  shape('M-46 0-20-22-8-18 2-26 14-20 40 0Z', sheet.dim) +
  shape('M-10-18V-40L-4-48 2-40V-20Z', sheet.body) +
  shape('M2-20V-32H16V-18Z', sheet.body) +
  shape('M1-32 9-40 17-32Z', sheet.tinted) +
  shape('M-12-40-4-52 4-40Z', sheet.tinted) +
  box(-6, -36, 3, 5, sheet.warm) +
  box(7, -28, 3, 4, sheet.warm) +
  stroke('M-30 0Q-20-9-8-10T10-18', '#ffd98a', 1.2, ' stroke-dasharray="1 3"')

export const tents: Thing = (sheet) => {
  const hues = [sheet.hue, sheet.hue + 150, sheet.hue + 35]
  return (
    hues
      .map((hue, at) => {
        const x = -28 + at * 27
        return (
          shape(
            `M${x - 12} 0L${x} -24 ${x + 12} 0Z`,
            sheet.across([
              [0, hsl(hue, 60, 76)],
              [1, hsl(hue, 60, 28)],
            ]),
          ) +
          shape(`M${x - 3} 0L${x} -14 ${x + 3} 0Z`, '#1a1020') +
          stroke(`M${x} -24v-6`, '#eee', 1)
        )
      })
      .join('') + disc(14, -2, 2.4, sheet.warm)
  )
}

/** Stalls with striped awnings. */
export const market: Thing = (sheet) => {
  let made = ''
  for (const [at, x] of [-32, 0, 32].entries()) {
    const hue = sheet.hue + at * 120
    made += box(x - 13, -15, 26, 15, sheet.dim) + windows(sheet, x - 12, -10, 24, 9, 0.8)
    for (let strip = 0; strip < 6; strip += 1)
      made += shape(`M${n(x - 15 + strip * 5)} -15l2-9h5v9q-2.5 4-5 0Z`, strip % 2 ? '#fff6e2' : hsl(hue, 70, 52))
    made += stroke(`M${x - 14} 0V-22M${x + 14} 0V-22`, '#cdbfa6', 1) + disc(x, -28, 2.4, sheet.warm)
  }
  return made
}

export const palms: Thing = (sheet) => {
  const palm = (x: number, h: number): string =>
    stroke(`M${x} 0q${n(h * 0.12)} ${n(-h * 0.5)} ${n(h * 0.06)} ${n(-h)}`, '#8b6a45', 2) +
    stroke(
      [-1, -0.5, 0.5, 1]
        .map((side) => `M${n(x + h * 0.06)} ${-h}q${n(side * 7)} -6 ${n(side * 13)} ${n(3 - Math.abs(side) * 1)}`)
        .join(''),
      hsl(140, 55, sheet.shade === 'dark' ? 42 : 50),
      2.6,
    )
  return (
    shape('M-14 0V-40Q-4-46 6-40V0ZM6 0V-28Q14-33 22-28V0Z', sheet.body) +
    windows(sheet, -14, -38, 20, 36, 0.85) +
    windows(sheet, 7, -27, 14, 26, 0.85) +
    palm(-30, 30) +
    palm(34, 24) +
    palm(-40, 18) +
    stroke('M-52 1q7-3 13 0t13 0t13 0t13 0t13 0t13 0t13 0t13 0', '#d6f2ff', 1.3)
  )
}

export const forest: Thing = (sheet) => {
  const { dice } = sheet
  let made = ''
  for (let tree = 0; tree < 11; tree += 1) {
    const x = -46 + tree * 9 + dice.from(-3, 3)
    const h = dice.from(15, 38)
    made += shape(
      `M${n(x - h * 0.22)} 0L${n(x)} ${n(-h)} ${n(x + h * 0.22)} 0ZM${n(x - h * 0.17)} ${n(-h * 0.4)}L${n(x)} ${n(-h * 1.1)} ${n(x + h * 0.17)} ${n(-h * 0.4)}Z`,
      sheet.across([
        [0, hsl(sheet.hue + dice.from(-25, 25), 45, 52)],
        [1, hsl(sheet.hue, 50, 14)],
      ]),
    )
  }
  return made
}

export const cabin: Thing = (sheet) =>
  forest(sheet) +
  shape('M-13 0V-13H13V0Z', sheet.dim) +
  shape('M-17-12 0-25 17-12Z', sheet.tinted) +
  box(-4, -9, 8, 9, sheet.warm) +
  stroke('M9-20q4-6 0-12t3-11', 'rgba(255,255,255,.6)', 2)

const waves = (sheet: Sheet): string => {
  let made = ''
  for (let row = 0; row < 3; row += 1)
    made += shape(
      `M-130 ${-16 + row * 8}${'q7-6 14 0t14 0'.repeat(10)}V30H-130Z`,
      hsl(196 + row * 8, 62, (sheet.shade === 'dark' ? 40 : 60) - row * 9),
    )
  return made
}

export const leap: Thing = (sheet) =>
  shape('M-26-14Q-14-46 10-42 26-38 30-22 22-30 12-31 16-24 12-20 4-28-4-26-16-24-18-10Z', sheet.body) +
  shape('M-18-10-32-8-26-18-30-28-20-20Z', sheet.body) +
  disc(20, -32, 1.8, '#0b1530') +
  waves(sheet)

/** A ship with a sail, as on an old sea. */
export const sailing: Thing = (sheet) =>
  put(
    0,
    -14,
    0.9,
    shape(
      'M-34-12Q-20-2 0-2T34-12Q38-22 42-24 38-8 22 2H-22Q-38-6-42-24-38-22-34-12Z',
      sheet.across([
        [0, '#c08a52'],
        [1, '#4a2a14'],
      ]),
    ) +
      stroke('M0-4V-46', '#cbb28a', 2) +
      shape('M-17-42Q0-48 17-42 21-27 17-15 0-20-17-15-21-28-17-42Z', '#f4ead6') +
      stroke('M-6-45Q-9-30-6-17M6-45Q9-30 6-17', '#c0392b', 3.4),
  ) + waves(sheet)

export const birds: Thing = (sheet) => {
  const bird = (x: number, y: number, s: number): string =>
    put(
      x,
      y,
      s,
      shape('M-24-8Q-10-20 0-2 12-20 26-10 12-10 6 2L0 12-5 2Q-12-8-24-8Z', sheet.body) + disc(0, 10, 1.6, sheet.glow),
    )
  return (
    shape('M-56 0-34-18-24-10-10-24 4-8 20-20 52 0Z', sheet.dim) +
    bird(-4, -36, 0.95) +
    bird(30, -44, 0.5) +
    bird(-36, -40, 0.55)
  )
}

/** A head in profile with an eye that watches. */
export const reptile: Thing = (sheet) =>
  shape('M-40 0Q-36-30-8-38 20-42 42-24 44-18 36-16 20-14 14-8 28-8 34-6 26 0 8 0Z', sheet.tinted) +
  oval(8, -27, 7, 5, '#ffe27a') +
  shape('M8-32Q11-27 8-22 5-27 8-32Z', '#1a1206') +
  stroke('M-26-16q4-4 8 0m-4 6q4-4 8 0m-2-16q4-4 8 0m-18-2q4-4 8 0', 'rgba(0,20,10,.45)', 1.4) +
  shape('M-30-26-34-40-24-32-22-44-14-35-10-46-4-37Z', sheet.dim)

export const beast: Thing = (sheet) =>
  shape('M-40 0Q-44-30-20-38-22-50-12-46 0-44 12-46 22-50 20-38 44-30 40 0Z', sheet.tinted) +
  disc(-11, -26, 4.6, '#fff4b8') +
  disc(11, -26, 4.6, '#fff4b8') +
  disc(-10, -26, 2, '#1a0d08') +
  disc(10, -26, 2, '#1a0d08') +
  shape('M-16-12Q0-4 16-12L12-6 8-10 4-5 0-9-4-5-8-10-12-6Z', '#fff') +
  stroke('M0-22v6m-3 1h6', 'rgba(0,0,0,.5)', 1.6)

/** Something between an ape and a man before a fire. */
export const ancestors: Thing = (sheet) => {
  const figure = (x: number, s: number): string =>
    put(x, 0, s, shape('M-7 0Q-10-18-4-24-8-30-2-34 6-36 8-29 6-24 5-23 11-16 8 0H3L1-9-2 0Z', sheet.dim))
  return (
    shape('M-50 0Q-50-40-20-44T44-34 54 0Z', sheet.dark) +
    disc(
      0,
      -6,
      26,
      sheet.around([
        [0, hsl(34, 100, 62, 0.8)],
        [1, hsl(24, 100, 50, 0)],
      ]),
    ) +
    figure(-22, 0.9) +
    figure(24, 1) +
    shape('M-6 0Q-9-10 0-20 8-11 6 0Z', '#ff9c3a') +
    shape('M-3 0Q-4-6 0-12 4-6 3 0Z', '#fff0b0')
  )
}

export const robot = (sheet: Sheet, arm = ''): string =>
  box(-10, -26, 20, 17, sheet.body, ' rx="3"') +
  box(-7, -40, 14, 12, sheet.body, ' rx="4"') +
  box(-5, -37, 10, 4, '#0c1430', ' rx="2"') +
  disc(-2, -35, 1.3, sheet.glow) +
  disc(2.4, -35, 1.3, sheet.glow) +
  stroke('M0-40v-5', '#dfe6f5', 1) +
  disc(0, -46, 1.5, sheet.glow) +
  box(-8, -9, 5, 9, sheet.dim) +
  box(3, -9, 5, 9, sheet.dim) +
  stroke('M-10-23-17-15-15-8', sheet.shade === 'dark' ? '#9fb0d0' : '#dde6f7', 3) +
  (arm || stroke('M10-23 17-15 15-8', '#7f8fb0', 3)) +
  disc(0, -18, 3, sheet.glow)

export const robots: Thing = (sheet) =>
  put(-30, 0, 0.72, robot(sheet)) + put(30, 0, 0.78, robot(sheet)) + put(0, 0, 1.05, robot(sheet))
export const runaways: Thing = (sheet) =>
  put(-24, -2, 0.8, robot(sheet), -14) +
  put(8, -5, 0.95, robot(sheet), 16) +
  put(38, 0, 0.55, robot(sheet), 20) +
  stroke('M-50-6h10m-14-8h12m26-12h-10', '#fff', 1, ' opacity=".6"')
export const sentry: Thing = (sheet) =>
  put(
    0,
    0,
    1.25,
    robot(sheet, stroke('M10-23 20-24 34-30', '#dfe6f5', 3.4) + stroke('M35-30 60-40', sheet.glow, 1.4)),
  ) + shape('M-50 0-38-12-26 0Z', sheet.dim)

export const factory: Thing = (sheet) =>
  shape('M-40 0V-20L-28-28V-20L-16-28V-20L-4-28V-16H36V0Z', sheet.body) +
  box(12, -44, 7, 30, sheet.dim) +
  box(25, -38, 6, 24, sheet.dim) +
  windows(sheet, -38, -18, 72, 17, 0.7) +
  disc(16, -50, 5, 'rgba(255,255,255,.35)') +
  disc(21, -57, 7, 'rgba(255,255,255,.25)') +
  disc(29, -45, 4, 'rgba(255,255,255,.3)') +
  box(11, -44, 9, 3, sheet.tinted) +
  box(24, -38, 8, 3, sheet.tinted)

export const tanks: Thing = (sheet) =>
  [-30, -8, 14]
    .map(
      (x, at) =>
        shape(`M${x} 0V${-20 - at * 5}q9-7 18 0V0Z`, at === 1 ? sheet.tinted : sheet.body) +
        stroke(`M${x} ${-14 - at * 2}h18`, 'rgba(0,0,0,.3)', 1.4),
    )
    .join('') +
  stroke('M-12-6h4m14 0h8m14-4h10v-14', '#c8d2e8', 2) +
  stroke('M37-26l5-7 5 7', '#ff8a3a', 2)

export const fortress: Thing = (sheet) =>
  shape('M-40 0V-18h6v4h5v-4h6v4h5v-4h4V-34h5v4h6v-4h6v4h5v-4h5V-18h4v4h5v-4h6v4h5v-4h6V0Z', sheet.body) +
  shape('M-6 0V-10Q0-16 6-10V0Z', sheet.dark) +
  stroke('M0-34V-50', '#e9edf8', 1.2) +
  shape('M0-50 15-46 0-41Z', sheet.tinted) +
  windows(sheet, -14, -32, 28, 14, 0.5)

export const bunker: Thing = (sheet) =>
  shape('M-44 0-34-15H28L42 0Z', sheet.dim) +
  shape('M-22-15-16-24H14L20-15Z', sheet.body) +
  box(-18, -11, 34, 3, '#ffb35c') +
  stroke('M4-22 34-34M-2-22 26-36', '#cfd8ec', 2.4) +
  disc(-2, -23, 4, sheet.body)

export const prison: Thing = (sheet) => {
  let bars = ''
  for (let x = -18; x <= 18; x += 6) bars += `M${x} -3V-26`
  return (
    box(-26, -30, 52, 30, sheet.dim) +
    stroke(bars, '#d8e0f2', 2) +
    box(-38, -40, 12, 40, sheet.body) +
    box(26, -40, 12, 40, sheet.body) +
    shape('M-40-40-32-48-24-40ZM24-40 32-48 40-40Z', sheet.tinted) +
    shape('M-32-36-70-56-62-66Z', 'rgba(255,240,190,.35)')
  )
}

export const watchtower: Thing = (sheet) =>
  stroke('M-9 0-5-30M9 0 5-30M-8-8 6-22M8-8-6-22', '#c3cbe0', 2) +
  box(-11, -40, 22, 10, sheet.body) +
  shape('M-14-40 0-48 14-40Z', sheet.tinted) +
  box(-8, -37, 16, 4, sheet.warm) +
  shape('M-46 0-40-9H-24L-18 0ZM20 0 26-11H42L48 0Z', sheet.dim) +
  stroke('M0-48v-8', '#fff', 1) +
  disc(0, -57, 1.6, '#ff6a5a')

export const tunnels: Thing = (sheet) =>
  shape('M-90 10V-34Q-40-44 0-36T90-34V10Z', sheet.dim) +
  stroke('M-60-12Q-36-24-18-14T14-16 36-8 62-14M-18-14-8 0M14-16 22-34M-44-18-38-2', '#150a0c', 8) +
  stroke('M-60-12Q-36-24-18-14T14-16 36-8 62-14', hsl(24, 85, 46, 0.6), 2) +
  [-50, -26, -4, 22, 48].map((x) => disc(x, -14, 1.8, sheet.warm)).join('') +
  box(17, -44, 10, 10, sheet.body)

export const warriors: Thing = (sheet) => {
  const figure = (x: number, s: number): string =>
    put(
      x,
      0,
      s,
      shape('M-6 0-5-16-8-26 0-30 8-26 5-16 6 0H2L0-12-2 0Z', sheet.dim) +
        disc(0, -34, 4, sheet.body) +
        stroke('M10 0V-44', '#e0d5c0', 1.4) +
        shape('M10-44 13-38 10-36 7-38Z', sheet.glow) +
        oval(-7, -18, 4.5, 7, sheet.tinted),
    )
  return figure(-34, 0.75) + figure(34, 0.75) + figure(-17, 0.9) + figure(17, 0.9) + figure(0, 1.1)
}

export const dish: Thing = (sheet) =>
  shape('M-12 0-3-18H3L12 0Z', sheet.dim) +
  `<g transform="rotate(-32 0 -24)">${shape('M-26-30A27 27 0 0 0 26-30Q0-22-26-30Z', sheet.body)}${oval(0, -30, 26, 5, sheet.tinted)}${stroke('M0-30V-48M-12-30 0-48 12-30', '#e6edfb', 1)}${disc(0, -49, 2.2, sheet.glow)}</g>`

export const totem: Thing = (sheet) =>
  shape('M-10 0-8-44 8-44 10 0Z', sheet.body) +
  [-34, -20, -7]
    .map(
      (y, at) =>
        disc(-3.5, y - 3, 1.8, sheet.glow) +
        disc(3.5, y - 3, 1.8, sheet.glow) +
        stroke(`M-4 ${y + 2}q4 ${at % 2 ? -3 : 3} 8 0`, sheet.dark, 1.4),
    )
    .join('') +
  shape('M-8-44-18-52-6-49 0-56 6-49 18-52 8-44Z', sheet.tinted)

export const ark: Thing = (sheet) =>
  shape('M-44-10A44 34 0 0 1 44-10Z', hsl(sheet.hue, 60, 80, 0.35)) +
  put(-6, -10, 0.72, forest(sheet)) +
  stroke('M-44-10A44 34 0 0 1 44-10M0-44V-10M-24-38Q-20-20-22-10M24-38Q20-20 22-10', 'rgba(255,255,255,.75)', 1.2) +
  shape('M-52-10H52L40 0H-40Z', sheet.body)

export const plants: Thing = (sheet) => {
  const { dice } = sheet
  let made = ''
  for (let stalk = 0; stalk < 7; stalk += 1) {
    const x = -36 + stalk * 12
    const tall = dice.from(22, 46)
    const bend = dice.from(-20, 20)
    made += stroke(
      `M${x} 0Q${n(x - bend)} ${n(-tall * 0.5)} ${n(x + bend)} ${n(-tall)}`,
      hsl(sheet.hue + dice.from(-30, 30), 50, 38),
      4.4,
    )
    made +=
      disc(x + bend, -tall, 5.4, sheet.tinted) +
      disc(x + bend, -tall, 2.4, '#fff3a8') +
      disc(x + bend, -tall, 1.1, '#200')
  }
  return made
}

/** The buildings of the Xenos: mounds with holes that glow. */
export const hive: Thing = (sheet) => {
  const { dice } = sheet
  const mound = (x: number, w: number, h: number): string => {
    let holes = ''
    for (let hole = 0; hole < 4; hole += 1) {
      const y = -h * (0.2 + hole * 0.17)
      holes += oval(x + dice.from(-0.3, 0.3) * w * (1 + y / h), y, w * 0.09, w * 0.12, hsl(300, 90, 68))
    }
    return (
      shape(
        `M${n(x - w)} 0Q${n(x - w * 0.7)} ${n(-h * 0.5)} ${n(x - w * 0.25)} ${n(-h * 0.9)}Q${n(x)} ${n(-h * 1.15)} ${n(x + w * 0.2)} ${n(-h * 0.9)}Q${n(x + w * 0.7)} ${n(-h * 0.4)} ${n(x + w)} 0Z`,
        sheet.across([
          [0, hsl(285, 34, 52)],
          [1, hsl(275, 45, 12)],
        ]),
      ) + holes
    )
  }
  return mound(-30, 18, dice.from(18, 32)) + mound(30, 20, dice.from(20, 36)) + mound(0, 23, dice.from(36, 50))
}

/** A creature on many legs. */
export const xeno = (sheet: Sheet): string =>
  stroke(
    'M-6-14Q-20-26-26-2M-8-16Q-26-34-36-6M6-14Q20-26 26-2M8-16Q26-34 36-6M-4-12Q-10-8-14 0M4-12Q10-8 14 0',
    hsl(282, 40, sheet.shade === 'dark' ? 40 : 48),
    3,
  ) +
  oval(
    0,
    -16,
    11,
    9,
    sheet.across([
      [0, hsl(288, 40, 62)],
      [1, hsl(272, 50, 16)],
    ]),
  ) +
  shape(
    'M-8-20Q0-44 8-20 4-14 0-14T-8-20Z',
    sheet.across([
      [0, hsl(288, 40, 66)],
      [1, hsl(272, 50, 18)],
    ]),
  ) +
  disc(-3, -24, 1.7, '#ff9cf2') +
  disc(3, -24, 1.7, '#ff9cf2') +
  stroke('M-4-12-7-5M4-12 7-5', '#f3d0ff', 1.6)

export const swarm: Thing = (sheet) =>
  put(-34, 0, 0.6, xeno(sheet)) + put(34, 0, 0.66, xeno(sheet)) + put(0, 0, 1.15, xeno(sheet))

export const eggs: Thing = (sheet) =>
  [
    [-34, 9],
    [-17, 12],
    [3, 15],
    [24, 12],
    [40, 8],
  ]
    .map(
      ([x = 0, r = 0]) =>
        oval(
          x,
          -r * 1.1,
          r * 0.85,
          r * 1.25,
          sheet.across([
            [0, hsl(300, 40, 76)],
            [1, hsl(275, 50, 22)],
          ]),
        ) + oval(x, -r * 1.1, r * 0.4, r * 0.7, hsl(310, 90, 72, 0.6)),
    )
    .join('') + stroke('M-50 0q10-7 20 0t20 0 20 0 20 0 20 0', hsl(280, 40, 30), 3)

export const gears: Thing = (sheet) => {
  const gear = (x: number, y: number, r: number, fill: string): string => {
    let teeth = ''
    for (let tooth = 0; tooth < 10; tooth += 1)
      teeth += box(-r * 0.14, -r * 1.22, r * 0.28, r * 0.4, fill, ` transform="rotate(${tooth * 36})"`)
    return put(x, y, 1, teeth + disc(0, 0, r, fill) + disc(0, 0, r * 0.45, sheet.dark))
  }
  return gear(-14, -24, 16, sheet.body) + gear(17, -32, 11, sheet.tinted) + gear(16, -9, 8, sheet.body)
}

export const sculptures: Thing = (sheet) =>
  stroke('M-30 0Q-44-34-22-38T-24-10', sheet.glow, 4) +
  shape('M-6 0-10-20 6-46 12-18 6 0Z', sheet.tinted) +
  stroke('M30 0V-14', '#dfe6f5', 2) +
  disc(30, -26, 11, 'none', ` stroke="${hsl(sheet.hue + 130, 75, 68)}" stroke-width="4"`) +
  disc(30, -26, 3, sheet.warm) +
  shape('M-36 0h14v-3h-14ZM-12 0h24v-3h-24ZM24 0h12v-3h-12Z', sheet.body)

export const beacon: Thing = (sheet) =>
  shape('M-12 0-4-36H4L12 0Z', sheet.body) +
  box(-6, -42, 12, 6, sheet.tinted) +
  shape('M4-39 90-58V-22ZM-4-39-90-58V-22Z', hsl(sheet.hue, 100, 80, 0.32)) +
  disc(0, -39, 3.4, '#fffbe0') +
  stroke('M-30 0V-12M30 0V-16', '#cdd6ea', 2)

export const campfire: Thing = (sheet) => shape(blob(sheet, 0, 2, 50, 8), sheet.dim) + flip(24, 0, 0.9, tents(sheet))
