/**
 * Asks for the page's first script once more, and shows the error screen where it does not come: a script that was
 * never loaded cannot say so itself. Where it was loaded, this is the same module, and nothing happens.
 */
const first = document.querySelector<HTMLScriptElement>('script[data-files]')
// Like `showLoadFailed`, without a file that this one would have to wait for.
if (first)
  import(/* @vite-ignore */ first.src).catch(() => {
    document.documentElement.dataset.failed = navigator.onLine ? '' : 'offline'
    addEventListener('online', () => {
      location.reload()
    })
  })

export {}
