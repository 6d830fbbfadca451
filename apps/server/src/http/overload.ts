import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { AppError, errors } from '@hc/contract/errors'
import type { FastifyInstance } from 'fastify'

/** Requests that are never refused: health, gateways' webhooks, the game; in the demo the other parties. */
const vital = /^\/(healthz|readyz|metrics|api\/pay\/|game\/|sandbox\/|demo\/)/
/** Orders and payments in progress; they have priority over browsing. */
const money = /^\/(pay\/|api\/payment\/|api\/code\/|api\/order\/(webCreate|check)\b)/
const isVital = (url: string): boolean => vital.test(url)
const share = (url: string): number => (vital.test(url) ? 8 : money.test(url) ? 2 : 1)

/** Beyond this heap size only vital requests are accepted. */
const HEAP_MAX = 900_000_000
const HEAP_LOOK_MS = 1_000

/** Whether the heap is nearly full. Measured on demand, at most once a second. */
export function watchHeap(): () => boolean {
  let looked = -Infinity
  let full = false
  return () => {
    const now = performance.now()
    if (now - looked > HEAP_LOOK_MS) {
      looked = now
      full = getHeapStatistics().used_heap_size > HEAP_MAX
    }
    return full
  }
}

/** Refuses requests while the heap is nearly full. */
export function refuseOnFullHeap(fastify: FastifyInstance, full: () => boolean): void {
  fastify.addHook('onRequest', (request, _reply, next) =>
    next(full() && !isVital(request.url) ? new AppError('SystemBusy', null, 2) : undefined),
  )
}

const WINDOW_MS = 250
/** With more requests than this in a window, a slow loop is overload and not a passing pause. */
const MANY = 50
const BODY = JSON.stringify({ code: errors.SystemBusy.code, msg: 'SystemBusy', data: null })
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(BODY)),
  'retry-after': '2',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

type Options = {
  /** Statements that are under way or wait for a connection. */
  pending: () => number
  /**
   * The most statements, and the most requests in hand, before browsing is refused. Payments may have twice, vital
   * requests eight times as many.
   */
  pendingMax: number
  inHandMax: number
  /** The mean delay of the event loop, in ms, above which it counts as slow. */
  slowLoopMs: number
  refused: () => void
}

/**
 * Bounds the work in hand. Overload is rejected with 503 and Retry-After before any other work, so that admitted
 * requests are served as fast as ever. Overload means that many statements wait, that many requests are in hand, or
 * that the event loop stays slow. While the loop is slow, an ever smaller share of browsing is admitted, until it is
 * quick again. Decision 85.
 */
export function shedLoad(server: Server, { pending, pendingMax, inHandMax, slowLoopMs, refused }: Options): void {
  const [handle] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  if (!handle) throw new Error('the server has no request handler')
  server.removeAllListeners('request')
  let inHand = 0
  let arrived = 0
  let admitted = 1
  let credit = 0
  // The monitor wakes the process fifty times a second, so it runs only while requests arrive.
  const delay = monitorEventLoopDelay({ resolution: 20 })
  let timer: NodeJS.Timeout | undefined
  const judge = (): void => {
    if (arrived === 0 && admitted === 1) {
      delay.disable()
      clearInterval(timer)
      timer = undefined
      return
    }
    const slow = arrived > MANY && delay.mean / 1e6 > slowLoopMs
    admitted = slow ? Math.max(0.05, admitted / 2) : Math.min(1, admitted + 0.1)
    arrived = 0
    delay.reset()
  }
  server.once('close', () => {
    clearInterval(timer)
    delay.disable()
  })
  const tooMuch = (url: string): boolean => {
    const part = share(url)
    if (inHand >= inHandMax * part || pending() >= pendingMax * part) return true
    if (admitted === 1 || part > 1) return false
    credit += admitted
    if (credit < 1) return true
    credit -= 1
    return false
  }
  server.on('request', (request, response) => {
    if (arrived++ === 0) delay.enable()
    timer ??= setInterval(judge, WINDOW_MS).unref()
    if (tooMuch(request.url ?? '')) {
      refused()
      response.writeHead(errors.SystemBusy.http, { ...headers, 'x-request-id': randomUUID() }).end(BODY)
      return
    }
    inHand++
    response.once('close', () => {
      inHand--
    })
    handle(request, response)
  })
}
