import { createHash } from 'node:crypto'
import { type DeskCallName, deskCalls, type DeskParsed, type DeskResult } from '@hc/contract/desk/calls'
import { type DeskCall, needsFresh } from '@hc/contract/desk/call'
import { AppError } from '@hc/contract/errors'
import { visitorMay } from '@hc/contract/public-demo'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '../../platform/address.ts'
import type { Database, Query } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'
import { success } from '../calls.ts'
import { Envelope, type Reads } from '../schemas.ts'
import { SenderCounts } from '../sender-counts.ts'
import type { DeskCookie } from './cookie.ts'
import { checkNamed, readable } from './data-rights.ts'
import { type Actor, deskTransaction } from './transaction.ts'
import { type ApprovalDeps, askedOf, needsWeight, runOrAsk, type Weigh, type WeighedCall } from './weighed-calls.ts'

/** The signed-in person, as `desk.who` gives it. */
export type Who = {
  staff_id: number
  session_id: string
  email: string
  name: string
  locale: string
  zone: string
  csrf: string
  fresh: boolean
  recovery: boolean
  ends_at: Date
  roles: string[]
  permissions: Record<string, 'do' | 'within' | 'ask'>
  decides: string[]
  limits: Record<string, Record<string, number>>
}
export type DeskContext = {
  /** In a changing call: the call's own transaction, which sets the actor. Otherwise single statements. */
  q: Query
  /** @throws AppError StaffSessionOver: the call has no session. */
  who: () => Who
  token: string
  request: FastifyRequest
  reply: FastifyReply
  by: Actor
  /**
   * Work of a changing call that calls another party, or reads the result of the change. It runs after the commit, only
   * for the first of equal calls, and its result is the answer (decision 285).
   */
  after: (work: () => Promise<unknown>) => void
}
/**
 * `weigh`: the weight of a call that a rule or a limit may turn into a request. Its handler then uses SQL alone.
 * `prepare`: slow work before the call's transaction begins; the handler gets its result.
 */
export type DeskRegister = <N extends DeskCallName, P = undefined>(
  name: N,
  handler: (body: DeskParsed<N>, context: DeskContext, prepared: P) => Promise<DeskResult<N>>,
  weigh?: Weigh<N>,
  prepare?: (body: DeskParsed<N>, q: Query) => Promise<P>,
) => void
export type DeskDeps = {
  db: Pick<Database, 'pool' | 'query'>
  /** Encrypts the answers that are kept under their idempotency keys (purpose `desk answer`). */
  seal: Seal
  cookie: DeskCookie
  /** The desk's own origin, `https://desk.example.com`. */
  origin: string
  /** Minutes without a call after which a session ends. */
  idleMinutes: number
  /** Calls without a session that one address may make in a minute. */
  openCalls: number
  /** The public demo: who every visitor is, and how many calls an address may make in a minute. Else null. */
  visitors: { who: (q: Query) => Promise<Who | undefined>; calls: number } | null
  approvals: ApprovalDeps
}

const header = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')
const KEY = /^[\x21-\x7e]{8,128}$/
const BROWSER_LENGTH = 200

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a page of this origin is a page of the desk. On the desk's own machine its names are one. */
function isOurs(source: string, origin: string): boolean {
  if (source === origin) return true
  if (!URL.canParse(source)) return false
  const [page, desk] = [new URL(source), new URL(origin)]
  return page.port === desk.port && LOOPBACK.has(page.hostname) && LOOPBACK.has(desk.hostname)
}

/**
 * A browser says of each call from which page it comes. A page whose name was rebound to the desk's address is of one
 * site with it, so the origin must be the desk's own.
 *
 * @throws AppError Forbidden: another site sent it
 */
function checkOrigin(request: FastifyRequest, origin: string): void {
  const site = header(request.headers['sec-fetch-site'])
  const page = header(request.headers.origin)
  const same = (site === '' || site === 'same-origin') && (page === '' ? site !== '' : isOurs(page, origin))
  if (!same) throw new AppError('Forbidden')
}

/** The window of calls without a session, each of which writes or checks something. */
const OPEN_CALLS_MS = 60_000

/**
 * `weighed`: a call that the person may not do at once becomes a request, so it needs no full right.
 *
 * @throws AppError StaffSessionOver, NotAllowed (with the permission), StepUpNeeded, Forbidden (the CSRF header)
 */
