import type { SelectField } from '@hc/ui/field'
import { Icon } from '@hc/ui/icon'
import { type ComponentProps, useId } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceField } from './choice-field.tsx'
import { allCountries, countryName } from './country-name.ts'

/** One country, by its name. */
export function CountryField(props: Omit<ComponentProps<typeof SelectField>, 'children'>) {
  const t = useTranslations('desk')
  return <ChoiceField {...props} options={[['', t('campaigns.choose')], ...allCountries()]} />
}

/** Countries by their names: each a chip that goes again, and a menu of the others. */
export function CountriesField({
  label,
  hint,
  value,
  set,
  error,
}: {
  label: string
  hint?: string
  value: readonly string[]
  set: (codes: readonly string[]) => void
  error: string | undefined
}) {
  const t = useTranslations('desk')
  const id = useId()
  const below = error ?? hint
  return (
    <fieldset className="field" aria-describedby={below === undefined ? undefined : id}>
      <legend className="field-label">{label}</legend>
      {value.length > 0 && (
        <ul className="chips">
          {value.map((code) => (
            <li key={code}>
              <span className="chip">
                {countryName(code)}
                <button
                  type="button"
                  className="chip-remove"
                  aria-label={t('prices.removeCountry', { country: countryName(code) })}
                  onClick={() => set(value.filter((other) => other !== code))}
                >
                  <Icon name="close" className="size-3" />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <select
        className="input select"
        name="countries"
        aria-label={t('prices.addCountry')}
        value=""
        onChange={(event) => set([...value, event.target.value].toSorted())}
      >
        <option value="">{t('prices.addCountry')}</option>
        {allCountries()
          .filter(([code]) => !value.includes(code))
          .map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </select>
      {below !== undefined && (
        <p id={id} className={error ? 'field-error' : 'field-hint'}>
          {below}
        </p>
      )}
    </fieldset>
  )
}
