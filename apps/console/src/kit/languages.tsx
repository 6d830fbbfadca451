import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { Icon } from '@hc/ui/icon'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { localeNow } from '../lib/language.ts'
import { Pop } from './pop.tsx'

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

type Props = {
  active: Locale
  choose: (locale: Locale) => void
  has: (locale: Locale) => boolean
  behind?: readonly Locale[]
  /** What stands beside the menu, such as a heading. */
  title?: ReactNode
  children: ReactNode
}

/** One menu of the languages, with a mark for the state of each text: there, missing, or older than its source. */
export function Languages({ active, choose, has, behind = [], title, children }: Props) {
  const t = useTranslations('desk')
  const nameOf = (key: Locale): string =>
    key === defaultLocale ? t('revisions.source', { name: languageName(key) }) : languageName(key)
  const marks = { missing: t('revisions.missing'), behind: t('revisions.behind'), there: t('revisions.there') }
  const stateOf = (key: Locale) => (has(key) ? (behind.includes(key) ? 'behind' : 'there') : 'missing')
  const doneText = t('revisions.translated', {
    n: String(locales.filter((key) => stateOf(key) === 'there').length),
    of: String(locales.length),
  })
  return (
    <>
      <div className="language-head">
        {title}
        <Pop
          className="btn btn-quiet btn-small"
          end={title !== undefined}
          label={
            <>
              <span className="hidden-text">{t('revisions.languages')}: </span>
              <b>{nameOf(active)}</b> <span className="soft">{doneText}</span>
              <Icon name="down" className="size-3" />
            </>
          }
        >
          {(close) => (
            <div className="drop-list language-list">
              {locales.map((key) => (
                <button
                  key={key}
                  type="button"
                  className="drop-item"
                  aria-pressed={key === active}
                  onClick={() => {
                    choose(key)
                    close()
                  }}
                >
                  {nameOf(key)}
                  <span className={`language-${stateOf(key)}`}>
                    {stateOf(key) === 'there' && <Icon name="check" className="size-4" />}
                    <span className={stateOf(key) === 'there' ? 'hidden-text' : undefined}>{marks[stateOf(key)]}</span>
                  </span>
                </button>
              ))}
            </div>
          )}
        </Pop>
      </div>
      {children}
    </>
  )
}
