// Whether all can be read in both themes (WCAG 2.2 AA): words at 4.5, marks and frames that say something at 3.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Color = readonly [number, number, number, number]

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const SHEETS = [read('./tokens.css'), read('../games/galaxy/tokens.css')]
const LIGHT = ":root[data-theme='light']"

/** The values of the tokens that a theme sets. */
function tokensOf(theme: 'dark' | 'light'): Map<string, string> {
  const found = new Map<string, string>()
  for (const sheet of SHEETS)
    for (const [, selector = '', body = ''] of sheet.matchAll(/(:root[^{]*)\{([^}]*)\}/g)) {
      if (selector.trim() === LIGHT && theme === 'dark') continue
      for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found.set(name, value.trim())
    }
  return found
}

function parse(value: string): Color {
  const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(value) ?? []
  if (red && green && blue) return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16), 1]
  const [r = 0, g = 0, b = 0, alpha = 100] = (value.match(/[\d.]+/g) ?? []).map(Number)
  if (!value.startsWith('rgb(')) throw new Error(`not a color: ${value}`)
  return [r, g, b, alpha / 100]
}

const mix = (over: Color, under: Color, share = over[3]): Color => [
  over[0] * share + under[0] * (1 - share),
  over[1] * share + under[1] * (1 - share),
  over[2] * share + under[2] * (1 - share),
  1,
]

function luminance([r, g, b]: Color): number {
  const [x, y, z] = [r, g, b].map((part) => {
    const level = part / 255
    return level <= 0.03928 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * x + 0.7152 * y + 0.0722 * z
}

function contrast(a: Color, b: Color): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const PHASES = ['explore', 'develop', 'settle', 'consume', 'produce', 'none']

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  const tokens = tokensOf(theme)
  const color = (name: string): Color => parse(tokens.get(`--${name}`) ?? `no token --${name}`)
  const grounds = ['space-0', 'space-1', 'card', 'card-2', 'panel', 'raised']

  test.each(grounds)('words on %s', (ground) => {
    for (const ink of ['ink', 'soft', 'faint'])
      expect(contrast(color(ink), color(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['good', 'warn', 'bad', 'vp-ink', 'link'])('%s as a word', (ink) => {
    for (const ground of ['card', 'panel', 'raised'])
      expect(contrast(color(ink), color(ground)), ground).toBeGreaterThanOrEqual(4.5)
  })

  test.each(PHASES)('the numeral of %s, and words in its row', (phase) => {
    const own = color(`p-${phase}`)
    expect(contrast(color('ph-ink'), own)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color('ink'), mix(own, color('card'), 0.17))).toBeGreaterThanOrEqual(4.5)
  })

  test.each([0, 1, 2, 3, 4])('seat %i', (seat) => {
    expect(contrast(color(`seat-${seat}`), color('space-1'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color(`seat-${seat}`), color('card'))).toBeGreaterThanOrEqual(3)
  })

  test('what can be chosen', () => {
    expect(contrast(color('act-ink'), color('act'))).toBeGreaterThanOrEqual(4.5)
    for (const ground of ['space-0', 'space-1', 'card'])
      expect(contrast(color('act-line'), color(ground)), ground).toBeGreaterThanOrEqual(3)
  })

  test('badges, names and frames of cards', () => {
    expect(contrast(color('veil-ink'), color('badge-ground'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color('veil-ink'), color('badge-military'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color('veil-ink'), color('vp-hex'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color('badge-red'), color('badge-military'))).toBeGreaterThanOrEqual(3)
    // Even over a drawing as bright as can be, the foot of a card is dark enough for its name.
    expect(contrast(color('veil-ink'), mix(color('art-foot'), [255, 255, 255, 1]))).toBeGreaterThanOrEqual(4.5)
    for (const kind of ['novelty', 'rare', 'genes', 'alien'])
      expect(contrast(color(`${kind}-lit`), color('gem-ink')), `gem of ${kind}`).toBeGreaterThanOrEqual(4.5)
    for (const kind of ['novelty', 'rare', 'genes', 'alien', 'dev', 'world'])
      expect(contrast(color(kind), color('card')), kind).toBeGreaterThanOrEqual(3)
  })
})
