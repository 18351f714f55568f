// The icons of the page: each a path in a box of 16, drawn as a line of 1.7. `components/Icon.svelte` shows them.
const HEXAGON = 'M8 1.5 13.6 4.8v6.4L8 14.5 2.4 11.2V4.8Z'
const DISC = 'M8 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z'
const STAR = 'M8 1.5 9.8 6l4.7.3-3.6 3 1.2 4.7L8 11.4 3.9 14l1.2-4.7-3.6-3L6.2 6Z'

export const ICONS = {
  action: 'M5 3l8 5-8 5Z',
  arrow: 'M2 8h11M9 4l4 4-4 4',
  bolt: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8Z',
  bot: 'M3 6h10v7H3ZM8 6V3M6 9v1M10 9v1',
  burst: 'M8 1.5 9.5 5.5 13.5 4l-2 4 3 3-4 .5L9 15l-2-3.5L2.5 13 5 9 1.5 6.5 5.8 6Z',
  card: 'M4 2h8v12H4Z',
  chat: 'M2.5 2.5h11a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H8l-3.5 3V11h-2a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1Z',
  check: 'M3 8.5 6.5 12 13 4.5',
  clock: 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM8 4.5V8l2.4 1.6',
  close: 'M4 4l8 8M12 4l-8 8',
  coin: 'M8 1.5v13M11 4.5C10 3.3 5 3 5 5.7 5 8.5 11 7.5 11 10.3 11 13 6 12.7 5 11.5',
  contribute: 'M8 14V5.5M4.5 9 8 5.5 11.5 9M3 2h10',
  cube: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3ZM2.5 5 8 8l5.5-3M8 8v6',
  disc: DISC,
  discard: 'M4 1.5h8v7H4ZM8 10.5v4M5.8 12.5 8 14.5l2.2-2',
  draw: 'M2.5 3H9v10H2.5ZM13 6v5M10.8 8.5h4.4',
  fold: 'M3 6l5 5 5-5',
  gadget:
    'M8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4',
  grid: 'M2 2h5v5H2ZM9 2h5v5H9ZM2 9h5v5H2ZM9 9h5v5H9Z',
  hand: 'M3 3.5 9 2l3 10-6 1.6ZM9.5 2.5H14v10',
  hexagon: HEXAGON,
  hint: 'M8 1.5a4.5 4.5 0 0 0-2.6 8.2c.5.4.8.9.8 1.5v.3h3.6v-.3c0-.6.3-1.1.8-1.5A4.5 4.5 0 0 0 8 1.5ZM6.4 13.2h3.2M7 15h2',
  hourglass: 'M3 1.5h10M3 14.5h10M4 1.5c0 5 4 4.5 4 6.5s-4 1.5-4 6.5M12 1.5c0 5-4 4.5-4 6.5s4 1.5 4 6.5',
  menu: 'M2 4h12M2 8h12M2 12h12',
  orbit: 'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM1.5 11.5C5 13 13 8 14.5 4.5',
  people:
    'M5.5 2a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM1 14c0-3 1.6-4.6 4.5-4.6S10 11 10 14M11.3 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM11.5 9.6c2.3 0 3.4 1.3 3.5 3.7',
  place: 'M3 3h10v10H3ZM6 6h4v4H6Z',
  plus: 'M8 3v10M3 8h10',
  ring: DISC,
  shield: 'M8 1.5 13.5 4c0 5-2 8.5-5.5 10.5C4.5 12.5 2.5 9 2.5 4Z',
  ship: 'M8 3l6 10H2Z',
  skull: 'M8 2c4 0 6 3 5 6s-2 3-2 5H5c0-2-1-2-2-5s1-6 5-6ZM5.5 7.5h1M9.5 7.5h1',
  sort: 'M5 13V3M2.5 5.5 5 3l2.5 2.5M11 3v10M8.5 10.5 11 13l2.5-2.5',
  star: STAR,
  swords: 'M2 2l9 9M9 13l4-4M14 2 5 11M3 9l4 4',
  target: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
  tray: 'M2 6h12v8H2ZM5 6V2h6v4',
  undo: 'M6 3 2.5 6.5 6 10M2.5 6.5H10a3.5 3.5 0 0 1 0 7H7',
  vp: HEXAGON,
} as const

export type IconName = keyof typeof ICONS

const FILLED: ReadonlySet<IconName> = new Set(['action', 'bolt', 'burst', 'disc', 'ship', 'star', 'vp'])

/** Whether an icon is a surface, not a line. */
export const isFilled = (name: IconName): boolean => FILLED.has(name)

/** An icon as an element, for what is drawn outside a component. */
export function iconElement(name: IconName): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('width', '1em')
  svg.setAttribute('height', '1em')
  svg.setAttribute('class', isFilled(name) ? 'icon filled' : 'icon')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  return svg
}
