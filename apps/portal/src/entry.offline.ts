/** The offline page loads the page that the player wanted as soon as the shop can be reached again. */
const CHECK_MS = 10_000
const again = (): void => location.reload()

addEventListener('online', again)
// A machine can have a network and still not reach the shop.
setInterval(() => {
  if (document.visibilityState === 'visible')
    fetch('/site.webmanifest', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_MS) }).then(
      ({ ok }) => ok && again(),
      () => undefined,
    )
}, CHECK_MS)

export {}
