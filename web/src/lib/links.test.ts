import { describe, expect, it } from 'vitest'

const views: Record<string, string> = import.meta.glob(['../**/*.svelte', '../*.svelte'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const containing = (pattern: RegExp): string[] => Object.keys(views).filter((name) => pattern.test(views[name] ?? ''))

describe('the page also works below a path, and without a server', () => {
  it('gets its links from the router', () => {
    expect(Object.keys(views).length).toBeGreaterThan(10)
    expect(containing(/href="\//)).toEqual([])
  })

  it('asks the host alone', () => {
    expect(containing(/\bfetch\(|new WebSocket\(/)).toEqual([])
  })
})
