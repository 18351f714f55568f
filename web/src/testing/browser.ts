// The parts of a browser that the page needs and a document made for tests lacks.
import { vi } from 'vitest'

vi.stubGlobal('matchMedia', (query: string) => ({
  matches: query.includes('min-width') || query.includes('hover: hover'),
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}))

if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
