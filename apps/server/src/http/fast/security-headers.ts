import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Headers against content sniffing, framing and leaks to other sites. A page sets its own policy (pages/portal.ts),
 * which replaces the one here.
 */
const securityHeaders = (https: boolean, indexed: boolean): readonly (readonly [string, string])[] => [
  ['Content-Security-Policy', "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'"],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Referrer-Policy', 'no-referrer'],
  ...(https ? ([['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] as const) : []),
  ['X-Content-Type-Options', 'nosniff'],
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Download-Options', 'noopen'],
  ['X-Frame-Options', 'DENY'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
  ...(indexed ? [] : ([['X-Robots-Tag', 'noindex, nofollow']] as const)),
  ['X-XSS-Protection', '0'],
]

/**
 * Read without an import: for an import, Node evaluates everything that `node:http` exports, and its WebSocket loads a
 * second HTTP client. Decision 251.
 */
const { ServerResponse: Response } = process.getBuiltinModule('node:http')

type Fixed = { headers: readonly (readonly [string, string, string])[] }

/** The headers of an answer, the fixed ones before its own. A header that the answer sets itself wins. */
function merged(
  { headers }: Fixed,
  ownHeaders: Readonly<Record<string, string>>,
  has: (name: string) => boolean,
): Record<string, string> {
  const all: Record<string, string> = {}
  for (const [name, lower, value] of headers) {
    const ownValue = ownHeaders[lower]
    if (ownValue !== undefined) all[lower] = ownValue
    else if (!has(name)) all[name] = value
  }
  return Object.assign(all, ownHeaders)
}

/**
 * A response that adds fixed headers when its head is written: one object then holds the whole head, and Node need not
 * store, check and merge headers one by one.
 */
export class SecureResponse<R extends IncomingMessage = IncomingMessage> extends Response<R> {
  fixed: Fixed | undefined

  override writeHead(status: number, ...rest: unknown[]): this {
    const lastArg = rest.at(-1)
    const plain = typeof lastArg === 'object' && lastArg !== null && !Array.isArray(lastArg)
    if (!this.fixed || (lastArg !== undefined && !plain)) return super.writeHead(status, ...(rest as []))
    const headers = (lastArg ?? {}) as Record<string, string>
    const all = merged(this.fixed, headers, (name) => this.hasHeader(name))
    return typeof rest[0] === 'string' ? super.writeHead(status, rest[0], all) : super.writeHead(status, all)
  }
}

/** All headers of an answer as they are sent. */
export const wholeHead = (
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): Record<string, string> =>
  response instanceof SecureResponse && response.fixed ? merged(response.fixed, headers, () => false) : { ...headers }

/**
 * Adds the headers to every answer whose request reaches this hook. The server must be created with `SecureResponse`.
 * `indexed`: search engines may keep the answers.
 */
export function secureAnswers(fastify: FastifyInstance, https: boolean, indexed = true): void {
  const headers = securityHeaders(https, indexed).map(([name, value]) => [name, name.toLowerCase(), value] as const)
  const fixed: Fixed = { headers }
  fastify.addHook('onRequest', (_request, reply, next) => {
    if (reply.raw instanceof SecureResponse) reply.raw.fixed = fixed
    next()
  })
}
