import type { CampaignRow } from '@hc/contract/desk/campaigns'
import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { count, Facts, money } from '../../kit/facts.tsx'
import { Failed } from '../../kit/failed.tsx'
import { useCall } from '../../kit/use-call.ts'

const windows = [7, 30, 90] as const
type Of = Pick<CampaignRow, 'kind' | 'id'>

/** The gifts that the campaign would have made, calculated on request. */
export function DryRuns({ of, first }: { of: Of; first: string }) {
  const t = useTranslations('desk')
  const [days, setDays] = useState(windows.find((candidate) => String(candidate) === first) ?? null)
  return (
    <section className="card part">
      <h2>{t('campaigns.dry')}</h2>
      <p className="soft">{t('campaigns.dryText')}</p>
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
      {days !== null && <Run of={of} days={days} />}
    </section>
  )
}

function Run({ of: { kind, id }, days }: { of: Of; days: (typeof windows)[number] }) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('campaign/dryRun', { kind, id, days })
  if (error !== null) return <Failed error={error} again={reload} />
  if (!result) return <output className="state">{t('loading')}</output>
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
