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
    yue: 'zh-HK',
    'yue-hans': 'zh-CN',
    th: 'th-TH',
    ko: 'ko-KR',
    ja: 'ja-JP',
    vi: 'vi-VN',
    de: 'de-DE',
  }),
)

/** The tag without its last subtag, and without a single letter that this subtag followed. */
const shorter = (tag: string): string => tag.replace(/(?:-[^-])?-?[^-]*$/, '')

/**
 * The locale for one tag, by lookup (RFC 4647, 3.4): subtags are dropped from the end until our own tags or an alias
 * match.
 */
export function matchLocale(tag: string): Locale | undefined {
  for (let rest = tag.trim().toLowerCase().replaceAll('_', '-'); rest; rest = shorter(rest)) {
    const match = locales.find((locale) => locale.toLowerCase() === rest) ?? aliases.get(rest)
    if (match) return match
  }
  return undefined
}

/**
 * The best locale for an Accept-Language header (RFC 9110, section 12.5.4), else en-US. Names of parameters ignore
 * case.
 */
export function negotiateLocale(acceptLanguage: string | undefined): Locale {
  const ranges = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.split(';')
      const quality = parameters.map((p) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(p)?.[1]).find((q) => q !== undefined)
      return { tag, index, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
  for (const { tag } of ranges) {
    const locale = matchLocale(tag)
    if (locale) return locale
  }
  return defaultLocale
}
