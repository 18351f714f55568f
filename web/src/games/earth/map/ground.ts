// The unchanging parts of the map, as one picture for each theme: the sea, the terrain and its lights. It is drawn once, since
// its blurs are expensive; what lies on it is drawn by `EarthMap.svelte`.
import { Dice, type Shade } from '../../../art/paint'
import { ALL_LAND, INLAND_SEA, MAP_HEIGHT, MAP_WIDTH, OCEANS, OTHER_LAND, WATER, place, type Point } from './drawing'
import { TINTS, TINTS_OF_AUSTRALIA, TOWNS, TOWNS_OF_AUSTRALIA, type Tint } from './terrain'

/** The distance that the picture reaches beyond the map, so that there is sea all around it. */
export const MARGIN = 130

/** The sea of a region that reaches over the edge of the map fades out there. */
export const FADE =
  `<linearGradient id="to-edges" gradientUnits="userSpaceOnUse" x1="${-MARGIN}" x2="${MAP_WIDTH + MARGIN}">` +
  [0, 0.12, 0.88, 1]
    .map((at, index) => `<stop offset="${at}" stop-color="#fff" stop-opacity="${index % 3 ? 1 : 0}"/>`)
    .join('') +
  `</linearGradient><mask id="fade" maskUnits="userSpaceOnUse" x="${-MARGIN}" y="-500" width="${MAP_WIDTH + 2 * MARGIN}" height="1800"><rect x="${-MARGIN}" y="-500" width="${MAP_WIDTH + 2 * MARGIN}" height="1800" fill="url(#to-edges)"/></mask>`

interface Paint {
  /** Of the land, from the north to the south. */
  land: string[]
  ocean: string
  wave: string
  glow: string
  coast: string
  islands: string
  lake: string
  grid: string
  lights: boolean
}

const PAINTS: Record<Shade, Paint> = {
  dark: {
    land: ['#5b7fa8', '#33638a', '#2b5f78', '#3a5580'],
    ocean: '#2b6fc0',
    wave: '#a9d8ff',
    glow: '#62c6ff',
    coast: '#bfe6ff',
    islands: '#3c5680',
    lake: '#0f2f63',
    grid: '#9cc8ff',
    lights: true,
  },
  light: {
    land: ['#f6f1e2', '#e5e8c8', '#dbdeaa', '#e9deba'],
    ocean: '#7fb4e2',
    wave: '#ffffff',
    glow: '#ffffff',
    coast: '#8a7f5c',
    islands: '#eef4f8',
    lake: '#a9d0ec',
    grid: '#ffffff',
    lights: false,
  },
}
const AUSTRALIA = '1 4'
const rounded = (number: number): string => number.toFixed(1)

function tint(region: string, [longitude, latitude, wide, high, color, opacity]: Tint): string {
  const [x, y] = place(region, [longitude, latitude])
  return `<ellipse cx="${rounded(x)}" cy="${rounded(y)}" rx="${wide}" ry="${high}" fill="${color}" opacity="${opacity}"/>`
}

/** Towns at night: the light of each, and the haze around it. */
function towns(): string {
  const dice = new Dice('towns')
  let dots = ''
  let haze = ''
  const spread = (size: number): number => (dice.next() + dice.next() + dice.next() - 1.1) * size * 2.1
  const shine = (region: string, text: string): void => {
    for (const triple of text.split(' ')) {
      const [longitude = 0, latitude = 0, size = 1] = triple.split(',').map(Number)
      const [x, y]: Point = place(region, [longitude, latitude])
      haze += `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${rounded(size * 1.9)}"/>`
      for (let dot = 0; dot < size * 3.4; dot++) {
        const angle = dice.from(0, 2 * Math.PI)
        const far = spread(size)
        const [right, down] = [Math.cos(angle) * far, Math.sin(angle) * far * 0.85]
        dots += `<circle cx="${rounded(x + right)}" cy="${rounded(y + down)}" r="${dice.from(0.35, 1.1).toFixed(2)}"/>`
      }
    }
  }
  shine('', TOWNS)
  shine(AUSTRALIA, TOWNS_OF_AUSTRALIA)
  return `<g fill="#ffca6a" opacity=".13" filter="url(#soft)">${haze}</g><g fill="#ffe2a0" opacity=".9">${dots}</g>`
}

