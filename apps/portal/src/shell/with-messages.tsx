import { matchLocale, defaultLocale } from '@hc/contract/locales'
import { loadMessages } from '@hc/i18n/load'
import type { Messages, Namespace } from '@hc/i18n/messages'
import { type ReactNode, useEffect, useState } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import { loadNeeded } from '../router/prepare.ts'

/** Loads texts that the page on screen does not carry. Nothing is shown until they are there. */
export function WithMessages({ namespaces, children }: { namespaces: readonly Namespace[]; children: ReactNode }) {
  const locale = useLocale()
  const outer = useMessages() as Partial<Messages>
  const [extra, setExtra] = useState<{ locale: string; texts: Partial<Messages> } | null>(null)
  const missing = namespaces.filter((namespace) => !(namespace in outer))
  const wantedNames = missing.join(' ')
  useEffect(() => {
    if (!wantedNames) return undefined
    let stale = false
    loadNeeded(loadMessages(matchLocale(locale) ?? defaultLocale, wantedNames.split(' ') as Namespace[])).then(
      (texts) => {
        if (!stale) setExtra({ locale, texts })
      },
      () => undefined,
    )
    return () => {
      stale = true
    }
  }, [wantedNames, locale])
  if (!wantedNames) return children
  if (extra?.locale !== locale || missing.some((namespace) => !(namespace in extra.texts))) return null
  return (
    <IntlProvider locale={locale} messages={{ ...outer, ...extra.texts } as Messages as never}>
      {children}
    </IntlProvider>
  )
}
