import { digitsOf, shownDigits, stepOf } from './currency-digits.ts'

export type Currency = {
  /** ISO 4217, letters and number. */
  code: string
  number: string
  /** The decimals of its minor unit, and the decimals that people are shown. */
  digits: number
  shown: number
  /** The smallest amount that may be charged, in minor units: every price is a multiple of it. */
  step: number
  /** The first and the last day on which it is legal tender (ISO 8601); '' if there is none. */
  from: string
  until: string
}

/** Currencies that are or recently were legal tender, by ISO 4217, without funds, metals and test codes. */
const CODES = `
  AED784 AFN971 ALL008 AMD051 ANG532 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BGN975 BHD048 BIF108 BMD060
  BND096 BOB068 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHF756 CLP152 CNY156 COP170 CRC188 CUP192 CVE132
  CZK203 DJF262 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 GIP292 GMD270 GNF324
  GTQ320 GYD328 HKD344 HNL340 HRK191 HTG332 HUF348 IDR360 ILS376 INR356 IQD368 IRR364 ISK352 JMD388 JOD400 JPY392 KES404
  KGS417 KHR116 KMF174 KPW408 KRW410 KWD414 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430 LSL426 LYD434 MAD504 MDL498 MGA969
  MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462 MWK454 MXN484 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524 NZD554
  OMR512 PAB590 PEN604 PGK598 PHP608 PKR586 PLN985 PYG600 QAR634 RON946 RSD941 RUB643 RWF646 SAR682 SBD090 SCR690 SDG938
  SEK752 SGD702 SHP654 SLE925 SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748 THB764 TJS972 TMT934 TND788 TOP776 TRY949
  TTD780 TWD901 TZS834 UAH980 UGX800 USD840 UYU858 UZS860 VES928 VND704 VUV548 WST882 XAF950 XCD951 XCG532 XOF952 XPF953
  YER886 ZAR710 ZMW967 ZWG924`

/** The euro replaced the kuna in 2023 and the lev in 2026; the Caribbean guilder replaced the Antillean one. */
const ended: Readonly<Record<string, string>> = { HRK: '2022-12-31', BGN: '2025-12-31', ANG: '2025-03-30' }
const STARTS: Readonly<Record<string, string>> = { XCG: '2025-03-31' }

export const currencies: ReadonlyMap<string, Currency> = new Map(
  CODES.trim()
    .split(/\s+/)
    .map((part) => {
      const code = part.slice(0, 3)
      const rules = { digits: digitsOf(code), shown: shownDigits(code), step: stepOf(code) }
      return [code, { code, number: part.slice(3), ...rules, from: STARTS[code] ?? '', until: ended[code] ?? '' }]
    }),
)

/** Whether a currency is legal tender on a day (ISO 8601). */
export function isMoneyOn(code: string, day: string): boolean {
  const currency = currencies.get(code)
  return currency !== undefined && currency.from <= day && (currency.until === '' || day <= currency.until)
}
