import type { Locale } from '@hc/contract/locales'

/** A font file, by the end of its name in the build, and the media query of the windows that show it. */
type Face = { file: string; media?: string }

const CINZEL = 'cinzel-latin-700-normal.woff2'
/** From this width on, the header shows the shop's name (styles/shell.css). */
const NAME_SHOWN = '(min-width: 1024px)'

const faces: Partial<Record<Locale, readonly Face[]>> = {
  'en-US': [{ file: CINZEL }],
  'de-DE': [{ file: CINZEL }],
  'vi-VN': [
    { file: 'playfair-display-sc-latin-700-normal.woff2' },
    { file: 'playfair-display-sc-vietnamese-700-normal.woff2' },
  ],
  'th-TH': [{ file: 'trirong-thai-700-normal.woff2' }],
}

/**
 * The font files that the first screen of a language shows. The browser fetches them with the page, so that a first
 * visit looks like a second one.
 */
export const displayFaces = (locale: Locale): readonly Face[] => [
  ...(faces[locale] ?? []),
  ...(faces[locale]?.some(({ file }) => file === CINZEL) ? [] : [{ file: CINZEL, media: NAME_SHOWN }]),
]
