import { defaultLocale, locales } from '@hc/contract/locales'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Badge } from '../../kit/badge.tsx'
import { targetName, targetTold } from '../../kit/codes.ts'
import { dateTime } from '../../kit/date-time.ts'
import { joinWords } from '../../kit/facts.tsx'
import { languageName } from '../../kit/languages.tsx'
import { Moment } from '../../kit/moment.tsx'
import { useCall } from '../../kit/use-call.ts'
import { Card } from './card.tsx'

const MOST_ROWS = 6
const WEEK_S = 7 * 86_400
const MINUTE_MS = 60_000
const now = (): number => Math.floor(Date.now() / 1000)

/** What a writer looks after: what changes this week, which languages lack a text, and what was written last. */
export default function ContentCards() {
  const t = useTranslations('desk')
  const [from] = useState(now)
  const plans = useCall('calendar/list', { from, to: from + WEEK_S }, { everyMs: MINUTE_MS })
  const articles = useCall('article/list', {}, { everyMs: MINUTE_MS })
  const rows = articles.result?.rows
  const thin = rows
    ?.map((row) => ({
      ...row,
      lacks: locales.filter(
        (locale) => locale !== defaultLocale && (!row.locales.includes(locale) || row.behind.includes(locale)),
      ),
    }))
    .filter(({ lacks }) => lacks.length > 0)
  const entries =
    plans.result &&
    [
      ...plans.result.plans.map(({ id, at, kind, target }) => ({ key: `plan ${id}`, at, kind, target })),
      ...plans.result.dates.map(({ kind, target, what, at }) => ({
        key: `${kind} ${target} ${what}`,
        at,
        kind,
        target,
      })),
    ].toSorted((a, b) => a.at - b.at)
  return (
    <>
      <Card title={t('today.scheduled')} href="/calendar" place="third" error={plans.error} again={plans.reload}>
        {entries &&
          (entries.length === 0 ? (
            <p className="home-empty">{t('today.noneScheduled')}</p>
          ) : (
            <ul>
              {entries.slice(0, MOST_ROWS).map(({ key, at, kind, target }) => (
                <li key={key} className="home-row">
                  <Link href="/calendar">{`${targetName(t, kind)}: ${targetTold(t, kind, target)}`}</Link>
                  <span className="soft">{dateTime(at)}</span>
                </li>
              ))}
            </ul>
          ))}
      </Card>
      <Card title={t('today.missing')} href="/articles" place="third" error={articles.error} again={articles.reload}>
        {thin &&
          (thin.length === 0 ? (
            <p className="home-empty">{t('today.noneMissing')}</p>
          ) : (
            <ul>
              {thin.slice(0, MOST_ROWS).map(({ id, title, lacks }) => (
                <li key={id} className="home-row">
                  <Link href={`/articles/${id}`}>{title || id}</Link>
                  <span className="soft" title={joinWords(lacks.map(languageName))}>
                    {locales.length - lacks.length} / {locales.length}
                  </span>
                </li>
              ))}
            </ul>
          ))}
      </Card>
      <Card title={t('today.articles')} href="/articles" place="third" error={articles.error} again={articles.reload}>
        {rows && (
          <ul>
            {rows.slice(0, MOST_ROWS).map(({ id, title, state, at }) => (
              <li key={id} className="home-row">
                <Link href={`/articles/${id}`}>{title || id}</Link>
                <Badge tone={state === 'live' ? 'good' : 'neutral'}>{t(`articles.state.${state}`)}</Badge>
                <span className="soft">
                  <Moment at={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}
