import { keysOf } from '@hc/domain/record'
import type { Locale } from '@hc/contract/locales'

/**
 * The forms in which a language's texts name the shop's currency; a brand may replace them with its own name. A space
 * in them also matches a no-break space. No text names the currency in another way (`currency.test.ts`).
 */
export const currencyForms: Record<Locale, Readonly<Record<string, readonly string[]>>> = {
  'en-US': { one: ['HC Point', 'HC-Point'], many: ['HC Points'] },
  'de-DE': { one: ['HC-Punkt'], many: ['HC-Punkte'], dative: ['HC-Punkten'], compound: ['HC-Punkte-'] },
  'zh-CN': { name: ['HC 点数'], amount: ['HC 点'] },
  'zh-HK': { name: ['HC 點數'], amount: ['HC 點'] },
  'zh-TW': { name: ['HC 點數'], amount: ['HC 點'] },
  // The second form contains a word joiner: on a short line a browser would break this word in the middle.
  'th-TH': { name: ['HC พอยต์', 'HC พอ\u2060ยต์'] },
  'ko-KR': { name: ['HC 포인트'] },
  'ja-JP': { name: ['HCポイント'] },
  'vi-VN': { name: ['HC Point'] },
}

export type CurrencyWords = Partial<Record<Locale, Readonly<Record<string, string>>>>

/** Korean particles whose form depends on the end of the word: after a consonant, after a vowel. */
const particles: readonly (readonly [string, string])[] = [
  ['을', '를'],
  ['은', '는'],
  ['이', '가'],
  ['과', '와'],
  ['으로', '로'],
]
const HANGUL = 0xac00
const RIEUL = 8

function particleAfter(word: string, particle: string): string {
  const [closed, open] = particles.find((pair) => pair.includes(particle)) ?? [particle, particle]
  const code = (word.codePointAt(word.length - 1) ?? 0) - HANGUL
  const end = code >= 0 && code < 11_172 ? code % 28 : 0
  // After ㄹ, 로 is used as after a vowel.
  return end === 0 || (open === '로' && end === RIEUL) ? open : closed
}

const spaced = (form: string): string => form.replace(' ', '[ \\u00a0]')

/** Puts a brand's name of the currency into texts of a language. Without such a name it returns the texts unchanged. */
export function currencyNamer(words: CurrencyWords): (locale: Locale, text: string) => string {
  const namers = new Map(
    keysOf(words).map((locale) => {
      const ownTexts = new Map(
        Object.entries(currencyForms[locale]).flatMap(([form, all]) =>
          all.map((name) => [name, words[locale]?.[form] ?? name] as const),
        ),
      )
      const longestFirst = [...ownTexts.keys()].sort((a, b) => b.length - a.length)
      const tail =
        locale === 'ko-KR'
          ? `(${particles
              .flat()
              .sort((a, b) => b.length - a.length)
              .join('|')})?`
          : '()'
      return [
        locale,
        { own: ownTexts, pattern: new RegExp(`(${longestFirst.map(spaced).join('|')})${tail}`, 'g') },
      ] as const
    }),
  )
  return (locale, text) => {
    const namer = namers.get(locale)
    return namer
      ? text.replace(namer.pattern, (_all, form: string, particle: string | undefined) => {
          const word = namer.own.get(form.replace('\u00a0', ' ')) ?? form
          return word + (particle ? particleAfter(word, particle) : '')
        })
      : text
  }
}
