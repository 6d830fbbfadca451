import { digitsOf, toMajor } from '@hc/domain/money/currency-digits'
import type { ReactNode } from 'react'
import type { Locale } from '@hc/contract/locales'
import { formatFor } from '@hc/i18n/format'
import { localeNow } from '../lib/language.ts'
import { dateTime, exactTime } from './date-time.ts'

/** A short list of labelled facts. Null values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode] | null)[] }) {
  return (
    <dl className="facts">
      {facts.map(
        (fact) =>
          fact &&
          fact[1] !== null && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** An amount of money, from integer minor units of its currency. */
export const money = (cents: number, currency = 'USD', locale: Locale = localeNow()): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digitsOf(currency),
    maximumFractionDigits: digitsOf(currency),
  }).format(toMajor(cents, currency))

/** An exchange rate, with as many decimals as rates are quoted with. */
export const rate = (major: number, currency: string): string =>
  new Intl.NumberFormat(localeNow(), { style: 'currency', currency, maximumFractionDigits: 4 }).format(major)

/** A whole number with the language's separators. */
export const count = (n: number, locale: Locale = localeNow()): string => formatFor(locale).number(n)

/** A number with a maximum of decimals. */
export const decimal = (n: number, digits: number): string =>
  new Intl.NumberFormat(localeNow(), { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(n)

/** A share in whole or half percent: 12 is 12 %. */
export const percent = (n: number): string =>
  new Intl.NumberFormat(localeNow(), { style: 'percent', maximumFractionDigits: 2 }).format(n / 100)

/** A change in percent, with its sign. */
export const signedPercent = (n: number): string =>
  new Intl.NumberFormat(localeNow(), { style: 'percent', maximumFractionDigits: 2, signDisplay: 'exceptZero' }).format(
    n / 100,
  )

/** Several items as a list in words. */
export const joinWords = (parts: readonly string[]): string =>
  new Intl.ListFormat(localeNow(), { type: 'conjunction', style: 'narrow' }).format(parts)

/** A moment, for people and for programs; `exact` with its second. */
export function When({ at, exact = false }: { at: number; exact?: boolean }) {
  return <time dateTime={new Date(at * 1000).toISOString()}>{exact ? exactTime(at) : dateTime(at)}</time>
}
