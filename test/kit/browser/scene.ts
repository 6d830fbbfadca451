import { type DeskShop, inState, startDeskShop } from '../desk-shop.ts'
import { type OtherShop, otherShop, promotedRows } from '../other-shop.ts'
import { openYen, soldInYen } from '../seller.ts'
import { until } from '../shop.ts'
import type { Locale } from '@hc/contract/locales'
import type { Page } from 'playwright-core'
import type { Stagehand, Visitor } from './browser.ts'
import { timeIdFloor } from '@hc/domain/order-no'

/** The pages of the desk. A word after a colon stands for a number of the scene. */
export const deskPaths = [
  '/',
  '/waiting',
  '/orders',
  '/orders/:order',
  '/players',
  '/players/:player',
  '/deliveries',
  '/refunds',
  '/disputes',
  '/disputes/sandbox/dp_1',
  '/withdrawals',
  '/documents',
  '/documents/:receipt',
  '/orders/:receipted',
  '/inbox',
  '/approvals',
  '/approvals/:approval',
  '/products',
  '/products/new',
  '/products/gem_300',
  '/prices',
  '/prices/japan',
  '/markets',
  '/appeals',
  '/channels',
  '/campaigns',
  '/campaigns?kind=rebate',
  '/campaigns/redeem/new',
  '/campaigns/rebate/new',
  '/campaigns/redeem/:campaign',
  '/articles',
  '/articles/new',
  '/articles/:article',
  '/home',
  '/media',
  '/law',
  '/calendar',
  '/calendar?view=list',
  '/reports',
  '/reports?kind=funnel',
  '/reports?kind=delivery&vs=week',
  '/reports?kind=refunds&by=reason',
  '/reports?kind=support&by=action',
  '/reports?kind=tax',
  '/finance',
  '/finance/journals',
  '/finance/journals/:journal',
  '/finance/gateways',
  '/finance/payouts/sandbox/po_1',
  '/finance/periods',
  '/health',
  '/alerts',
  '/audit',
  '/settings',
  '/settings/game',
  '/settings/notifications',
  '/setup',
  '/staff',
  '/roles',
  '/roles/support',
  '/rules',
  '/imports',
  '/imports?tab=export',
  '/imports/:file',
  '/promote',
  '/promote/:promotion',
  '/help',
  '/help/late-payment#step-3',
  '/me',
] as const

/** A desk with something of everything on its pages. `addressOf`: a path with the scene's numbers. */
export type Scene = { at: DeskShop; addressOf: (path: string) => string; order: string; uid: string }

/** A PNG of one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const EMAIL = 'mika@mail.example'

const days = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)

async function ordersOf(at: DeskShop): Promise<{ refused: string; delivered: string }> {
  await at.rows(`update account set email = $1 where login = 'demo'`, EMAIL)
  const demo = await at.shop.signIn('demo', 'Demo1234')
  const paid = async (item: string): Promise<string> => {
    const order = await demo.order(item)
    await at.shop.outcome(order, 'paid')
    return order
  }
  const delivered = await paid('gem_6480')
  await inState(at, `dlv_${delivered}`, 'confirmed')
  const points = await paid('coin_500')
  await until('the points are there', async () => (await demo.record(points)).status === 4)
  at.game.says = { refused: 'bag full' }
  const refused = await paid('gem_300')
  await inState(at, `dlv_${refused}`, 'refused')
  at.game.says = 'yes'
  await demo.order('gem_60')
  // The longest name of a character.
  await at.rows(
    `update orders set role_name = $2 where order_no = $1`,
    refused,
    '永遠に輝く月の竜騎士'.repeat(7).slice(0, 64),
  )
  return { refused, delivered }
}

/** What no call of the desk makes: a chargeback, a lost webhook, a difference, an alert. */
async function troubleOf(at: DeskShop, order: string): Promise<void> {
  await at.rows(
    `insert into inbox (channel_code, event_id, kind, order_no, txn, amount_cents, currency, raw, state, outcome,
        run_at)
      values ('sandbox', 'evt-lost', 'paid', 'no-such-order', 'T-lost', 99, 'USD', '{"a":1}', 'parked', 'unknown_order',
        now())`,
  )
  await at.rows(
    `insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
      values ('sandbox', 'missing_here', 'T-77', $1, '{"cents":499}', now())`,
    order,
  )
  await at.rows(
    `insert into desk.alert (rule_key, subject, value, opened_at) values ('channel_low', 'sandbox', 41, now()),
      ('dispute_due', 'dp_1', 36, now()) on conflict do nothing`,
  )
}

