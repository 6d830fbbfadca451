type Policy = { createHTML(html: string): string }
type PagePolicy = Policy & { createScriptURL(url: string): string }
type Factory = { createPolicy<P extends Policy>(name: string, rules: P): P }

declare global {
  interface Window {
    trustedTypes?: Factory
  }
}

const WORKER = '/sw.js'
const rules: PagePolicy = {
  createHTML: (text) => text,
  createScriptURL: (url) => {
    if (url !== WORKER) throw new TypeError(`${url} is no script of this page`)
    return url
  },
}
let policy: PagePolicy | undefined
/** The one policy that the CSP allows. */
const onePolicy = (): PagePolicy => (policy ??= window.trustedTypes?.createPolicy('app', rules) ?? rules)

/** The only way for HTML into the page: texts that our server has sanitised. */
export const trustedHtml = (html: string): string =>
  typeof window === 'undefined' ? html : onePolicy().createHTML(html)

/** The address of the service worker, the only script that a page may name. */
export const workerUrl = (): string => onePolicy().createScriptURL(WORKER)
