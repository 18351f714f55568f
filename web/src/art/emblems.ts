// The deeds of developments, as things around (0, 0), some 70 high.
import { box, disc, hsl, n, oval, put, type Sheet, shape, stroke } from './paint'
import { robot, type Thing } from './things'

export const helix: Thing = (sheet) => {
  let [rungs, one, two] = ['', '', '']
  for (let at = 0; at <= 24; at += 1) {
    const y = -38 + at * 3.2
    const x = Math.sin(at / 3) * 15
    one += `${at ? 'L' : 'M'}${n(x)} ${n(y)}`
    two += `${at ? 'L' : 'M'}${n(-x)} ${n(y)}`
    if (at % 2) rungs += `M${n(x)} ${n(y)}L${n(-x)} ${n(y)}`
  }
  return (
    stroke(rungs, hsl(sheet.hue + 40, 60, 80), 1.6) +
    stroke(one, hsl(sheet.hue, 75, 62), 4.4) +
    stroke(two, hsl(sheet.hue + 80, 70, 66), 4.4)
  )
}

export const flask: Thing = (sheet) =>
  shape('M-7-36H7V-14L27 26Q29 34 20 34H-20Q-29 34-27 26L-7-14Z', hsl(200, 60, 92, 0.4)) +
  shape('M-16 4H16L25 24Q28 32 20 32H-20Q-28 32-25 24Z', sheet.tinted) +
  stroke('M-7-36H7M-7-36V-14L-27 26Q-29 34-20 34H20Q29 34 27 26L7-14V-36', '#f2f7ff', 2.2) +
  disc(-6, 18, 3.4, '#fff9', '') +
  disc(7, 11, 2.4, '#fff9') +
  disc(2, -2, 1.8, '#fff9') +
  put(34, 4, 0.62, helix(sheet))

export const atom: Thing = (sheet) =>
  [0, 60, 120]
    .map(
      (turn) =>
        `<g transform="rotate(${turn})">${oval(0, 0, 34, 12, 'none', ` stroke="${hsl(sheet.hue + turn / 2, 80, 74)}" stroke-width="2.2"`)}${disc(34, 0, 3.4, '#fff')}</g>`,
    )
    .join('') +
  disc(0, 0, 9, sheet.tinted) +
  disc(-3, -3, 3, '#fff')

export const coins: Thing = (sheet) => {
  const gold = sheet.across([
    [0, '#fff2b8'],
    [0.5, '#e6ac32'],
    [1, '#7a4a0c'],
  ])
  const stack = (x: number, count: number): string => {
    let made = ''
    for (let coin = 0; coin < count; coin += 1)
      made += oval(x, 28 - coin * 6, 13, 5, gold, ' stroke="#6b430b" stroke-width=".8"')
    return made
  }
  return stack(-28, 4) + stack(0, 9) + stack(28, 6)
}

export const bigCoin: Thing = (sheet) =>
  disc(
    0,
    0,
    27,
    sheet.across([
      [0, '#fff2b8'],
      [0.5, '#e9b23c'],
      [1, '#7a4a0c'],
    ]),
  ) +
  disc(0, 0, 21, 'none', ' stroke="#7a4a0c" stroke-width="1.6"') +
  shape('M0-15 4-4 15-4 6 3 9 14 0 7-9 14-6 3-15-4-4-4Z', '#8a5510')

export const bank: Thing = (sheet) => {
  let columns = ''
  for (let x = -26; x <= 20; x += 11.5) columns += box(x, -8, 6, 28, sheet.body)
  return (
    shape('M-40 30V24H40V30ZM-35 24V20H35V24Z', sheet.body) +
    box(-30, -8, 60, 28, sheet.dark) +
    columns +
    box(-34, -13, 68, 5, sheet.body) +
    shape('M-36-13H36L0-34Z', sheet.tinted) +
    disc(0, -20, 5, '#ffd76a')
  )
}

export const crates: Thing = (sheet) => {
  const crate = (x: number, y: number, s: number, fill: string): string =>
    put(
      x,
      y,
      s,
      box(-11, -11, 22, 22, fill, ' rx="1.5"') +
        stroke('M-11-11 11 11M11-11-11 11M-11-11H11V11H-11Z', 'rgba(20,10,0,.5)', 1.6),
    )
  return (
    crate(-24, 22, 1, sheet.body) +
    crate(0, 22, 1, sheet.tinted) +
    crate(24, 22, 1, sheet.body) +
    crate(-12, 0, 1, sheet.tinted) +
    crate(12, 0, 1, sheet.body) +
    stroke('M0-40V-22M-6-16 0-22 6-16', '#e3e9f7', 2) +
    crate(0, -14, 0.7, sheet.tinted)
  )
}

