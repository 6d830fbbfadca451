import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Locale } from '@hc/contract/locales'

export type Cached = {
  status: number
  locale: Locale
  etag: string
  body: Buffer
  /** Made when first asked for, then kept. */
  encoded: Map<'br' | 'gzip', Buffer>
  /** Whether its whole answer may be kept, too. */
  kept?: boolean
}

type Coding = 'br' | 'gzip' | 'plain'

const MAX_PAGES = 400
/**
 * Quality 5 costs about a tenth of 11 and gives away some 10% of the size: pages are compressed while somebody waits.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Finished pages by language and key; all are dropped when the content changes, the least used when there are too many.
 */
export class PageCache {
  readonly #pages = new Map<string, Cached>()
  readonly #version: () => number
  #seen: number

  constructor(version: () => number) {
    this.#version = version
    this.#seen = version()
  }

  get(locale: Locale, key: string): Cached | undefined {
    const version = this.#version()
    if (version !== this.#seen) {
      this.#pages.clear()
      this.#seen = version
    }
    const name = `${locale} ${key}`
    const page = this.#pages.get(name)
    if (!page) return undefined
    // Moved to the end: a Map keeps the order of insertion, so the first entry is the one unused for longest.
    this.#pages.delete(name)
    this.#pages.set(name, page)
    return page
  }

  set(locale: Locale, key: string, page: Cached): void {
    this.#pages.set(`${locale} ${key}`, page)
    if (this.#pages.size <= MAX_PAGES) return
    const oldest = this.#pages.keys().next().value
    if (oldest !== undefined) this.#pages.delete(oldest)
  }
}

/** Whether a coding is named and not refused with q=0. */
const accepts = (header: string, coding: string): boolean =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i').test(header)

const MAX_HEADERS = 200
const HEADER_LENGTH = 200
const codings = new Map<string, Coding>()

/** The best coding that a header allows; browsers send few different headers, so each is read once. */
function codingOf(header: string): Coding {
  const known = codings.get(header)
  if (known !== undefined) return known
  const coding = accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : 'plain'
  if (header.length > HEADER_LENGTH) return coding
  const oldest = codings.size < MAX_HEADERS ? undefined : codings.keys().next().value
  if (oldest !== undefined) codings.delete(oldest)
  codings.set(header, coding)
  return coding
}

/** The page in the best coding that the client takes. */
export function encodedPage(
  page: Cached,
  acceptEncoding: string | undefined,
): { encoding: 'br' | 'gzip' | undefined; body: Buffer } {
  const encoding = codingOf(acceptEncoding ?? '')
  if (encoding === 'plain') return { encoding: undefined, body: page.body }
  let body = page.encoded.get(encoding)
  if (!body)
    page.encoded.set(encoding, (body = encoding === 'br' ? brotliCompressSync(page.body, BROTLI) : gzipSync(page.body)))
  return { encoding, body }
}
