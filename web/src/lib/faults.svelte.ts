// The errors of the page itself, and the report that a visitor can send to its maintainers.
import { isOutdated } from './lazy'
import { router } from './router.svelte'
import { settings } from './settings.svelte'

const RELOADED = 'repulse.reloaded'
/** A page that was reloaded for a new version is not reloaded again so soon, in milliseconds. */
const RELOAD_PAUSE = 60_000
/** Anything that may be a token, or the name of a room. */
const SECRET = /[\w-]{16,}/g

/** A report without secrets: no tokens, no rooms, nothing of the game. */
export function faultReport(error: unknown, about: Record<string, string>): string {
  const { name = 'Error', message = String(error), stack = '' } = error instanceof Error ? error : {}
  const where = stack
    .split('\n')
    .filter((line) => /:\d+:\d+/.test(line))
    .slice(0, 12)
  const lines = [`${name}: ${message}`, ...where.map((line) => line.trim())].map((line) =>
    line
      .replace(/\bhttps?:\/\/[^/\s]+/g, '')
      .replace(SECRET, (found) => (/^(assets|index|[A-Z]\w+)-/.test(found) ? found : '…')),
  )
  return [...lines, ...Object.entries(about).map(([key, value]) => `${key}: ${value}`)].join('\n')
}

class Faults {
  /** An error that nobody caught, until the visitor has read of it. */
  error = $state.raw<unknown>(null)
  /** There is a newer version of the page. */
  outdated = $state(false)
  private looking: Promise<void> | null = null

  /** The text that the visitor may copy. */
  report(error: unknown): string {
    const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''
    return faultReport(error, {
      page: router.route.at,
      version: /[^/]+$/.exec(script)?.[0] ?? '',
      language: settings.language,
      browser: navigator.userAgent,
      time: new Date().toISOString(),
    })
  }

  listen(): void {
    // Without an error it is a remark of the browser, such as about an observer that is late.
    addEventListener('error', ({ error }) => {
      if (error) this.error = error
    })
    addEventListener('unhandledrejection', ({ reason }) => (this.error = reason))
    addEventListener('vite:preloadError', () => {
      // It is tried several times, and looked at once.
      this.looking ??= this.lookForUpdate().finally(() => (this.looking = null))
    })
  }

  /** A file of this version is missing: a newer one may be the reason. Outside a game the page is reloaded at once. */
  private async lookForUpdate(): Promise<void> {
    const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''
    const first = new URL(import.meta.env.BASE_URL, document.baseURI)
    const page = async (): Promise<string> => (await fetch(first, { cache: 'no-store' })).text()
    if (!(await isOutdated(script, page))) return
    if (router.route.at === 'room' || !this.mayReload()) this.outdated = true
    else location.reload()
  }

  private mayReload(): boolean {
    try {
      const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
      sessionStorage.setItem(RELOADED, String(Date.now()))
      return Date.now() - last > RELOAD_PAUSE
    } catch {
      return false
    }
  }
}

export const faults = new Faults()
