import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { count, decimal, money, percent } from '../../kit/facts.tsx'
import { dayOf } from '../../kit/local-time.ts'
import { may } from '../../kit/permission.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { useCall } from '../../kit/use-call.ts'
import { localeNow } from '../../lib/language.ts'
import { zone } from '../../lib/zone.ts'
import type { PageProps } from '../../kit/menu.ts'

const PULSE_MS = 15_000
const PERCENT = 100

type Others = DeskResult<'today/read'>['others']
/** Orders of every currency: counts may be added up, money may not. */
const all = (base: number, others: Others, when: 'now' | 'before'): number =>
  others.reduce((sum, other) => sum + other[when].orders, base)

/** The day so far compared with the same weekday a week ago. Every number links to its list. */
export default function Today({ me }: PageProps) {
  const t = useTranslations('desk')
  const factors = useCall('factor/list', {})
  const today = useCall('today/read', {}, { everyMs: PULSE_MS })
  const myWork = useCall('waiting/list', { kind: '', mine: true })
  const thin = factors.result && (factors.result.passkeys.length === 1 || factors.result.recovery_left === 0)
  const { result } = today
  const weekday = result
    ? new Intl.DateTimeFormat(localeNow(), { weekday: 'long', timeZone: 'UTC' }).format(new Date(result.day))
    : ''
  // A list starts with a day of the desk's zone: the one in which the UTC day began.
  const since = result ? dayOf(Date.parse(result.day) / 1000, zone()) : ''
  const share = (part: number, whole: number): string =>
    whole === 0 ? '–' : percent(Math.round((PERCENT * part) / whole))
  const speed = (p50: number | null, p95: number | null): string =>
    p50 === null || p95 === null ? '' : t('today.deliveryValue', { p50: decimal(p50, 1), p95: decimal(p95, 1) })
  const tiles = result && [
    {
      name: t('today.paid'),
      value: money(result.now.gross_cents ?? 0),
      before: money(result.before.gross_cents ?? 0),
      others: result.others.map(({ now, before }) => [
        money(now.gross_minor, now.currency),
        money(before.gross_minor, before.currency),
      ]),
      href: '/reports',
      permission: 'report.money',
    },
    {
      name: t('today.orders'),
      value: count(all(result.now.orders, result.others, 'now')),
      before: count(all(result.before.orders, result.others, 'before')),
      href: `/orders?from=${since}`,
      permission: 'order.read',
    },
    {
      name: t('today.conversion'),
      value: share(result.paid, result.made),
      before: result.made_before === 0 ? '' : share(result.paid_before, result.made_before),
      href: `/orders?from=${since}`,
      permission: 'order.read',
    },
    {
      name: t('today.back'),
      value: money(result.now.refunded_cents ?? 0),
      before: money(result.before.refunded_cents ?? 0),
      others: result.others.map(({ now, before }) => [
        money(now.refunded_minor, now.currency),
        money(before.refunded_minor, before.currency),
      ]),
      href: `/refunds?from=${since}`,
      permission: 'report.money',
    },
    {
      name: t('today.delivery'),
      value: speed(result.p50, result.p95) || t('today.noDelivery'),
      before: speed(result.p50_before, result.p95_before),
      href: '/deliveries',
      permission: 'delivery.read',
    },
    {
      name: t('today.disputes'),
      value: count(result.disputes_due),
      before: '',
      href: '/disputes',
      permission: 'dispute.read',
    },
    {
      name: t('today.alerts'),
      value: count(result.alerts),
      before: '',
      href: '/alerts',
      permission: 'health.read',
    },
    {
      name: t('today.mine'),
      value: myWork.result ? count(myWork.result.rows.length) : '–',
      before: '',
      href: '/waiting?mine=1',
      permission: 'today.read',
    },
    {
      name: t('today.approvals'),
      value: count(result.approvals),
      before: '',
      href: '/approvals',
      permission: 'today.read',
    },
  ]
  // The answer has no sums of money for whoever may not see them.
  const isSeen = ({ permission }: { permission: string }): boolean =>
    permission !== 'report.money' || may(me, permission)
  return (
    <Page>
      {thin && (
        <p>
          {t('today.factors')}{' '}
          <Link className="link" href="/me">
            {t('today.factorsLink')}
          </Link>
        </p>
      )}
      {today.error !== null && <Failed error={today.error} again={today.reload} />}
      {!result && today.error === null && <output className="state">{t('loading')}</output>}
      {tiles && (
        <>
          <p className="soft">{t('today.against', { weekday })}</p>
          <ul className="tiles">
            {tiles.filter(isSeen).map(({ name, value, before, others = [], href, permission }) => (
              <li key={name} className="card tile">
                <h2>{may(me, permission) ? <Link href={href}>{name}</Link> : name}</h2>
                <p className="tile-value">{value}</p>
                {before !== '' && <p className="soft">{t('today.before', { value: before })}</p>}
                {others.map(([now = '', was = '']) => (
                  <p key={now}>
                    <b className="tile-other">{now}</b>{' '}
                    <span className="soft">{t('today.before', { value: was })}</span>
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}