/** Parallels and meridians. */
function grid(color: string): string {
  const parallels = [-60, -40, -20, 0, 20, 40, 60, 80].map(
    (latitude) => `M-${MARGIN} ${rounded(place('', [0, latitude])[1])}H1500`,
  )
  const meridians = Array.from(
    { length: 13 },
    (_, index) => `M${rounded(place('', [index * 30 - 180, 0])[0])}-200V1000`,
  )
  return `<path d="${[...parallels, ...meridians].join('')}" fill="none" stroke="${color}" stroke-opacity=".07"/>`
}

const definitions = (paint: Paint): string =>
  `<defs><filter id="glow"><feGaussianBlur stdDeviation="6"/></filter><filter id="soft"><feGaussianBlur stdDeviation="3"/></filter>` +
  `<filter id="terrain" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="14"/></filter>` +
  `<linearGradient id="land" gradientUnits="userSpaceOnUse" x1="0" y1="40" x2="0" y2="700">${paint.land
    .map((color, index) => `<stop offset="${[0, 0.3, 0.62, 1][index]}" stop-color="${color}"/>`)
    .join('')}</linearGradient>` +
  `<pattern id="wave" width="44" height="18" patternUnits="userSpaceOnUse"><path d="M0 9Q11 3 22 9T44 9" fill="none" stroke="${paint.wave}" stroke-opacity=".14" stroke-width="1.6"/></pattern>` +
  `${FADE}<clipPath id="on-land"><path d="${ALL_LAND}"/></clipPath><clipPath id="on-water"><path d="${WATER}" clip-rule="evenodd"/></clipPath></defs>`

/** The ground of the map as SVG. */
export function drawGround(shade: Shade): string {
  const paint = PAINTS[shade]
  const box = `${-MARGIN} ${-MARGIN} ${MAP_WIDTH + 2 * MARGIN} ${MAP_HEIGHT + 2 * MARGIN}`
  const land = `<path d="${ALL_LAND}" fill="url(#land)"/>`
  const terrain = [...TINTS.map((one) => tint('', one)), ...TINTS_OF_AUSTRALIA.map((one) => tint(AUSTRALIA, one))]
  const oceans = Object.values(OCEANS)
    .map((path) => `<path d="${path}" fill="${paint.ocean}" fill-opacity=".3"/><path d="${path}" fill="url(#wave)"/>`)
    .join('')
  const shores = `<path d="${ALL_LAND}${OTHER_LAND}" fill="none" stroke="${paint.glow}" stroke-opacity="${paint.lights ? 0.3 : 0.6}" stroke-width="14" filter="url(#glow)"/><path d="${ALL_LAND}${OTHER_LAND}" fill="none" stroke="${paint.glow}" stroke-opacity=".3" stroke-width="5"/>`
  const shadow = `<path d="${ALL_LAND}${OTHER_LAND}" transform="translate(0 4)" fill="#04102a" opacity=".35"/>`
  const night = paint.lights ? `<path d="${ALL_LAND}" fill="#0a1c40" opacity=".22"/>${towns()}` : ''
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${definitions(paint)}${grid(paint.grid)}` +
    `<g clip-path="url(#on-water)"><g mask="url(#fade)">${oceans}</g></g>${shores}${shadow}<path d="${OTHER_LAND}" fill="${paint.islands}"/>${land}` +
    `<g clip-path="url(#on-land)"><g filter="url(#terrain)">${terrain.join('')}</g>${night}</g>` +
    `<path d="${INLAND_SEA}" fill="${paint.lake}"/><path d="${ALL_LAND}" fill="none" stroke="${paint.coast}" stroke-opacity="${paint.lights ? 0.55 : 0.8}" stroke-width="1.3"/></svg>`
  )
}
