import { useTranslations } from 'use-intl'
import { Link } from 'wouter'

/** A problem in words, with a link to its guide. */
export function WhatToDo({ text, help }: { text: string; help: string }) {
  return (
    <>
      {text}
      <span className="soft">
        <HelpLink to={help} about={text} />
      </span>
    </>
  )
}

/** A link to the runbook's step; `about` distinguishes it from the others of a list. */
export function HelpLink({ to, about }: { to: string; about: string }) {
  const t = useTranslations('desk')
  if (to === '') return null
  return (
    <Link className="link" href={to} aria-label={`${t('help.what')}: ${about}`}>
      {t('help.what')}
    </Link>
  )
}
