// Things that fly: ships of every people, stations, gates; drawn around (0, 0), some 60 wide, heading to the right.
import { box, disc, hsl, n, oval, put, type Sheet, shape, stroke } from './paint'
import type { Thing } from './things'

const flame = (sheet: Sheet, x: number, y: number, long: number, wide = 3): string =>
  shape(
    `M${n(x)} ${n(y - wide)}Q${n(x - long * 0.6)} ${n(y - wide * 0.6)} ${n(x - long)} ${n(y)}Q${n(x - long * 0.6)} ${n(y + wide * 0.6)} ${n(x)} ${n(y + wide)}Z`,
    sheet.across([
      [0, hsl(200, 100, 70, 0)],
      [0.6, hsl(195, 100, 72, 0.8)],
      [1, '#ffffff'],
    ]),
  )

export const fighter: Thing = (sheet) =>
  flame(sheet, -18, 0, 20) +
  shape('M26 0-6-5-20-14-14-3-20 0-14 3-20 14-6 5Z', sheet.body) +
  shape('M12 0 0-2.6V2.6Z', sheet.tinted)

export const freighter: Thing = (sheet) =>
  flame(sheet, -34, 0, 22, 4) +
  box(-34, -3, 56, 6, sheet.dim) +
  [-30, -15, 0]
    .map(
      (x, at) =>
        box(x, -11, 13, 9, at === 1 ? sheet.tinted : sheet.body, ' rx="1"') +
        box(x, 2, 13, 9, at === 1 ? sheet.body : sheet.tinted, ' rx="1"'),
    )
    .join('') +
  shape('M16-8H26Q36-4 38 0 36 4 26 8H16Z', sheet.body) +
  oval(29, -1, 4, 2.4, sheet.warm)

export const liner: Thing = (sheet) =>
  flame(sheet, -36, 2, 18, 4) +
  shape('M-38 6Q-38-6-24-8H20Q36-6 42 2 30 10 0 10T-38 6Z', sheet.body) +
  shape('M-22-8-14-16H10L16-8Z', sheet.tinted) +
  stroke('M-28 0H30M-30 5H22', sheet.warm, 1.6, ' stroke-dasharray="1.4 3"')

export const scout: Thing = (sheet) =>
  flame(sheet, -12, 0, 16) +
  oval(0, 0, 17, 6, sheet.body) +
  oval(4, -3, 7, 4.6, hsl(200, 70, 78, 0.9)) +
  stroke('M-14 5-22 12M14 5 20 12', '#c6d2ea', 2)

export const colonyShip: Thing = (sheet) =>
  flame(sheet, -42, 0, 20, 5) +
  box(-42, -4, 78, 8, sheet.body, ' rx="4"') +
  oval(-4, 0, 8, 22, 'none', ` stroke="${sheet.shade === 'dark' ? '#b9c6e2' : '#f0f4ff'}" stroke-width="5"`) +
  stroke('M-4-22V22', '#93a3c4', 1.6) +
  oval(30, 0, 10, 8, sheet.tinted) +
  disc(33, -2, 2, sheet.warm) +
  oval(-4, 0, 8, 22, 'none', ` stroke="${sheet.warm}" stroke-width="1.2" stroke-dasharray="1.5 4"`)

/** A long wedge with a tower: the fleet of the Imperium. */
export const dreadnought: Thing = (sheet) =>
  flame(sheet, -40, 1, 16, 5) +
  shape('M48 2-40-12-44 0-40 14Z', sheet.body) +
  shape('M48 2-40 2-44 0-40 14Z', 'rgba(10,8,30,.45)') +
  shape('M-30-11-24-22H-12L-6-7Z', sheet.body) +
  box(-24, -26, 10, 4, sheet.tinted) +
  stroke('M-34 1H30', sheet.warm, 1, ' stroke-dasharray="1 2.4"') +
  stroke('M8-4 14-9M-4-6 0-12', '#fff', 1.2)

/** Curves that no human hand has drawn. */
export const alienShip: Thing = (sheet) =>
  shape('M44 0Q14-9 4-26-10-20-34-24-16-8-20 0-16 8-34 24-10 20 4 26 14 9 44 0Z', sheet.tinted) +
  oval(2, 0, 12, 5, sheet.dark) +
  oval(4, 0, 7, 2.6, sheet.glow) +
  stroke('M-26-20Q-4-12 8-6M-26 20Q-4 12 8 6', '#fff6c8', 1.1)

export const xenoShip: Thing = (sheet) =>
  shape(
    'M40 0Q22-4 14-12 26-26 10-34 16-22 0-12-20-16-34-28-26-10-30 0-26 10-34 28-20 16 0 12 16 22 10 34 26 26 14 12 22 4 40 0Z',
    sheet.across([
      [0, hsl(288, 45, 66)],
      [1, hsl(270, 55, 14)],
    ]),
  ) +
  disc(12, -3, 2.2, '#ff9cf2') +
  disc(12, 3, 2.2, '#ff9cf2') +
  stroke('M-20-6Q0-4 4 0T-20 6', hsl(305, 80, 70), 1.2)

