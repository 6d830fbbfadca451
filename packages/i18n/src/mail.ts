import type { Locale } from '@hc/contract/locales'
import deDE from './locales/de-DE/mail.ts'
import enUS from './locales/en-US/mail.ts'
import jaJP from './locales/ja-JP/mail.ts'
import koKR from './locales/ko-KR/mail.ts'
import thTH from './locales/th-TH/mail.ts'
import viVN from './locales/vi-VN/mail.ts'
import zhCN from './locales/zh-CN/mail.ts'
import zhHK from './locales/zh-HK/mail.ts'
import zhTW from './locales/zh-TW/mail.ts'
import type { Messages } from './messages.ts'

/** The texts of letters, listed one by one, so that the build of the server finds them. */
export const mailTexts: Readonly<Record<Locale, Messages['mail']>> = {
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
