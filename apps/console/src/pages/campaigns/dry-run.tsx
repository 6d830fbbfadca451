import type { CampaignRow } from '@hc/contract/desk/campaigns'
import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { count, Facts, money } from '../../kit/facts.tsx'
import { Failed } from '../../kit/failed.tsx'
import { useCall } from '../../kit/use-call.ts'

const windows = [7, 30, 90] as const
type Of = Pick<CampaignRow, 'kind' | 'id' | 'state' | 'total'>
type Simulated = DeskResult<'campaign/dryRun'>

/** The gifts that the campaign would have made, calculated on request. */
export function DryRuns({ of, first, me }: { of: Of; first: string; me: Me }) {
  const t = useTranslations('desk')
  const [days, setDays] = useState(windows.find((candidate) => String(candidate) === first) ?? null)
  return (
    <section className="card part">
      <div className="part-head">
        <h2>{t('campaigns.dry')}</h2>
        <div className="actions">
          {windows.map((candidate) => (
            <Button
              key={candidate}
              kind="quiet"
              size="small"
              aria-pressed={candidate === days}
              onClick={() => setDays(candidate)}
            >
              {t('campaigns.days', { n: String(candidate) })}
            </Button>
          ))}
        </div>
      </div>
      {days === null ? <p className="soft">{t('campaigns.dryText')}</p> : <Run of={of} days={days} me={me} />}
    </section>
  )
}

function Run({ of, days, me }: { of: Of; days: (typeof windows)[number]; me: Me }) {
  const t = useTranslations('desk')
  const { kind, id } = of
  const { result, error, reload, loading } = useCall('campaign/dryRun', { kind, id, days })
  if (error !== null) return <Failed error={error} again={reload} />
  if (!result || loading) return <output className="state">{t('loading')}</output>
  return (
    <>
      <p className="told">
        {t('campaigns.sim.past', {
          days: String(days),
          n: result.characters,
          shown: count(result.characters),
          value: money(result.value_cents),
        })}{' '}
        <Cost of={of} result={result} />
      </p>
      {of.state === 'draft' && <Approval me={me} high={result.forecast?.high ?? null} />}
      <details className="more-figures">
        <summary>{t('campaigns.sim.figures')}</summary>
        <Figures result={result} />
      </details>
    </>
  )
}

/** What the whole campaign can cost: the most that its codes allow, or what it would have given. */
function Cost({ of, result: { forecast } }: { of: Of; result: Simulated }) {
  const t = useTranslations('desk')
  if (!forecast) return t('campaigns.sim.noBound')
  return of.kind === 'redeem' && of.total !== null
    ? t('campaigns.sim.most', { most: money(forecast.high), n: count(of.total) })
    : t('campaigns.sim.likely', {
        likely: money(forecast.likely),
        low: money(forecast.low),
        high: money(forecast.high),
      })
}

/** Whether the person can start it alone, by the same limit that the server applies. */
function Approval({ me, high }: { me: Me; high: number | null }) {
  const t = useTranslations('desk')
  const mark = me.permissions['campaign.start']
  if (mark === undefined) return null
  const each = me.limits['campaign.start']?.each ?? null
  const isAbove = high === null || (each !== null && high > each)
  const needs = mark === 'ask' || (mark === 'within' && isAbove)
  return (
    <p className={needs ? 'approval-line approval-needs' : 'approval-line'}>
      <Icon name={needs ? 'shield' : 'check'} className="size-4" />
      <span>
        {needs ? (
          <>
            <b>{t('campaigns.sim.needs')}</b>{' '}
            {each === null ? t('campaigns.sim.second') : t('campaigns.sim.above', { each: money(each) })}
          </>
        ) : each === null ? (
          t('campaigns.sim.free')
        ) : (
          t('campaigns.sim.within', { each: money(each) })
        )}
      </span>
    </p>
  )
}

function Figures({ result }: { result: Simulated }) {
  const t = useTranslations('desk')
  const { forecast, tiers, largest } = result
  return (
    <>
      <Facts
        facts={[
          [t('campaigns.players'), count(result.players)],
          [t('campaigns.characters'), count(result.characters)],
          [t('campaigns.grants'), count(result.grants)],
          [t('ledger.points'), count(result.points)],
          [t('campaigns.pieces'), count(result.items)],
          [t('campaigns.value'), money(result.value_cents)],
          [t('campaigns.twice'), count(result.twice)],
          result.orders === 0
            ? null
            : [
                t('campaigns.shareOf'),
                t('campaigns.share', {
                  share: String(Math.round((100 * result.orders_with) / result.orders)),
                  n: count(result.orders_with),
                  of: count(result.orders),
                }),
              ],
          [
            t('campaigns.forecast'),
            forecast
              ? t('campaigns.forecastText', {
                  likely: money(forecast.likely),
                  low: money(forecast.low),
                  high: money(forecast.high),
                })
              : t('campaigns.noBound'),
          ],
        ]}
      />
      {tiers.length > 0 && (
        <ul>
          {tiers.map(({ threshold_cents: cents, grants, points, items, value_cents: value }) => (
            <li key={cents}>
              {`${t('campaigns.tier')} ${money(cents)}: `}
              {t('campaigns.givenText', { grants: count(grants), points: count(points), value: money(value) })}
              {items > 0 && `, ${t('campaigns.pieces')}: ${count(items)}`}
            </li>
          ))}
        </ul>
      )}
      {largest.length > 0 && (
        <>
          <h3>{t('campaigns.largest')}</h3>
          <ol>
            {largest.map(({ uid, server_id, role_id, value_cents: value }) => (
              <li key={`${server_id} ${role_id}`}>{`${uid}, ${server_id}, ${role_id}: ${money(value)}`}</li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}
