/**
 * Shows the error screen that the server has put into the page (`src/fallbacks.tsx`). Its texts and links are in the
 * HTML, so it needs no script and no connection. Only a new page load removes it. Without a connection the screen says
 * so, and the page reloads when the connection is back.
 */
export function showLoadFailed(): void {
  document.documentElement.dataset.failed = navigator.onLine ? '' : 'offline'
  if (!navigator.onLine) addEventListener('online', () => location.reload())
}
