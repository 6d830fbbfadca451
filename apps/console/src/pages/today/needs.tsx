import type { Me } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { money } from '../../kit/facts.tsx'
import { Moment } from '../../kit/moment.tsx'
import { may } from '../../kit/permission.ts'
import { ItemPicture } from '../../kit/picture.tsx'
import { useCall } from '../../kit/use-call.ts'
import { WaitingAct } from '../../kit/waiting-acts.tsx'
import { leftText, waitingId, waitingMark, waitingPath, type WaitingRow, waitingTitle } from '../../kit/waiting.ts'
import { Card } from './card.tsx'

const MOST_ROWS = 4
const PULSE_MS = 15_000
/** The most urgent rows of To do that this person may act on. */
export function Needs({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('waiting/list', { kind: '', merged: true }, { everyMs: PULSE_MS })
  // The frame reads the pulse; this is the same answer, so both name the same number.
  const pulse = useCall('pulse/read', { form: null }).result
  const rows = result?.rows.filter(({ mine }) => mine)
  return (
    <Card title={t('today.needs')} href="/waiting" place="needs" error={error} again={reload}>
      {rows && (
        <>
          {rows.length === 0 ? (
            <p className="home-empty">{t('today.nothing')}</p>
          ) : (
            <ul className="needs">
              {rows.slice(0, MOST_ROWS).map((row) => (
                <Need key={waitingId(row)} row={row} />
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
              {t('today.seeAll', { n: String(pulse?.todo ?? rows.length) })}
            </Link>
          </p>
        </>
      )}
    </Card>
  )
}

function Need({ row }: { row: WaitingRow }) {
  const t = useTranslations('desk')
  const { due, since, amount_cents: amount, currency, icon, goods_name: name = '', player } = row
  return (
    <li className="row-link">
      <span className={waitingMark(row)} aria-hidden="true" />
      <span className="need-what">
        <Link className="row-name" href={waitingPath(row)}>
          {waitingTitle(t, row)}
        </Link>
      </span>
      <span className="soft pictured need-item">
        {name !== '' && (
          <>
            <ItemPicture icon={icon ?? ''} />
            <span className="one-line">{player?.role_name ? `${name} · ${player.role_name}` : name}</span>
          </>
        )}
      </span>
      <span className="need-sum">{amount === null ? '' : money(amount, currency || 'USD')}</span>
      <span className="soft need-since">{due ? leftText(t, due) : <Moment at={since} />}</span>
      <WaitingAct row={row} />
    </li>
  )
}
