import { isDeepStrictEqual } from 'node:util'
import { measure } from '../../src/desk/alerts/alerts.ts'
import type { Query } from '../../src/platform/db.ts'
import type { Log } from '../../src/platform/log.ts'
import { type DeskAt, requestOf } from './desk.ts'
import { DAY_MS, type Happening, HOUR_MS } from './plan.ts'
import { type StaffRefund, SUPPORT_LIMIT, type Troubles } from './troubles.ts'

/** What people of the desk did at a moment, and what came of it at the gateway and in the game. */
export type Act = { at: number; run: (desk: DeskAt, q: Query) => Promise<void>; outcome?: readonly Happening[] }

const MINUTE_MS = 60_000
export const CAMPAIGN = 'comet-drop'
/** Uses of the campaign's one code, and how many of them players have had: 24 %. */
const CODE_USES = 150
export const CODE_USED = 36
export const CAMPAIGN_DAYS = 12

const names = {
  'en-US': 'Comet Drop',
  'zh-CN': '彗星礼包',
  'zh-HK': '彗星禮包',
  'zh-TW': '彗星禮包',
  'th-TH': 'ของขวัญดาวหาง',
  'ko-KR': '혜성 선물',
  'ja-JP': '彗星ギフト',
  'vi-VN': 'Quà Sao Chổi',
  'de-DE': 'Kometenregen',
}

/** The local time of a moment in UTC, as people type it. */
const local = (at: number): { local: string; zone: string } => ({
  local: new Date(at).toISOString().slice(0, 16),
  zone: 'UTC',
})

/** Friday after a moment, at ten o'clock in Berlin. */
function nextFriday(at: number): { local: string; zone: string } {
  const days = (5 - new Date(at).getUTCDay() + 7) % 7 || 7
  return { local: `${new Date(at + days * DAY_MS).toISOString().slice(0, 10)}T10:00`, zone: 'Europe/Berlin' }
}

/** A refund: within its limit the support gives it, a part is the lead's, and above the limit finance decides. */
function refundAct({ story, at, cents, part, reason, outcome }: StaffRefund): Act {
  const order_no = story.no
  const doneAt = at + HOUR_MS
  if (part)
    return {
      at,
      run: async (desk) => void (await desk('lead', doneAt, 'refund/part', { order_no, cents, reason })),
      outcome,
    }
  return {
    at,
    async run(desk) {
      const answer = await desk('support', cents > SUPPORT_LIMIT ? at : doneAt, 'refund/make', { order_no, reason })
      if (!('approval' in answer)) return
      const decision = { approval_no: requestOf(answer), yes: true, note: 'Checked with the player' }
      await desk('finance', doneAt, 'approval/decide', decision)
    },
    outcome,
  }
}

async function startCampaign(desk: DeskAt, at: number): Promise<void> {
  const draft = {
    kind: 'redeem',
    texts: Object.fromEntries(Object.entries(names).map(([locale, name]) => [locale, { name, desc: '' }])),
    starts: local(at),
    ends: local(at + 30 * DAY_MS),
    items: [],
    basic_points: 0,
    present_points: 60,
    per_role: 1,
    per_account: 1,
    total: CODE_USES,
  }
  const target = { kind: 'redeem', id: CAMPAIGN }
  const edited = await desk('campaign', at - HOUR_MS, 'campaign/edit', { ...target, version: 0, draft })
  await desk('campaign', at - HOUR_MS, 'code/make', { id: CAMPAIGN, count: 1, uses: CODE_USES })
  const version = 'version' in edited ? edited.version : 0
  await desk('campaign', at, 'campaign/start', { ...target, version, reason: 'Players who stayed away for a month' })
}

/** The euro book's price is agreed on and planned; a shop without that book plans nothing. */
async function planPrice(desk: DeskAt, q: Query, at: number, startMs: number): Promise<void> {
  const [book] = await q<{ seen: number }>({
    text: `select max(price_id) as seen from price where book_id = 'euro' and cp_goods_id = 'gem_980'
      having count(*) > 0`,
  })
  if (!book) return
  const answer = await desk('campaign', at, 'price/save', {
    book_id: 'euro',
    lines: [{ cp_goods_id: 'gem_980', amount_minor: 1699, seen: book.seen }],
    starts: nextFriday(startMs),
    ends: null,
    reason: 'The price before the summer',
  })
  const decision = { approval_no: requestOf(answer), yes: true, note: 'As we agreed' }
  await desk('finance', at + HOUR_MS, 'approval/decide', decision)
}

