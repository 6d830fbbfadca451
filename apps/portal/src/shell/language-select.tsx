import { Icon } from '@hc/ui/icon'
import { locales } from '@hc/contract/locales'
import { useLocale, useTranslations } from 'use-intl'
import { useApp } from './app-context.ts'
import { localeNames } from '@hc/i18n/locale-names'
import { chooseLocale } from '../lib/locale.ts'
import { dropParams } from '../lib/nav.ts'

/** A choice by hand keeps the page and its address, but removes `lang` from it, which would contradict the choice. */
export function LanguageSelect({ className = '' }: { className?: string }) {
  const t = useTranslations('common')
  const locale = useLocale()
  const { init } = useApp()
  return (
    <div className={`relative flex items-center ${className}`}>
      <Icon name="globe" className="lang-icon size-5 pointer-events-none absolute left-2.5 text-soft" />
      <select
        aria-label={t('nav.language')}
        value={locale}
        className="lang-select"
        onChange={(event) => {
          const wantedLocale = locales.find((candidate) => candidate === event.target.value)
          if (!wantedLocale) return
          chooseLocale(wantedLocale)
          if (location.search.includes('lang=')) dropParams(['lang'])
        }}
      >
        {init.languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {localeNames[language]}
          </option>
        ))}
      </select>
    </div>
  )
}