export const chartUp: Thing = (sheet) =>
  [-30, -14, 2, 18]
    .map((x, at) => box(x, 26 - at * 14 - 12, 12, 12 + at * 14, at % 2 ? sheet.body : sheet.tinted))
    .join('') + stroke('M-36 8-14-4 4-18 34-36M34-36 22-35M34-36 31-25', sheet.warm, 3)

export const chartDown: Thing = (sheet) =>
  [-30, -14, 2, 18]
    .map((x, at) => box(x, -10 + at * 11, 12, 36 - at * 11, at % 2 ? sheet.body : sheet.tinted))
    .join('') +
  stroke('M-36-26-14-18 4-4 34 18M34 18 23 17M34 18 31 7', '#ff8d7a', 3) +
  put(24, -22, 0.42, bigCoin(sheet)) +
  put(38, -2, 0.26, bigCoin(sheet))

export const plan: Thing = (sheet) => {
  let grid = ''
  for (let at = -36; at <= 36; at += 9) grid += `M${at} -26V26M-40 ${at * 0.7}H40`
  return (
    box(-42, -28, 84, 56, hsl(210, 60, 24, 0.75), ' rx="3"') +
    stroke(grid, hsl(205, 80, 70, 0.35), 0.8) +
    stroke('M-30 16Q-10 12-8-6T22-16M22-16 12-17M22-16 17-7', '#ffcf6b', 3) +
    stroke('M-26-16-18-8M-18-16-26-8M20 10 28 18M28 10 20 18', '#ff8379', 3) +
    disc(-30, 16, 4, sheet.glow)
  )
}

export const gun: Thing = (sheet) =>
  box(-42, -28, 84, 56, hsl(212, 60, 22, 0.8), ' rx="3"') +
  stroke('M-34-4H10L30-9V3L10 4-6 6-10 20H-20L-16 6H-34ZM-26-4V-10H0V-4', sheet.glow, 1.8) +
  stroke('M-36 16H-24M-36 20H-28M18 16H36M24 20H36M30-3H40', hsl(205, 80, 75, 0.7), 1.2) +
  disc(2, 0, 2.6, '#fff')

export const crane: Thing = (sheet) =>
  stroke('M-22 34V-34H36M-22-34-34-20V-12M-22-22 14-34M-28 34H-16M-22 20-16 8-22-4-16-16-22-28', '#ffcb57', 3) +
  stroke('M24-34V-10', '#e8edf8', 1.2) +
  box(15, -10, 18, 10, sheet.tinted) +
  box(2, 12, 34, 22, sheet.body) +
  stroke('M8 18h4m6 0h4m6 0h4M8 25h4m6 0h4m6 0h4', sheet.warm, 3)

export const bridge: Thing = (sheet) =>
  stroke('M-46 14H46', '#e6ecf9', 4) +
  stroke('M-26 34V-26M26 34V-26', '#b6c2dd', 5) +
  stroke('M-46 6Q-34-6-26-26-10 10 0 10T26-26Q34-6 46 6', sheet.glow, 2) +
  stroke('M-18-4V14M-10 6V14M10 6V14M18-4V14M-36-4V14M36-4V14', '#cfd9ee', 1) +
  stroke('M-46 26q8-4 15 0t15 0 15 0 15 0 15 0 15 0', '#bfe3ff', 1.4) +
  put(-10, 8, 0.22, crates(sheet))

const bust = (sheet: Sheet, fill: string): string =>
  shape('M-16 34Q-16 12-5 9V4Q-11 0-11-9-11-20 0-20T11-9Q11 0 5 4V9Q16 12 16 34Z', fill) +
  box(-10, -11, 20, 0.1, sheet.dark)

/** Two who have never met, and a light between them. */
export const envoys: Thing = (sheet) =>
  put(-26, 0, 1, bust(sheet, sheet.body)) +
  put(
    26,
    0,
    1,
    shape('M-16 34Q-14 12-4 10V2Q-14-2-15-14-15-30 0-30T15-14Q14-2 4 2V10Q14 12 16 34Z', sheet.tinted) +
      oval(-5, -13, 3, 4.6, '#0c1020') +
      oval(6, -13, 3, 4.6, '#0c1020'),
  ) +
  disc(
    0,
    4,
    12,
    sheet.around([
      [0, '#fffbe0'],
      [1, 'rgba(255,240,170,0)'],
    ]),
  ) +
  stroke('M-6 4H6M0-2V10', '#fff', 1.6)

