import fc from 'fast-check'
import { type CountryCode, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js'
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { locales } from '@hc/contract/locales'
import { phoneNumber } from './phone-number.ts'

const countries = locales.map((locale) => locale.slice(3) as CountryCode)
const inScript = (text: string, numberingSystem: string): string => {
  const zero = new Intl.NumberFormat('en', { numberingSystem }).format(0).codePointAt(0) ?? 0
  return text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}

it('a mobile number of each language’s country is one, however its people write it', async () => {
  const scripts = fc.constantFrom('latn', 'thai', 'fullwide', 'arab')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...countries),
      fc.integer({ min: 0, max: 9999 }),
      scripts,
      async (country, n, script) => {
        const example = getExampleNumber(country, examples)
        if (!example) throw new Error(`no number of ${country}`)
        const number = example.number.slice(0, -4) + String(n).padStart(4, '0')
        const code = `+${example.countryCallingCode}`
        const national = number.slice(code.length)
        for (const typed of [
          number,
          parsePhoneNumberFromString(number)?.formatInternational() ?? '',
          `00${number.slice(1)}`,
          `${code} ${national.slice(0, 2)}-${national.slice(2)}`,
          `(${code}) ${national}`,
          `\u200e${code}\u00a0${national}\u202c`,
          // Countries whose people type a 0 before a number at home, which many leave behind the country's code.
          ...(['DE', 'JP', 'KR', 'VN', 'TH', 'TW'].includes(country)
            ? [`${code} (0)${national}`, `${code}0${national}`]
            : []),
        ])
          expect([typed, await phoneNumber(inScript(typed, script))]).toEqual([typed, number])
      },
    ),
  )
})
