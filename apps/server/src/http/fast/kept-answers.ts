import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * A page's whole answer. `idAt` is the index of the request id in `head`. The body is a string with one character per
 * byte (latin1): Node sends such a body together with its head.
 */
type StoredAnswer = { head: string[]; idAt: number; body: string }

const MAX_ANSWERS = 1000
/** Answers to longer addresses and headers are not kept, because they rarely come twice. */
const MAX_KEY = 600
const REQUEST_ID = 'x-request-id'

/**
 * The cache key of a request: the headers that a page's `Vary` names, its country and its address. Undefined if the
 * answer may depend on more.
 */
function keyOf({ method, url, headers }: IncomingMessage, countryHeaders: readonly string[]): string | undefined {
  if (method !== 'GET' || headers['if-none-match'] !== undefined) return undefined
  const country = countryHeaders.map((name) => headers[name]).join(' ')
  const key = `${url}\n${headers['accept-encoding']}\n${headers['accept-language']}\n${headers.cookie}\n${country}`
  return key.length > MAX_KEY ? undefined : key
}

/** A cache of sent pages for equal requests. It is cleared when the content changes. */
export class KeptAnswers {
  readonly #answers = new Map<string, StoredAnswer>()
  readonly #countryHeaders: readonly string[]
  #version = -1

  /** @param countryHeaders the headers that name the country of a connection: some pages show the prices there. */
  constructor(countryHeaders: readonly string[]) {
    this.#countryHeaders = countryHeaders
  }

  /** `head`: the headers in their order and in their spelling. */
  keep(request: IncomingMessage, version: number, head: Readonly<Record<string, string>>, body: Buffer): void {
    const key = keyOf(request, this.#countryHeaders)
    if (key === undefined || !(REQUEST_ID in head)) return
    this.#follow(version)
    const list = Object.entries(head).flat()
    const oldest = this.#answers.size < MAX_ANSWERS ? undefined : this.#answers.keys().next().value
    if (oldest !== undefined) this.#answers.delete(oldest)
    this.#answers.set(key, { head: list, idAt: list.indexOf(REQUEST_ID) + 1, body: body.toString('latin1') })
  }

  find(request: IncomingMessage, version: number): StoredAnswer | undefined {
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
  /** True while kept pages may be sent: the heap is not full, and the process is not stopping. */
  open: () => boolean
  /** Counts a request for its sender, and returns true if the sender has made too many. */
  tooMany: (request: IncomingMessage) => boolean
  answered: (request: IncomingMessage, id: string, ms: number) => void
}

/**
 * Answers requests for kept pages before the framework sees them. The framework answers everything else, including
 * refusals. A kept answer is byte for byte the framework's own, but for its request id. Decision 252.
 */
export function answerKept(server: Server, { answers, version, open, tooMany, answered }: Options): void {
  const [handle] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  if (!handle) throw new Error('the server has no request handler')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const answer = open() ? answers.find(request, version()) : undefined
    if (!answer || tooMany(request)) {
      handle(request, response)
      return
    }
    const start = performance.now()
    const id = randomUUID()
    response.on('finish', () => answered(request, id, performance.now() - start))
    // writeHead reads the list before it returns, so the next answer may then write its own id.
    answer.head[answer.idAt] = id
    response.writeHead(200, answer.head)
    response.end(answer.body, 'latin1')
  })
}