export const scales: Thing = (sheet) =>
  stroke('M0-34V28M-32-22H32M-14 32H14', '#f3dfa4', 3) +
  stroke('M-32-22-42 4M-32-22-22 4M32-22 22 4M32-22 42 4', '#e6cf8f', 1.2) +
  shape('M-44 4H-20Q-22 14-32 14T-44 4ZM20 4H44Q42 14 32 14T20 4Z', sheet.body) +
  disc(-32, -2, 7, sheet.tinted) +
  disc(32, -2, 7, hsl(sheet.hue + 150, 60, 58)) +
  disc(0, -36, 4, sheet.warm)

/** A hall of many seats under a ring of stars. */
export const assembly: Thing = (sheet) => {
  let stars = ''
  for (let at = 0; at < 12; at += 1) {
    const turn = (at / 12) * 2 * Math.PI
    stars += put(
      Math.cos(turn) * 44,
      -6 + Math.sin(turn) * 30,
      0.34,
      shape('M0-10 3-3 10-3 4 2 6 9 0 5-6 9-4 2-10-3-3-3Z', sheet.warm),
    )
  }
  return (
    [30, 22, 14]
      .map((r, at) =>
        stroke(
          `M${-r} 24A${r} ${n(r * 0.72)} 0 0 1 ${r} 24`,
          at % 2 ? hsl(sheet.hue, 50, 70) : '#e6ecf9',
          4.6,
          ' stroke-dasharray="5 2"',
        ),
      )
      .join('') +
    shape('M-6 28V14H6V28Z', sheet.tinted) +
    stars
  )
}

/** Wings over a crown. */
export const eagle: Thing = (sheet) =>
  shape(
    'M0-22Q10-34 46-30 40-24 44-20 34-18 38-12 28-10 31-4 18-4 8 8L0 30-8 8Q-18-4-31-4-28-10-38-12-34-18-44-20-40-24-46-30-10-34 0-22Z',
    sheet.tinted,
  ) +
  shape('M-12-30-14-44-6-38 0-48 6-38 14-44 12-30Z', '#ffd76a') +
  disc(0, -10, 6, sheet.body) +
  stroke('M-36-25Q-16-24-4-10M36-25Q16-24 4-10M-28-12Q-16-12-6-2M28-12Q16-12 6-2', 'rgba(255,255,255,.6)', 1.4)

/** A window of many colors. */
export const rose: Thing = (sheet) => {
  let petals = ''
  for (let at = 0; at < 12; at += 1)
    petals += `<g transform="rotate(${at * 30})">${shape('M0-8Q7-22 0-35-7-22 0-8Z', hsl(sheet.hue + at * 30, 65, 66), ' stroke="#fff6dd" stroke-width="1"')}</g>`
  return (
    disc(0, 0, 38, hsl(sheet.hue + 30, 50, 20, 0.6), ' stroke="#f0dca6" stroke-width="3"') +
    petals +
    disc(0, 0, 8, sheet.warm)
  )
}

export const pick: Thing = (sheet) =>
  `<g transform="rotate(-40)">${box(-3, -30, 6, 66, '#9b6b3c', ' rx="2"')}${shape('M-38-20Q-16-36 0-34T38-20Q18-28 0-24T-38-20Z', sheet.body)}</g>` +
  put(
    26,
    34,
    0.62,
    shape('M-16 0-18-20-4-40 6-32 18-22 14 0Z', sheet.tinted) +
      shape('M-16 0-18-20-4-40-2-18-4 0Z', 'rgba(255,255,255,.5)'),
  )

export const laurel: Thing = (sheet) => {
  let leaves = ''
  for (const side of [-1, 1])
    for (let at = 0; at < 8; at += 1) {
      const turn = Math.PI / 2 + side * (0.35 + at * 0.3)
      leaves += put(
        Math.cos(turn) * 40,
        Math.sin(turn) * 36,
        1,
        oval(
          0,
          0,
          3,
          7,
          sheet.across([
            [0, '#ffeeb0'],
            [1, '#a8741c'],
          ]),
        ),
        (turn * 180) / Math.PI + side * 30,
      )
    }
  return leaves
}

/** Figures in a ring, hand in hand. */
export const council: Thing = (sheet) => {
  let made = ''
  for (let at = 0; at < 8; at += 1) {
    const turn = (at / 8) * 2 * Math.PI
    made += put(
      Math.cos(turn) * 38,
      Math.sin(turn) * 22 + 4,
      0.44 + Math.sin(turn) * 0.08,
      shape('M-12 22Q-12-2 0-4T12 22Z', hsl(sheet.hue + at * 45, 45, 62)) + disc(0, -13, 9, sheet.body),
    )
  }
  return oval(0, 8, 38, 20, 'none', ` stroke="${sheet.glow}" stroke-width="1.6"`) + made + put(0, 2, 0.55, helix(sheet))
}

