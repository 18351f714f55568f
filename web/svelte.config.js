import { readFileSync } from 'node:fs'
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

/** The widths and heights at which the page changes; `lib/shape.ts` reads the same file. */
const { widths, heights } = JSON.parse(readFileSync(new URL('./src/lib/breakpoints.json', import.meta.url), 'utf8'))

function query(name) {
  const [, below, size] = /^--(below|from)-(.+)$/.exec(name) ?? []
  const low = size?.endsWith('-height') ? size.slice(0, -'-height'.length) : ''
  const value = low ? heights[low] : widths[size]
  if (!value) throw new Error(`@media (${name}): no such size in src/lib/breakpoints.json`)
  const side = low ? 'height' : 'width'
  return below === 'below' ? `(max-width: ${value - 1}px)`.replace('width', side) : `(min-${side}: ${value}px)`
}

/** Write out `@media (--below-phone)`, `(--from-wide)`, `(--below-low-height)`. */
const breakpoints = {
  name: 'breakpoints',
  style: ({ content }) => ({
    code: content.replace(/(@media[^{]*?)\((--[a-z-]+)\)/g, (_, media, name) => media + query(name)),
  }),
}

export default { preprocess: [breakpoints, vitePreprocess()] }
