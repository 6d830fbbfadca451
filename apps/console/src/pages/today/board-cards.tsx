import type { DeskResult, Me } from '@hc/contract/desk/calls'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Badge, type Tone } from '../../kit/badge.tsx'
import { channelName } from '../../kit/channel-name.ts'
import { count, decimal, joinWords, money, percent } from '../../kit/facts.tsx'
import { Graph, type GraphPoint, Part } from '../../kit/graph.tsx'
import { may } from '../../kit/permission.ts'
import { ItemPicture } from '../../kit/picture.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import type { CallState } from '../../kit/use-call.ts'
import { localeNow } from '../../lib/language.ts'
import { Card, Change } from './card.tsx'
import { hasTick, spanHref, stepName, stepTick } from './range.ts'

type Board = DeskResult<'today/board'>
export type BoardState = CallState<'today/board'>
type CardProps = { me: Me; state: BoardState }

const BASE = 'USD'
const FEW = 7
const share = (part: number, of: number): string => percent(Math.round((100 * part) / of))
const listOf = (board: Board, path: string, more?: Record<string, string>): string =>
  spanHref(path, board.from, board.to, board.at, more)

const short = (currency?: string) => {
  const style = currency === undefined ? {} : ({ style: 'currency', currency } as const)
  const format = new Intl.NumberFormat(localeNow(), { ...style, notation: 'compact', maximumFractionDigits: 1 })
  return (value: number): string => format.format(currency === undefined ? value : value / 100)
}

/** The points of a chart of steps: each leads to the orders of its hour or day. */
function pointsOf<Row extends { at: number }>(
  board: Board,
  rows: readonly Row[],
  path: string,
  valueOf: (row: Row) => { value: number | null; before?: number },
): GraphPoint[] {
  const length = board.step === 'hour' ? 3600 : 0
  return rows.map((row, n) => {
    const end = rows[n + 1]?.at ?? (length > 0 ? row.at + length : board.to)
    return {
      at: row.at,
      name: stepName(board.step, row.at),
      ...(hasTick(n, rows.length) ? { tick: stepTick(board.step, row.at, rows.length <= FEW) } : {}),
      href: spanHref(path, row.at, Math.min(end, Math.max(board.to, row.at + 60)), board.at),
      ...valueOf(row),
    }
  })
}

/** What the range brought; the count of its orders for whoever may not see the shop's money. */
export function Sales({ me, state: { result: board, error, reload } }: CardProps) {
  const t = useTranslations('desk')
  const isMoney = may(me, 'report.money')
  const [base, ...others] = board
    ? board.sums.toSorted((a, b) => Number(b.currency === BASE) - Number(a.currency === BASE))
    : []
  const before = t('today.earlier')
  const orders = board && listOf(board, '/orders')
  return (
    <Card
      title={isMoney ? t('today.revenue') : t('menu.orders')}
      href={isMoney ? '/reports' : (orders ?? '/orders')}
      place="main"
      error={error}
      again={reload}
      figure={
        board &&
        (isMoney ? (
          <>
            <span className="figure">{money(base?.minor ?? 0, base?.currency ?? BASE)}</span>
            {base && <Change now={base.minor} before={base.before_minor} />}
            {others.length > 0 && (
              <span className="soft">{joinWords(others.map(({ minor, currency }) => money(minor, currency)))}</span>
            )}
          </>
        ) : (
          <>
            <span className="figure">{count(board.orders)}</span>
            <Change now={board.orders} before={board.orders_before} />
          </>
        ))
      }
    >
      {board && (
        <>
          {board.funnel.made === 0 && board.orders_before === 0 ? (
            <p className="home-empty graph">{t('today.noSales')}</p>
          ) : (
            <Graph
              label={isMoney ? t('today.revenue') : t('menu.orders')}
              points={pointsOf(board, board.series, '/orders', (row) =>
                isMoney
                  ? { value: row.gross_minor ?? 0, before: row.before_minor ?? 0 }
                  : { value: row.orders, before: row.orders_before },
              )}
              show={isMoney ? (value) => money(value) : count}
              short={short(isMoney ? BASE : undefined)}
              before={before}
            />
          )}
          <p className="home-foot home-foot-start">
            <span>
              <Link href={orders ?? '/orders'}>
                {t('today.ordersIn', { n: board.orders, shown: count(board.orders) })}
              </Link>{' '}
              <Change now={board.orders} before={board.orders_before} />
            </span>
            <Link href={orders ?? '/orders'}>
              {t('today.newBuyers', { n: board.newcomers, shown: count(board.newcomers) })}
            </Link>
            {board.refunded.length > 0 && (
              <Link href={listOf(board, '/refunds')}>
                {t('today.refundedSum', {
                  amount: joinWords(board.refunded.map(({ minor, currency }) => money(minor, currency))),
                })}
              </Link>
            )}
          </p>
        </>
      )}
    </Card>
  )
}