export const shield = (sheet: Sheet, inside: string): string =>
  shape('M-28-34H28V0Q28 24 0 38-28 24-28 0Z', sheet.tinted) +
  shape('M-28-34H0V38Q-28 24-28 0Z', 'rgba(255,255,255,.22)') +
  stroke('M-28-34H28V0Q28 24 0 38-28 24-28 0Z', '#f3f7ff', 2.6) +
  inside

export const star: Thing = () => shape('M0-22 6-6 23-6 9 4 14 20 0 10-14 20-9 4-23-6-6-6Z', '#fff6d8')
export const fist: Thing = () =>
  shape('M-14 26V8L-18 0V-14Q-18-20-12-19V-22Q-6-26-3-21 0-26 5-22 10-24 12-19 18-20 18-12V4L12 12V26Z', '#fff1df') +
  stroke('M-10-18V-6M-2-20V-6M6-20V-6M-18-2Q-4-6 4 0', 'rgba(80,20,10,.5)', 1.8)
export const sapling: Thing = () =>
  stroke('M0 24V-4', '#5d3d20', 3.4) +
  shape('M0 0Q-24-2-24-24-2-24 0 0ZM0-6Q22-8 22-30 0-30 0-6Z', hsl(130, 55, 52)) +
  stroke('M0 0-14-14M0-6 12-20', 'rgba(255,255,255,.5)', 1.2)

export const missile: Thing = (sheet) =>
  shape('M0-40Q10-28 9-10V22H-9V-10Q-10-28 0-40Z', sheet.body) +
  shape('M-9 8-20 26H-9ZM9 8 20 26H9Z', sheet.tinted) +
  box(-9, -12, 18, 5, sheet.tinted) +
  shape('M-7 24-9 42 0 34 9 42 7 24Z', hsl(28, 100, 64))

export const arsenal: Thing = (sheet) =>
  [-32, -11, 11, 32].map((x, at) => put(x, at % 2 ? 0 : 6, 0.72, missile(sheet))).join('') +
  box(-44, 32, 88, 5, sheet.body)

export const marine: Thing = (sheet) =>
  shape('M-34 36Q-34 12-14 8H14Q34 12 34 36Z', sheet.body) +
  shape('M-19 12Q-22-28 0-30T19 12Q10 18 0 18T-19 12Z', sheet.body) +
  shape('M-14-10Q0-16 14-10L13 2Q0 8-13 2Z', sheet.tinted) +
  shape('M-11-9Q-4-12 2-12L-4 1Q-9 1-10-1Z', 'rgba(255,255,255,.55)') +
  stroke('M-34 30-40 36M34 30 40 36M0 18V36', '#4c5875', 2) +
  disc(-26, 22, 3, '#ff7a6a')

export const squad: Thing = (sheet) =>
  put(-28, 6, 0.72, marine(sheet)) + put(28, 6, 0.72, marine(sheet)) + put(0, 4, 0.95, marine(sheet))

export const flag: Thing = (sheet) =>
  stroke('M-10 36V-38', '#eef2fb', 3) +
  shape('M-10-38Q6-46 18-36T40-36V-10Q28-4 16-12T-10-12Z', sheet.tinted) +
  shape('M-46 36Q-20 16-8 22T46 36Z', sheet.dim) +
  put(14, -24, 0.36, star(sheet))

export const rover: Thing = (sheet) =>
  box(-30, -4, 54, 16, sheet.body, ' rx="4"') +
  shape('M-2-4 4-20H22L26-4Z', sheet.tinted) +
  box(8, -17, 12, 8, '#cfeaff') +
  [-22, -3, 17].map((x) => disc(x, 16, 9, '#1c2236') + disc(x, 16, 4.4, '#9aa8c6')).join('') +
  stroke('M-22-4V-26M-22-26-30-32', '#e6ecf9', 2) +
  disc(-30, -32, 4, sheet.body)

export const drill: Thing = (sheet) =>
  put(
    -14,
    32,
    1.35,
    robot(
      sheet,
      stroke('M10-23 20-18', '#9fb0d0', 3) +
        shape('M19-24 40-13 22-11Z', sheet.tinted) +
        stroke('M24-22 23-12M29-19 28-12M34-16 33-12', '#fff9', 1),
    ),
  )
export const gardener: Thing = (sheet) =>
  put(-16, 32, 1.3, robot(sheet)) + put(26, 12, 0.9, sapling(sheet)) + oval(26, 33, 14, 4, hsl(120, 40, 34))
