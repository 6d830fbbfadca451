/**
 * Starts the page's code once the page is on the screen: what is seen has the connection to itself first. The files
 * that the page will need are named by the server, so that they are then fetched side by side.
 */
const start = (): void => {
  const files = document.querySelector<HTMLScriptElement>('script[data-files]')?.dataset.files ?? ''
  for (const href of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  void import('./entry.client.tsx')
}

// The first frame is painted after this callback; the timer runs after the frame. A page in the background has no frames.
if (document.visibilityState === 'hidden') start()
else requestAnimationFrame(() => { setTimeout(start) })

export {}
