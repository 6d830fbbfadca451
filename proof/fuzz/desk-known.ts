import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import type { RoleKey } from '@hc/contract/desk/permissions'
import type { DeskClient } from '../../apps/server/testing/desk.ts'
import type { Shop } from '../../apps/server/testing/shop.ts'

type Made<N extends DeskCallName> = DeskBody<N> | undefined
/** A call that somebody makes with what the shop has: made when its turn comes, for calls before it change the shop. */
export type Known = { name: DeskCallName; who: RoleKey; body: () => Promise<object | undefined> }

const DAY_MS = 86_400_000
const reason = 'Ticket 4711'
const when = null
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
/** One pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What no call of the desk makes: a lost webhook, a difference, alerts, a list of prices. */
async function trouble(shop: Shop): Promise<void> {
  await shop.db
    .query(`insert into inbox (channel_code, event_id, kind, order_no, txn, amount_cents, currency, raw, state,
      outcome, run_at)
    select 'sandbox', 'fuzz-' || n, 'paid', 'no-such-order', 'T-' || n, 99, 'USD', '{"a":1}', 'parked',
        'unknown_order', now()
      from generate_series(1, 1) n`)
  await shop.db.query(`insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
    values ('sandbox', 'missing_here', 'T-77', '', '{"cents":499}', now())`)
  await shop.db.query(`insert into desk.alert (rule_key, subject, value, opened_at)
    values ('channel_low', 'sandbox', 41, now()), ('dispute_due', 'dp_1', 36, now())`)
  await shop.db.query(`insert into price_book (book_id, currency, tax) values ('fuzz', 'USD', 'none')`)
}

