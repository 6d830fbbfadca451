import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { localeNow } from '../../lib/language.ts'
import { countryName } from './amounts.ts'

const CODES = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
/** Every country that this browser has a name for. */
function allCountries(): string[] {
  const names = new Intl.DisplayNames(localeNow(), { type: 'region', fallback: 'none' })
  return CODES.flatMap((first) => CODES.map((second) => first + second)).filter(
    (code) => !['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'].includes(code) && names.of(code) !== undefined,
  )
}

/** Countries by their names: each a chip that goes again, and a menu of the others. */
export function CountriesField({
  value,
  set,
  error,
}: {
  value: readonly string[]
  set: (codes: readonly string[]) => void
  error: string | undefined
}) {
  const t = useTranslations('desk')
  const others = allCountries()
    .filter((code) => !value.includes(code))
    .map((code) => [code, countryName(code)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, localeNow()))
  return (
    <fieldset className="field">
      <legend className="field-label">{t('prices.countries')}</legend>
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
      <select
        className="input select"
        name="countries"
        aria-label={t('prices.addCountry')}
        value=""
        onChange={(event) => set([...value, event.target.value].toSorted())}
      >
        <option value="">{t('prices.addCountry')}</option>
        {others.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <p className={error ? 'field-error' : 'field-hint'}>{error ?? t('prices.countriesHint')}</p>
    </fieldset>
  )
}
