import { fieldsOf } from '@hc/domain/record'
import { type CallName, calls, type ParsedBody, type ResultOf } from '@hc/contract/calls'
import type { ListAnswer } from '@hc/contract/envelope'
import { AppError } from '@hc/contract/errors'
import { closedToVisitors } from '@hc/contract/public-demo'
import { type Locale, matchLocale, negotiateLocale } from '@hc/contract/locales'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Bus } from '../platform/bus.ts'
import { Envelope } from './schemas.ts'

/** A signed-in player. */
export type SignedIn = {
  accountId: number
  uid: string
  login: string
  email: string | null
  phone: string | null
  tokenHash: Buffer
}
export type CallContext = {
  request: FastifyRequest
  locale: Locale
  /** The `token` header, or ''. */
  token: string
  /** The signed-in player. @throws AppError tokenFail, InvalidToken */
  player: () => Promise<SignedIn>
  /**
   * For a statement that found no live session: drops the cached session, so that the session module decides between
   * `tokenFail` and `InvalidToken`.
   */
  sessionGone: () => Promise<never>
}

/** The result of a handler: a page of a list has the total; a complete list need not. */
export type Answer<Spec, Result> = Spec extends { list: true } ? ListAnswer<Result> | Result : Result
type HandlerAnswer<N extends CallName> = Answer<(typeof calls)[N], ResultOf<N>>
export type Handler<N extends CallName> = (body: ParsedBody<N>, context: CallContext) => Promise<HandlerAnswer<N>>
export type Register = <N extends CallName>(name: N, handler: Handler<N>) => void

const header = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/** Browsers send few different headers. When the cache is full, the oldest entry is evicted. */
const MAX_HEADERS = 500
const HEADER_LENGTH = 200
const localesByHeader = new Map<string, Locale>()

/** The language of an answer: an exact tag, as the portal sends it, or else the negotiated one. */
export const requestLocale = (request: FastifyRequest): Locale => {
  const accept = header(request.headers['accept-language'])
  const cachedLocale = localesByHeader.get(accept)
  if (cachedLocale) return cachedLocale
  const locale = matchLocale(accept) ?? negotiateLocale(accept)
  if (accept.length > HEADER_LENGTH) return locale
  const oldest = localesByHeader.size < MAX_HEADERS ? undefined : localesByHeader.keys().next().value
  if (oldest !== undefined) localesByHeader.delete(oldest)
  localesByHeader.set(accept, locale)
  return locale
}

/** The success envelope (contract, section 2). */
export const success = (answer: unknown, list: boolean): object => {
  if (list && !Array.isArray(answer)) return { code: 0, msg: 'success', ...fieldsOf(answer) }
  return { code: 0, msg: 'success', result: answer, ...(list && Array.isArray(answer) ? { total: answer.length } : {}) }
}

/** What calls need to know of sessions. */
type Guard = {
  config: { publicDemo: boolean }
  sessions: { require(token: string): Promise<SignedIn> }
  bus: Pick<Bus, 'local'>
}
const tokenOf = (request: FastifyRequest): string => header(request.headers.token)

/** Registers calls of the contract as routes. */
export function callRegistrar(fastify: FastifyInstance, { config, sessions, bus }: Guard): Register {
  /** A guarded call reports a missing session first: only a signed-in player sees errors of the body. */
  const guard = async (request: FastifyRequest): Promise<void> => {
    const token = tokenOf(request)
    if (!/^[\w-]{43}$/.test(token)) await sessions.require(token)
  }
  const refuseSignedIn = async (request: FastifyRequest): Promise<void> => {
    if (!request.validationError) return
    await sessions.require(tokenOf(request))
    throw request.validationError
  }
  const refuse = (): Promise<void> => Promise.reject(new AppError('InYourOwnShop'))
  return (name, handler) => {
    const spec = calls[name]
    const list = 'list' in spec
    const closed = config.publicDemo && closedToVisitors.has(name)
    fastify.route({
      method: spec.method,
      url: `/api/${name}`,
      // A GET has no body.
      schema: {
        ...(spec.method === 'POST' && { body: spec.body }),
        response: { 200: new Envelope(spec.result, list) },
      },
      ...(closed && { onRequest: refuse }),
      ...(spec.auth === 'player' && { preValidation: guard, attachValidation: true, preHandler: refuseSignedIn }),
      async handler(request) {
        const token = tokenOf(request)
        const answer = await handler((request.body ?? {}) as ParsedBody<typeof name>, {
          request,
          token,
          locale: requestLocale(request),
          player: () => sessions.require(token),
          async sessionGone() {
            bus.local('session', String((await sessions.require(token)).accountId))
            await sessions.require(token)
            throw new AppError('tokenFail')
          },
        })
        return success(answer, list)
      },
    })
  }
}
