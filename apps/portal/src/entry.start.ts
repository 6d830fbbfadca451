/**
 * Starts the page's code once the page is on the screen: what is seen has the connection and the processor to itself
 * first (decision 258). The files that the page will need are named by the server, so that they are then fetched side
 * by side. It imports nothing itself: when a file does not come, this one shows the error screen (`src/fallbacks.tsx`).
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
  // By its address: around an import of a name the build puts a helper, which lies in the very file to wait for.
  import(/* @vite-ignore */ client).catch(() => {
    document.documentElement.dataset.failed = navigator.onLine ? '' : 'offline'
    addEventListener('online', () => {
      location.reload()
    })
  })
}

// Whoever has no session is shown the page's prices at once; a player, when their own are known (`goods.css`).
// Whose character is remembered gets the short first step before the page's code is there, so nothing moves later.
try {
  if (!localStorage.getItem('user_token') && !sessionStorage.getItem('hc_demo_country'))
    document.documentElement.dataset.visitor = ''
  const { chosen } = JSON.parse(localStorage.getItem('webRoleData') ?? '{}') as { chosen?: { role_id?: string } }
  if (chosen?.role_id) document.documentElement.dataset.known = ''
} catch {
  /* What is no JSON, or may not be read, remembers nobody. */
}

/** A frame that takes longer to be drawn waits for nothing any more. */
const FRAME_MS = 1_000

// A page in the background has no frames.
document.addEventListener('visibilitychange', start)
if (document.visibilityState === 'hidden') start()
else {
  const seen = PerformanceObserver.supportedEntryTypes.includes('paint')
  // The browser reports a paint when the frame is on the screen; the frame itself comes after the next callback.
  if (seen) new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  requestAnimationFrame(() => {
    setTimeout(start, seen ? FRAME_MS : 0)
  })
}

export {}
