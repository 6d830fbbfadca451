import {
  dayAfter,
  type FigureGroup,
  type FigureKind,
  figureKinds,
  figureOf,
  measuresOf,
} from '@hc/contract/desk/figures'
import type { Locale } from '@hc/contract/locales'
import { toMajor } from '@hc/domain/money/currency-digits'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { deskTexts } from '@hc/i18n/texts'
import { figureText } from '@hc/i18n/figure-text'
import { deskTransaction } from '../../http/desk/transaction.ts'
import type { Query } from '../../platform/db.ts'
import { type Block, fill, frame, type Letter } from '../../shop/message/frame.ts'
import { queueLetter } from '../../shop/message/queue-letter.ts'
import type { AlertDeps, AlertSender } from '../alerts/alerts.ts'
import { figuresOf } from './figures.ts'
import { funnelRows, type Group, moneyRows, moneyRowsIn } from './reports.ts'

const DAY_MS = 86_400_000
/** Rows of a letter; the page has all of them. */
const MOST_ROWS = 31
type Kind = 'money' | 'funnel' | FigureKind
type DueReport = { email: string | null; kind: Kind; grouped_by: Group | FigureGroup; days: number }
type Rows = readonly (readonly [label: string, value: string])[]

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const total = <K extends string>(rows: readonly Record<K, number>[], name: K): number =>
  rows.reduce((all, row) => all + row[name], 0)

async function moneyBlocks(q: Query, locale: Locale, from: string, to: string, by: Group): Promise<Rows[]> {
  const words = deskTexts(locale).reports.money
  const money = (minor: number, currency = BASE_CURRENCY): string =>
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(toMajor(minor, currency))
  const count = (n: number): string => new Intl.NumberFormat(locale).format(n)
  const rows = await moneyRows(q, from, to, by)
  const [gross, back] = [total(rows, 'gross_cents'), total(rows, 'refunded_cents')]
  const others = await moneyRowsIn(q, from, to, by)
  return [
    [
      [words.gross, money(gross)],
      [words.refunded, money(back)],
      [words.net, money(gross - back)],
      [words.orders, count(total(rows, 'orders'))],
      [words.newcomers, count(total(rows, 'newcomers'))],
      [words.points, count(total(rows, 'points'))],
    ],
    rows
      .toSorted((a, b) => (by === 'day' ? 0 : b.gross_cents - a.gross_cents))
      .slice(by === 'day' ? -MOST_ROWS : 0)
      .slice(0, MOST_ROWS)
      .map(({ key, gross_cents }) => [key, money(gross_cents)] as const),
    ...[...new Set(others.map(({ currency }) => currency))].map((currency) => {
      const its = others.filter((row) => row.currency === currency)
      const [paid, refunded] = [total(its, 'gross_minor'), total(its, 'refunded_minor')]
      return [
        [words.gross, money(paid, currency)],
        [words.refunded, money(refunded, currency)],
        [words.net, money(paid - refunded, currency)],
        [words.orders, count(total(its, 'orders'))],
      ] as const
    }),
  ]
}

async function funnelBlocks(q: Query, locale: Locale, from: string, to: string): Promise<Rows[]> {
  const words = deskTexts(locale).reports.funnel
  const count = (n: number): string => new Intl.NumberFormat(locale).format(n)
  const rows = await funnelRows(q, from, to)
  const stages = ['visits', 'recharge', 'item', 'orders', 'opened', 'paid', 'delivered'] as const
  return [stages.map((name) => [words[name], count(total(rows, name))] as const)]
}

const isFigure = (kind: Kind): kind is FigureKind => figureKinds.some((figure) => figure === kind)

/** The counts of the span, and of the equal span before. */
async function figureBlocks(q: Query, locale: Locale, kind: FigureKind, { from, to }: Days): Promise<Rows[]> {
  const { figures: words } = deskTexts(locale).reports
  const back = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  const { together: now } = await figuresOf(q, kind, { from, to }, 'day')
  const { together: was } = await figuresOf(q, kind, { from: dayAfter(from, -back), to: dayAfter(to, -back) }, 'day')
  return [
    measuresOf(kind, 'day').map(([name, measure]) => {
      const [value, before] = [now, was].map((row) => figureText(locale, measure, figureOf(name, measure, row)))
      const valueText = `${value} (${fill(words.was, { value: before ?? '' })})`
      return [words.measure[name as keyof typeof words.measure], valueText] as const
    }),
  ]
}

type Days = { from: string; to: string }

/** The report's title, its table, and its footnote. */
async function reportOf(q: Query, locale: Locale, { kind, grouped_by: by }: DueReport, { from, to }: Days) {
  const { money: report, funnel, figures } = deskTexts(locale).reports
  if (isFigure(kind))
    return {
      title: figures.names[kind],
      parts: await figureBlocks(q, locale, kind, { from, to }),
      note: figures.how[kind],
    }
  if (kind === 'funnel')
    return { title: funnel.title, parts: await funnelBlocks(q, locale, from, to), note: funnel.consent }
  const group = by === 'channel' || by === 'item' ? by : 'day'
  return { title: report.title, parts: await moneyBlocks(q, locale, from, to, group), note: '' }
}

/** A report as a letter: only sums, without player data or free text. */
async function letterOf(
  q: Query,
  { site, deskUrl, locale }: AlertSender,
  report: DueReport,
  now: number,
): Promise<Letter> {
  const { mail } = deskTexts(locale).reports.saved
  const [from, to] = [dayOf(now - report.days * DAY_MS), dayOf(now - DAY_MS)]
  const { title, parts, note } = await reportOf(q, locale, report, { from, to })
  const query = new URLSearchParams({ kind: report.kind, from, to, by: report.grouped_by }).toString()
  const blocks: Block[] = [
    { kind: 'text', text: fill(mail.text, { from, to }) },
    ...parts.filter((rows) => rows.length > 0).map((rows) => ({ kind: 'rows' as const, rows })),
    ...(note === '' ? [] : [{ kind: 'small' as const, text: note }]),
    ...(deskUrl === '' ? [] : [{ kind: 'button' as const, text: mail.open, url: `${deskUrl}/reports?${query}` }]),
    { kind: 'small', text: mail.why },
  ]
  return frame(locale, site, { subject: fill(mail.subject, { title, from, to }), blocks })
}

/**
 * Writes the due letters. A report's next date and its letter are one transaction: a kill before its end
 * leaves it due, and after it the letter is in the queue.
 */
export async function writeReports({ db, now, seal, ...sender }: AlertDeps): Promise<number> {
  for (let count = 0; ; count++) {
    const more = await deskTransaction(db, null, async (q) => {
      const [report] = await q<DueReport>({ text: 'select email, kind, grouped_by, days from desk.take_due_report()' })
      if (report?.email != null)
        await queueLetter(q, seal, {
          to: report.email,
          kind: 'desk_report',
          locale: sender.locale,
          letter: await letterOf(q, sender, report, now()),
        })
      return report !== undefined
    })
    if (!more) return count
  }
}