/** Bodies by which calls of the desk do what they are for, in the order in which they are made. */
export async function knownCalls(shop: Shop, people: ReadonlyMap<string, DeskClient>): Promise<Known[]> {
  await trouble(shop)
  const all: Known[] = []
  const add = <N extends DeskCallName>(
    name: N,
    body: () => Promise<Made<N>> | Made<N>,
    who: RoleKey = 'owner',
  ): void => {
    all.push({ name, who, body: async () => await body() })
  }
  const owner = people.get('owner')
  if (!owner) throw new Error('the fuzzer needs an owner')
  const text = async (sql: string): Promise<string> =>
    (await shop.db.query<{ x: string }>(`select x::text from (${sql}) y (x)`)).rows[0]?.x ?? ''
  const number = async (sql: string): Promise<number> => Number(await text(sql))
  const read = async <N extends DeskCallName>(name: N, body: DeskBody<N>): Promise<DeskResult<N>> =>
    (await owner.call(name, body)).result
  const staff = async (name: string): Promise<number> =>
    await number(`select staff_id from desk.staff where name = '${name}'`)

  const from = dayOf(Date.now() - 5 * DAY_MS)
  const to = dayOf(Date.now())
  for (const name of ['report/money', 'report/funnel', 'report/tax'] as const) add(name, () => ({ from, to }))
  add('report/weekly', async () => {
    const { report_id } = await read('report/save', { name: 'Mine', kind: 'money', days: 7, weekly: false })
    return { report_id, weekly: true }
  })
  add('report/forget', async () => ({ report_id: await number('select max(report_id) from desk.saved_report') }))
  add('view/save', () => ({ page: '/orders', name: 'Mine', query: 'status=4' }))
  aboutMoney()
  aboutTrouble()
  aboutGoods()
  aboutWords()
  aboutCountries()
  aboutPeople()
  return all

  function aboutMoney(): void {
    const paid = `select order_no from orders where channel_code = 'sandbox' order by paid_cents desc, 1 limit 1`
    add('ledger/journal', async () => ({ journal_id: await number('select max(journal_id) from ledger_journal') }))
    add('ledger/correct', () => ({
      unit: 'USD',
      entries: [
        { account: 'bank', amount: -7 },
        { account: 'differences', amount: 7 },
      ],
      reason,
    }))
    add('refund/part', async () => ({ order_no: await text(paid), cents: 90_000, reason }), 'support')
    add('refund/settleElsewhere', async () => ({ order_no: await text(paid), reference: 'bank 1', txn: '', reason }))
    add('refund/close', async () => ({ order_no: await text(paid), reason }))
    add('hold/release', async () => ({ order_no: await text(paid), reason }), 'lead')
    add('hold/seen', async () => ({ order_no: await text(paid), reason }), 'lead')
    add('points/adjust', () => ({ uid: '100001', basic: 0, present: 5, reason }))
    const csv = `payout,paid_at,kind,reference,gross_cents,fee_cents\npo_1,${from},capture,unknown,499,30\n`
    add('settlement/import', () => ({ channel: 'sandbox', csv }), 'finance')
  }

  function aboutTrouble(): void {
    const parked = `from inbox where state = 'parked' and event_id like 'fuzz-%'`
    add('inbox/read', async () => ({ id: await number(`select min(inbox_id) ${parked}`) }))
    add('inbox/close', async () => ({ id: await number(`select max(inbox_id) ${parked}`), reason }))
    add('finding/settle', () => ({ channel: 'sandbox', kind: 'missing_here', txn: 'T-77', reason }))
    const open = 'select max(alert_id) from desk.alert where closed_at is null'
    add('alert/acknowledge', async () => ({ alert_id: await number(open) }))
    add('alert/mute', async () => ({
      alert_id: await number(open),
      until: Math.floor((Date.now() + DAY_MS) / 1000),
      reason,
    }))
    add('alert/saveRule', async () => ({
      rule: 'reveals',
      threshold: 20,
      window_minutes: 1440,
      quiet_from: 0,
      quiet_to: 0,
      enabled: true,
      version: await number(`select version from desk.alert_rule where rule_key = 'reveals'`),
    }))
    add('alert/saveChannel', () => ({ name: 'Ops', address: 'ops@shop.example', enabled: true }))
  }

  function aboutGoods(): void {
    const product = async () => {
      const id = await text(`select cp_goods_id from product where kind = 'item' order by 1 limit 1`)
      const { product: now } = await read('product/read', { id })
      return { ...now, id, reason, when }
    }
    add('product/text', async () => {
      const { id, version, texts, icon } = await product()
      return { id, version, texts, icon, reason, when }
    })
    add('product/sell', async () => {
      const { id, version, active, sort, tag, featured } = await product()
      return { id, version, active, sort, tag, featured: featured === 0 ? 1 : 0, reason, when }
    })
    add('product/price', async () => {
      const { id, version, price_cents } = await product()
      return { id, version, price_cents: price_cents + 1, reason, when }
    })
    add('product/bonus', async () => {
      const { id, version, bonus_pct } = await product()
      return { id, version, bonus_pct: bonus_pct === 10 ? 20 : 10, reason, when }
    })
    add('product/create', async () => {
      const { texts, icon, tag } = await product()
      return {
        id: 'fuzz_1',
        kind: 'item',
        price_cents: 199,
        bonus_pct: 0,
        quantity: 1,
        icon,
        tag,
        sort: 99,
        texts,
        reason,
      }
    })
    const channel = async () => (await read('channel/list', {})).find(({ code }) => code === 'sandbox')
    add('channel/rules', async () => {
      const now = await channel()
      return (
        now && {
          code: now.code,
          version: now.version,
          sort: now.sort + 1,
          countries: null,
          currencies: null,
          min_cents: null,
          max_cents: 90_000,
          reason,
          when,
        }
      )
    })
    add('channel/on', async () => ({ code: 'sandbox', version: (await channel())?.version ?? 0, reason }), 'ops')
    const campaign = `select campaign_id from redeem_campaign order by 1 limit 1`
    add('campaign/dryRun', async () => ({ kind: 'redeem', id: await text(campaign) }))
  }

  function aboutWords(): void {
    const article = async () =>
      await read('article/read', { id: await text(`select id from article where state = 'live' order by 1 limit 1`) })
    add('article/save', async () => ({ id: null, version: 0, body: (await article()).body, reason }))
    add('article/mark', async () => {
      const { id, version, body } = await article()
      return { id, version, pinned: !body.pinned, hot: body.hot, reason }
    })
    add('article/publish', async () => {
      const { id, version } = await article()
      return { id, version, reason, when }
    })
    add('article/takeDown', async () => {
      const { id, version } = await article()
      return { id, version, reason, when }
    })
    add('home/save', async () => {
      const { version, body } = await read('home/read', { locale: 'en-US' })
      return body ? { locale: 'en-US', version, body, reason } : undefined
    })
    add('home/publish', async () => {
      const { version } = await read('home/read', { locale: 'en-US' })
      return { locale: 'en-US', version, reason, when }
    })
    add('preview/make', () => ({ moment: null, locale: 'en-US', path: '/main/home' }))
    add('media/upload', () => ({ data: PICTURE, alt: {} }))
    add('media/alt', async () => ({ hash: await text('select hash from desk.media limit 1'), alt: {} }))
  }

  function aboutCountries(): void {
    add('law/enable', () => ({ countries: ['DE'], reason }))
    add('law/end', () => ({ countries: ['DE'], reason }))
    add('book/prices', () => ({ book_id: 'fuzz' }))
    add('book/preview', () => ({ country: 'DE' }))
    add('book/save', () => ({
      book_id: 'fuzz',
      version: 1,
      currency: 'USD',
      entity_id: null,
      tax: 'none',
      protected: false,
      countries: ['QJ'],
      points_minor: 1_000,
      reason,
    }))
    add('price/save', async () => ({
      book_id: 'fuzz',
      lines: [
        { cp_goods_id: await text('select cp_goods_id from product order by 1 limit 1'), amount_minor: 500, seen: 0 },
      ],
      starts: null,
      ends: null,
      reason,
    }))
    add('currency/open', () => ({ code: 'JPY', reason }))
    add('currency/entity', () => ({
      entity_id: 'fuzz',
      version: 0,
      name: 'Fuzz Ltd',
      address: '1 Main Street',
      country: 'IE',
      tax_ids: {},
      evidence_min: 1,
      reason,
    }))
    add('currency/rate', () => ({
      country: 'QJ',
      name: 'VAT',
      rate_ppm: 100_000,
      valid_from: dayOf(Date.now() + 30 * DAY_MS),
      valid_to: null,
      source: 'the law',
      seen: 0,
      reason,
    }))
    add('gamekey/rotate', () => ({ reason }))
  }

  function aboutPeople(): void {
    const account = `select account_id from account where uid = '100003'`
    add('player/export', async () => ({ account_id: await number(account), reason }), 'lead')
    add('player/erase', async () => ({ account_id: await number(account), reason }), 'lead')
    add('staff/endSessions', async () => ({ staff_id: await staff('auditor'), reason }))
    add('staff/suspend', async () => ({ staff_id: await staff('auditor'), suspended: true, reason }))
    add('staff/grantRole', async () => ({ staff_id: await staff('content'), role: 'owner', given: true, reason }))
    add('role/edit', () => ({ role: 'fuzz', version: 0, name: 'F', permissions: {}, decides: [], limits: {}, reason }))
    add('approval/read', async () => ({
      approval_no: await number('select max(approval_no) from desk.approval'),
    }))
    const open = (call: string): string =>
      `select approval_no from desk.approval where state = 'open' and call = '${call}' order by 1 desc limit 1`
    add('approval/withdraw', async () => ({ approval_no: await number(open('role/edit')) }))
    // What two people agree on is done: each runs in the transaction that decides.
    for (const call of ['ledger/correct', 'points/adjust', 'product/price', 'product/bonus', 'channel/rules'])
      add('approval/decide', async () => ({ approval_no: await number(open(call)), yes: true, note: '' }), 'finance')
  }
}
