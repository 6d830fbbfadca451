import { randomBytes } from 'node:crypto'
import { isSigned } from '@hc/channels/signature'
import { AppError } from '@hc/contract/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { escapeHtml, page } from '../html.ts'

/** The demo game's own books: one row for each grant. The delivery id is unique, so a second arrival grants nothing. */
const schema = `
create schema if not exists demo_game;
create table if not exists demo_game.granted (
  delivery_id text primary key, grant_id text not null unique, sdk_order_id text not null, uid text not null,
  server_id text not null, role_id text not null, items jsonb not null, arrivals int not null default 1, at
  timestamptz not null default now());
alter table demo_game.granted add column if not exists taken_back boolean not null default false;
create index if not exists granted_role on demo_game.granted (role_id);
create table if not exists demo_game.full_bag (sdk_order_id text primary key);`

const delivery = z.object({
  delivery_id: z.string().min(1).max(128),
  sdk_order_id: z.string(),
  uid: z.string(),
  server_id: z.string(),
  role_id: z.string(),
  items: z
    .array(z.object({ cp_goods_id: z.string(), quantity: z.number().int().positive(), bonus: z.number().int() }))
    .min(1),
})

const recall = delivery.extend({ recall_id: z.string().min(1).max(128) })

const PAGE_SIZE = 500
const ROLES_SHOWN = 50
const PAGES_MAX = 100_000
/** Pages count from 1. Any other text means the first page. */
const pageOf = (text: unknown): number =>
  typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text) ? Math.min(PAGES_MAX, Number(text)) : 1

/**
 * `boosts`: the number of items with each bonus, as a text: percentages of different items must not be added up for
 * people.
 */
type Sum = { cp_goods_id: string; quantity: number; bonus: number; boosts: string }
type Grant = {
  delivery_id: string
  grant_id: string
  sdk_order_id: string
  server_id: string
  role_id: string
  ts: number
  arrivals: number
  items: { cp_goods_id: string; quantity: number; bonus: number }[]
}

function readDelivery(raw: Buffer): z.output<typeof delivery> {
  try {
    return delivery.parse(JSON.parse(raw.toString('utf8')))
  } catch {
    throw new AppError('InvalidParams', { issues: [{ path: '', message: 'is no delivery' }] })
  }
}

function readBag(raw: unknown): { sdk_order_id: string } {
  try {
    return delivery.pick({ sdk_order_id: true }).parse(JSON.parse(String(raw)))
  } catch {
    throw new AppError('InvalidParams', { issues: [{ path: 'sdk_order_id', message: 'is no order' }] })
  }
}

