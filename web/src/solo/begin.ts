// The page of a static host: tables in this browser, kept for use without a network.
import type { Host } from '../lib/host'
import { settings } from '../lib/settings.svelte'
import { WorkerHost, type Site } from './host'
import { AFTERWARDS } from './messages'
import { soloState } from './state.svelte'

export function beginSite(): Host {
  const written = document.getElementById('site')?.textContent
  if (!written) throw new Error('this page was not built by make site')
  soloState.alone = true
  const host = new WorkerHost(JSON.parse(written) as Site, settings.language)
  void stayOffline()
  return host
}

/** Have everything kept for the next time; a newer version is offered, and takes over when the visitor says so. */
async function stayOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  // Its downloads must not hold up what the visitor waits for.
  await soloState.loaded()
  const afterwards = new Promise((resolve) => setTimeout(resolve, AFTERWARDS))
  let registration: ServiceWorkerRegistration
  try {
    registration = await navigator.serviceWorker.register('./sw.js', { updateViaCache: 'none' })
  } catch {
    return
  }
  const offer = (): void => {
    if (registration.waiting && navigator.serviceWorker.controller) soloState.update = registration.waiting
  }
  offer()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer))
  await navigator.serviceWorker.ready
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'all is kept') document.documentElement.dataset['offline'] = 'ready'
  })
  // Nets come last: no first question needs one.
  await afterwards
  const keepNets = (): void => navigator.serviceWorker.controller?.postMessage('keep nets')
  navigator.serviceWorker.addEventListener('controllerchange', keepNets)
  keepNets()
}

