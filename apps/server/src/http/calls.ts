import { fieldsOf } from '@hc/domain/record'
import { type CallName, calls, type ParsedBody, type ResultOf } from '@hc/contract/calls'
import type { Listed } from '@hc/contract/envelope'
import { AppError } from '@hc/contract/errors'
import { type Locale, matchLocale, negotiateLocale } from '@hc/contract/locales'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../app-deps.ts'

export type CallContext = {
  app: AppDeps
  request: FastifyRequest
  locale: Locale
  /** The `token` header, or ''. */
  token: string
  /** The signed-in player. @throws AppError tokenFail, InvalidToken */
  player: () => ReturnType<AppDeps['sessions']['require']>
}

/** The result of a handler: a page of a list has the total; a complete list need not. */
export type Answer<Spec, Result> = Spec extends { list: true } ? Listed<Result> | Result : Result
type Given<N extends CallName> = Answer<(typeof calls)[N], ResultOf<N>>
export type Handler<N extends CallName> = (body: ParsedBody<N>, context: CallContext) => Promise<Given<N>>
export type Register = <N extends CallName>(name: N, handler: Handler<N>) => void

const header = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/** Browsers send few different headers. When the cache is full, the oldest entry is evicted. */
const MAX_HEADERS = 500
const HEADER_LENGTH = 200
const localesByHeader = new Map<string, Locale>()

/** The language of an answer: an exact tag, as the portal sends it, or else the negotiated one. */
export const requestLocale = (request: FastifyRequest): Locale => {
  const accept = header(request.headers['accept-language'])
  const known = localesByHeader.get(accept)
  if (known) return known
  const locale = matchLocale(accept) ?? negotiateLocale(accept)
  if (accept.length > HEADER_LENGTH) return locale
  const oldest = localesByHeader.size < MAX_HEADERS ? undefined : localesByHeader.keys().next().value
  if (oldest !== undefined) localesByHeader.delete(oldest)
  localesByHeader.set(accept, locale)
  return locale
}

/**
 * An answer's serialiser from its schema: fields that the contract does not name never leave the server. It is compiled
 * at the first answer, because the start should not wait for two hundred of them.
 */
export function serializerOf(result: z.ZodType, list: boolean): (data: unknown) => string {
  let made: ((data: unknown) => string) | undefined
  return (data) => (made ??= compile(result, list))(data)
}

function compile(result: z.ZodType, list: boolean): (data: unknown) => string {
  const schema = z.toJSONSchema(result, { io: 'output', target: 'draft-7' })
  delete schema.$schema
  return fastJson({
    type: 'object',
    properties: {
      code: { type: 'integer' },
      msg: { type: 'string' },
      result: schema,
      ...(list ? { total: { type: 'integer' } } : {}),
    },
  } as Parameters<typeof fastJson>[0])
}

/** The success envelope (contract, section 2). */
export const success = (given: unknown, list: boolean): object => {
  if (list && !Array.isArray(given)) return { code: 0, msg: 'success', ...fieldsOf(given) }
  return { code: 0, msg: 'success', result: given, ...(list && Array.isArray(given) ? { total: given.length } : {}) }
}

/**
 * For a statement that found no live session: drops the cached session, so that the session module decides between
 * `tokenFail` and `InvalidToken`.
 */
export async function sessionGone({ app, player }: Pick<CallContext, 'app' | 'player'>): Promise<never> {
  app.bus.local('session', String((await player()).accountId))
  await player()
  throw new AppError('tokenFail')
}

/** Registers calls of the contract as routes. */
export function callRegistrar(fastify: FastifyInstance, app: AppDeps): Register {
  return (name, handler) => {
    const spec = calls[name]
    const list = 'list' in spec
    const serialize = serializerOf(spec.result, list)
    const guarded = spec.auth === 'player'
    fastify.route({
      method: spec.method,
      url: `/api/${name}`,
      async handler(request, reply) {
        const token = header(request.headers.token)
        // A guarded call reports a missing session first: only a signed-in player sees errors of the body.
        if (guarded && !/^[\w-]{43}$/.test(token)) await app.sessions.require(token)
        const parsed = spec.body.safeParse(request.body ?? {})
        if (!parsed.success) {
          if (guarded) await app.sessions.require(token)
          throw new AppError('InvalidParams', {
            issues: parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
          })
        }
        const given = await handler(parsed.data as ParsedBody<typeof name>, {
          app,
          request,
          token,
          locale: requestLocale(request),
          player: () => app.sessions.require(token),
        })
        reply.header('content-type', 'application/json; charset=utf-8')
        reply.serializer(serialize)
        return success(given, list)
      },
    })
  }
}
