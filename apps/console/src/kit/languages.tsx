import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { Tabs } from '@hc/ui/tabs'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { localeNow } from '../lib/language.ts'

/** The separator between a language and its place, if it is not a comma. */
const between: Readonly<Record<string, string>> = { ja: '・', zh: '·', th: ' ' }

/** A language by its name, with the place if the shop has several variants of it. */
export function languageName(locale: Locale): string {
  const names = new Intl.DisplayNames(localeNow(), { type: 'language' })
  const places = new Intl.DisplayNames(localeNow(), { type: 'region' })
  const { language, region = '' } = new Intl.Locale(locale)
  const name = names.of(language) ?? locale
  const several = locales.filter((other) => other.startsWith(`${language}-`)).length > 1
  const mark = between[new Intl.Locale(localeNow()).language] ?? ', '
  return several ? `${name}${mark}${places.of(region) ?? region}` : name
}

/** A tab for each language. A language without a text has a mark, and a text older than its source has another. */
export function Languages({
  active,
  choose,
  has,
  behind = [],
  children,
}: {
  active: Locale
  choose: (locale: Locale) => void
  has: (locale: Locale) => boolean
  behind?: readonly Locale[]
  children: ReactNode
}) {
  const t = useTranslations('desk')
  return (
    <Tabs
      label={t('revisions.languages')}
      active={active}
      onChange={choose}
      tabs={locales.map((key) => ({
        key,
        label: (
          <>
            {key === defaultLocale ? t('revisions.source', { name: languageName(key) }) : languageName(key)}
            {!has(key) && <span className="soft"> · {t('revisions.missing')}</span>}
            {behind.includes(key) && <span className="soft"> · {t('revisions.behind')}</span>}
          </>
        ),
      }))}
    >
      {children}
    </Tabs>
  )
}
