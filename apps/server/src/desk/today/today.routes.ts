import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { editedKinds } from '@hc/contract/desk/editing'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import type { Ctx } from '../../ctx.ts'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { actAs } from '../../http/desk/transaction.ts'
import type { Database, Query } from '../../platform/db.ts'
import { ofDrafted } from '../campaigns/kinds/kinds.ts'
import { DAY_S, firstOrderNo, HOUR_S, type Span, type SpanIn, sums, sumsIn } from '../reports/day-sums.ts'
import { boards } from './board.ts'
import { newsOf, noteSeen } from './news.ts'
import { inTodo } from '../alerts/in-todo.ts'
import { todoCounts } from './todo.ts'

/** Each form with the rights of which one is needed to save it. */
const saves: Readonly<Record<(typeof editedKinds)[number], readonly string[]>> = {
  product: ['product.text', 'product.sell', 'product.price', 'product.bonus'],
  channel: ['channel.rules'],
  article: ['content.edit'],
  block: ['content.edit'],
  ...ofDrafted(() => ['campaign.edit', 'campaign.stop']),
  setting: [],
}
const none: Span = { orders: 0, newcomers: 0, gross_cents: 0, refunds: 0, refunded_cents: 0, points: 0 }
const noneIn = (currency: string): SpanIn => ({
  currency,
  orders: 0,
  newcomers: 0,
  gross_minor: 0,
  refunds: 0,
  refunded_minor: 0,
})
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** Sums of a day up to a time of day, from its orders: `desk.day_total` has only whole days. */
async function daySoFar(q: Query, from: number, to: number): Promise<{ base: Span; others: SpanIn[] }> {
  const rows = await q<Span & { currency: string }>(
    {
      text: `select o.currency, count(*)::float8 as orders, 0::float8 as newcomers,
          coalesce(sum(o.paid_cents) filter (where o.channel_code <> 'hcpoint'), 0)::float8 as gross_cents,
          count(*) filter (where o.refunded_cents > 0)::float8 as refunds,
          coalesce(sum(o.refunded_cents) filter (where o.channel_code <> 'hcpoint'), 0)::float8 as refunded_cents,
          coalesce(sum(o.paid_cents) filter (where o.channel_code = 'hcpoint'), 0)::float8 as points
        from orders o where o.order_no >= $1 and o.order_no < $2 and o.paid_cents > 0 group by 1`,
    },
    [firstOrderNo(from), firstOrderNo(to)],
  )
  const spans = rows.map(({ currency, gross_cents, refunded_cents, points, ...counts }) => ({
    base: { ...counts, gross_cents, refunded_cents, points },
    other: { ...counts, currency, gross_minor: gross_cents, refunded_minor: refunded_cents },
  }))
  return {
    base: spans.find(({ other }) => other.currency === BASE_CURRENCY)?.base ?? none,
    others: spans.map(({ other }) => other).filter(({ currency }) => currency !== BASE_CURRENCY),
  }
}

type Speed = { p50: number | null; p95: number | null }
const SPEED = `select percentile_cont(0.5) within group (order by s)::float8 as p50,
    percentile_cont(0.95) within group (order by s)::float8 as p95
  from (select extract(epoch from delivered_at - paid_at) as s from orders
    where order_no >= $1 and order_no < $2 and order_type = 'item' and delivered_at is not null
      and paid_at is not null) d`
/** Times from payment to delivery in the hour before a moment. */
const speedBefore = async (q: Query, at: number): Promise<Speed> =>
  (await q<Speed>({ text: SPEED }, [firstOrderNo(at - HOUR_S), firstOrderNo(at + 1)]))[0] ?? { p50: null, p95: null }

type OrderSums = { made: number; opened: number; paid: number }
/** Orders since a moment: whole hours before `cut` come from the counts, the rest from the orders. */
async function madeBetween(q: Query, from: number, cut: number, to: number): Promise<OrderSums> {
  const [row] = await q<OrderSums>(
    {
      text: `select coalesce(sum(made), 0)::int as made, coalesce(sum(opened), 0)::int as opened,
          coalesce(sum(paid), 0)::int as paid
        from (select count(*) as made, count(opened_at) as opened, count(*) filter (where paid_cents > 0) as paid
            from orders where order_no >= $1 and order_no < $2
          union all select sum(created), sum(opened), sum(paid) from desk.channel_hour
           where hour >= to_timestamp($3) and hour < to_timestamp($4)) x`,
    },
    [firstOrderNo(cut), firstOrderNo(to), from, cut],
  )
  return row ?? { made: 0, opened: 0, paid: 0 }
}

/** Sums of other currencies now and a week ago, also if a currency has only one of both. */
function against(now: SpanIn[], before: SpanIn[]): DeskResult<'today/read'>['others'] {
  const of = (spans: SpanIn[], currency: string) => spans.find((span) => span.currency === currency) ?? noneIn(currency)
  return [...new Set([...now, ...before].map(({ currency }) => currency))]
    .toSorted()
    .map((currency) => ({ now: of(now, currency), before: of(before, currency) }))
}

