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

/** Received points, as the server writes them into a record: +500 HC Points. */
export const pointText = (locale: Locale, points: number): string => formatFor(locale).signed(points) + units[locale]

/** One point, in languages with a singular form. */
const item: Partial<Record<Locale, string>> = { 'en-US': ' HC Point', 'de-DE': ' HC-Punkt' }

/** The name of points that are bought by their number: 37 HC Points. */
export const pointsName = (locale: Locale, points: number): string =>
  formatFor(locale).number(points) + (points === 1 ? (item[locale] ?? units[locale]) : units[locale])
