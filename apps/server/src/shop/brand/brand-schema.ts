import { keysOf, recordOf } from '@hc/domain/record'
import { locales } from '@hc/contract/locales'
import { currencyForms } from '@hc/i18n/currency'
import { z } from 'zod'
import { seedColours, tokenOf, type Colour } from './palette.ts'

/** The path of a file in the brand's folder. */
const file = z
  .string()
  .regex(
    /^(?!\.)(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.[a-z0-9]+$/,
    'is a file of the folder: letters, digits, - and _, no ..',
  )
const hex = z.string().regex(/^#[0-9a-f]{6}$/i, 'is a colour like #1a2b3c')
const line = z.string().trim().min(1).max(200)
/** A value in a style sheet, without a character that could end the declaration. */
const css = z
  .string()
  .min(1)
  .max(400)
  .regex(/^[^;{}<>\\]*$/, 'must not contain any of ; { } < > and the backslash, which would end the CSS declaration')

type Seed = (typeof seedColours)[number]
const seeds = recordOf(seedColours, () => hex)
const rest = recordOf(
  keysOf(tokenOf).filter((name): name is Exclude<Colour, Seed> => !(name in seeds)),
  () => hex.optional(),
)

const scheme = z.enum(['dark', 'light'])
const colours = z.strictObject({ ...seeds, ...rest })

export const legalPages = ['about', 'contact', 'refunds', 'imprint', 'privacy', 'agreement'] as const
export type LegalPage = (typeof legalPages)[number]
/** A page that a folder may have besides: the statement about accessibility (EN 301 549). */
export const ACCESSIBILITY = 'accessibility'
export const footerPages = [...legalPages, ACCESSIBILITY] as const

const words = z.strictObject(
  Object.fromEntries(
    locales.map((locale) => [
      locale,
      z.strictObject(Object.fromEntries(Object.keys(currencyForms[locale]).map((form) => [form, line]))).optional(),
    ]),
  ),
)

/** brand.json. docs/branding.md says what each field is for. */
export const brandSchema = z.strictObject({
  site: line,
  game: line,
  /** The name below the icon of the installed shop. */
  short: z.string().trim().min(1).max(12, 'is at most 12 characters, which fit below an icon').optional(),
  /** The language that replaces languages that the folder lacks. */
  fallback: z.enum(locales),
  /** The company and its texts are examples, so the shop must not take real money with them. */
  sample: z.boolean().default(false),
  scheme,
  colours,
  /** The palette of the other scheme: the shop then follows the device, and the player may choose. */
  alternate: z
    .strictObject({
      scheme,
      colours,
      hero: z.strictObject({ wide: file, narrow: file }).optional(),
    })
    .optional(),
  /** Legal pages, receipts and articles are light, whatever the shop is. */
  reading: z.literal('light').optional(),
  /** What moves in the sky of the home page. */
  sky: z.enum(['stars', 'plain']).default('plain'),
  /** The roundness of corners: 1 as in the default brand, 0 none. */
  radius: z.number().min(0).max(2).default(1),
  faces: z
    .array(
      z.strictObject({
        family: line,
        file,
        weight: z
          .string()
          .regex(/^[1-9]00( [1-9]00)?$/, 'is a weight or two, 100 to 900')
          .default('400'),
        range: css.optional(),
      }),
    )
    .max(8)
    .default([]),
  fonts: z.strictObject({ body: css.optional(), display: css.optional(), logo: css.optional() }).default({}),
  pictures: z.strictObject({
    logo: file,
    favicon: file,
    touchIcon: file,
    icon192: file,
    icon512: file,
    share: file,
    hero: file,
    heroNarrow: file,
    /** A silent film over the hero in wide windows, where motion is wanted; `hero` is its first picture. */
    heroVideo: file.optional(),
    item: file,
    items: z.array(file).length(3),
    points: z.array(file).length(3),
    redeem: file,
    currency: file,
    /** Of the installed app: an icon that a phone cuts to its own shape, and what its store shows. */
    maskable: file.optional(),
    screenshots: z.strictObject({ narrow: file, wide: file }).optional(),
    /** The game's name as a drawing, in the header in place of logo and name. */
    wordmark: file.optional(),
    /** Drawn with currentColor, at most 2 kB each. */
    icons: z.strictObject({ topUp: file, currency: file, ornament: file }).optional(),
  }),
  currency: words.default({}),
  /** Whether ways to pay show the marks of their brands. */
  marks: z.boolean().default(true),
  /** Which pages the footer names, in this order. */
  footer: z
    .array(z.enum(footerPages))
    .min(1)
    .default([...footerPages]),
  /** Links to the publisher's other sites, https alone. */
  links: z
    .array(z.strictObject({ href: z.url({ protocol: /^https$/ }), text: z.partialRecord(z.enum(locales), line) }))
    .max(8)
    .default([]),
  seller: z.strictObject({
    name: line,
    address: z.array(line).min(2).max(6),
    represented: line.optional(),
    register: line.optional(),
    vat: line.optional(),
    /**
     * The domestic agent in Korea of a publisher without a place of business there (Game Industry Promotion Act,
     * article 31-2, in force since 23 October 2025: name and address stand in the terms of use).
     */
    koreaAgent: z
      .strictObject({ name: line, address: z.array(line).min(1).max(6), phone: line.optional(), email: z.email() })
      .optional(),
    /**
     * The grievance officer for complaints from India (Consumer Protection (E-Commerce) Rules, 2020, rule 4: name,
     * contact details and designation are displayed).
     */
    indiaOfficer: z
      .strictObject({
        name: line,
        title: line,
        address: z.array(line).max(6).default([]),
        phone: line.optional(),
        email: z.email(),
      })
      .optional(),
  }),
  support: z.strictObject({ email: z.email(), hours: line.optional() }),
})

export type BrandFile = z.infer<typeof brandSchema>
export type IconName = keyof NonNullable<BrandFile['pictures']['icons']>
