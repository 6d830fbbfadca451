/**
 * Shows the error screen that the server has put into the page (`src/fallbacks.tsx`). Its texts and links are there
 * already, so it needs no script and no connection. Only a new page takes it away.
 */
export function showLoadFailed(): void {
  document.documentElement.dataset.failed = ''
}