/** A trend of days for the reports of a shop without a history. */
async function trendOf(at: DeskShop): Promise<void> {
  await at.rows(
    `insert into desk.day_total (day, channel_code, cp_goods_id, orders, newcomers, gross_cents, refunds,
       refunded_cents, points)
     select current_date - n, 'sandbox', 'gem_300', 40 + n % 7, n % 5, 19960 + 4990 * (n % 7), n % 3, 499 * (n % 3), 0
       from generate_series(1, 25) n on conflict do nothing`,
  )
}

/** An order in yen with its tax, its receipt and the credit note of a part; another one is weakly shown. */
async function receiptOf(at: DeskShop): Promise<{ order: string; number: string }> {
  await openYen(at.shop)
  const demo = await at.shop.signIn('demo', 'Demo1234')
  const order = await soldInYen(at.shop, demo, 1_500)
  await soldInYen(at.shop, demo, 300, { weak: true, evidence: [{ signal: 'game', country: 'QJ', at: 1 }] })
  await at.rows(`select request_part_refund($1, 500, 'test', 'test')`, order)
  const documentRows = await until('the documents are written', async () => {
    const findings = await at.rows(
      `select document_number(series, number) as number from document
      where order_no = $1 order by due_id`,
      order,
    )
    return findings.length === 2 && findings
  })
  return { order, number: String(documentRows[0]?.number) }
}

/** A chargeback of a paid order. */
async function disputedOf(at: DeskShop, order: string): Promise<void> {
  await at.rows(
    `select apply_dispute('sandbox', c.order_no, c.txn, c.amount_cents, c.currency, jsonb_build_object('id', 'dp_1',
        'stage', 'opened', 'reason', 'fraudulent', 'dueMs', $2::bigint), 'evt-dispute')
      from capture c where c.order_no = $1`,
    order,
    Date.now() + 36 * 3_600_000,
  )
}

/** A file whose rows change something and are wrong, and one of another shop. */
async function filesOf(at: DeskShop, other: OtherShop): Promise<{ file: number; promotion: number }> {
  const owner = at.as('owner')
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const csv = 'id,price_cents,tag\ngem_60,119,hot\ngem_300,479,\nnowhere,5,\ngem_980,ten,\n'
  const { result: file } = await owner.call('import/check', { name: 'autumn-prices.csv', data: base64(csv) })
  const { result: exported } = await owner.call('promote/export', { kinds: ['product', 'channel'] })
  const rows = promotedRows(exported.text)
  const changed = rows.map((row) => ({
    ...row,
    body: { ...row.body, ...(row.kind === 'product' ? { tag: 'new' } : { sort: 77 }) },
  }))
  const removed = changed
    .slice(0, 1)
    .map((row) => ({ ...row, body: { ...row.body, icon: `/media/${'a'.repeat(64)}-320.webp` } }))
  const text = other.signed([...removed, ...changed.slice(1)])
  const { result: promotion } = await owner.call('promote/check', { name: 'promotion.jsonl', data: base64(text) })
  return { file: file.import_id, promotion: promotion.import_id }
}

/** A product, the home page and a channel that change tomorrow: what the calendar shows. */
async function plansOf(at: DeskShop): Promise<void> {
  const [owner, finance] = [at.as('owner'), at.as('finance')]
  const reason = 'the autumn sale'
  const when = { local: `${days(1)}T10:00`, zone: 'UTC' }
  const { product } = (await owner.call('product/read', { id: 'gem_980' })).result
  const { id, version, active, sort, featured } = product
  await owner.call('product/sell', { id, version, active, sort, tag: 'sale', featured, reason, when })
  const home = (await owner.call('home/read', { locale: 'de-DE' })).result
  if (!home.body) throw new Error('the home page has no text')
  const saved = { locale: 'de-DE' as const, version: home.version, body: home.body, reason }
  const draft = (await owner.call('home/save', saved)).result
  await owner.call('home/publish', { locale: 'de-DE', version: draft.version, reason, when })
  const channel = (await owner.call('channel/list', {})).result.find(({ code }) => code === 'sandbox')
  const rules = { countries: null, currencies: null, min_cents: null, max_cents: 90_000 }
  const answer = await owner.call('channel/rules', {
    code: 'sandbox',
    version: channel?.version ?? 0,
    sort: 5,
    ...rules,
    reason,
    when,
  })
  await finance.call('approval/decide', { approval_no: Number(answer.data?.approval), yes: true })
  const planned = await at.rows(`select kind from desk.scheduled_change where state = 'waiting' order by 1`)
  if (planned.length !== 3) throw new Error(`planned: ${JSON.stringify(planned)}`)
}

/** A statement from an address that the account does not have: somebody must look at it. */
async function statedOf(at: DeskShop, order: string): Promise<void> {
  const stated = { name: 'Mika Muster', sdk_order_id: order, contact: 'mika@work.example' }
  const { statement } = (await at.shop.call('withdraw/state', stated)).result
  await at.shop.call('withdraw/confirm', { statement })
}

