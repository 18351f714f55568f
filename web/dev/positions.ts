// The list of frozen positions: one of them at every size, or all of them at one size.
import { LANGUAGES } from '../src/lib/languages'
import { names } from './frozen'

const SIZES = [
  '1440x900',
  '1280x720',
  '1920x1080',
  '2560x1440',
  '1024x768',
  '768x1024',
  '390x844',
  '360x740',
  '844x390',
]
const EVERY = 'every'
/** The size of a frame, so that several stand side by side. */
const SCALE = 0.42

const wanted = new URLSearchParams(location.hash.slice(1))

function select(name: string, values: string[], otherwise: string): HTMLSelectElement {
  const field = document.createElement('select')
  for (const value of values) field.append(new Option(value, value))
  field.value = wanted.get(name) ?? otherwise
  field.ariaLabel = name
  field.onchange = () => {
    wanted.set(name, field.value)
    location.hash = wanted.toString()
    draw()
  }
  return field
}

const positions = ['lobby', ...names]
const position = select('position', [EVERY, ...positions], EVERY)
const size = select('size', [EVERY, ...SIZES], SIZES[0] ?? '')
const theme = select('theme', ['dark', 'light'], 'dark')
const language = select(
  'language',
  LANGUAGES.map(({ id }) => id),
  'en',
)
const frames = document.createElement('div')
frames.style.cssText = 'display:flex;flex-wrap:wrap;gap:16px;margin-top:16px'

function frame(name: string, dimensions: string): HTMLElement {
  const [width = 0, height = 0] = dimensions.split('x').map(Number)
  const figure = document.createElement('figure')
  figure.style.margin = '0'
  const caption = document.createElement('figcaption')
  const address = `table.html?${new URLSearchParams({ position: name, theme: theme.value, language: language.value }).toString()}`
  const link = Object.assign(document.createElement('a'), { href: address, textContent: `${name} ${dimensions}` })
  caption.append(link)
  const box = document.createElement('div')
  box.style.cssText = `width:${width * SCALE}px;height:${height * SCALE}px;overflow:hidden`
  const inside = document.createElement('iframe')
  inside.title = `${name} ${dimensions}`
  inside.loading = 'lazy'
  inside.src = address
  inside.style.cssText = `width:${width}px;height:${height}px;border:0;transform:scale(${SCALE});transform-origin:0 0`
  box.append(inside)
  figure.append(caption, box)
  return figure
}

function draw(): void {
  const shown = position.value === EVERY ? positions : [position.value]
  const sizes = size.value === EVERY ? SIZES : [size.value]
  frames.replaceChildren(...shown.flatMap((name) => sizes.map((dimensions) => frame(name, dimensions))))
}

document.body.append(position, size, theme, language, frames)
draw()
