import { useTranslations } from 'use-intl'
import { Link } from 'wouter'

/** What waits or is wrong, in words, and below it the way to what to do about it. */
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
