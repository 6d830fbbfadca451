import type { Locale } from './locale.ts'
import type { HomeTexts } from './home/home-texts.ts'
import { home as deDE } from './home/de-DE.ts'
import { home as enUS } from './home/en-US.ts'
import { home as jaJP } from './home/ja-JP.ts'
import { home as koKR } from './home/ko-KR.ts'
import { home as thTH } from './home/th-TH.ts'
import { home as viVN } from './home/vi-VN.ts'
import { home as zhCN } from './home/zh-CN.ts'
import { home as zhHK } from './home/zh-HK.ts'
import { home as zhTW } from './home/zh-TW.ts'

export type { HomeTexts } from './home/home-texts.ts'

export type Download = {
  readonly system: 'ios' | 'android' | 'windows' | 'macos'
  readonly region: 'global' | 'asia' | 'europe'
  /** null: the game is not available on this system in this region */
  readonly url: string | null
  readonly version: string
  readonly size: string
}

export const homeTexts: Record<Locale, HomeTexts> = {
  'en-US': enUS,
  'zh-CN': zhCN,
  'zh-HK': zhHK,
  'zh-TW': zhTW,
  'th-TH': thTH,
  'ko-KR': koKR,
  'ja-JP': jaJP,
  'vi-VN': viVN,
  'de-DE': deDE,
}

export const downloads: readonly Download[] = [
  { system: 'ios', region: 'global', url: '/main/home#download-ios-global', version: '2.4.0', size: '3.2 GB' },
  { system: 'ios', region: 'asia', url: '/main/home#download-ios-asia', version: '2.4.1', size: '3.3 GB' },
  { system: 'ios', region: 'europe', url: null, version: '2.4.0', size: '3.2 GB' },
  { system: 'android', region: 'global', url: '/main/home#download-android-global', version: '2.4.0', size: '2.9 GB' },
  { system: 'android', region: 'asia', url: '/main/home#download-android-asia', version: '2.4.1', size: '3.0 GB' },
  { system: 'android', region: 'europe', url: '/main/home#download-android-europe', version: '2.4.0', size: '2.9 GB' },
  { system: 'windows', region: 'global', url: '/main/home#download-windows-global', version: '2.4.0', size: '6.8 GB' },
  { system: 'windows', region: 'asia', url: '/main/home#download-windows-asia', version: '2.4.1', size: '6.9 GB' },
  { system: 'windows', region: 'europe', url: '/main/home#download-windows-europe', version: '2.4.0', size: '6.8 GB' },
  { system: 'macos', region: 'global', url: null, version: '', size: '' },
  { system: 'macos', region: 'asia', url: null, version: '', size: '' },
  { system: 'macos', region: 'europe', url: null, version: '', size: '' },
]
