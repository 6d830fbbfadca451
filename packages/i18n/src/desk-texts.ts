import type { Locale } from '@hc/contract/locales'
import type { WholeDesk } from './messages.ts'

/** Listed one by one, so that the build of the server finds them, each in a file of its own. */
const files: Readonly<Record<Locale, () => Promise<{ default: WholeDesk }>>> = {
  'de-DE': () => import('./locales/de-DE/desk.ts'),
  'en-US': () => import('./locales/en-US/desk.ts'),
  'ja-JP': () => import('./locales/ja-JP/desk.ts'),
  'ko-KR': () => import('./locales/ko-KR/desk.ts'),
  'th-TH': () => import('./locales/th-TH/desk.ts'),
  'vi-VN': () => import('./locales/vi-VN/desk.ts'),
  'zh-CN': () => import('./locales/zh-CN/desk.ts'),
  'zh-HK': () => import('./locales/zh-HK/desk.ts'),
  'zh-TW': () => import('./locales/zh-TW/desk.ts'),
}

/** The desk's texts for messages that the server sends, in one language; loaded when the first letter needs them. */
export const deskTexts = async (locale: Locale): Promise<WholeDesk> => (await files[locale]()).default