function checkRight(spec: DeskCall, who: Who | undefined, request: FastifyRequest, weighed: boolean): void {
  if (spec.auth === 'none') return
  if (!who) throw new AppError('StaffSessionOver')
  if (spec.changes && header(request.headers['x-csrf']) !== who.csrf) throw new AppError('Forbidden')
  if (who.recovery && spec.auth !== 'enrol') throw new AppError('NotAllowed', { permission: 'own', reason: 'enrol' })
  if (!mayRead(who, spec.permission)) throw new AppError('NotAllowed', { permission: spec.permission })
  if (spec.changes && spec.permission !== 'own' && !weighed && who.permissions[spec.permission] !== 'do')
    throw new AppError('NotAllowed', { permission: spec.permission })
  if (needsFresh(spec) && !who.fresh) throw new AppError('StepUpNeeded')
}

/** True if every text of a body is well-formed: the database's JSON rejects a lone UTF-16 surrogate. Decision 425. */
function wellFormed(body: unknown): boolean {
  const queue = [body]
  while (queue.length > 0) {
    const part = queue.pop()
    if (typeof part === 'string' && !part.isWellFormed()) return false
    if (typeof part === 'object' && part !== null) for (const child of Object.entries(part).flat()) queue.push(child)
  }
  return true
}

/** A call's body whose texts the database's JSON takes. */
class WellFormed implements Reads {
  readonly #body: DeskCall['body']
  constructor(body: DeskCall['body']) {
    this.#body = body
  }

  safeParse(input: unknown): ReturnType<Reads['safeParse']> {
    const parsed = this.#body.safeParse(input)
    if (!parsed.success || wellFormed(input)) return parsed
    return { success: false, error: { issues: [{ path: [], message: 'the body has half of a character' }] } }
  }
}

/** @throws AppError InvalidParams */
function keyOf(request: FastifyRequest): string {
  const key = header(request.headers['idempotency-key'])
  if (KEY.test(key)) return key
  throw new AppError('InvalidParams', {
    issues: [{ path: 'Idempotency-Key', message: 'must be 8 to 128 visible ASCII characters' }],
  })
}

const reasonOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'reason' in body && typeof body.reason === 'string' ? body.reason : ''

const KEEP = { text: 'update desk.command set answer = $3 where staff_id = $1 and key = $2' }
type Keyed = { name: string; key: string; who: Who; body: unknown }
type KeyAnswer = { state: 'fresh' | 'same' | 'other'; answer: Buffer | null }

/**
 * Runs a changing call once under its idempotency key and keeps the answer in the same transaction. A repeated call
 * gets that answer; a concurrent one waits for it.
 *
 * @throws AppError KeyOfAnother: the key was used with another call or body
 */
async function once(q: Query, seal: Seal, { name, key, who, body }: Keyed, work: () => Promise<unknown>) {
  const hash = hashOf(JSON.stringify(body))
  const [stored] = await q<KeyAnswer>({ text: 'select state, answer from desk.take_key($1, $2, $3, $4)' }, [
    who.staff_id,
    key,
    name,
    hash,
  ])
  if (stored?.state === 'other') throw new AppError('KeyOfAnother')
  if (stored?.state === 'same' && stored.answer) return JSON.parse(seal.open(stored.answer)) as unknown
  const answer = await work()
  await q(KEEP, [who.staff_id, key, seal.close(JSON.stringify(answer))])
  return answer
}

/** What the audit would say of a visitor: nothing that they sent, because every visitor reads it. */
const visitorActor = (action: string, requestId: string): Actor => ({
  actor: 'job:visitor',
  action,
  reason: '',
  address: '',
  browser: '',
  requestId,
  approval: null,
})

/** A call's person, as the hook before its validation found them; undefined: nobody is signed in. */
type Caller = { who: Who | undefined; token: string; by: Actor }
declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/**
 * The person of a session's token; undefined: there is none, or it is over. `attended`: somebody acts, so the session
 * does not end for want of a call.
 */
export async function whoIs(
  q: Query,
  token: string,
  { attended, idleMinutes }: { attended: boolean; idleMinutes: number },
): Promise<Who | undefined> {
  if (token === '') return undefined
  const [who] = await q<Who>(
    attended
      ? { name: 'desk-who', text: 'select * from desk.who($1, make_interval(mins => $2))' }
      : { name: 'desk-who-looks', text: 'select * from desk.who_looks($1, make_interval(mins => $2))' },
    [hashOf(token), idleMinutes],
  )
  return who
}

/** Whether a person may read what a call reads. */
export const mayRead = (who: Who, permission: string): boolean =>
  permission === 'own' || who.permissions[permission] !== undefined || who.decides.includes(permission)

