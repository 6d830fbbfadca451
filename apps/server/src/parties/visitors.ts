import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressKey } from '../platform/address.ts'
import type { Query } from '../platform/db.ts'
import { SenderCounts } from '../http/sender-counts.ts'
import { issueToken } from '../shop/identity/one-time-token.ts'

/** A visitor of the public demo: the player that this browser has. */
export type Visitor = { accountId: number; uid: string; email: string }

const COOKIE = 'hc_visitor'
const DAY_SECONDS = 86_400
const TOKEN_SECONDS = 300
const HOUR_MS = 3_600_000
/** New players that one address, and all together, may get in an hour from one process. */
const PER_HOUR = { address: 20, all: 2_000 }
const DOMAIN = 'visitor.example'
/** Points to try paying with, and a character on each open server. */
const POINTS = { basic: 1_000, present: 200 }
const CHARACTERS = [
  { server: 's1', names: ['Lyra', 'Orion', 'Vega', 'Rigel', 'Mira', 'Atlas', 'Nova', 'Castor'], level: 24 },
  { server: 's2', names: ['Sable', 'Juno', 'Talon', 'Iris', 'Onyx', 'Faye', 'Kael', 'Wren'], level: 9 },
] as const

const signatureOf = (secret: string, uid: string): string =>
  createHmac('sha256', `public demo:${secret}`).update(uid).digest('base64url')

/** The uid in a visitor's cookie; undefined if none of these secrets signed it. */
function uidOf(request: FastifyRequest, secrets: readonly string[]): string | undefined {
  const [, uid = '', signature = ''] =
    /(?:^|;\s*)hc_visitor=(\d{12})\.([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '') ?? []
  if (uid === '') return undefined
  const isOurs = (secret: string): boolean =>
    timingSafeEqual(Buffer.from(signatureOf(secret, uid)), Buffer.from(signature))
  return secrets.some(isOurs) ? uid : undefined
}

/** A path of this site; anything else is the page of top-ups. */
const pathOf = (text: unknown): string =>
  typeof text === 'string' && /^\/main(?:[/?][\x21-\x7e]{0,1000})?$/.test(text) ? text : '/main/recharge'

type Options = {
  /** The database of the demo's other parties. */
  q: Query
  /** The newest first. */
  secrets: readonly string[]
  https: boolean
}

/**
 * The public demo's door: one press makes a throw-away player and signs the browser in with a token like the game's.
 * The cookie only says whose mails `/demo/outbox` shows, and that a second press needs no second player.
 */
export function demoVisitors(
  fastify: FastifyInstance,
  { q, secrets, https }: Options,
): (request: FastifyRequest) => Promise<Visitor | undefined> {
  const senders = new SenderCounts()
  const all = new SenderCounts()

  async function visitorOf(request: FastifyRequest): Promise<Visitor | undefined> {
    const uid = uidOf(request, secrets)
    if (uid === undefined) return undefined
    const [row] = await q<{ account_id: number; uid: string; email: string }>(
      {
        name: 'demo-visitor',
        text: `select account_id, uid, email from account
          where uid = $1 and email is not null and not disabled and deleted_at is null`,
      },
      [uid],
    )
    return row && { accountId: row.account_id, uid: row.uid, email: row.email }
  }

  /** @throws AppError TooManyRequests */
  function count(address: string): void {
    const counts = [senders.hit(addressKey(address), HOUR_MS), all.hit('', HOUR_MS)]
    const over = counts.find(({ current }, at) => current > (at === 0 ? PER_HOUR.address : PER_HOUR.all))
    if (over) throw new AppError('TooManyRequests', null, Math.ceil(over.ttl / 1000))
  }

  async function newVisitor(): Promise<Visitor> {
    const bytes = randomBytes(16)
    // Random, so that a cookie of yesterday names nobody in today's database.
    const uid = `9${String(bytes.readBigUInt64BE() % 100_000_000_000n).padStart(11, '0')}`
    const login = `visitor-${uid.slice(-8)}`
    const email = `${login}@${DOMAIN}`
    const characters = CHARACTERS.map(({ server, names, level }, at) => ({
      server,
      role: `v${uid}${at + 1}`,
      name: names[(bytes[8 + at] ?? 0) % names.length],
      level,
    }))
    const [row] = await q<{ account_id: number }>(
      {
        text: `with made as (
            insert into account (uid, login, email, email_login) values ($1, $2, $3, true) returning account_id),
          played as (
            insert into game_role (server_id, role_id, account_id, name, level)
            select c.server, c.role, m.account_id, c.name, c.level
              from made m, jsonb_to_recordset($4) as c (server text, role text, name text, level int)
              join game_server s on s.server_id = c.server)
          select account_id from made`,
      },
      [uid, login, email, JSON.stringify(characters)],
    )
    if (!row) throw new Error('the demo made no visitor')
    await q({ text: `select grant_points($1, $2, $3, 'opening')` }, [uid, POINTS.basic, POINTS.present])
    return { accountId: row.account_id, uid, email }
  }

  void fastify.register((scope, _options, ready) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    scope.post<{ Body: { redirect?: unknown } | null }>('/demo/visitor', async (request, reply) => {
      let visitor = await visitorOf(request)
      if (!visitor) {
        count(request.ip)
        visitor = await newVisitor()
      }
      const { uid, accountId } = visitor
      const { token } = await issueToken(q, accountId, 'web', TOKEN_SECONDS)
      const query = new URLSearchParams({ hctoken: token, uid, redirect: pathOf(request.body?.redirect) })
      return await reply
        .header('cache-control', 'no-store')
        .header(
          'set-cookie',
          `${COOKIE}=${uid}.${signatureOf(secrets[0] ?? '', uid)}; Path=/demo; Max-Age=${DAY_SECONDS}; HttpOnly; ` +
            `SameSite=Lax${https ? '; Secure' : ''}`,
        )
        .redirect(`/login?${query}`, 303)
    })
    ready()
  })
  return visitorOf
}
