import type { Market } from '@hc/contract/calls'
import { DefinitionRow } from '@hc/ui/definition-row'
import { Notice } from '@hc/ui/notice'
import { useLocale, useTranslations } from 'use-intl'
import { useCountryName } from './use-country-name.ts'

/** Explains why the prices are not those of the country in question; null if they are. */
function Doubt({ market: { confirmed, country, missing, signals } }: { market: Market }) {
  const t = useTranslations('market')
  const locale = useLocale()
  const nameOf = useCountryName()
  if (confirmed) return null
  const declared = signals.find(({ signal }) => signal === 'declared')?.country
  const doubted = declared !== undefined && declared !== country
  const signs = new Intl.ListFormat(locale, { type: doubted ? 'disjunction' : 'conjunction' }).format(
    missing.map((sign) => t(`sign.${sign}`)),
  )
  return (
    <Notice tone="warn" className="mt-4">
      {doubted ? t('doubted', { country: nameOf(declared), signs }) : t('guarded', { country: nameOf(country), signs })}
    </Notice>
  )
}

/** A word that is used within lists, capitalised for the start of a line. */
const capital = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

/** A currency by its name, as amounts have it: US dollars. */
const currencyWord = (locale: string, currency: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** The country whose prices are shown, and the signs that say so. */
export function MarketFacts({ market }: { market: Market }) {
  const t = useTranslations('market')
  const locale = useLocale()
  const nameOf = useCountryName()
  const { country, currency, signals } = market
  return (
    <>
      <p className="mt-2 text-lg font-bold text-ink">
        {country
          ? t('current', { country: nameOf(country), currency })
          : t('unknown', { currency: currencyWord(locale, currency) })}
      </p>
      <p className="mt-1 text-soft">{t('text')}</p>
      <h3 className="mt-4 font-bold">{t('why')}</h3>
      {signals.length === 0 ? (
        <p className="mt-1 text-soft">{t('none')}</p>
      ) : (
        <dl className="mt-1">
          {signals.map(({ signal, country: signalCountry }) => (
            <DefinitionRow key={signal} look="sum" label={capital(t(`sign.${signal}`), locale)}>
              {nameOf(signalCountry)}
            </DefinitionRow>
          ))}
        </dl>
      )}
      <Doubt market={market} />
    </>
  )
}
