// The page of a static backend: tables in this browser, kept for use without a network.
import type { Backend } from '../lib/backend'
import { settings } from '../lib/settings.svelte'
import { WorkerBackend, type Site } from './backend'
import { AFTERWARDS } from './messages'
import { offlineState } from './state.svelte'

export function beginSite(): Backend {
  const written = document.getElementById('site')?.textContent
  if (!written) throw new Error('this page was not built by make site')
  offlineState.alone = true
  const backend = new WorkerBackend(
    JSON.parse(written) as Site,
    settings.language,
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  )
  void stayOffline()
  return backend
}

/** Have everything kept for the next time; a newer version is offered, and takes over when the visitor says so. */
async function stayOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  // Its downloads must not hold up what the visitor waits for.
  await offlineState.loaded()
  const afterwards = new Promise((resolve) => setTimeout(resolve, AFTERWARDS))
  let registration: ServiceWorkerRegistration
  try {
    registration = await navigator.serviceWorker.register('./sw.js', { updateViaCache: 'none' })
  } catch {
    return
  }
  const offer = (): void => {
    if (registration.waiting && navigator.serviceWorker.controller) offlineState.update = registration.waiting
  }
  offer()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer))
  await navigator.serviceWorker.ready
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'all is kept') document.documentElement.dataset['offline'] = 'ready'
  })
  // Nets and the almanac come last: no first question needs them.
  await afterwards
  const keepLater = (): void => navigator.serviceWorker.controller?.postMessage('keep later')
  navigator.serviceWorker.addEventListener('controllerchange', keepLater)
  keepLater()
}
