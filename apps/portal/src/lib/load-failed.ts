/**
 * Shows the error screen that the server has put into the page (`src/fallbacks.tsx`). Its texts and links are there
 * already, so it needs no script and no connection. Only a new page takes it away; without a connection the screen says
 * so, and the new page comes with the connection.
 */
export function showLoadFailed(): void {
  document.documentElement.dataset.failed = navigator.onLine ? '' : 'offline'
  if (!navigator.onLine)
    addEventListener('online', () => {
      location.reload()
    })
}
