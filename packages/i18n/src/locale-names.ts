import type { Locale } from '@hc/contract/locales'

/** Each language in its own name: readable for a visitor who cannot read the page. */
export const localeNames: Record<Locale, string> = {
  'en-US': 'English',
  'zh-CN': '简体中文',
  'zh-HK': '繁體中文（香港）',
  'zh-TW': '繁體中文（台灣）',
  'th-TH': 'ไทย',
  'ko-KR': '한국어',
  'ja-JP': '日本語',
  'vi-VN': 'Tiếng Việt',
  'de-DE': 'Deutsch',
}