async function today(q: Query, nowMs: number): Promise<Omit<DeskResult<'today/read'>, 'approvals'>> {
  const now = Math.floor(nowMs / 1000)
  const midnight = Math.floor(now / DAY_S) * DAY_S
  const before = midnight - 7 * DAY_S
  const cut = Math.max(midnight, Math.floor(now / HOUR_S - 1) * HOUR_S)
  const day = dayOf(now)
  const [[so], soIn, past, orderSums, madeBefore, speed, slower, [dueWork], [alerts]] = await Promise.all([
    q<Span>({ text: `select ${sums} from desk.totals_between($1, $1) t` }, [day]),
    q<SpanIn>({ text: `select t.unit as currency, ${sumsIn} from desk.totals_between_in($1, $1) t group by 1` }, [day]),
    daySoFar(q, before, before + (now - midnight)),
    madeBetween(q, midnight, cut, now + HOUR_S),
    madeBetween(q, before, Math.floor((before + now - midnight) / HOUR_S) * HOUR_S, before + (now - midnight)),
    speedBefore(q, now),
    speedBefore(q, now - 7 * DAY_S),
    q<{ n: number }>({
      text: `select count(*)::int as n from dispute
        where stage = 'opened' and due_at < app_now() + interval '48 hours'`,
    }),
    q<{ n: number }>({ text: 'select count(*)::int as n from desk.alert where closed_at is null' }),
  ])
  return {
    day,
    now: so ?? none,
    before: past.base,
    others: against(soIn, past.others),
    ...orderSums,
    made_before: madeBefore.made,
    paid_before: madeBefore.paid,
    ...speed,
    p50_before: slower.p50,
    p95_before: slower.p95,
    disputes_due: dueWork?.n ?? 0,
    alerts: alerts?.n ?? 0,
  }
}

async function toDecide(q: Query, staffId: number, decides: readonly string[]): Promise<number> {
  const [row] = await q<{ n: number }>(
    {
      text: `select count(*)::int as n from desk.approval a
        where a.state in ('open', 'alone') and a.lapses_at > app_now() and a.asked_by <> $1 and a.decided_by = any($2)
          and not exists (select 1 from desk.approval_vote v
            where v.approval_no = a.approval_no and v.staff_id = $1)`,
    },
    [staffId, decides],
  )
  return row?.n ?? 0
}

/** What happens in the shop today, and what concerns a person now. `sandboxUrl`: null where it is no demo. */
export function todayRoutes(
  register: DeskRegister,
  { db, ctx, sandboxUrl }: { db: Database; ctx: Ctx; sandboxUrl: string | null },
): void {
  const nowMs = ctx.now
  const board = boards(nowMs)
  const todoOf = todoCounts(db, nowMs)
  register('today/board', async (body, { q, who }) => {
    const answer = await board(q, body)
    return who().permissions['order.read'] ? answer : { ...answer, latest: [] }
  })
  register('today/read', async (_body, { q, who }) => {
    const { staff_id, decides } = who()
    return { ...(await today(q, nowMs())), approvals: await toDecide(q, staff_id, decides) }
  })
  register('pulse/read', async ({ form }, { q, who }) => {
    const me = who()
    const { staff_id, decides, permissions } = me
    const todo = await todoOf(me)
    const [row] = await q<{
      alerts: { rule: string; subject: string }[]
      ended: number
      newest: string
      paused: boolean
      closed: boolean
    }>(
      {
        text: `select coalesce((select jsonb_agg(jsonb_build_object('rule', rule_key, 'subject', subject))
              from desk.alert
              where closed_at is null and (muted_until is null or muted_until <= app_now())), '[]') as alerts,
            (select count(*)::int from desk.approval where asked_by = $1
              and state in ('done', 'refused', 'lapsed', 'stale') and seen_at is null) as ended,
            coalesce((select order_no from orders order by order_no desc limit 1), '') as newest,
            sales_paused() as paused, shop_closed() as closed`,
      },
      [staff_id],
    )
    const alerts = row?.alerts ?? []
    const rowOf = await inTodo(q, me, alerts)
    const others = form
      ? await q<{ name: string }>({ text: 'select name from desk.writing($1, $2, $3, $4)' }, [
          form.kind,
          form.target,
          staff_id,
          // Only a person who could save the form is shown as its editor: decision 470.
          form.writes && saves[form.kind].some((right) => permissions[right] || decides.includes(right)),
        ])
      : []
    return {
      alerts: alerts.filter((alert) => !rowOf(alert)).length,
      ended: row?.ended ?? 0,
      newest: row?.newest ?? '',
      approvals: await toDecide(q, staff_id, decides),
      writing: others.map(({ name }) => name),
      paused: row?.paused ?? false,
      closed: row?.closed ?? false,
      ...(todo === null ? {} : { todo }),
      ...(await newsOf(q, me)),
    }
  })
  register('today/try', async ({ what }, { q, by }) => {
    if (sandboxUrl === null) throw new AppError('NotPossible', { why: 'no_demo' })
    const { tryInDemo } = await import('../../../seeds/try.ts')
    const { path, kind, target } = await tryInDemo(q, { db, ctx, sandboxUrl }, what)
    await actAs(q, { ...by, actor: 'job:demo' })
    await q({ text: 'select desk.note($1, $2)' }, [kind, target])
    await actAs(q, by)
    return { path }
  })
  register('pulse/seen', async ({ what }, { q, who }) => {
    await noteSeen(q, who(), what)
    return { did: true }
  })
}
