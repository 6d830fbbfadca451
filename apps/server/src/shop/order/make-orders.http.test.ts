import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { withShop } from '@hc/test/fixtures'

const shop = withShop({ ROLE: 'web', DEMO_MARKETS: '1' })

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** One call each of a player of its own; `earlier` calls were made before. */
type Case = {
  what: string
  goods?: 'gem_60' | 'coin_100'
  bonus?: number
  shown?: number
  role?: 'none' | 'of another'
  had?: 'given' | 'kept'
  session?: 'over' | 'none'
  disabled?: boolean
  unpaidMax?: number | null
  hourlyMax?: number
  key?: 'used' | 'of another body' | 'old' | 'another' | 'null'
  /**
   * What it freezes: facts alone, every fact, its price of a book, one while another one holds, one of another country
   * or under another currency, or a consent.
   */
  terms?: 'facts' | 'every fact' | 'price' | 'former price' | 'price elsewhere' | 'price in dollars' | 'consent'
}
const TERMS = { market: 'JP', texts: { terms: 3 } }
/** A value for each column of `order_terms`, as the schema has them. */
let everyFact: Record<string, unknown> = {}
const FACTS: Readonly<Record<string, unknown>> = { boolean: true, integer: 7, bigint: 8 }
/** The price of the small pack of gems in Japan's book. */
let yen = { price_id: 0, amount: 0 }
const cases: Case[] = [
  { what: 'item' },
  { what: 'item-with-its-bonus', bonus: 50 },
  { what: 'item-whose-bonus-was-given', bonus: 50, had: 'given' },
  { what: 'item-whose-bonus-is-kept', bonus: 50, had: 'kept' },
  { what: 'item-as-shown', bonus: 50, had: 'given', shown: 0 },
  { what: 'item-not-as-shown', bonus: 50, had: 'given', shown: 50 },
  { what: 'pack', goods: 'coin_100', bonus: 5, role: 'none' },
  { what: 'pack-of-a-character', goods: 'coin_100' },
  { what: 'no-such-character', role: 'of another' },
  { what: 'session-over', session: 'over' },
  { what: 'no-session', session: 'none' },
  { what: 'disabled', disabled: true },
  { what: 'no-limits', unpaidMax: null },
  { what: 'too-many-unpaid', key: 'another', unpaidMax: 1 },
  { what: 'one-below-the-limits', key: 'another', unpaidMax: 2, hourlyMax: 2 },
  { what: 'too-many-an-hour', key: 'another', hourlyMax: 1 },
  { what: 'key-used', key: 'used' },
  { what: 'key-of-another-body', key: 'of another body' },
  { what: 'key-free-again', key: 'old' },
  { what: 'no-key', key: 'null' },
  { what: 'facts', terms: 'facts' },
  { what: 'every-fact', terms: 'every fact' },
  { what: 'pack-with-facts', goods: 'coin_100', terms: 'facts' },
  { what: 'price', terms: 'price' },
  { what: 'price-and-bonus', terms: 'price', bonus: 50, had: 'given' },
  { what: 'former-price', terms: 'former price' },
  { what: 'price-of-another-item', goods: 'coin_100', terms: 'price' },
  { what: 'price-elsewhere', terms: 'price elsewhere' },
  { what: 'price-in-dollars', terms: 'price in dollars' },
  { what: 'consent', terms: 'consent' },
  { what: 'again-the-same-player' },
]

async function prepare(side: string): Promise<void> {
  for (const { what, goods, role, had, session, disabled, key } of cases) {
    const name = `${what}-${side}`
    await shop.db.query('insert into account (uid, login, disabled) values ($1, $1, $2)', [name, disabled === true])
    await shop.db.query(
      `insert into game_role (server_id, role_id, account_id, name, level)
       select 's1', $1, case when $2 then (select min(account_id) from account) else account_id end, 'Hero', 1
         from account where uid = $1`,
      [name, role === 'of another'],
    )
    if (session !== 'none')
      await shop.db.query(
        `insert into session (token_hash, account_id, remember, expires_at)
         select $1, account_id, false, now() + case when $3 then -1 else 1 end * interval '1 hour'
           from account where uid = $2`,
        [hash(name), name, session === 'over'],
      )
    if (had)
      await shop.db.query(
        `insert into ${had === 'given' ? 'first_top_up' : 'bonus_hold'} (server_id, role_id, cp_goods_id, epoch,
           order_no${had === 'given' ? ', at' : ''})
         select 's1', $1, 'gem_60', coalesce(max(at), '-infinity'), 'had-' || $1${had === 'given' ? ', now()' : ''}
           from bonus_reset where cp_goods_id = 'gem_60' and at <= now()`,
        [name],
      )
    if (key && key !== 'null')
      await shop.db.query(
        `insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, channel_code,
           created_at, expires_at, idem_key, idem_hash)
         select '0' || $1, account_id, uid, $2, $3, 99, 'sandbox', now() - case when $4 then 30 else 0 end
           * interval '1 hour', now() + interval '1 hour', $6 || $1, $5 from account where uid = $1`,
        [
          name,
          goods ? 'coin' : 'item',
          goods ?? 'gem_60',
          key === 'old',
          key === 'of another body' ? hash('other') : hash('body'),
          key === 'another' ? 'before-' : 'key-',
        ],
      )
  }
}

