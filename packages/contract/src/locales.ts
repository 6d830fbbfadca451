/** The nine languages of the product; en-US is the default (product specification, section 1). */
export const locales = ['en-US', 'zh-CN', 'zh-HK', 'zh-TW', 'th-TH', 'ko-KR', 'ja-JP', 'vi-VN', 'de-DE'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'en-US'

/** Tags that a browser may send for a language that we have under another name. */
const aliases = new Map<string, Locale>(
  Object.entries<Locale>({
    en: 'en-US',
    zh: 'zh-CN',
    'zh-hans': 'zh-CN',
    'zh-sg': 'zh-CN',
    'zh-my': 'zh-CN',
    'zh-hant': 'zh-TW',
    'zh-hant-hk': 'zh-HK',
    'zh-hant-mo': 'zh-HK',
    'zh-mo': 'zh-HK',
    'zh-hans-cn': 'zh-CN',
    'zh-hant-tw': 'zh-TW',
    th: 'th-TH',
    ko: 'ko-KR',
    ja: 'ja-JP',
    vi: 'vi-VN',
    de: 'de-DE',
  }),
)

/** The locale for one tag: by the whole tag, then by the table of aliases, then by the language alone. */
export function matchLocale(tag: string): Locale | undefined {
  const lower = tag.trim().toLowerCase().replaceAll('_', '-')
  const whole = locales.find((locale) => locale.toLowerCase() === lower)
  if (whole) return whole
  for (let rest = lower; rest; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-')))) {
    const alias = aliases.get(rest)
    if (alias) return alias
  }
  return undefined
}

/** The best locale for an Accept-Language header (RFC 9110, section 12.5.4), else en-US. */
export function negotiateLocale(acceptLanguage: string | undefined): Locale {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.split(';')
      const quality = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined)
      return { tag, index, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
  for (const { tag } of wanted) {
    const locale = matchLocale(tag)
    if (locale) return locale
  }
  return defaultLocale
}
