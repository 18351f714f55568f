// An image of Python's memory after everything was imported, kept by the browser: the next start takes a third of the time.
import type { Parts } from './messages'

const CACHE = 'image-of-repulse'
/** It may take this part of the room that there is: games come first. */
const PART = 0.2

export class Image {
  /** It fits the files that it was made of, in this version of this browser. */
  private readonly address: string

  constructor({ pyodide, library, program }: Parts) {
    const made = [pyodide, library, program].map((address) => /([^/]+)\/?$/.exec(address)?.[1])
    this.address = new URL(
      `image?${[...made, navigator.userAgent].map((part) => encodeURIComponent(part ?? '')).join('&')}`,
      program,
    ).href
  }

  get possible(): boolean {
    return typeof caches !== 'undefined'
  }

  async load(): Promise<ArrayBuffer | undefined> {
    try {
      return await (await caches.match(this.address, { cacheName: CACHE }))?.arrayBuffer()
    } catch {
      return undefined
    }
  }

  /** Keep it in place of all others; if there is no room for it, the next start is a long one. */
  async keep(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      await this.drop()
      const { quota = 0, usage = 0 } = await navigator.storage.estimate()
      if (bytes.length > PART * (quota - usage)) return
      await (await caches.open(CACHE)).put(this.address, new Response(bytes))
    } catch {
      return
    }
  }

  async drop(): Promise<void> {
    await caches.delete(CACHE)
  }
}