const callOf = (side: string, example: Case) => {
  const { what, goods = 'gem_60', bonus = 0, shown, role, unpaidMax, hourlyMax, key, terms } = example
  const local = terms?.includes('price') === true
  const frozen = {
    ...TERMS,
    ...(terms === 'every fact' ? everyFact : {}),
    ...(local ? { price_id: yen.price_id } : {}),
    ...(terms === 'price elsewhere' ? { market: 'DE' } : {}),
    ...(terms === 'consent' ? { consent: { kind: 'waiver', version: 1 } } : {}),
  }
  const name = `${what}-${side}`
  return [
    hash(name),
    `9${name}`,
    key === 'null' ? null : `key-${name}`,
    hash('body'),
    goods,
    goods === 'gem_60' ? 'item' : 'coin',
    local ? yen.amount + (terms === 'former price' ? 1 : 0) : 99,
    bonus,
    'sandbox',
    role === 'none' ? '' : 's1',
    role === 'none' ? '' : name,
    300,
    60,
    '0',
    unpaidMax === undefined ? 20 : unpaidMax,
    hourlyMax ?? 60,
    'Gems',
    shown ?? null,
    'en',
    local && terms !== 'price in dollars' ? 'JPY' : 'USD',
    null,
    local ? 99 : null,
    terms ? JSON.stringify(frozen) : null,
  ]
}
const types =
  'bytea text text bytea text text bigint int text text text int float8 text int int text int text text bigint bigint jsonb'.split(
    ' ',
  )
const answerColumns = `m.refusal, m.order_no, m.status, m.gateway_url, m.amount_cents, m.currency, m.title, m.gateway_ref,
  m.offer_bonus, m.held_by, m.expires_at > now() as open`

/** Everything that the calls of a side left, without its name. */
async function left(side: string): Promise<unknown> {
  const { rows } = await shop.db.query<{ it: string }>(
    `select replace((to_jsonb(o) - '{account_id,created_at,expires_at,next_check_at}'::text[] || jsonb_build_object(
        'own', o.account_id = (select account_id from account a where a.uid = o.uid),
        'lasts', extract(epoch from o.expires_at - o.created_at), 'check', extract(epoch from o.next_check_at
          - o.created_at),
        'events', (select jsonb_agg(jsonb_build_array(e.from_status, e.to_status, e.cause)) from order_event e
          where e.order_no = o.order_no),
        'terms', (select to_jsonb(x) from order_terms x where x.order_no = o.order_no),
        'consents', (select jsonb_agg(jsonb_build_array(c.kind, c.text_version, c.locale)) from consent c
          where c.order_no = o.order_no),
        'holds', (select jsonb_agg(jsonb_build_array(h.server_id, h.role_id, h.cp_goods_id)) from bonus_hold h
          where h.order_no = o.order_no)))::text, $1, '') as it
       from orders o where o.order_no like '%' || $1 order by 1`,
    [`-${side}`],
  )
  return rows.map(({ it }) => JSON.parse(it) as unknown)
}

describe('orders that are made together', () => {
  it('have exactly the rows of orders that are made one by one', async () => {
    const { rows: prices } = await shop.db.query<typeof yen>(
      `select p.price_id::int as price_id, p.amount_minor::int as amount from price p
         join book_country c using (book_id) where c.country = 'JP' and p.cp_goods_id = 'gem_60'
        and p.price_id = price_at(p.book_id, p.cp_goods_id, now())`,
    )
    yen = prices[0] ?? yen
    expect(yen.amount).toBeGreaterThan(0)
    const { rows: columns } = await shop.db.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
        where table_name = 'order_terms' and column_name not in ('order_no', 'price_id', 'point_rate')`,
    )
    const ownTerms: Record<string, unknown> = { market: 'JP', tax_country: 'JP', texts: { terms: 3 } }
    everyFact = Object.fromEntries(
      columns.map(({ name, type }) => [
        name,
        ownTerms[name] ?? FACTS[type] ?? (type === 'jsonb' ? [{ a: name }] : name),
      ]),
    )
    await prepare('together')
    await prepare('single')
    const calls = (side: string): unknown[][] => {
      const all = cases.map((example) => callOf(side, example))
      // The last one is a second call of the first one's player: another number, another key.
      const [first = []] = all
      return [...all.slice(0, -1), [first[0], `8again-${side}`, `again-${side}`, ...first.slice(3)]]
    }
    const together = calls('together')
    const frozen = [...new Set(together.map((call) => call.at(-1)))]
    // A batch names a method for each order, before its terms.
    const batchTypes = [...types.slice(0, -1), 'text', ...types.slice(-1), 'int']
    const { rows } = await shop.db.query<Record<string, unknown>>(
      `select m.ord, ${answerColumns}
         from place_purchases(${batchTypes.map((type, at) => `$${at + 1}::${type}[]`).join(', ')}) m
        order by m.ord`,
      [
        ...types.slice(0, -1).map((_, at) => together.map((call) => call[at])),
        together.map(() => null),
        frozen,
        together.map((call) => frozen.indexOf(call.at(-1)) + 1),
      ],
    )
    const alone: unknown[] = []
    for (const [at, call] of calls('single').entries()) {
      const { rows: oneRow } = await shop.db.query<Record<string, unknown>>(
        `select ${answerColumns} from place_order(${types.map((type, n) => `$${n + 1}::${type}`).join(', ')}) m`,
        call,
      )
      alone.push({ ord: at + 1, ...oneRow[0] })
    }
    const bare = (it: unknown, side: string): unknown =>
      JSON.parse(JSON.stringify(it).replaceAll(`-${side}`, '')) as unknown
    expect(bare(rows, 'together')).toEqual(bare(alone, 'single'))
    expect(new Set(rows.map(({ refusal }) => refusal))).toEqual(
      new Set([
        null,
        'OfferChanged',
        'PriceChanged',
        'RoleNotFound',
        'session',
        'TooManyUnpaidOrders',
        'TooManyRequests',
        'InvalidParams',
        'retry',
      ]),
    )
    expect(await left('together')).toEqual(await left('single'))
  })
})