export const dropShip: Thing = (sheet) =>
  shape('M-16-14H16L20 4H-20Z', sheet.body) +
  shape('M-20 4-27-2-24 12-16 8ZM20 4 27-2 24 12 16 8Z', sheet.dim) +
  box(-9, -10, 18, 6, '#0d1836', ' rx="2"') +
  box(-6, -8, 5, 2, sheet.warm) +
  shape('M-12 8-16 30-6 8ZM12 8 16 30 6 8Z', hsl(28, 100, 66, 0.8)) +
  box(-12, 4, 24, 4, sheet.tinted)

export const sailShip: Thing = (sheet) =>
  shape('M-34 8Q-20 18 4 18T38 6L30 4Q0 12-28 4Z', sheet.body) +
  shape('M-4 6Q-30-6-18-40 4-30-4 6Z', sheet.tinted) +
  shape('M0 6Q2-30 24-36 36-8 0 6Z', sheet.body) +
  stroke('M-4 8-8-42M2 8 14-38', '#fff', 1) +
  disc(32, 5, 1.8, sheet.warm)

export const station: Thing = (sheet) => {
  const { dice } = sheet
  const wide = dice.from(24, 32)
  return (
    oval(
      0,
      0,
      wide,
      wide * 0.3,
      'none',
      ` stroke="${sheet.shade === 'dark' ? '#aebbd8' : '#eef3ff'}" stroke-width="5"`,
    ) +
    oval(0, 0, wide, wide * 0.3, 'none', ` stroke="${sheet.warm}" stroke-width="1.2" stroke-dasharray="1.4 4"`) +
    shape('M-6-26H6L9-8 6 22H-6L-9-8Z', sheet.body) +
    stroke(`M${n(-wide)} 0H${n(wide)}`, '#8896b8', 2) +
    box(-4, -34, 8, 8, sheet.tinted) +
    stroke('M0-34V-44', '#e7edfa', 1) +
    disc(0, -45, 1.6, '#ff7a6a') +
    disc(0, -2, 4, sheet.warm) +
    shape('M-7 22H7L3 32H-3Z', sheet.dim)
  )
}

export const port: Thing = (sheet) =>
  station(sheet) +
  put(44, -14, 0.34, freighter(sheet)) +
  put(-46, 12, 0.34, freighter(sheet)) +
  put(38, 22, 0.3, scout(sheet))

export const wheel: Thing = (sheet) => {
  let spokes = ''
  for (let at = 0; at < 6; at += 1)
    spokes += `M0 0L${n(Math.cos((at * Math.PI) / 3) * 30)} ${n(Math.sin((at * Math.PI) / 3) * 30)}`
  const steel = sheet.shade === 'dark' ? '#aebbd8' : '#eef3ff'
  return (
    stroke(spokes, '#8a98ba', 2.4) +
    disc(0, 0, 30, 'none', ` stroke="${steel}" stroke-width="7"`) +
    disc(0, 0, 30, 'none', ` stroke="${sheet.warm}" stroke-width="1.6" stroke-dasharray="2 5"`) +
    disc(0, 0, 9, sheet.tinted) +
    disc(-2, -2, 3, sheet.warm)
  )
}

/** A ring that one flies through and is elsewhere. */
export const gate: Thing = (sheet) =>
  oval(
    0,
    0,
    20,
    34,
    sheet.around([
      [0, '#ffffff'],
      [0.4, hsl(sheet.hue, 95, 76, 0.9)],
      [1, hsl(sheet.hue + 40, 90, 40, 0.35)],
    ]),
  ) +
  oval(0, 0, 23, 37, 'none', ` stroke="${sheet.shade === 'dark' ? '#b3bfdc' : '#f1f5ff'}" stroke-width="6"`) +
  [-1, 1]
    .map((side) => box(side * 23 - 4, -6, 8, 12, sheet.tinted) + box(-5, side * 37 - 4, 10, 8, sheet.tinted))
    .join('') +
  put(-44, 6, 0.5, fighter(sheet))

export const satellite: Thing = (sheet) =>
  box(-30, -7, 20, 14, hsl(220, 70, 50)) +
  box(10, -7, 20, 14, hsl(220, 70, 50)) +
  stroke('M-24-7v14m7-14v14m33-14v14m7-14v14M-30 0H30', '#cfe0ff', 0.8) +
  box(-8, -11, 16, 22, sheet.body, ' rx="2"') +
  shape('M-6-11A9 9 0 0 1 6-11Z', sheet.tinted)

/** A fleet in formation: the first is the largest. */
export const fleet = (sheet: Sheet, ship: Thing, count: number): string => {
  let made = ''
  for (let at = count - 1; at >= 0; at -= 1) {
    const rank = Math.ceil(at / 2)
    const side = at % 2 ? -1 : 1
    made += put(14 - rank * 23, side * rank * 13, at ? 0.62 - rank * 0.05 : 0.95, ship(sheet))
  }
  return made
}
