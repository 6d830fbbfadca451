import type { BookLine, Channel } from '@hc/channels/channel'
import { NoAnswer } from '@hc/channels/http'
import type { Ctx } from '../../ctx.ts'
import { settleCapture, settleFailedRefund, settleRefund } from './settle-order.ts'

const PAGE = 100
const PAGES_MAX = 200
/** A gateway's list may show a line late or out of order: each reading begins this much before the last one ended. */
const OVERLAP_MS = 3_600_000
const DAY_MS = 86_400_000

/** The dependencies of comparing books. */
export type BookCtx = Pick<Ctx, 'q' | 'now' | 'channels' | 'log' | 'alarm'>

export type Finding = {
  channel: string
  kind: 'missing_here' | 'missing_there' | 'amount_differs'
  txn: string
  orderNo: string
  detail: Record<string, unknown>
}
export type Reconciled = {
  channel: string
  lines: number
  applied: number
  findings: Finding[]
  /** Why the books could not be read to their end. */ failed: string | null
}

type OwnCapture = { txn: string; order_no: string; amount_cents: number; currency: string }

async function find(ctx: BookCtx, { channel, kind, txn, orderNo, detail }: Finding): Promise<void> {
  await ctx.q(
    {
      name: 'finding',
      text: `insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
        values ($1, $2, $3, $4, $5, app_now())
           on conflict (channel_code, kind, txn) do update set detail = excluded.detail`,
    },
    [channel, kind, txn, orderNo, JSON.stringify(detail)],
  )
}

/** One line of a gateway's books: known and equal, applied now, or a difference for staff. */
async function compare(ctx: BookCtx, channel: string, line: BookLine): Promise<'known' | 'applied' | Finding> {
  const capture = line.kind === 'capture'
  if (line.kind === 'refund_failed') {
    const outcome = await settleFailedRefund(ctx, channel, line.orderNo, { ...line, reason: '' })
    return outcome === 'duplicate' || outcome === 'unknown_order' ? 'known' : 'applied'
  }
  const id = capture ? line.txn : line.refundTxn
  const [ownCapture] = await ctx.q<OwnCapture>(
    {
      name: capture ? 'our-capture' : 'our-refund',
      text: capture
        ? 'select txn, order_no, amount_cents, currency from capture where channel_code = $1 and txn = $2'
        : `select r.refund_txn as txn, r.order_no, r.amount_cents, coalesce(r.currency, c.currency, '') as currency
          from gateway_refund r left join capture c using (channel_code, txn) where r.channel_code = $1
          and r.refund_txn = $2`,
    },
    [channel, id],
  )
  if (ownCapture) {
    const same =
      ownCapture.amount_cents === line.amountCents &&
      (ownCapture.currency === '' || ownCapture.currency === line.currency)
    return same
      ? 'known'
      : {
          channel,
          kind: 'amount_differs',
          txn: id,
          orderNo: ownCapture.order_no,
          detail: { here: [ownCapture.amount_cents, ownCapture.currency], there: [line.amountCents, line.currency] },
        }
  }
  const outcome = capture
    ? await settleCapture(ctx, channel, line.orderNo, line, 'repair')
    : await settleRefund(ctx, channel, line.orderNo, line)
  // A line of an unknown order, or a refund without a capture, cannot be applied.
  if (outcome === 'unknown_order')
    return {
      channel,
      kind: 'missing_here',
      txn: id,
      orderNo: line.orderNo,
      detail: {
        kind: line.kind,
        amountCents: line.amountCents,
        currency: line.currency,
        at: new Date(line.at).toISOString(),
      },
    }
  return 'applied'
}

/** The captures of a page that stand here with the same amount and currency: one look for all of them. */
async function knownLines(ctx: BookCtx, channel: string, lines: readonly BookLine[]): Promise<ReadonlySet<string>> {
  const captures = new Map(lines.flatMap((line) => (line.kind === 'capture' ? [[line.txn, line] as const] : [])))
  const ownCaptures =
    captures.size === 0
      ? []
      : await ctx.q<OwnCapture>(
          {
            name: 'our-captures',
            text: 'select txn, order_no, amount_cents, currency from capture where channel_code = $1 and txn = any($2)',
          },
          [channel, [...captures.keys()]],
        )
  return new Set(
    ownCaptures
      .filter(
        (row) =>
          row.amount_cents === captures.get(row.txn)?.amountCents && row.currency === captures.get(row.txn)?.currency,
      )
      .map((row) => row.txn),
  )
}

/**
 * Reads a gateway's books from a cursor or a time on; `each` sees the lines that are not known and equal, `seen` all.
 * Gives the last cursor. @throws NoAnswer
 */
async function read(
  ctx: BookCtx,
  channel: Channel,
  from: { cursor: string | null; sinceMs: number },
  each: (line: BookLine) => Promise<void>,
  onLine?: (line: BookLine) => void,
): Promise<{ cursor: string | null; lines: number }> {
  let { cursor } = from
  let lines = 0
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = await channel.books?.({ cursor, sinceMs: from.sinceMs }, PAGE)
    if (!answer) break
    const knownTxns = await knownLines(ctx, channel.code, answer.lines)
    for (const line of answer.lines) {
      lines++
      if (!knownTxns.has(line.kind === 'capture' ? line.txn : line.refundTxn)) await each(line)
      onLine?.(line)
    }
    cursor = answer.cursor ?? cursor
    if (!answer.more) break
  }
  return { cursor, lines }
}

