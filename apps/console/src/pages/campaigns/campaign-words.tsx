import { defaultLocale, type Locale } from '@hc/contract/locales'
import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { languageName, Languages } from '../../kit/languages.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { type Fields, type Why, type FieldErrors, wordField } from './campaign-draft.ts'
import { tOf } from '../../kit/text-of.ts'

type Props = {
  fields: Fields
  errors: Readonly<Partial<Record<keyof Fields, string | undefined>>>
  locale: Locale
  choose: (locale: Locale) => void
  set: (name: keyof Fields, value: string) => void
}

/** The label of a field, with the language if it is not English. */
export function fieldLabel(t: DeskTexts, name: string): string {
  const [field = '', language] = name.split(' ')
  const label = field === 'item' || field === 'coin' ? t('campaigns.counts') : (tOf(t, 'campaigns', field) ?? field)
  return language ? t('revisions.inLanguage', { field: label, language: languageName(language as Locale) }) : label
}

/** The text of a field's error. */
export function wrongText(t: DeskTexts, why: Why): string {
  if (typeof why === 'number') return t('campaigns.form.rowWrong', { n: String(why) })
  return why === 'before_start' ? t('imports.wrong.before_start') : t(`field.${why}`)
}

/** The first language with an error: the form opens its tab. */
export const wrongLocale = (localeOfError: FieldErrors): Locale | null => {
  if (localeOfError.name) return defaultLocale
  const name = Object.entries(localeOfError).find(([key, why]) => why !== false && key.startsWith('name '))?.[0]
  return name ? (name.slice('name '.length) as Locale) : null
}

/** Name and description as players read them, language by language. */
export function CampaignWords({ fields, errors, locale, choose, set }: Props) {
  const t = useTranslations('desk')
  return (
    <Languages active={locale} choose={choose} has={(language) => fields[wordField('name', language)] !== ''}>
      <div className="form" lang={locale}>
        {(['name', 'desc'] as const).map((word) => {
          const name = wordField(word, locale)
          return (
            <TextField
              key={name}
              label={fieldLabel(t, name)}
              name={word}
              autoComplete="off"
              value={fields[name]}
              error={errors[name]}
              onChange={(event) => set(name, event.target.value)}
            />
          )
        })}
      </div>
    </Languages>
  )
}
