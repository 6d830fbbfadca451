/** The name of a document in the address of its page: `docs/runbooks/stuck-order.md` is `stuck-order`. */
export const helpName = (document: string): string => document.replace(/^.*\//, '').replace(/\.md$/, '')

/** The desk's page that shows a document, opened at a heading or a step; '' if no document is given. */
export const helpPath = (document: string, step = ''): string =>
  document === '' ? '' : `/help/${helpName(document)}${step === '' ? '' : `#${step}`}`
