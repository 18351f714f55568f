// Keeps the whole page for use without a network. Written into the site by tools/site.py, which fills in the three lines below.
const VERSION = '{{version}}'
const FILES = '{{files}}'
const LATER = '{{later}}'
// Another site on the same host has the same caches, and keeps its own.
const PREFIX = `repulse ${self.registration.scope} `

self.addEventListener('install', (event) => {
  event.waitUntil(keep())
})

async function keep() {
  const cache = await caches.open(PREFIX + VERSION)
  // Names carry a hash of their content, so whatever the browser has already is right; the page itself is asked for anew.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: file.includes('-') ? 'default' : 'no-cache' })))
}

self.addEventListener('activate', (event) => {
  // The page of a first visit was there before us: from now on it gets everything from what we keep.
  event.waitUntil(tidy().then(() => self.clients.claim()))
})

/** The version before this one stays: another window may still be playing with it. */
async function tidy() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
}

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting()
  if (event.data === 'keep later') event.waitUntil(keepLater().then(() => event.source.postMessage('all is kept')))
})

/** Nets and the almanac are large and seldom change: one after the other, and from the version before this one if it has them. */
async function keepLater() {
  const cache = await caches.open(PREFIX + VERSION)
  for (const file of LATER) {
    if (await cache.match(file)) continue
    const known = await caches.match(file)
    await (known ? cache.put(file, known) : cache.add(file))
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method === 'GET' && request.url.startsWith(self.registration.scope)) event.respondWith(found(request))
})

async function found(request) {
  const wanted = request.mode === 'navigate' ? new URL('./', self.registration.scope).href : request
  const own = await caches.open(PREFIX + VERSION)
  const kept = (await own.match(wanted)) ?? (await caches.match(wanted))
  return kept ?? fetch(request)
}
