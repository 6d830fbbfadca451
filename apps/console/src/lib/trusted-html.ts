type Policy = { createHTML(html: string): string }
type Factory = { createPolicy<P extends Policy>(name: string, rules: P): P }

declare global {
  interface Window {
    trustedTypes?: Factory
  }
}

let policy: Policy | undefined

/**
 * A document from HTML that the server has sanitised (`content/clean`, `article/read`); nothing in it is run or loaded.
 */
export function inertDocument(cleaned: string): Document {
  const { trustedTypes } = window
  policy ??= trustedTypes?.createPolicy('app', { createHTML: (html) => html }) ?? { createHTML: (html) => html }
  return new DOMParser().parseFromString(policy.createHTML(cleaned), 'text/html')
}
