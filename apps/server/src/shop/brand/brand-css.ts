import { keysOf } from '@hc/domain/record'
import type { BrandFile, IconName } from './brand-schema.ts'
import { type Palette, type Scheme, tokenOf } from './palette.ts'

/** rem, as in apps/portal/src/styles/tokens.css. */
const radii = { sm: 0.5, md: 0.8, lg: 1.15, xl: 1.6 } as const

type Face = BrandFile['faces'][number] & { url: string }
type Look = { scheme: Scheme; palette: Palette; hero: object | undefined }

const colourTokens = (palette: Palette): string =>
  keysOf(tokenOf)
    .map((name) => `--color-${tokenOf[name]}:${palette[name]}`)
    .join(';')

/** The other palette: on devices that prefer it, unless the player has chosen, and for a player who has chosen it. */
function alternateCss(look: Look): string {
  const tokens = `${colourTokens(look.palette)};color-scheme:${look.scheme}`
  const ownArt = `.hero-art-${look.scheme}`
  const rules = (root: string): string =>
    `${root}{${tokens}}` +
    (look.hero ? `${root} .hero-art{visibility:hidden}${root} ${ownArt}{visibility:visible}` : '')
  return (
    `${ownArt}{visibility:hidden}` +
    `@media (prefers-color-scheme:${look.scheme}){${rules(':root:not([data-theme])')}}` +
    rules(`:root[data-theme=${look.scheme}]`)
  )
}

/** What is read is on light paper, unless the player has chosen a dark shop. */
const readingCss = (palette: Palette): string =>
  `:root:not([data-theme=dark]) .paper{${colourTokens(palette)};color-scheme:light;` +
  'background:var(--color-night);color:var(--color-ink)}'

/** Icons are masks: they have the colour of the text around them, and cost no request. */
const iconCss = (icons: Readonly<Record<IconName, string>>): string =>
  keysOf(icons)
    .map((name) => {
      const data = encodeURIComponent(icons[name].replace(/\s+/g, ' ')).replace(/%(20|22|2C|2F|3A|3D)/g, (code) =>
        code === '%22' ? "'" : decodeURIComponent(code),
      )
      return `--icon-${name}:url("data:image/svg+xml,${data}")`
    })
    .join(';')

type CssParts = Pick<BrandFile, 'scheme' | 'radius' | 'fonts' | 'sky'> & {
  palette: Palette
  faces: readonly Face[]
  icons: Readonly<Record<IconName, string>>
  alternate: Look | undefined
  /** The palette of what is read, if it differs from the shop's. */
  reading: Palette | undefined
  /** The rules of the pictures' tints. */
  tints: string
}

/** The brand's part of the style sheet. It follows the portal's own part in the same layers, and so overrides it. */
export function brandCss({
  scheme,
  radius,
  fonts,
  sky,
  palette,
  faces,
  icons,
  alternate,
  reading,
  tints,
}: CssParts): string {
  const tokens = [
    colourTokens(palette),
    ...(radius === 1
      ? []
      : Object.entries(radii).map(([name, rem]) => `--radius-${name}:${Math.round(rem * radius * 1000) / 1000}rem`)),
    ...(fonts.body ? [`--font-body:${fonts.body}`] : []),
    ...(sky === 'stars' ? ['--sky:block'] : []),
    iconCss(icons),
  ]
  // The portal sets its faces for each script (apps/portal/src/styles/type.css). The brand's selector has a higher
  // specificity than all of them.
  const display = [
    ...(fonts.display ? [`--font-display:${fonts.display}`] : []),
    ...((fonts.logo ?? fonts.display) ? [`--font-logo:${fonts.logo ?? fonts.display}`] : []),
  ]
  const heavy = ':root:root:root'
  const faced = display.length > 0 ? `${heavy}{${display.join(';')}}` : ''
  // The brand's face has the letters of some scripts. The other scripts use the body's face, never that of another
  // brand.
  const scripts = fonts.display
    ? `${heavy}:is(:lang(ja),:lang(ko),:lang(th),:lang(vi),:lang(zh)){--font-display:var(--font-body)}`
    : ''
  return [
    ...faces.map(
      ({ family, url, weight, range }) =>
        `@font-face{font-family:"${family.replace(/["\\]/g, '')}";font-style:normal;font-weight:${weight};font-display:optional;` +
        `src:url("${url}") format("woff2")${range ? `;unicode-range:${range}` : ''}}`,
    ),
    `@layer theme{:root,:host{${tokens.join(';')}}}`,
    `@layer base{:root{color-scheme:${scheme}}${alternate ? alternateCss(alternate) : ''}${faced}${scripts}}`,
    `@layer components{${reading ? readingCss(reading) : ''}${tints}}`,
  ].join('\n')
}
