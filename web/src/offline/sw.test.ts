import { beforeEach, describe, expect, it } from 'vitest'
import text from '../../site/sw.js?raw'

type Listener = (event: object) => void

/** The caches of a host, by name: what each holds. */
let kept: Map<string, Set<string>>
let fetched: string[]

const caches = {
  keys: () => Promise.resolve([...kept.keys()]),
  delete: (name: string) => Promise.resolve(kept.delete(name)),
  match: (file: string) => Promise.resolve([...kept.values()].some((files) => files.has(file)) ? file : undefined),
  open: (name: string) => {
    const files = kept.get(name) ?? new Set<string>()
    kept.set(name, files)
    const add = (file: string): void => void (fetched.push(file), files.add(file))
    return Promise.resolve({
      match: (file: string) => Promise.resolve(files.has(file) ? file : undefined),
      put: (file: string) => Promise.resolve(void files.add(file)),
      add: (file: string) => Promise.resolve(add(file)),
      addAll: (wanted: string[]) => Promise.resolve(wanted.forEach(add)),
    })
  },
}

/** A visit to a site: its worker is installed, takes over, and keeps the nets. The messages to the page. */
async function visit(scope: string, version: string, nets: string[] = []): Promise<string[]> {
  const listeners = new Map<string, Listener>()
  const self = {
    registration: { scope },
    clients: { claim: () => Promise.resolve() },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  }
  const script = text
    .replace('{{version}}', version)
    .replace("'{{files}}'", '[]')
    .replace("'{{later}}'", JSON.stringify(nets))
  new Function('self', 'caches', script)(self, caches)
  const told: string[] = []
  for (const type of ['install', 'activate', 'message']) {
    let done: Promise<unknown> = Promise.resolve()
    const source = { postMessage: (words: string) => told.push(words) }
    listeners.get(type)?.({ data: 'keep later', source, waitUntil: (work: Promise<unknown>) => (done = work) })
    await done
  }
  return told
}

describe('the service worker', () => {
  beforeEach(() => {
    kept = new Map()
    fetched = []
  })

  it('takes the nets over from the version before, and says when all are there', async () => {
    expect(await visit('https://host/one/', '1', ['net-a', 'net-b'])).toEqual(['all is kept'])
    expect(await visit('https://host/one/', '2', ['net-a', 'net-c'])).toEqual(['all is kept'])
    expect(fetched).toEqual(['net-a', 'net-b', 'net-c'])
    expect([...kept.values()].map((files) => [...files])).toEqual([
      ['net-a', 'net-b'],
      ['net-a', 'net-c'],
    ])
  })

  it('keeps the version before this one, and what another site on the host keeps', async () => {
    await visit('https://host/one/', '1', ['net-of-one'])
    for (const version of ['1', '2', '3']) await visit('https://host/two/', version, [`net-${version}`])
    expect([...kept.values()].map((files) => [...files])).toEqual([['net-of-one'], ['net-2'], ['net-3']])
  })
})
