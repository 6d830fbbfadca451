import { useTranslations } from 'use-intl'
import { Badge } from '../../kit/badge.tsx'
import { countOf, type HealthPart } from './cards.ts'

/** The shop's health in one sentence: all of it is well, or how many cards are not, by their states. */
export function HealthHead({ cards }: { cards: readonly HealthPart[] }) {
  const t = useTranslations('desk')
  const [red, amber, unknown, off] = (['red', 'amber', 'unknown', 'off'] as const).map((light) => countOf(cards, light))
  if (countOf(cards, 'green') === cards.length) return <Badge tone="good">{t('today.allOk')}</Badge>
  return (
    <>
      {red ? <Badge tone="bad">{t('today.broken', { n: String(red) })}</Badge> : null}
      {amber ? <Badge tone="warn">{t('today.attention', { n: amber })}</Badge> : null}
      {unknown ? <Badge tone="info">{t('today.unknown', { n: String(unknown) })}</Badge> : null}
      {off ? <Badge>{t('today.notSetUp', { n: String(off) })}</Badge> : null}
    </>
  )
}
