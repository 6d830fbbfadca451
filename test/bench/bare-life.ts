import { jsonCall } from '@hc/channels/http'
import { signWebhook } from '@hc/channels/signature'
import Fastify from 'fastify'
import pg from 'pg'
import { orderNo } from './shop.ts'

/**
 * The yardstick of an order's life: a program without a rule. It makes the same outside calls as the shop (payment made
 * at the gateway, webhook answered, delivery pushed to the game) and writes the same rows, with the same indexes, into
 * tables of the schema `bare`, one statement a step. It looks nothing up, checks nothing, and loses an order if it is
 * killed.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const { PARTY = '', SELF = '', GAME_SECRET = '', API_KEY = '' } = process.env
const SECONDS = 300

const statements = {
  created: `with o as (insert into bare.orders (order_no, account_id, uid, status, cause, order_type, cp_goods_id,
        amount_cents, currency, bonus_pct, bonus_granted, channel_code, server_id, server_name, role_id, role_name,
        idem_key, idem_hash, created_at, expires_at, next_check_at, rebate_campaign_id, title, locale)
      values ($1, $2::bigint, 'b' || $2::bigint, 1, 'created', 'item', 'gem_60', 99, 'USD', 0, 0, 'sandbox', 's1', 'Aurora', $3,
        'Bench', $4::text, sha256(convert_to($4::text, 'UTF8')), now(), now() + interval '${SECONDS} s', now() + interval
        '${SECONDS} s', 'starfall-2026', '60 Star Gems', 'en-US'))
    insert into bare.order_event (order_no, from_status, to_status, cause, at) values ($1, null, 1, 'created', now())`,
  opened: 'update bare.orders set gateway_ref = $2, gateway_url = $3 where order_no = $1',
  paid: `with i as (insert into bare.inbox (channel_code, event_id, kind, order_no, txn, amount_cents, currency, raw,
        state, outcome, attempts) values ('sandbox', $2, 'paid', $1, $3, 99, 'USD', $4, 'done', 'applied', 1)),
      o as (update bare.orders set status = 2, cause = 'webhook', paid_at = now(), paid_cents = 99
        where order_no = $1 returning server_id, role_id, account_id),
      e as (insert into bare.order_event (order_no, from_status, to_status, cause, at)
        values ($1, 1, 2, 'webhook', now())),
      c as (insert into bare.capture (channel_code, txn, order_no, amount_cents, currency, outcome, source, at, booked)
        values ('sandbox', $3, $1, 99, 'USD', 'applied', 'webhook', now(), true)),
      j as (insert into bare.ledger_journal (reason, source_id, order_no, account_id, created_at)
        select 'capture', $1, $1, account_id, now() from o returning journal_id),
      l as (insert into bare.ledger_entry (journal_id, ledger_account_id, unit, amount)
        select journal_id, side, 'USD', sign * 99 from j, (values (1, 1), (2, -1)) v (side, sign)),
      r as (insert into bare.rebate_progress (campaign_id, server_id, role_id, cents)
        select 'starfall-2026', server_id, role_id, 99 from o
        on conflict (campaign_id, server_id, role_id) do update set cents = rebate_progress.cents + 99),
      b as (insert into bare.outbox (outbox_id, kind, order_no, payload, run_at, created_at)
        select 'dlv_' || $1, 'deliver', $1, jsonb_build_object('uid', 'b' || account_id, 'items',
          '[{"bonus":0,"quantity":1,"cp_goods_id":"gem_60"}]'::jsonb, 'role_id', role_id, 'server_id', server_id,
          'delivery_id', 'dlv_' || $1, 'sdk_order_id', $1), now(), now() from o returning payload)
    select payload from b`,
  delivered: `with b as (update bare.outbox set state = 'confirmed', proof = $2, attempts = 1, ended_at = now()
        where outbox_id = 'dlv_' || $1),
      o as (update bare.orders set status = 4, cause = 'delivered', delivered_at = now() where order_no = $1)
    insert into bare.order_event (order_no, from_status, to_status, cause, at)
    values ($1, 2, 4, 'delivered', now())`,
} as const
type Step = keyof typeof statements
const write = async (name: Step, values: unknown[]): Promise<pg.QueryResult<{ payload: object }>> =>
  await pool.query<{ payload: object }>({ name, text: statements[name], values })

const app = Fastify()
app.post<{ Body: { client: number; key: string } }>('/create', async (request) => {
  const { client, key } = request.body
  const no = orderNo()
  await write('created', [no, client + 1, `rb${client + 1}`, key])
  const { json } = await jsonCall({
    method: 'POST',
    url: `${PARTY}/sandbox/v1/payments`,
    timeoutMs: 5_000,
    headers: { authorization: `Bearer ${API_KEY}` },
    body: JSON.stringify({
      merchant_order: no,
      amount_cents: 99,
      currency: 'USD',
      title: '60 Star Gems',
      return_url: `${SELF}/pay/return/${no}`,
      webhook_url: `${SELF}/api/pay/sandbox/webhook`,
      expires_at_ms: Date.now() + SECONDS * 1000,
    }),
  })
  const { id, page_url } = json as { id: string; page_url: string }
  await write('opened', [no, id, page_url])
  return { code: 0, msg: 'success', result: { sdk_order_id: no, pay_url: `${SELF}/pay/${no}` } }
})

async function deliver(no: string, payload: object): Promise<void> {
  const [id, seconds, body] = [`dlv_${no}`, Math.floor(Date.now() / 1000), JSON.stringify(payload)]
  const { json } = await jsonCall({
    method: 'POST',
    url: `${PARTY}/demo/game/deliver`,
    timeoutMs: 5_000,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signWebhook(GAME_SECRET, id, seconds, body),
    },
    body,
  })
  await write('delivered', [no, (json as { grant_id: string }).grant_id])
}

app.post<{ Body: { id: string; merchant_order: string; txn: string } }>('/api/pay/sandbox/webhook', async (request) => {
  const { id, merchant_order: no, txn } = request.body
  const { rows } = await write('paid', [no, id, txn, JSON.stringify(request.body)])
  void deliver(no, rows[0]?.payload ?? {})
  return { code: 0, msg: 'success', result: null }
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0)),
)
