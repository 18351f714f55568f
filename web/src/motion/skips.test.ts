import { expect, test, vi } from 'vitest'
import type { Beat } from './beats'

vi.stubGlobal('navigator', { language: 'en-US' })
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))

const beat = (events: string[]): Beat =>
  ({
    lines: events.map((event, seat) => ({ event, seat, text: [{ text: `${event} ${seat}.` }], facts: {} })),
  }) as Beat

test('a reveal names every player, and several things at once only the first', async () => {
  const { happeningText } = await import('./skips')
  const { plain } = await import('../lib/text')
  expect(plain(happeningText(beat(['reveal', 'reveal', 'reveal', 'reveal', 'reveal'])))).toContain('reveal 4.')
  expect(plain(happeningText(beat(['place', 'draw', 'pay', 'score'])))).not.toContain('score 3.')
})

test('what a stage says stands in front of the words of the log', async () => {
  const { happeningOf } = await import('./skips')
  const { plain } = await import('../lib/text')
  const said = happeningOf(beat(['reveal']), { lead: 'This round: Explore', rest: 'You play Trade.' })
  expect([plain(said.text), said.rest, said.staged]).toEqual(['This round: Explore', 'You play Trade.', true])
  expect(plain(happeningOf(beat(['reveal']), null).text)).toBe('reveal 0.')
})