/** A small game that takes signed deliveries at `/demo/game/deliver` and shows each role's inventory. */
export async function demoGameParty(
  fastify: FastifyInstance,
  options: { game: string; q: Query; secrets: readonly string[] },
): Promise<void> {
  const { q } = options
  await q({ text: schema })

  const where = `from demo_game.granted where not taken_back and ($1 = '' or role_id = $1) and ($2 = '' or server_id = $2)`
  /** A page of the grants, the newest first. */
  const grants = (roleId: string, serverId: string, page: number): Promise<Grant[]> =>
    q<Grant>(
      {
        text: `select delivery_id, grant_id, sdk_order_id, server_id, role_id, items, arrivals, ${epochSeconds('at')}
          as ts
                 ${where} order by at desc, delivery_id limit $3 offset $4`,
      },
      [roleId, serverId, PAGE_SIZE, (page - 1) * PAGE_SIZE],
    )
  const granted = async (roleId: string, serverId: string): Promise<number> =>
    (await q<{ n: number }>({ text: `select count(*) as n ${where}` }, [roleId, serverId]))[0]?.n ?? 0
  /** Sums over all grants, whichever page is shown. */
  const sums = (roleId: string, serverId: string): Promise<Sum[]> =>
    q<Sum>(
      {
        text: `select goods as cp_goods_id, sum(n)::bigint as quantity, sum(percents)::bigint as bonus,
                     coalesce(string_agg('+' || percent || '% × ' || n, ', ' order by percent)
                       filter (where percent > 0), '') as boosts
             from (select i->>'cp_goods_id' as goods, (i->>'bonus')::bigint as percent,
                          sum((i->>'quantity')::bigint) as n, sum((i->>'bonus')::bigint) as percents
                     from (select items ${where}) g, jsonb_array_elements(g.items) i group by 1, 2) b
            group by 1 order by 1`,
      },
      [roleId, serverId],
    )

  /** The reason to refuse a whole delivery: an unknown role, or one unknown item among many. */
  async function refusal(it: z.output<typeof delivery>): Promise<string | undefined> {
    const strange = it.items.find((item) => !/^[\w.-]{1,64}$/.test(item.cp_goods_id))
    if (strange) return 'no such item'
    const [role] = await q(
      { name: 'dg-role', text: 'select 1 as n from game_role where server_id = $1 and role_id = $2' },
      [it.server_id, it.role_id],
    )
    if (!role) return 'no such role'
    // A trial of the demo: the bag is full once.
    const full = await q(
      { name: 'dg-full', text: 'delete from demo_game.full_bag where sdk_order_id = $1 returning 1 as n' },
      [it.sdk_order_id],
    )
    return full.length > 0 ? 'bag full' : undefined
  }

  await fastify.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    scope.post('/demo/game/deliver', async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSigned(options.secrets, request.headers, raw, Date.now(), 300)) throw new AppError('Unauthorized')
      const it = readDelivery(raw)
      const refused = await refusal(it)
      if (refused) return await reply.send({ delivery_id: it.delivery_id, refused })
      const [row] = await q<{ grant_id: string; taken_back: boolean }>(
        {
          name: 'dg-grant',
          text: `insert into demo_game.granted (delivery_id, grant_id, sdk_order_id, uid, server_id, role_id, items)
                   values ($1, $2, $3, $4, $5, $6, $7)
               on conflict (delivery_id) do update set arrivals = demo_game.granted.arrivals + 1
               returning grant_id, taken_back`,
        },
        [
          it.delivery_id,
          `grant_${randomBytes(9).toString('hex')}`,
          it.sdk_order_id,
          it.uid,
          it.server_id,
          it.role_id,
          JSON.stringify(it.items),
        ],
      )
      return await reply.send(
        row?.taken_back
          ? { delivery_id: it.delivery_id, refused: 'taken back' }
          : { delivery_id: it.delivery_id, grant_id: row?.grant_id },
      )
    })
    // The character's bag is full for the first delivery of this order, as the demo's desk lets people try.
    scope.post('/demo/game/full-bag', async (request) => {
      const { sdk_order_id } = readBag(request.body)
      await q({ text: 'insert into demo_game.full_bag (sdk_order_id) values ($1) on conflict do nothing' }, [
        sdk_order_id,
      ])
      return { sdk_order_id }
    })
    // A recalled grant stays in the books, so a delivery that arrives later is refused.
    scope.post('/demo/game/recall', async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSigned(options.secrets, request.headers, raw, Date.now(), 300)) throw new AppError('Unauthorized')
      const it = recall.parse(JSON.parse(raw.toString('utf8')))
      await q(
        {
          name: 'dg-recall',
          text: `insert into demo_game.granted (delivery_id, grant_id, sdk_order_id, uid, server_id, role_id, items,
            arrivals, taken_back)
                   values ($1, $2, $3, $4, $5, $6, $7, 0, true)
               on conflict (delivery_id) do update set taken_back = true`,
        },
        [
          it.delivery_id,
          `grant_${randomBytes(9).toString('hex')}`,
          it.sdk_order_id,
          it.uid,
          it.server_id,
          it.role_id,
          JSON.stringify(it.items),
        ],
      )
      return await reply.send({ recall_id: it.recall_id, taken_back: true })
    })
    ready()
  })

  type GamePageQuery = { Querystring: { role_id?: string; server_id?: string; page?: string } }
  fastify.get<GamePageQuery>('/demo/game/inventory.json', async (request) => {
    const { role_id = '', server_id = '' } = request.query
    const page = pageOf(request.query.page)
    const [rows, items, total] = await Promise.all([
      grants(role_id, server_id, page),
      sums(role_id, server_id),
      granted(role_id, server_id),
    ])
    return {
      role_id,
      items: items.map(({ cp_goods_id, quantity, bonus }) => ({ cp_goods_id, quantity, bonus })),
      total,
      page,
      size: PAGE_SIZE,
      grants: rows.map((row) => ({
        grant_id: row.grant_id,
        delivery_id: row.delivery_id,
        sdk_order_id: row.sdk_order_id,
        server_id: row.server_id,
        role_id: row.role_id,
        items: row.items,
        arrivals: row.arrivals,
        create_ts: row.ts,
      })),
    }
  })
  fastify.get<GamePageQuery>('/demo/game', async (request, reply) => {
    const { role_id = '' } = request.query
    const at = pageOf(request.query.page)
    const roles = await q<{ server_id: string; role_id: string; name: string; server: string; total: number }>(
      {
        text: `select r.server_id, r.role_id, r.name, s.name as server, count(*) over () as total
                 from game_role r join game_server s using (server_id)
              where $1 = '' or r.role_id = $1 order by r.role_id, r.server_id limit $2 offset $3`,
      },
      [role_id, ROLES_SHOWN, (at - 1) * ROLES_SHOWN],
    )
    const parts = await Promise.all(
      roles.map(async (role) => {
        const lines = (await sums(role.role_id, role.server_id)).map(
          (item) => `<tr><td>${escapeHtml(item.cp_goods_id)}</td><td>${item.quantity}</td><td>${item.boosts}</td></tr>`,
        )
        return `<h2><a href="/demo/game?role_id=${encodeURIComponent(role.role_id)}">${escapeHtml(role.name)}</a> · ${escapeHtml(role.server)}</h2>${
          lines.length === 0
            ? '<p>Nothing yet.</p>'
            : `<table><thead><tr><th>Item</th><th>Count</th><th>Bonus</th></tr></thead><tbody>${lines.join('')}</tbody></table>`
        }`
      }),
    )
    const total = roles[0]?.total ?? 0
    const first = (at - 1) * ROLES_SHOWN
    const last = first + roles.length
    const link = (to: number, text: string): string =>
      `<a href="/demo/game?role_id=${encodeURIComponent(role_id)}&page=${to}">${text}</a>`
    const pages =
      total <= ROLES_SHOWN
        ? ''
        : `<p>Characters ${first + 1} to ${last} of ${total}. ${at > 1 ? link(at - 1, 'Before') : ''}
            ${last < total ? link(at + 1, 'Next') : ''}</p>`
    return await page(
      reply,
      200,
      `${options.game}: inventories`,
      `<p class="brand">${escapeHtml(options.game)} <span>demo game</span></p><h1>Inventories</h1>${parts.join('')}${pages}`,
    )
  })
}
