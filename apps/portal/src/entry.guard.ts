/**
 * Imports the page's first script a second time and shows the error screen if it does not load: a script that never
 * loaded cannot report that itself. If it did load, this is the same module and nothing happens.
 */
const first = document.querySelector<HTMLScriptElement>('script[data-files]')
// Like `showLoadFailed`, but without an import that this file would have to wait for.
if (first)
  import(/* @vite-ignore */ first.src).catch(() => {
    document.documentElement.dataset.failed = navigator.onLine ? '' : 'offline'
    addEventListener('online', () => location.reload())
  })

export {}
