import type { Locale } from '@hc/contract/locales'
import deDE from './locales/de-DE/desk.ts'
import enUS from './locales/en-US/desk.ts'
import jaJP from './locales/ja-JP/desk.ts'
import koKR from './locales/ko-KR/desk.ts'
import thTH from './locales/th-TH/desk.ts'
import viVN from './locales/vi-VN/desk.ts'
import zhCN from './locales/zh-CN/desk.ts'
import zhHK from './locales/zh-HK/desk.ts'
import zhTW from './locales/zh-TW/desk.ts'
import type { WholeDesk } from './messages.ts'

/** The desk's texts for what the server sends, named one by one, so that the build of the server finds them. */
export const deskTexts: Readonly<Record<Locale, WholeDesk>> = {
  'de-DE': deDE,
  'en-US': enUS,
  'ja-JP': jaJP,
  'ko-KR': koKR,
  'th-TH': thTH,
  'vi-VN': viVN,
  'zh-CN': zhCN,
  'zh-HK': zhHK,
  'zh-TW': zhTW,
}
