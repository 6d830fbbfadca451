import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  ANALYTICS_AGE_MS,
  ANALYTICS_BODY_MAX,
  analyticsBatch,
  type AnalyticsEvent,
  analyticsEvent,
} from '@hc/contract/analytics'
import { hmacKey } from '@hc/channels/hmac-key'
import { AppError } from '@hc/contract/errors'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import type { Query } from '../../platform/db.ts'

const invalid = (path: string, message: string): AppError =>
  new AppError('InvalidParams', { issues: [{ path, message }] })

function signatureOf(header: unknown, raw: Buffer, key: string): Buffer {
  const signature =
    typeof header === 'string' && /^[0-9a-f]{64}$/i.test(header) ? Buffer.from(header, 'hex') : Buffer.alloc(32)
  const expected = createHmac('sha256', hmacKey(key)).update(raw).digest()
  if (!timingSafeEqual(signature, expected)) throw new AppError('Unauthorized')
  return expected
}

type Dropped = { index: number; path: string; message: string }

/** The valid events of a batch. Events outside the specification are left out and listed in `dropped`. */
function batchOf(raw: Buffer, nowMs: number): { kept: AnalyticsEvent[]; dropped: Dropped[] } {
  let body: unknown
  try {
    body = JSON.parse(raw.toString('utf8'))
  } catch {
    throw invalid('', 'the body is not valid JSON')
  }
  const batch = analyticsBatch.safeParse(body)
  if (!batch.success)
    throw new AppError('InvalidParams', {
      issues: batch.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    })
  if (batch.data.some(({ ts }) => Math.abs(nowMs - ts) > ANALYTICS_AGE_MS))
    throw new AppError('EventTooOld', { time: nowMs })
  const events: AnalyticsEvent[] = []
  const dropped: Dropped[] = []
  for (const [index, line] of batch.data.entries()) {
    const { data, error } = analyticsEvent.safeParse(line)
    if (data) events.push(data)
    else dropped.push(...error.issues.map((issue) => ({ index, path: issue.path.join('.'), message: issue.message })))
  }
  return { kept: events, dropped }
}

/**
 * The logging host of docs/contract.md, section 8: it takes batches that are signed with a key that every page knows.
 * The signature keeps out noise and repeats, but not forged events. So only an event's form is validated, and no field
 * that could name a player is stored.
 */
export async function analyticsRoutes(
  fastify: FastifyInstance,
  {
    ctx,
    config,
    eventQuery,
  }: { ctx: Pick<Ctx, 'now'>; config: Config; /** In the role that stores events. */ eventQuery: Query },
): Promise<void> {
  await fastify.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('cache-control', 'no-store')
      next()
    })
    // `time` is at the top level for the specification's client, and in the envelope's `result` for all others.
    scope.get('/log/time', () => {
      const time = ctx.now()
      return { code: 0, msg: 'success', result: { time }, time }
    })
    scope.post(
      '/log/events',
      {
        bodyLimit: ANALYTICS_BODY_MAX,
        config: { rateLimit: { max: config.analytics.perMinute, timeWindow: 60_000 } },
      },
      async (request) => {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const signature = signatureOf(request.headers['x-sign'], raw, config.analyticsKey)
        const { kept, dropped } = batchOf(raw, ctx.now())
        const client = request.headers['client-id']
        if (client !== undefined && (typeof client !== 'string' || !/^[\w-]{0,64}$/.test(client)))
          throw invalid('client-id', 'is a random id of a visit')
        const [stored] = await eventQuery<{ fresh: boolean }>(
          { name: 'store-events', text: 'select fresh from store_events($1, $2, $3)' },
          [signature, client ?? '', JSON.stringify(kept)],
        )
        if (!stored?.fresh) throw new AppError('EventSeen')
        return { code: 0, msg: 'success', result: { stored: kept.length, dropped } }
      },
    )
    ready()
  })
}
