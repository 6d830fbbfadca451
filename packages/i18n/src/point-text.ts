import type { Locale } from '@hc/contract/locales'
import { formatFor } from './format.ts'

/** "HC Points" after a number. */
const units: Record<Locale, string> = {
  'en-US': ' HC Points',
  'zh-CN': ' HC 点',
  'zh-HK': ' HC 點',
  'zh-TW': ' HC 點',
  'th-TH': ' HC พอยต์',
  'ko-KR': ' HC 포인트',
  'ja-JP': ' HCポイント',
  'vi-VN': ' HC Point',
  'de-DE': ' HC-Punkte',
}

/** Points that came, as the server writes them into a record: +500 HC Points. */
export const pointText = (locale: Locale, points: number): string => formatFor(locale).signed(points) + units[locale]