export function Checkout({ state: { result: board, error, reload } }: CardProps) {
  const t = useTranslations('desk')
  const steps = board && [
    { name: t('today.started'), n: board.funnel.made, of: board.funnel.visits, href: listOf(board, '/orders') },
    { name: t('today.paid'), n: board.funnel.paid, of: board.funnel.made, href: listOf(board, '/orders') },
    {
      name: t('orders.statuses.4'),
      n: board.funnel.delivered,
      of: board.funnel.paid,
      href: listOf(board, '/orders', { status: '4' }),
    },
  ]
  const most = board ? Math.max(1, board.funnel.made) : 1
  return (
    <Card title={t('today.checkout')} place="side" error={error} again={reload}>
      {steps && (
        <ul className="funnel">
          <li>
            <span className="funnel-name">{t('today.visits')}</span>
            {board.funnel.visits === null ? (
              <span className="soft funnel-none">{t('today.noVisits')}</span>
            ) : (
              <b className="funnel-n">{count(board.funnel.visits)}</b>
            )}
          </li>
          {steps.map(({ name, n, of, href }) => (
            <li key={name}>
              <Link className="funnel-name" href={href}>
                {name}
              </Link>
              <b className="funnel-n">{count(n)}</b>
              <span className="soft funnel-share">{of ? share(n, of) : ''}</span>
              <Part share={n / most} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

export function Items({ state: { result: board, error, reload } }: CardProps) {
  const t = useTranslations('desk')
  return (
    <Card title={t('today.items')} place="third" error={error} again={reload}>
      {board &&
        rowsOr(
          t,
          board.items.map(({ goods, goods_name, icon, orders, sums }) => (
            <li key={goods} className="home-row">
              <ItemPicture icon={icon} />
              <Link href={listOf(board, '/orders', { goods })}>{goods_name}</Link>
              <span className="soft">{count(orders)}</span>
              {sums.length > 0 && <b>{joinWords(sums.map(({ minor, currency }) => money(minor, currency)))}</b>}
            </li>
          )),
        )}
    </Card>
  )
}

const rowsOr = (t: DeskTexts, rows: readonly ReactNode[]) =>
  rows.length === 0 ? <p className="home-empty">{t('today.noSales')}</p> : <ul>{rows}</ul>

const MINUTE = 60
const HOUR = 3600
/** Seconds in the unit that people read: 0.3 s, 4 min, 2 h. */
function time(seconds: number): string {
  const [unit, n] =
    seconds < 2 * MINUTE
      ? (['second', seconds] as const)
      : seconds < 2 * HOUR
        ? (['minute', seconds / MINUTE] as const)
        : (['hour', seconds / HOUR] as const)
  const digits = unit === 'second' && n < 10 ? 1 : 0
  return new Intl.NumberFormat(localeNow(), {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
    maximumFractionDigits: digits,
  }).format(n)
}

export function DeliveryTime({ state: { result: board, error, reload } }: CardProps) {
  const t = useTranslations('desk')
  return (
    <Card
      title={t('today.deliveryTime')}
      href={board ? listOf(board, '/deliveries') : '/deliveries'}
      place="third"
      error={error}
      again={reload}
    >
      {board && (
        <>
          <p className="home-line">
            {board.delivery.p50 === null || board.delivery.p95 === null
              ? t('today.noDelivery')
              : t('today.speed', { p50: time(board.delivery.p50), p95: time(board.delivery.p95) })}
          </p>
          <Graph
            small
            label={t('today.deliveryTime')}
            points={pointsOf(board, board.delivery.steps, '/deliveries', ({ p95 }) => ({ value: p95 }))}
            show={time}
            short={(value) => (value === 0 ? decimal(0, 0) : time(value))}
          />
        </>
      )}
    </Card>
  )
}

const tones = { ok: 'good', attention: 'warn', paused: 'bad', off: 'neutral' } as const satisfies Record<string, Tone>

export function Methods({ me, state: { result: board, error, reload } }: CardProps) {
  const t = useTranslations('desk')
  return (
    <Card
      title={t('today.methods')}
      href={may(me, 'product.read') ? '/channels' : undefined}
      place="third"
      error={error}
      again={reload}
    >
      {board &&
        rowsOr(
          t,
          board.methods.map(({ channel, state, made, paid, made_before: madeBefore, paid_before: paidBefore }) => {
            const by = made && madeBefore ? Math.round((100 * paid) / made - (100 * paidBefore) / madeBefore) : 0
            return (
              <li key={channel} className="home-row">
                <Link href={listOf(board, '/orders', { channel })}>{channelName(t, channel)}</Link>
                <span className="soft">{made === 0 ? '–' : t('today.paidShare', { share: share(paid, made) })}</span>
                {by !== 0 && (
                  <span className={by > 0 ? 'change change-up' : 'change change-down'}>
                    <span aria-hidden="true">
                      {by > 0 ? '▲' : '▼'} {count(Math.abs(by))}
                    </span>
                    <span className="hidden-text">
                      {t(by > 0 ? 'today.up' : 'today.lower', { share: percent(Math.abs(by)) })}
                    </span>
                  </span>
                )}
                <Badge tone={tones[state]}>{t(`today.method.${state}`)}</Badge>
              </li>
            )
          }),
        )}
    </Card>
  )
}
