import type { Me } from '@hc/contract/desk/calls'
import { buttonClass } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { detailText } from '../../kit/codes.ts'
import { money } from '../../kit/facts.tsx'
import { Moment, momentText } from '../../kit/moment.tsx'
import { may } from '../../kit/permission.ts'
import { tOf } from '../../kit/text-of.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { waitingName, waitingPath, type WaitingRow } from '../../kit/waiting.ts'
import { Card } from './card.tsx'

const MOST_ROWS = 4
const PULSE_MS = 15_000
const FAR = Number.MAX_SAFE_INTEGER

/** By deadline, then by money, then the oldest first. */
const urgent = (a: WaitingRow, b: WaitingRow): number =>
  (a.due ?? FAR) - (b.due ?? FAR) || (b.amount_cents ?? 0) - (a.amount_cents ?? 0) || a.since - b.since

function titleOf(t: DeskTexts, row: WaitingRow): string {
  const due = row.due ? momentText(t, row.due, Date.now() / 1000) : ''
  if (row.kind === 'open_disputes' && due === '') return waitingName(t, row)
  return tOf(t, 'today.title', row.kind, { due }) ?? waitingName(t, row)
}
const buttonOf = (t: DeskTexts, { kind }: WaitingRow): string =>
  t(kind === 'open_disputes' ? 'today.respond' : kind === 'held_orders' ? 'today.giveBack' : 'today.review')

/** The most urgent rows of To do that this person may act on. */
export function Needs({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('waiting/list', { kind: '' }, { everyMs: PULSE_MS })
  // The frame reads the pulse; this is the same answer, so both name the same number.
  const pulse = useCall('pulse/read', { form: null }).result
  const rows = result?.rows.filter(({ mine }) => mine).toSorted(urgent)
  return (
    <Card title={t('today.needs')} href="/waiting" place="needs" error={error} again={reload}>
      {rows && (
        <>
          {rows.length === 0 ? (
            <p className="home-empty">{t('today.nothing')}</p>
          ) : (
            <ul className="needs">
              {rows.slice(0, MOST_ROWS).map((row) => (
                <Need key={`${row.kind} ${row.subject} ${row.remark_id ?? ''}`} row={row} />
              ))}
            </ul>
          )}
          <p className="home-foot">
            <span className="soft">
              <Link href="/approvals">{t('today.approvalCount', { n: pulse?.approvals ?? 0 })}</Link>
              {may(me, 'health.read') && (
                <>
                  {' · '}
                  <Link href="/alerts">{t('today.alertCount', { n: pulse?.alerts ?? 0 })}</Link>
                </>
              )}
            </span>
            <Link className="link" href="/waiting">
              {t('today.seeAll', { n: String((pulse?.todo ?? rows.length) + (pulse?.ended ?? 0)) })}
            </Link>
          </p>
        </>
      )}
    </Card>
  )
}

function Need({ row }: { row: WaitingRow }) {
  const t = useTranslations('desk')
  const { kind, due, since, amount_cents: amount, currency, detail } = row
  const title = titleOf(t, row)
  const more = kind === 'note' || kind === 'approval' ? detail : detailText(t, detail)
  return (
    <li>
      <span className={due ? 'need-mark need-due' : 'need-mark'} aria-hidden="true" />
      <span className="need-what">
        <Link href={waitingPath(row)}>{title}</Link>
        {more !== '' && <span className="soft need-more">{more}</span>}
      </span>
      <span className="need-sum">{amount === null ? '' : money(amount, currency || 'USD')}</span>
      <span className="soft need-since">
        <Moment at={since} />
      </span>
      <Link
        className={buttonClass('quiet', 'small')}
        href={waitingPath(row)}
        aria-label={`${buttonOf(t, row)}: ${title}`}
      >
        {buttonOf(t, row)}
      </Link>
    </li>
  )
}
