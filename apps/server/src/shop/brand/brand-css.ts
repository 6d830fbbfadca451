import { keysOf } from '@hc/domain/record'
import type { BrandFile } from './brand-schema.ts'
import { type Palette, tokenOf } from './palette.ts'

/** rem, as in apps/portal/src/styles/tokens.css. */
const radii = { sm: 0.5, md: 0.8, lg: 1.15, xl: 1.6 } as const

type Face = BrandFile['faces'][number] & { url: string }

/** The brand's part of the style sheet. It follows the portal's own part in the same layers, and so overrides it. */
export function brandCss(
  { scheme, radius, fonts }: Pick<BrandFile, 'scheme' | 'radius' | 'fonts'>,
  palette: Palette,
  faces: readonly Face[],
): string {
  const tokens = [
    ...keysOf(tokenOf).map((name) => `--color-${tokenOf[name]}:${palette[name]}`),
    ...(radius === 1
      ? []
      : Object.entries(radii).map(([name, rem]) => `--radius-${name}:${Math.round(rem * radius * 1000) / 1000}rem`)),
    ...(fonts.body ? [`--font-body:${fonts.body}`] : []),
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
    `@layer base{:root{color-scheme:${scheme}}${faced}${scripts}}`,
  ].join('\n')
}
