import { useTranslations } from 'use-intl'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { Places, Rules } from './alert-setup.tsx'

/** The places of alerts, and their rules as sentences. */
export default function Notifications({ me }: PageProps) {
  const t = useTranslations('desk')
  const writes = may(me, 'alert.write')
  return (
    <Page width="detail">
      <section className="rules-part">
        <h2>{t('alerts.placesTitle')}</h2>
        <p className="soft">{t('alerts.placesText')}</p>
        <Places writes={writes} />
      </section>
      <section className="rules-part">
        <h2>{t('alerts.rules')}</h2>
        {writes && <p className="soft">{t('alerts.rulesText')}</p>}
        <Rules writes={writes} />
      </section>
    </Page>
  )
}
