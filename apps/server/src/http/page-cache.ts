import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Locale } from '@hc/contract/locales'

/** The encoding of a body, as the end of its ETag. `small` is brotli at a slower level. */
type Mark = 'br' | 'small' | 'gzip'

export type Cached = {
  status: number
  locale: Locale
  etag: string
  body: Buffer
  /** Each encoding is made at its first request, and then kept. */
  encoded: Map<Mark, Buffer>
  /** The number of brotli requests before `small` exists. */
  asked?: number
  /** True if its whole answer may be kept, too. */
  kept?: boolean
}

type Coding = 'br' | 'gzip' | 'plain'

const MAX_PAGES = 400
/** For a visitor who waits: 3 ms of processor time for the demo's home page. A wider window would take 20. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 } }
/**
 * For later visitors, in the background: 43 ms, and a tenth fewer bytes. The demo's home page with its head then fits
 * into the ten packets that a server may send before an acknowledgement (RFC 6928), which saves a round trip. Decision
 * 421.
 */
const SMALL = { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 16 } }
/** The number of brotli requests after which a page is compressed again. */
const MIN_ASKS = 2

/**
 * Finished pages by language and key. All are dropped when the content changes; beyond MAX_PAGES, the least recently
 * used one is.
 */
export class PageCache {
  readonly #pages = new Map<string, Cached>()
  readonly #version: () => number
  #filledVersion: number

  constructor(version: () => number) {
    this.#version = version
    this.#filledVersion = version()
  }

  get(locale: Locale, key: string): Cached | undefined {
    const version = this.#version()
    if (version !== this.#filledVersion) {
      this.#pages.clear()
      this.#filledVersion = version
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

/** True if the header names the coding and does not refuse it with q=0. */
const accepts = (header: string, coding: string): boolean =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i').test(header)

const MAX_HEADERS = 200
const HEADER_LENGTH = 200
const codings = new Map<string, Coding>()

/** The best coding that a header allows; browsers send few different headers, so each is parsed once. */
function codingOf(header: string): Coding {
  const cachedCoding = codings.get(header)
  if (cachedCoding !== undefined) return cachedCoding
  const coding = accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : 'plain'
  if (header.length > HEADER_LENGTH) return coding
  const oldest = codings.size < MAX_HEADERS ? undefined : codings.keys().next().value
  if (oldest !== undefined) codings.delete(oldest)
  codings.set(header, coding)
  return coding
}

const compress = promisify(brotliCompress)
let compressing: Promise<void> = Promise.resolve()

/** Compresses a page better in the background, one page at a time. */
function compressWell(page: Cached): void {
  compressing = compressing
    .then(() => compress(page.body, SMALL))
    .then((body) => {
      page.encoded.set('small', body)
    })
    // On a failure, the quickly compressed page is still sent.
    .catch(() => undefined)
}

function encode(page: Cached, mark: 'br' | 'gzip'): Buffer {
  const cachedBody = page.encoded.get(mark)
  if (cachedBody) return cachedBody
  const body = mark === 'br' ? brotliCompressSync(page.body, QUICK) : gzipSync(page.body)
  page.encoded.set(mark, body)
  return body
}

/** An encoded page. `last`: no better encoding will follow. */
type Encoded = { encoding: 'br' | 'gzip' | undefined; etag: string; body: Buffer; last: boolean }

/** The page in the best coding that the client takes. */
export function encodedPage(page: Cached, acceptEncoding: string | undefined): Encoded {
  const encoding = codingOf(acceptEncoding ?? '')
  if (encoding === 'plain') return { encoding: undefined, etag: page.etag, body: page.body, last: true }
  const tagged = (mark: Mark): string => page.etag.replace(/"$/, `-${mark}"`)
  if (encoding === 'gzip') return { encoding, etag: tagged('gzip'), body: encode(page, 'gzip'), last: true }
  const small = page.encoded.get('small')
  if (small) {
    page.encoded.delete('br')
    return { encoding, etag: tagged('small'), body: small, last: true }
  }
  page.asked = (page.asked ?? 0) + 1
  if (page.asked === MIN_ASKS) compressWell(page)
  return { encoding, etag: tagged('br'), body: encode(page, 'br'), last: false }
}

/** True if a client has the page already, in any coding. */
export function hasPage(page: Cached, ifNoneMatch: string | undefined): boolean {
  const base = page.etag.slice(0, -1)
  return (
    ifNoneMatch
      ?.split(/,\s*/)
      .some(
        (tag) => tag === page.etag || (/^-(?:br|small|gzip)"$/.test(tag.slice(base.length)) && tag.startsWith(base)),
      ) ?? false
  )
}
