/**
 * Starts the page's code once the page is on the screen: until then the visible part has the connection and the
 * processor to itself (decision 258). The server names the files that the page will need, so that they are then fetched
 * in parallel. This file imports nothing itself: if another file does not load, this one shows the error screen
 * (`src/fallbacks.tsx`).
 */
let started = false
const start = (): void => {
  if (started) return
  started = true
  document.documentElement.dataset.seen = ''
  const { files = '', client = '' } = document.querySelector<HTMLScriptElement>('script[data-files]')?.dataset ?? {}
  for (const href of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  // Imported by its address: for an import by name the build adds a helper, and the helper lies in the very file to
  // wait for.
  import(/* @vite-ignore */ client).catch(() => {
    document.documentElement.dataset.failed = navigator.onLine ? '' : 'offline'
    addEventListener('online', () => location.reload())
  })
}

// A visitor without a session sees the page's prices at once; a player sees prices when their own are known
// (`goods.css`). If a character is remembered, the page shows the short first step before its code is there, so nothing
// moves later.
try {
  const { dataset } = document.documentElement
  const isGuest = !localStorage.getItem('user_token')
  if (isGuest && !sessionStorage.getItem('hc_demo_country')) dataset.visitor = ''
  // The page says whom the server took the visitor for; the storage knows.
  dataset.session = isGuest ? 'guest' : 'player'
  // What the home page had for this player the last time, so that it keeps the place of that alone.
  const parts = localStorage.getItem('hc_home')
  if (parts !== null) dataset.home = parts
  const { chosen } = JSON.parse(localStorage.getItem('webRoleData') ?? '{}') as { chosen?: { role_id?: string } }
  if (chosen?.role_id) dataset.known = ''
  // The address names an item: it will be a row, and no list of items has its place.
  if (/[?&]item=/.test(location.search)) dataset.wish = ''
} catch {
  /* Storage that is not JSON, or that may not be read, counts as empty. */
}

/** A picture that fails is replaced by the brand's `item`, which the server answers for every unknown one of goods. */
const replace = (image: EventTarget | null): void => {
  if (!(image instanceof HTMLImageElement) || image.dataset.replaced !== undefined) return
  image.dataset.replaced = ''
  image.srcset = ''
  image.src = '/art/items/none.svg'
}
addEventListener('error', ({ target }) => replace(target), true)
for (const image of document.images) if (image.complete && image.src && !image.naturalWidth) replace(image)

/** A frame that takes longer than this to be drawn is no longer waited for. */
const FRAME_MS = 1_000

// A page in the background has no frames.
document.addEventListener('visibilitychange', start)
if (document.visibilityState === 'hidden') start()
else {
  const isSupported = PerformanceObserver.supportedEntryTypes.includes('paint')
  // The browser reports a paint when the frame is on the screen; the frame itself comes after the next callback.
  if (isSupported) new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  requestAnimationFrame(() => {
    setTimeout(start, isSupported ? FRAME_MS : 0)
  })
}

export {}
