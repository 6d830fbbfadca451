/** A window for the payment page. Open it within the click itself, before any answer of the server. */
export type PayWindow = { go(url: string): boolean; close(): void }

/** @returns undefined if the browser blocked the window. @param waitingText shown until the address is known. */
export function openPayWindow(waitingText: string): PayWindow | undefined {
  const opened = window.open('about:blank', '_blank')
  if (!opened) return undefined
  // The payment page must not be able to steer this one.
  opened.opener = null
  opened.document.title = waitingText
  opened.document.body.textContent = waitingText
  return {
    go(url) {
      if (opened.closed) return false
      opened.location.replace(url)
      return true
    },
    close() {
      opened.close()
    },
  }
}
