import { useTranslations } from 'use-intl'
import { Link } from 'wouter'

/** The way to the runbook's step that says what to do; `about` tells it from the others of a list. */
export function HelpLink({ to, about }: { to: string; about: string }) {
  const t = useTranslations('desk')
  if (to === '') return null
  return (
    <Link className="link" href={to} aria-label={`${t('help.what')}: ${about}`}>
      {t('help.what')}
    </Link>
  )
}
