import type { IncomingMessage } from 'node:http'
import { AppError, type ErrorKey, errors, wireKey } from '@hc/contract/errors'
import { gameCalls } from '@hc/contract/game/game'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../ctx.ts'
import { isUnavailable } from '../platform/db.ts'
import { eventOf } from '../security-events.ts'

/** Fastify's own errors, as keys of our catalogue. */
const frameworkErrors: Record<string, ErrorKey> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_BAD_URL: 'NotFound',
}

function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  const name = frameworkErrors[error.code]
  if (name) return new AppError(name, null, name === 'SystemBusy' ? 2 : undefined)
  // A NUL in a path or query: PostgreSQL's text cannot hold it.
  if (error.code === '22021')
    return new AppError('InvalidParams', { issues: [{ path: '', message: 'has a NUL character' }] })
  // A text in place of a time, such as an altered page cursor.
  if (error.code === '22007' || error.code === '22008')
    return new AppError('InvalidParams', { issues: [{ path: '', message: 'has a moment that there is not' }] })
  const status = error.statusCode ?? 500
  if (status === 429) return new AppError('TooManyRequests', null, 60)
  if (status >= 400 && status < 500)
    return new AppError('InvalidParams', { issues: [{ path: '', message: 'the body is not valid JSON' }] })
  return new AppError('SystemBusy', null, isUnavailable(error) ? 2 : undefined)
}

/**
 * The status of an answer. SystemBusy with data is a 429: the data names the subject of too many tries. Without data it
 * is a 503: the server is busy.
 */
const statusOf = ({ key, data }: AppError): number =>
  key === 'SystemBusy' && data ? errors.TooManyRequests.http : errors[key].http

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const { code } = errors[error.key]
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  return reply
    .code(statusOf(error))
    .serializer(JSON.stringify)
    .header('content-type', 'application/json; charset=utf-8')
    .send({ code, msg: wireKey(error.key), data: error.data })
}

/** Counts a request for a missing address. Returns 0, or the seconds after which that client may try again. */
export type Limit = (request: FastifyRequest) => Promise<number>

/** The address of a request's sender behind `proxies` trusted proxies. */
export function senderOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, proxies: number): string {
  if (proxies === 0) return socket.remoteAddress ?? ''
  const addresses = [headers['x-forwarded-for'] ?? '']
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const way = [socket.remoteAddress ?? '', ...addresses.reverse()]
  return way[Math.min(proxies, way.length - 1)] ?? ''
}

/**
 * Refuses an address that no route can have because it is malformed or too long. For such a request Fastify runs no
 * hook and does not know the sender behind proxies.
 */
export async function refuseAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  proxies: number,
  limit: Limit,
): Promise<void> {
  const wait = await limit(Object.create(request, { ip: { value: senderOf(request, proxies) } }) as FastifyRequest)
  const refusal = wait > 0 ? new AppError('TooManyRequests', null, wait) : new AppError('NotFound')
  await sendError(reply.header('x-request-id', request.id), refusal)
}

/** The game's paths as patterns: with an id in it, a path is not the text of its route. */
const gamePaths = Object.values(gameCalls).map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The one place that turns an error into an envelope: no stack, SQL or path ever leaves. */
export function envelopePlugin(
  fastify: FastifyInstance,
  { alarm }: Pick<Ctx, 'alarm'>,
  notFoundPage: (request: FastifyRequest, reply: FastifyReply) => unknown,
  limit: Limit,
): void {
  fastify.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const refusal = toAppError(error)
    if (refusal.key === 'SystemBusy' && !(error instanceof AppError))
      request.log.error({ err: error }, 'request failed')
    const path = request.url.split('?')[0] ?? ''
    const event = eventOf(path, statusOf(refusal), refusal.key)
    if (event) alarm(event, { path, key: refusal.key, reqId: request.id })
    return sendError(reply, refusal)
  })
  fastify.setNotFoundHandler(async (request, reply) => {
    const wait = await limit(request)
    if (wait > 0) throw new AppError('TooManyRequests', null, wait)
    const path = request.url.split('?')[0] ?? ''
    const allowed = METHODS.filter(
      (method) =>
        method !== request.method &&
        (fastify.hasRoute({ method, url: path }) ||
          gamePaths.some((gamePath) => gamePath.method === method && gamePath.path.test(path))),
    )
    if (/^\/(api|game|log|sandbox|demo|pay)(\/|$)/.test(path) || request.method !== 'GET') {
      if (allowed.length === 0) return sendError(reply, new AppError('NotFound'))
      return sendError(reply.header('allow', allowed.join(', ')), new AppError('MethodNotAllowed'))
    }
    return notFoundPage(request, reply)
  })
}
