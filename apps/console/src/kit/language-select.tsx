import { locales } from '@hc/contract/locales'
import { localeNames } from '@hc/i18n/locale-names'
import { SelectField } from '@hc/ui/field'
import { useLocale, useTranslations } from 'use-intl'
import { chooseLanguage } from '../lib/language.ts'
import { useAction } from './use-action.ts'

/** The choice of the desk's language: each by its own name, readable for a person who cannot read the page. */
export function LanguageSelect() {
  const t = useTranslations('desk')
  const locale = useLocale()
  const { errors, run } = useAction()
  return (
    <SelectField
      label={t('language')}
      name="language"
      className="input-small"
      value={locale}
      error={errors.form}
      onChange={(event) => {
        const { value } = event.target
        void run(() => chooseLanguage(value))
      }}
    >
      {locales.map((candidate) => (
        <option key={candidate} value={candidate} lang={candidate}>
          {localeNames[candidate]}
        </option>
      ))}
    </SelectField>
  )
}
