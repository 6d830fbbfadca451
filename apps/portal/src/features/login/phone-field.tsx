import { AsYouType, type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type ReactNode, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { PhoneTarget } from './code.ts'
import { countriesIn, likelyCountry } from './countries.ts'
import { CountryPicker } from './country-picker.tsx'
import { Row } from './field-row.tsx'

/**
 * Checks lengths, not number ranges: the ranges of a small library grow old, and the server's SMS provider knows
 * better.
 */
function targetOf(text: string, country: CountryCode): PhoneTarget | null {
  const number = parsePhoneNumberFromString(text, country)
  if (!number?.isPossible()) return null
  return {
    kind: 'phone',
    areaCode: `+${number.countryCallingCode}`,
    phone: number.nationalNumber,
    e164: number.number,
    shown: number.formatInternational().replaceAll(' ', '\u00A0'),
  }
}

type Props = {
  error: string | undefined
  hint?: ReactNode
  onChange: (target: PhoneTarget | null, empty: boolean) => void
}

/**
 * A field for a national number with its country before it. The player may also paste an international number with its
 * "+". Only this file imports the library.
 */
export default function PhoneField({ error, hint, onChange }: Props) {
  const t = useTranslations('login')
  const locale = useLocale()
  const countries = useMemo(() => countriesIn(locale), [locale])
  const [code, setCode] = useState(() => likelyCountry(locale, navigator.languages))
  const [text, setText] = useState('')
  const country = countries.find((candidate) => candidate.code === code) ?? countries[0]

  const put = (next: string, country: CountryCode): void => {
    setText(next)
    onChange(targetOf(next, country), next.trim() === '')
  }

  function type(next: string, atEnd: boolean): void {
    const whole = next.trim().startsWith('+') ? parsePhoneNumberFromString(next) : undefined
    // A number of no known range, such as an example number, belongs to the first country of its calling code.
    const country = whole?.country ?? whole?.getPossibleCountries()[0]
    if (whole?.isPossible() && country) {
      setCode(country)
      put(whole.formatNational(), country)
      return
    }
    // Formats the number only while it grows at its end. A change in the middle or a deletion would fight with the
    // formatting.
    put(next.length > text.length && atEnd ? new AsYouType(code).input(next) : next, code)
  }

  if (!country) return null
  return (
    <Row label={t('phone.number')} error={error} hint={hint}>
      {(input) => (
        <>
          <CountryPicker
            countries={countries}
            chosen={country}
            onChoose={(country) => {
              setCode(country.code)
              put(text, country.code)
            }}
          />
          <input
            {...input}
            name="phone"
            type="tel"
            className="input min-w-0 flex-1 tabular-nums"
            autoComplete="tel"
            enterKeyHint="next"
            value={text}
            onChange={({ target }) => type(target.value, target.selectionStart === target.value.length)}
            onBlur={() => {
              if (text && !text.startsWith('+')) put(new AsYouType(code).input(text), code)
            }}
          />
        </>
      )}
    </Row>
  )
}