/** A draft of the newest article, which players do not see yet. */
async function draftArticle(desk: DeskAt, q: Query, at: number): Promise<void> {
  const [article] = await q<{ id: string }>({
    text: `select id from article where state = 'live' order by id limit 1`,
  })
  if (!article) return
  const read = await desk('content', at, 'article/read', { id: article.id })
  if (!('body' in read)) return
  const body = structuredClone(read.body)
  const text = body.texts['en-US']
  if (!text) return
  text.html = `${text.html}<p>Maintenance now begins an hour later, at 08:00 UTC.</p>`
  if (isDeepStrictEqual(body, read.body)) return
  await desk('content', at, 'article/save', { id: article.id, version: read.version, body, reason: 'A later hour' })
}

/** A rule's finding opens an alert, and its absence closes it; alerts that are open for another reason stay. */
async function alertFor(q: Query, at: number, finding: { rule: string; subject: string; value: number } | null) {
  await q({ text: 'select demo_clock($1)' }, [at])
  await q(
    {
      text: `select from desk.judge_alerts((select coalesce(jsonb_agg(f), '[]') from (
        select to_jsonb(x) as f from (select rule_key as rule, subject, value from desk.alert where closed_at is null
          and (rule_key, subject) not in (('channel_low', 'sandbox'), ('delivery_slow', ''))) x
        union all select $1::jsonb where $1::jsonb is not null) y))`,
    },
    [finding && JSON.stringify(finding)],
  )
}

const passing = (at: number, minutes: number, rule: string, subject: string, value: number): Act => ({
  at,
  async run(_desk, q) {
    await alertFor(q, at, { rule, subject, value })
    await alertFor(q, at + minutes * MINUTE_MS, null)
  },
})

/** All that people did at the desk, by its time. */
export function planActs(startMs: number, { refunds, disputed, waiting }: Troubles): Act[] {
  const ago = (hours: number): number => startMs - hours * HOUR_MS
  return [
    ...refunds.map(refundAct),
    { at: ago(CAMPAIGN_DAYS * 24), run: (desk) => startCampaign(desk, ago(CAMPAIGN_DAYS * 24)) },
    passing(ago(9 * 24 - 3), 35, 'channel_low', 'sandbox', 58),
    passing(ago(4 * 24 + 5), 25, 'delivery_slow', '', 412),
    {
      at: ago(80),
      run: async (desk) =>
        void (await desk('support', ago(80), 'remark/write', {
          kind: 'order',
          target: disputed.no,
          text: 'The player wrote to us: their brother paid with this card. Please answer the bank before it is due.',
          ticket: '',
          for_role: 'finance',
        })),
    },
    { at: ago(50), run: (desk, q) => planPrice(desk, q, ago(50), startMs) },
    { at: ago(20), run: (desk, q) => draftArticle(desk, q, ago(20)) },
    {
      at: ago(1.2),
      run: async (desk) =>
        void requestOf(
          await desk('support', ago(1.2), 'refund/make', {
            order_no: waiting.no,
            reason: 'Wrong character; the item was not used',
          }),
        ),
    },
    {
      at: ago(0.4),
      async run(desk, q) {
        const [product] = await q<{ version: number }>({
          text: `select version from product where cp_goods_id = 'gem_300'`,
        })
        const body = { id: 'gem_300', version: product?.version ?? 0, price_cents: 449, when: null }
        requestOf(await desk('campaign', ago(0.4), 'product/price', { ...body, reason: 'A weekend for newcomers' }))
      },
    },
  ]
}

/** The alerts of the shop as it stands at the start, by its own rules: nobody must be told of what they saw made. */
export async function judgeNow(q: Query, now: number, log: Log): Promise<void> {
  const findings = await measure(q, now, log)
  await q({ text: `select set_config('hc.clock_offset_ms', '', true)` })
  await q({ text: 'select from desk.judge_alerts($1)' }, [JSON.stringify(findings)])
}