/** Reads the new lines of a gateway's books and applies them where possible. Safe with any number of workers. */
async function follow(ctx: BookCtx, channel: Channel): Promise<Reconciled> {
  const report: Reconciled = { channel: channel.code, lines: 0, applied: 0, findings: [], failed: null }
  const [at] = await ctx.q<{ cursor: string | null; since: number }>(
    {
      name: 'book-cursor',
      text: `select cursor, (extract(epoch from since) * 1000)::bigint as since from book_cursor
        where channel_code = $1`,
    },
    [channel.code],
  )
  const startMs = ctx.now()
  const sinceMs = at?.since ?? startMs - DAY_MS
  try {
    const { cursor, lines } = await read(
      ctx,
      channel,
      { cursor: at?.cursor ?? null, sinceMs },
      async (line) => await judge(ctx, channel.code, line, report),
    )
    report.lines = lines
    await ctx.q(
      {
        name: 'book-read',
        text: `insert into book_cursor (channel_code, cursor, since, read_at)
          values ($1, $2, to_timestamp($3::float8 / 1000), app_now())
             on conflict (channel_code) do update set cursor = excluded.cursor, since = greatest(book_cursor.since,
             excluded.since), read_at = excluded.read_at`,
      },
      [channel.code, cursor, startMs - OVERLAP_MS],
    )
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    report.failed = error.message
  }
  return report
}

async function judge(ctx: BookCtx, channel: string, line: BookLine, report: Reconciled): Promise<void> {
  const verdict = await compare(ctx, channel, line)
  if (verdict === 'known') return
  if (verdict === 'applied') {
    report.applied++
    return
  }
  report.findings.push(verdict)
  await find(ctx, verdict)
}

/** Every gateway that shows its books, from where each was left. */
export async function followBooks(ctx: BookCtx): Promise<Reconciled[]> {
  const reports: Reconciled[] = []
  for (const channel of ctx.channels.values()) if (channel.books) reports.push(await follow(ctx, channel))
  return reports
}

/**
 * Some days in full, both ways: each line of the gateway is looked for here, each capture and refund of ours there. A
 * difference that is gone when it is looked at again is settled by itself.
 */
export async function compareDays(ctx: BookCtx, days: number): Promise<Reconciled[]> {
  const all: Reconciled[] = []
  for (const channel of ctx.channels.values()) {
    if (!channel.books) continue
    const report: Reconciled = { channel: channel.code, lines: 0, applied: 0, findings: [], failed: null }
    all.push(report)
    const sinceMs = ctx.now() - days * DAY_MS
    const seenTxns = new Set<string>()
    try {
      report.lines = (
        await read(
          ctx,
          channel,
          { cursor: null, sinceMs: sinceMs - OVERLAP_MS },
          (line) => judge(ctx, channel.code, line, report),
          (line) => {
            seenTxns.add(line.kind === 'capture' ? line.txn : line.refundTxn)
          },
        )
      ).lines
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      report.failed = error.message
      continue
    }
    // What came in the last minutes may not stand in their list yet. Disputes are no refunds of theirs.
    const ownCaptures = await ctx.q<OwnCapture & { kind: string }>(
      {
        text: `select 'capture' as kind, txn, order_no, amount_cents, currency from capture where channel_code = $1
          and at >= to_timestamp($2::float8 / 1000) and at < app_now() - make_interval(secs => $3)
             union all select 'refund', refund_txn, order_no, amount_cents, '' from gateway_refund
              where channel_code = $1 and at >= to_timestamp($2::float8 / 1000)
              and at < app_now() - make_interval(secs => $3) and dispute_id is null
                and not exists (select 1 from refund_failure f where f.channel_code = gateway_refund.channel_code
                and f.refund_txn = gateway_refund.refund_txn)`,
      },
      [channel.code, sinceMs, channel.booksLagSeconds ?? 600],
    )
    for (const row of ownCaptures) {
      if (seenTxns.has(row.txn)) continue
      const finding: Finding = {
        channel: channel.code,
        kind: 'missing_there',
        txn: row.txn,
        orderNo: row.order_no,
        detail: { kind: row.kind, amountCents: row.amount_cents, currency: row.currency },
      }
      report.findings.push(finding)
      await find(ctx, finding)
    }
    const open = report.findings.map((finding) => `${finding.kind} ${finding.txn}`)
    await ctx.q(
      {
        text: `update reconcile_finding set settled_at = app_now(), settled_by = 'found again in order'
          where channel_code = $1 and settled_at is null and kind <> 'paid_back_twice'
                and found_at >= to_timestamp($2::float8 / 1000) and (kind || ' ' || txn) <> all($3::text[])`,
      },
      [channel.code, sinceMs, open],
    )
  }
  return all
}

/** Two days in full, every night; what differs stands in reconcile_finding, in the metrics and in the log. */
export async function compareNightly(ctx: BookCtx): Promise<void> {
  for (const { channel, lines, applied, findings, failed } of await compareDays(ctx, 2)) {
    const summary = { channel, lines, applied, differ: findings.length, failed }
    if (findings.length > 0 || failed !== null)
      ctx.log.error(summary, "our books and a gateway's differ, or could not be compared: npm run hc -- reconcile")
    else ctx.log.info(summary, "our books and a gateway's agree")
  }
}
