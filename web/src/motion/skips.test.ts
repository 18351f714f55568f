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
