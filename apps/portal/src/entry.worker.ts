/**
 * The shop's service worker, at `/sw.js`. It keeps the files whose names have a digest, and one page for a player who
 * is offline. It never touches calls, payments, the login, receipts or an answer that may change. Each build has a
 * cache of its own. The specification of the player's pages, section 8, allows it 2 kB.
 */
type Life = { waitUntil(work: Promise<unknown>): void }
type Fetch = Life & { request: Request; respondWith(answer: Promise<Response>): void }
type Worker = {
  addEventListener(type: 'install' | 'activate', listener: (event: Life) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetch) => void): void
  addEventListener(type: 'message', listener: (event: Life & { data: unknown }) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
/** The server writes both (http/pages/web-app.ts): the build's name, and what the offline page needs. */
declare const __BUILD__: string
declare const __FILES__: readonly string[]

const worker = globalThis as unknown as Worker
const OFFLINE = '/offline'
/** A name with a digest: its file never changes. */
const fixed = /^\/(assets\/(.*-[\w-]{8}\.|i18n-\w+\/)|brand\/[\da-f]{10}\/)/
const closed = /^\/(api|log|pay|sandbox|login|demo|main\/recharge\/receipt)(\/|$)/

const cache = (): Promise<Cache> => caches.open(__BUILD__)

/** No preload of navigations: the browser would send it for the login and for payments, too, and each twice. */
async function visit(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error()
  }
}

async function file(request: Request): Promise<Response> {
  const files = await cache()
  const hit = await files.match(request)
  if (hit) return hit
  const answer = await fetch(request)
  if (answer.status === 200 && /immutable/.test(answer.headers.get('cache-control') ?? ''))
    void files.put(request, answer.clone()).catch(() => undefined)
  return answer
}

/** Keeps the offline page in the language that the player reads. */
async function speak(locale: unknown): Promise<void> {
  const page = await caches.match(OFFLINE)
  if (page?.headers.get('content-language') === locale) return
  const answer = await fetch(`${OFFLINE}?lang=${String(locale)}`)
  if (answer.ok) await (await cache()).put(OFFLINE, answer)
}

worker.addEventListener('install', (event) => {
  event.waitUntil(cache().then((files) => files.addAll([OFFLINE, ...__FILES__])))
  void worker.skipWaiting()
})
worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== __BUILD__) await caches.delete(name)
      await worker.clients.claim()
    })(),
  )
})
worker.addEventListener('message', (event) => event.waitUntil(speak(event.data).catch(() => undefined)))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || request.headers.has('range')) return
  if (request.mode === 'navigate') {
    if (!closed.test(pathname)) event.respondWith(visit(request))
  } else if (fixed.test(pathname)) event.respondWith(file(request))
})

export {}