/** Counts today for the reports, as the chore of a worker does. */
async function countedOf(at: DeskShop): Promise<void> {
  const day = days(0)
  const from = Date.parse(day)
  await at.rows('select desk.count_reports($1, $2, $3)', [day], [timeIdFloor(from)], [timeIdFloor(from + 86_400_000)])
}

/** Starts it: orders in several states, a request, a note, a payout, a campaign's codes, a plan. */
export async function startScene(env: Record<string, string> = {}): Promise<Scene> {
  const other = otherShop()
  const at = await startDeskShop({
    PROMOTE_TRUSTED_KEYS: other.key,
    DEMO_MARKETS: '1',
    RETRY_BASE_MS: '500',
    RETRY_CAP_MS: '1000',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...env,
  })
  if (env.DEMO_HISTORY === '1')
    await until(
      'the history is made',
      async () => (await at.rows('select from demo_history where done_at is not null')).length > 0,
    )
  await at.rows(`update desk.staff_session set fresh_until = now() + interval '1 hour'`)
  const { refused, delivered } = await ordersOf(at)
  await troubleOf(at, delivered)
  if (env.DEMO_HISTORY !== '1') await trendOf(at)
  await disputedOf(at, delivered)
  const files = await filesOf(at, other)
  await plansOf(at)
  const receipt = await receiptOf(at)
  await statedOf(at, delivered)
  const [account] = await at.rows(`select uid from account where login = 'demo'`)
  const uid = String(account?.uid)
  const reason = 'ticket 12, the player wrote'
  const answer = await at.as('support').call('refund/part', { order_no: delivered, cents: 3000, reason })
  await at.as('support').call('remark/write', {
    kind: 'order',
    target: refused,
    text: 'The bag is full; the player makes room tonight.',
    ticket: 'T-9',
    for_role: 'finance',
  })
  const csv = `payout,paid_at,kind,reference,gross_cents,fee_cents\npo_1,${days(-1)},capture,unknown,499,30\n`
  await at.as('finance').call('settlement/import', { channel: 'sandbox', csv })
  // A large shop's day: its numbers fit into the table in each language.
  await at.as('owner').call('media/upload', { data: PICTURE, alt: {} })
  await at.rows(`insert into desk.funnel_day (day, visits, recharge, item, clicks, orders, opened, paid, delivered,
      counted_at) values ((now() at time zone 'UTC')::date - 2, 123456789, 12345678, 12345678, 12345678, 12345678,
      12345678, 12345678, 12345678, now()) on conflict do nothing`)
  await at.as('owner').call('report/save', { name: 'How far they come', kind: 'funnel', days: 28, weekly: true })
  await countedOf(at)
  const [journal] = await at.rows('select max(journal_id) as no from ledger_journal')
  const [campaign] = await at.rows('select campaign_id as id from redeem_campaign limit 1')
  const [article] = await at.rows('select id from article order by id limit 1')
  const numbers = {
    order: refused,
    player: uid,
    receipt: receipt.number,
    receipted: receipt.order,
    approval: typeof answer.data?.approval === 'number' ? String(answer.data.approval) : '1',
    campaign: String(campaign?.id),
    article: String(article?.id),
    journal: String(journal?.no),
    file: String(files.file),
    promotion: String(files.promotion),
  }
  return {
    at,
    order: refused,
    uid,
    addressOf: (path) => path.replaceAll(/:(\w+)/g, (_, name: keyof typeof numbers) => numbers[name]),
  }
}

const QUIET_MS = 90

/** Somebody who has everything, in one language. */
export async function owner({ at }: Scene, browser: Stagehand, locale: Locale, translated = false): Promise<Visitor> {
  const visitor = await browser.visit({ locale, translated })
  const [name = '', value = ''] = at.as('owner').cookie.split('=')
  await visitor.context.addCookies([{ name, value, url: at.desk }])
  return visitor
}

/** Goes somewhere, and waits until whatever the page asks for is on it. */
export async function settled(page: Page, go: () => Promise<unknown>): Promise<void> {
  let open = 0
  const enter = (): number => open++
  const ended = (): number => open--
  page.on('request', enter)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  await go()
  await page.locator('main h1').first().waitFor()
  for (let quiet = 0; quiet < QUIET_MS;) {
    await page.waitForTimeout(QUIET_MS / 3)
    const loading = await page.locator('output.state').count()
    quiet = open > 0 || loading > 0 ? 0 : quiet + QUIET_MS / 3
  }
  page.off('request', enter)
  page.off('requestfinished', ended)
  page.off('requestfailed', ended)
}
