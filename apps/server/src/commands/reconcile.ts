import { parseArgs } from 'node:util'
import { createChannels } from '@hc/channels/registry'
import { compareDays, followBooks } from '../shop/payment/reconcile.ts'
import type { Query } from '../platform/db.ts'
import { command, Refusal } from './command.ts'

const DAYS_MOST = 366

type Settled = { txn: string; channel?: string | undefined; by: string }

/** @throws Refusal: it is no number of days */
function daysOf(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text) || Number(text) > DAYS_MOST) throw new Refusal(`--days is 1 to ${DAYS_MOST}`)
  return Number(text)
}

/** @throws Refusal: no open difference has this number, or those of several gateways have it */
async function settle(q: Query, { txn, channel, by }: Settled): Promise<void> {
  const open = await q<{ code: string }>(
    {
      text: `select distinct channel_code as code from reconcile_finding
        where txn = $1 and settled_at is null and coalesce(channel_code = $2, true) order by 1`,
    },
    [txn, channel ?? null],
  )
  const [only, ...more] = open.map(({ code }) => code)
  if (only === undefined)
    throw new Refusal(`no open difference${channel ? ` of ${channel}` : ''} has the number ${txn}`)
  if (more.length > 0)
    throw new Refusal(
      `several gateways have ${txn}: name one with ${[only, ...more].map((code) => `--channel ${code}`).join(' or ')}`,
    )
  await q(
    {
      text: `update reconcile_finding set settled_at = app_now(), settled_by = $3
        where channel_code = $1 and txn = $2 and settled_at is null`,
    },
    [only, txn, by],
  )
}

/**
 * `npm run hc -- reconcile [-- --days N]`: compares our books with each gateway's own, from the last position on, or
 * for N days in full and in both directions. It applies every difference that it can. The exit code is 1 while a
 * difference is open. `--settle TXN --by NAME` records that somebody has dealt with a difference; `--channel CODE`
 * names the gateway if several have this number.
 */
await command(async ({ db, config, args }) => {
  const { values } = parseArgs({
    args,
    options: {
      days: { type: 'string' },
      settle: { type: 'string' },
      channel: { type: 'string' },
      by: { type: 'string', default: 'operator' },
    },
  })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const channels = createChannels({ sandbox: config.sandbox, ...config.gateways })
  const ctx = { q: db.query, now: Date.now, channels, log, alarm: () => undefined }
  if (values.settle !== undefined) await settle(db.query, { ...values, txn: values.settle })
  const reports = values.days === undefined ? await followBooks(ctx) : await compareDays(ctx, daysOf(values.days))
  const open = await db.query<{
    channel_code: string
    kind: string
    txn: string
    order_no: string
    detail: object
    found_at: Date
    total: number
  }>({
    text: `select channel_code, kind, txn, order_no, detail, found_at, (count(*) over ())::int as total
      from reconcile_finding where settled_at is null order by found_at limit 100`,
  })
  const silent = [...channels.values()]
    .filter((channel) => channel.kind === 'gateway' && !channel.books)
    .map((channel) => channel.code)
  const text = [
    ...reports.map(
      (report) =>
        `${report.channel}: ${report.lines} lines read, ${report.applied} applied, ${report.findings.length} differ${report.failed ? `; not read to the end: ${report.failed}` : ''}`,
    ),
    ...(silent.length > 0 ? [`not compared (the gateway publishes no report): ${silent.join(', ')}`] : []),
    ...open.map(
      (row) =>
        `OPEN  ${row.channel_code} ${row.kind} ${row.txn}${row.order_no ? ` order ${row.order_no}` : ''} ${JSON.stringify(row.detail)} since ${row.found_at.toISOString()}`,
    ),
    open.length === 0
      ? 'nothing is open'
      : `${open[0]?.total} open${(open[0]?.total ?? 0) > open.length ? `, the oldest ${open.length} shown` : ''}`,
  ].join('\n')
  return { ok: open.length === 0 && reports.every((report) => report.failed === null), text }
}, 'npm run hc -- reconcile [-- --days N | --settle TXN [--channel CODE] --by NAME]')