/** Registers calls of the desk as routes, each with its right: a call without a permission does not compile. */
export function deskRegistrar(fastify: FastifyInstance, deps: DeskDeps): DeskRegister {
  const { db, seal, cookie, origin, idleMinutes, openCalls, approvals, visitors } = deps
  fastify.decorateRequest('caller', null)
  const senders = new SenderCounts()
  /** @throws AppError TooManyRequests */
  function countCall(address: string, most: number): void {
    const { current, ttl } = senders.hit(addressKey(address), OPEN_CALLS_MS)
    if (current > most) throw new AppError('TooManyRequests', null, Math.ceil(ttl / 1000))
  }
  async function callerOf(request: FastifyRequest, name: DeskCallName, spec: DeskCall): Promise<Caller> {
    checkOrigin(request, origin)
    if (visitors) {
      countCall(request.ip, visitors.calls)
      if (!visitorMay(name, spec)) throw new AppError('InYourOwnShop')
      return { who: await visitors.who(db.query), token: '', by: visitorActor(name, request.id) }
    }
    if (spec.auth === 'none') countCall(request.ip, openCalls)
    const token = cookie.read(request)
    const attended = request.headers['x-unattended'] === undefined
    const who = spec.auth === 'none' ? undefined : await whoIs(db.query, token, { attended, idleMinutes })
    const by: Actor = {
      actor: who ? `staff:${who.staff_id}` : 'nobody',
      action: name,
      reason: reasonOf(request.body),
      address: request.ip,
      browser: header(request.headers['user-agent']).slice(0, BROWSER_LENGTH),
      requestId: request.id,
      approval: null,
    }
    return { who, token, by }
  }
  /** Refused calls are recorded, too: a log of successes alone would hide attempts. */
  async function recorded<T>({ who, by }: Caller, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (who && error instanceof AppError && (error.key === 'NotAllowed' || error.key === 'Forbidden'))
        await deskTransaction(db, by, (q) =>
          q({ text: `select desk.note('call', $1, $2)` }, [by.action, JSON.stringify({ refused: error.key })]),
        )
      throw error
    }
  }
  return (name, handler, weigh, prepare) => {
    const spec: DeskCall = deskCalls[name]
    if (needsWeight(spec) && !weigh) throw new Error(`${name} needs a weight: a role may only request it`)
    const forReader = readable(name, spec)
    // The call's own schema has parsed the body by then.
    const weighed = weigh && ({ spec, handler, weigh } as unknown as WeighedCall)
    if (weighed) approvals.calls.set(name, weighed)
    const run = async (caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<object> => {
      const { who, token, by } = caller
      const rest: (() => Promise<unknown>)[] = []
      const tell = (q: Query): DeskContext => ({
        q,
        after: (work) => {
          rest.push(work)
        },
        token,
        request,
        reply,
        by,
        who: () => {
          if (!who) throw new AppError('StaffSessionOver')
          return who
        },
      })
      const { body } = request
      if (who) checkNamed(body, who)
      const prepared = await prepare?.(body as DeskParsed<typeof name>, db.query)
      const work = (q: Query): Promise<unknown> =>
        weighed && who
          ? runOrAsk(q, approvals, weighed, { name, body, who, reason: by.reason }, tell(q))
          : handler(body as DeskParsed<typeof name>, tell(q), prepared as never)
      const key = spec.changes && who ? keyOf(request) : ''
      let answer =
        spec.changes && who
          ? await deskTransaction(db, by, async (q) => {
              // The right may have been taken away since, while the call's files were prepared.
              if (!weighed) checkRight(spec, await whoIs(q, token, { attended: false, idleMinutes }), request, false)
              return await once(q, seal, { name, key, who, body }, () => work(q))
            })
          : await work(db.query)
      const approval = askedOf(answer)
      if (approval !== null) throw new AppError('NeedsApproval', { approval })
      for (const more of rest) {
        answer = await more()
        if (who) await db.query(KEEP, [who.staff_id, key, seal.close(JSON.stringify(answer))])
      }
      return success(who ? forReader(answer, who) : answer, false)
    }
    fastify.post(
      `/console/api/${name}`,
      {
        ...(spec.bodyLimit && { bodyLimit: spec.bodyLimit }),
        schema: { body: new WellFormed(spec.body), response: { 200: new Envelope(spec.result, false) } },
        // Only a person with the right sees errors of the body.
        preValidation: async (request) => {
          const caller = await callerOf(request, name, spec)
          request.caller = caller
          await recorded(caller, () => checkRight(spec, caller.who, request, weighed !== undefined))
        },
      },
      async (request, reply) => {
        const { caller } = request
        if (!caller) throw new Error(`${name} has no caller`)
        return await recorded(caller, () => run(caller, request, reply))
      },
    )
  }
}
