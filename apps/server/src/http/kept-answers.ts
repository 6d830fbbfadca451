import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * A page's whole answer. `idAt` is where the number of the request stands among the headers. The body is a string of
 * one letter a byte: Node sends such a body and its head as one piece.
 */
type Kept = { head: string[]; idAt: number; body: string }

const MAX_ANSWERS = 1000
/** Longer addresses and headers are not kept: they come once. */
const MAX_KEY = 600
const REQUEST_ID = 'x-request-id'

/**
 * What the header `Vary` of a page names, its country and its address; undefined where an answer may depend on more.
 */
function keyOf({ method, url, headers }: IncomingMessage, countryHeaders: readonly string[]): string | undefined {
  if (method !== 'GET' || headers['if-none-match'] !== undefined) return undefined
  const country = countryHeaders.map((name) => headers[name]).join(' ')
  const key = `${url}\n${headers['accept-encoding']}\n${headers['accept-language']}\n${headers.cookie}\n${country}`
  return key.length > MAX_KEY ? undefined : key
}

/** Sent pages, kept for equal requests, and dropped when the content changes. */
export class KeptAnswers {
  readonly #answers = new Map<string, Kept>()
  readonly #countryHeaders: readonly string[]
  #version = -1

  /** @param countryHeaders those that say where a connection is: some pages show the prices there. */
  constructor(countryHeaders: readonly string[]) {
    this.#countryHeaders = countryHeaders
  }

  /** `head`: the headers in their order and with their letters. */
  keep(request: IncomingMessage, version: number, head: Readonly<Record<string, string>>, body: Buffer): void {
    const key = keyOf(request, this.#countryHeaders)
    if (key === undefined || !(REQUEST_ID in head)) return
    this.#follow(version)
    const list = Object.entries(head).flat()
    const oldest = this.#answers.size < MAX_ANSWERS ? undefined : this.#answers.keys().next().value
    if (oldest !== undefined) this.#answers.delete(oldest)
    this.#answers.set(key, { head: list, idAt: list.indexOf(REQUEST_ID) + 1, body: body.toString('latin1') })
  }

  find(request: IncomingMessage, version: number): Kept | undefined {
    this.#follow(version)
    if (this.#answers.size === 0) return undefined
    const key = keyOf(request, this.#countryHeaders)
    return key === undefined ? undefined : this.#answers.get(key)
  }

  #follow(version: number): void {
    if (version === this.#version) return
    this.#answers.clear()
    this.#version = version
  }
}

type Options = {
  answers: KeptAnswers
  /** Changes whenever any content changes. */
  version: () => number
  /** Whether a page may be answered now: neither a full heap nor an end of this process is in the way. */
  open: () => boolean
  /** Counts a request of its sender; whether there were too many. */
  tooMany: (request: IncomingMessage) => boolean
  answered: (request: IncomingMessage, id: string, ms: number) => void
}

/**
 * Answers pages that are kept before the framework looks at their requests; everything else, refusals too, is the
 * framework's. The answer is the same to the letter. Decision 252.
 */
export function answerKept(server: Server, { answers, version, open, tooMany, answered }: Options): void {
  const [handle] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  if (!handle) throw new Error('the server has no request handler')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const kept = open() ? answers.find(request, version()) : undefined
    if (!kept || tooMany(request)) {
      handle(request, response)
      return
    }
    const begun = performance.now()
    const id = randomUUID()
    response.on('finish', () => {
      answered(request, id, performance.now() - begun)
    })
    // The list is read before writeHead returns, so the next answer may write its own number.
    kept.head[kept.idAt] = id
    response.writeHead(200, kept.head)
    response.end(kept.body, 'latin1')
  })
}
