import { useMemo } from 'react'
import { useLocale } from 'use-intl'

/** The name of a country in the page's language. */
export function useCountryName(): (code: string) => string {
  const locale = useLocale()
  const names = useMemo(() => new Intl.DisplayNames([locale], { type: 'region' }), [locale])
  return (code) => names.of(code) ?? code
}