export const replicas: Thing = (sheet) => [-42, -21, 0, 21, 42].map((x) => put(x, 30, 1, robot(sheet))).join('')

export const excavator: Thing = (sheet) => {
  let buckets = ''
  for (let at = 0; at < 10; at += 1) buckets += box(-3, -23, 6, 7, sheet.body, ` transform="rotate(${at * 36})"`)
  return (
    put(
      -22,
      6,
      1,
      buckets + disc(0, 0, 17, 'none', ` stroke="${hsl(38, 70, 60)}" stroke-width="4"`) + disc(0, 0, 4, '#fff'),
    ) +
    stroke('M-22 6 14-14 40-30M14-14 30 18', '#e6b04a', 4) +
    box(8, 14, 36, 12, sheet.tinted, ' rx="2"') +
    box(4, 26, 44, 8, sheet.dim, ' rx="4"') +
    box(30, 2, 12, 12, sheet.body)
  )
}

export const fourGoods: Thing = () =>
  [
    ['#4a98ec', -21, -18],
    ['#b67c45', 21, -18],
    ['#4fb45d', -21, 20],
    ['#edbf33', 21, 20],
  ]
    .map(
      ([color, x, y]) =>
        disc(Number(x), Number(y), 15, String(color), ' stroke="#fff" stroke-width="2"') +
        disc(Number(x) - 5, Number(y) - 5, 4, 'rgba(255,255,255,.6)'),
    )
    .join('') + stroke('M-6-18H6M-6 20H6M-21-3V5M21-3V5', '#fff', 2.4)

export const bazaar: Thing = (sheet) => {
  let made = box(-36, 2, 72, 32, sheet.dim)
  for (let strip = 0; strip < 8; strip += 1)
    made += shape(`M${-40 + strip * 10} 0l3-20h9l1 20q-6.500 8-13 0Z`, strip % 2 ? '#fff4dc' : hsl(sheet.hue, 68, 52))
  return (
    made +
    disc(-20, 20, 7, '#4a98ec') +
    shape('M-4 27 4 11 12 27Z', '#b67c45') +
    disc(24, 16, 4.6, '#4fb45d') +
    disc(29, 22, 4.6, '#4fb45d') +
    stroke('M0-20V-34', '#eee', 1.6) +
    disc(0, -37, 4, sheet.warm)
  )
}

export const fire: Thing = () =>
  shape('M-34 36Q-44 8-22-10-20 2-14 4-18-22 4-40 2-22 14-14 20-22 20-28 42-2 34 36Z', hsl(12, 95, 52)) +
  shape('M-20 36Q-26 16-10 2-6 12-2 12-4-6 8-16 8-4 16 4 26 18 20 36Z', hsl(34, 100, 58)) +
  shape('M-8 36Q-12 22 0 10 12 22 8 36Z', '#fff3b4')

export const homes: Thing = (sheet) =>
  shape('M-46 30A46 46 0 0 1 46 30Z', hsl(190, 90, 70, 0.28), ' stroke="#bdf1ff" stroke-width="2"') +
  [-26, -4, 18]
    .map(
      (x, at) =>
        box(x, 6 - at * 3, 15, 24 + at * 3, at === 1 ? sheet.body : sheet.dim) +
        shape(`M${x - 3} ${6 - at * 3}L${x + 7.5} ${-6 - at * 3} ${x + 18} ${6 - at * 3}Z`, sheet.tinted) +
        box(x + 5, 14, 5, 7, sheet.warm),
    )
    .join('')

export const wall: Thing = (sheet) =>
  shape('M-46 34V4h8v6h8V4h8v6h8V4h8v6h8V4h8v6h8V4h8v6h8V4h8V34Z', sheet.body) +
  shape('M-8 10V-30h5v5h6v-5h5v40Z', sheet.tinted) +
  stroke('M0-30V-44', '#fff', 1.4) +
  shape('M0-44 13-40 0-35Z', '#ff8d7a') +
  stroke('M-38 20h10m6 0h12m6 0h12m6 0h12M-34 28h12m6 0h12m6 0h12', 'rgba(20,20,50,.35)', 1.4)

/** Arrows outward from a throne. */
export const arrows: Thing = (sheet) => {
  let made = ''
  for (let at = 0; at < 8; at += 1)
    made += `<g transform="rotate(${at * 45})">${shape('M-4-14V-30H-9L0-44 9-30H4V-14Z', at % 2 ? sheet.body : sheet.tinted)}</g>`
  return made + disc(0, 0, 11, '#ffd76a') + put(0, 0, 0.36, eagle(sheet))
}
