import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { bounded, span } from '../../http/desk/bounded-lists.ts'
import type { FinanceDeps } from '../ledger/ledger.routes.ts'
import { type LineError, readPayouts } from './payout-file.ts'

const seconds = (column: string): string => `floor(extract(epoch from ${column}))::int`

/** The most errors of a file in one answer, which also has their number. */
const MOST_ERRORS = 50
const lineErrors = (errors: readonly LineError[]): AppError =>
  new AppError('LineErrors', { errors: errors.slice(0, MOST_ERRORS), total: errors.length })

/** Gateways' own books against ours: totals of channels, payout files, and booking a payout. */
export function settlementRoutes(register: DeskRegister, { db, now }: FinanceDeps): void {
  register('gateway/totals', async ({ from, to }) => {
    const within = span(from, to, now())
    return await bounded(db, (q) =>
      q<DeskResult<'gateway/totals'>[number]>(
        {
          text: `with taken as (select channel_code, currency, sum(amount_cents) as span from capture
              where channel_code <> 'hcpoint' and at >= to_timestamp($1) and at < to_timestamp($2)
                and (currency = 'USD' or booked) group by 1, 2),
            back as (select r.channel_code, c.currency,
                sum(r.amount_cents) filter (where r.dispute_id is null) as span,
                sum(r.amount_cents) filter (where r.dispute_id is not null) as lost
              from gateway_refund r join capture c using (channel_code, txn)
                left join refund_failure f using (channel_code, refund_txn)
             where r.applied and f.reversed is not true and r.at >= to_timestamp($1) and r.at < to_timestamp($2)
               and (c.currency = 'USD' or c.booked) group by 1, 2),
            paid as (select channel_code, currency, sum(gross_cents - fee_cents) as span, sum(fee_cents) as fees
              from payout where paid_at >= to_timestamp($1) and paid_at < to_timestamp($2) group by 1, 2),
            there as (select channel_code, unit as currency, amount
              from desk.balances_by_channel(to_timestamp($3)) where account = 'gateway')
            select g.channel_code as channel, g.currency, coalesce(t.span, 0)::bigint as captured_cents,
              coalesce(b.span, 0)::bigint as refunded_cents, coalesce(b.lost, 0)::bigint as disputed_cents,
              coalesce(p.span, 0)::bigint as payouts_cents, coalesce(p.fees, 0)::bigint as fees_cents,
              g.amount as there_cents,
              (select count(*)::int from reconcile_finding f where f.channel_code = g.channel_code
                and f.settled_at is null) as findings
              from there g left join taken t using (channel_code, currency)
                left join back b using (channel_code, currency) left join paid p using (channel_code, currency)
             order by 1, currency <> 'USD', currency`,
        },
        [within.from, within.to, Math.floor(now() / 1000) + 1],
      ),
    )
  })
  register('settlement/import', async ({ channel, currency, csv }, { q, who }) => {
    const { lines, errors } = readPayouts(csv, currency)
    if (errors.length > 0) throw lineErrors(errors)
    const payouts = [...new Set(lines.map(({ payout }) => payout))]
    for (const payout of payouts.toSorted())
      await q({ text: `select pg_advisory_xact_lock(hashtextextended('payout ' || $1 || ' ' || $2, 0))` }, [
        channel,
        payout,
      ])
    const booked = await q<{ payout_id: string }>(
      { text: 'select payout_id from payout where channel_code = $1 and payout_id = any($2)' },
      [channel, payouts],
    )
    const rows = await q<{
      payout: string
      kind: string
      reference: string
      gross: number
      fee: number
      currency: string
    }>(
      {
        text: `select payout_id as payout, kind, reference, gross_cents as gross, fee_cents as fee, currency
          from desk.settlement_line where channel_code = $1 and payout_id = any($2)`,
      },
      [channel, payouts],
    )
    const before = new Map(rows.map((line) => [`${line.payout} ${line.kind} ${line.reference}`, line]))
    const fresh = lines.filter((line) => !before.has(`${line.payout} ${line.kind} ${line.reference}`))
    // A booked capture or refund belongs to its payout; a file that is exported once more may have another number.
    const elsewhere = await q<{ kind: string; reference: string; payout: string }>(
      {
        text: `select s.kind, s.reference, s.payout_id as payout
          from jsonb_to_recordset($2) l (payout text, kind text, reference text)
          join payout_line s on s.channel_code = $1 and s.kind = l.kind and s.reference = l.reference
         where s.payout_id <> l.payout`,
      },
      [channel, JSON.stringify(fresh.map(({ payout, kind, reference }) => ({ payout, kind, reference })))],
    )
    const first = new Map(elsewhere.map(({ kind, reference, payout }) => [`${kind} ${reference}`, payout]))
    const others = new Map(
      rows.filter((line) => line.currency !== currency).map((line) => [line.payout, line.currency]),
    )
    const bookedIds = new Set(booked.map(({ payout_id }) => payout_id))
    const faults = lines.flatMap((line): LineError[] => {
      const other = others.get(line.payout)
      if (other) return [{ line: line.at, column: 'payout', why: 'imported_in', value: other }]
      const was = before.get(`${line.payout} ${line.kind} ${line.reference}`)
      if (was && (was.gross !== line.gross || was.fee !== line.fee))
        return [{ line: line.at, column: 'gross_cents', why: 'other_amount', value: String(line.gross) }]
      const used = was ? undefined : first.get(`${line.kind} ${line.reference}`)
      if (used !== undefined) return [{ line: line.at, column: 'reference', why: 'other_payout', value: used }]
      if (!was && bookedIds.has(line.payout))
        return [{ line: line.at, column: 'payout', why: 'booked', value: line.payout }]
      return []
    })
    if (faults.length > 0) throw lineErrors(faults)
    await q(
      {
        text: `insert into desk.settlement_line (channel_code, payout_id, kind, reference, paid_at, gross_cents,
            fee_cents, currency, imported_at, imported_by)
          select $1, l.payout, l.kind, l.reference, to_timestamp(l.paid_at), l.gross, l.fee, $4, app_now(), $3
            from jsonb_to_recordset($2) l (payout text, kind text, reference text, paid_at bigint, gross bigint,
              fee bigint)`,
      },
      [channel, JSON.stringify(fresh), who().staff_id, currency],
    )
    await q({ text: `select desk.note('settlement', $1, $2)` }, [
      channel,
      JSON.stringify({ payouts, added: fresh.length, ...(currency !== 'USD' && { currency }) }),
    ])
    return { payouts, added: fresh.length, same: lines.length - fresh.length }
  })
  register('settlement/list', async ({ channel }) =>
    bounded(db, (q) =>
      q<DeskResult<'settlement/list'>[number]>(
        {
          text: `select s.channel_code as channel, s.payout_id as payout, max(s.currency) as currency, ${seconds('max(s.paid_at)')} as paid_at,
              count(*)::int as lines, sum(s.gross_cents)::bigint as gross_cents, sum(s.fee_cents)::bigint as fee_cents,
              ${seconds('max(p.booked_at)')} as booked_at
            from desk.settlement_line s left join payout p using (channel_code, payout_id)
           where $1 = '' or s.channel_code = $1 group by 1, 2 order by max(s.paid_at) desc, 1, 2 limit 200`,
        },
        [channel],
      ),
    ),
  )
  register('settlement/read', async ({ channel, payout }) =>
    bounded(db, async (q) => {
      const lines = await q<DeskResult<'settlement/read'>['lines'][number]>(
        { text: 'select kind, reference, gross_cents, fee_cents, state, order_no from desk.settled_lines($1, $2)' },
        [channel, payout],
      )
      const [of] = await q<{ currency: string }>(
        { text: 'select currency from desk.settlement_line where channel_code = $1 and payout_id = $2 limit 1' },
        [channel, payout],
      )
      const currency = of?.currency ?? 'USD'
      const missing = await q<DeskResult<'settlement/read'>['missing'][number]>(
        {
          text: `select c.txn as reference, c.order_no, c.amount_cents::bigint as cents from capture c
           where c.channel_code = $1 and c.currency = $3 and was_booked(c)
             and c.at < (select max(s.paid_at) from desk.settlement_line s
               where s.channel_code = $1 and s.payout_id = $2)
             and c.at > (select max(s.paid_at) - interval '30 days' from desk.settlement_line s
               where s.channel_code = $1 and s.payout_id = $2)
             and not exists (select 1 from desk.settlement_line s where s.channel_code = c.channel_code
               and s.kind = 'capture' and s.reference = c.txn)
           order by c.at desc limit 200`,
        },
        [channel, payout, currency],
      )
      const [booked] = await q<{ at: number }>(
        { text: `select ${seconds('booked_at')} as at from payout where channel_code = $1 and payout_id = $2` },
        [channel, payout],
      )
      const sum = (of: 'gross_cents' | 'fee_cents'): number => lines.reduce((all, line) => all + line[of], 0)
      return {
        lines,
        missing,
        currency,
        gross_cents: sum('gross_cents'),
        fee_cents: sum('fee_cents'),
        booked_at: booked?.at ?? null,
      }
    }),
  )
  register(
    'settlement/book',
    async ({ channel, payout }, { q }) => {
      const [answer] = await q<{ refusal: string | null; net: number | null }>(
        { text: 'select refusal, net from desk.book_payout($1, $2)' },
        [channel, payout],
      )
      if (answer?.net == null) throw new AppError('PayoutRefused', { why: answer?.refusal ?? '' })
      return { net_cents: answer.net }
    },
    // Fees move money out of the books as a correction does: beyond what a gateway takes, two people agree.
    async ({ channel, payout }, { q }) => {
      const [row] = await q<{ unusual: boolean; gross: number; fee: number; lines: number; currency: string }>(
        {
          text: `select sum(s.fee_cents) < u.low or sum(s.fee_cents) > u.high as unusual,
              sum(s.gross_cents)::bigint as gross, sum(s.fee_cents)::bigint as fee, count(*)::int as lines,
              max(s.currency) as currency
            from desk.settlement_line s, desk.usual_fees($1, $2) u
           where s.channel_code = $1 and s.payout_id = $2 group by u.low, u.high`,
        },
        [channel, payout],
      )
      const { unusual = false, gross = 0, fee = 0, lines = 0, currency = BASE_CURRENCY } = row ?? {}
      return {
        amount: 0,
        kind: 'settlement',
        target: `${channel} ${payout}`,
        versions: { lines },
        ...(unusual && { under: ['ledger.correct'] }),
        forecast: { before: null, after: { gross_cents: gross, fee_cents: fee, currency } },
      }
    },
  )
  register('settlement/discard', async ({ channel, payout, lines }, { q }) => {
    const [answer] = await q<{ refusal: string | null; gross: number; fee: number; currency: string }>(
      { text: 'select refusal, gross, fee, unit as currency from desk.discard_payout($1, $2, $3)' },
      [channel, payout, lines],
    )
    if (!answer || answer.refusal !== null) throw new AppError('PayoutRefused', { why: answer?.refusal ?? '' })
    const { gross, fee, currency } = answer
    await q({ text: `select desk.note('settlement', $1, $2)` }, [
      channel,
      JSON.stringify({ payout, discarded: lines, gross_cents: gross, fee_cents: fee, currency }),
    ])
    return { lines }
  })
}
