import { keysOf, recordOf } from '@hc/domain/record'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, locales } from '@hc/contract/locales'
import { currencyNamer } from '@hc/i18n/currency'
import { brandCss } from './brand-css.ts'
import { type BrandFile, brandSchema } from './brand-schema.ts'
import { type LegalTexts, readLegal } from './legal.ts'
import { fullPalette, type Palette, weakPairs } from './palette.ts'
import { faultOf, type Kind, kindOf } from './pictures.ts'

const PICTURES = ['svg', 'png', 'webp', 'avif', 'jpg'] as const satisfies readonly Kind[]
/** The allowed kinds of each picture, and the pixels that it must have. */
const rules: Record<
  Exclude<keyof BrandFile['pictures'], 'screenshots'>,
  { kinds: readonly Kind[]; size?: readonly [number, number] }
> = {
  logo: { kinds: ['svg', 'png', 'webp'] },
  favicon: { kinds: ['svg'] },
  touchIcon: { kinds: ['png'], size: [180, 180] },
  icon192: { kinds: ['png'], size: [192, 192] },
  icon512: { kinds: ['png'], size: [512, 512] },
  share: { kinds: ['png'], size: [1200, 630] },
  hero: { kinds: PICTURES },
  heroNarrow: { kinds: PICTURES },
  item: { kinds: PICTURES },
  items: { kinds: PICTURES },
  points: { kinds: PICTURES },
  redeem: { kinds: PICTURES },
  currency: { kinds: PICTURES },
  maskable: { kinds: ['png'], size: [512, 512] },
}
/** Pictures that the portal shows for every brand, by these names. */
const NEEDED_ART = ['art/account-id.svg', 'art/empty.svg', 'art/error.svg', 'art/notfound.svg'] as const

export type BrandPicture = { url: string; body: Buffer; kind: Kind }
type Single = Exclude<keyof BrandFile['pictures'], 'items' | 'points' | 'maskable' | 'screenshots'>

/**
 * A publisher's name, look and company, read from one folder (docs/branding.md). It is constant while a process runs.
 */
export type Brand = Omit<BrandFile, 'pictures' | 'colours'> & {
  dir: string
  palette: Palette
  /** The brand's part of the style sheet: tokens and faces. */
  css: string
  /** The files that pages use, by their addresses below /brand/. An address changes with its file's content. */
  files: ReadonlyMap<string, BrandPicture>
  /** The addresses of the pictures. */
  art: Readonly<Record<Single, string>> & {
    items: readonly string[]
    points: readonly string[]
    maskable: string | undefined
    screenshots: { narrow: string; wide: string } | undefined
  }
  /** Files of the art folder, by their addresses below /art/. */
  artFiles: ReadonlyMap<string, string>
  legal: (locale: Locale) => LegalTexts
  /** Puts the brand's name of the currency into a text. */
  named: (locale: Locale, text: string) => string
  /** True if the brand has its own name of the currency in some language. */
  renames: boolean
  /** Changes with any field of brand.json. */
  version: string
}

export type BrandResult = { brand: Brand; mistakes: [] } | { brand: null; mistakes: string[] }

const digest = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex').slice(0, 10)

function readJson(dir: string): { value: unknown } | { mistake: string } {
  const path = join(dir, 'brand.json')
  if (!existsSync(dir) || !statSync(dir).isDirectory()) return { mistake: `${dir} is no folder` }
  if (!existsSync(path)) return { mistake: 'brand.json is missing' }
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return { value }
  } catch (error) {
    return { mistake: `brand.json is no JSON: ${error instanceof Error ? error.message : ''}` }
  }
}

const fields = (path: readonly PropertyKey[]): string => path.map(String).join('.')

/** One line for each wrong field, unknown ones by their names. */
function schemaMistakes(value: unknown): string[] | BrandFile {
  const parsed = brandSchema.safeParse(value)
  if (parsed.success) return parsed.data
  return parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `brand.json ${fields([...issue.path, key])}: is no field`)
      : [`brand.json ${fields(issue.path) || '(whole)'}: ${issue.message}`],
  )
}

/** All files below a folder, as relative paths with /. */
function filesBelow(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dir.length + 1)
        .replaceAll('\\', '/'),
    )
}

/** Reads and checks a brand's folder. `mistakes` has a line for each fault, with file and field. */
export function readBrand(dir: string): BrandResult {
  const json = readJson(dir)
  if ('mistake' in json) return { brand: null, mistakes: [json.mistake] }
  const file = schemaMistakes(json.value)
  if (Array.isArray(file)) return { brand: null, mistakes: file }
  const mistakes: string[] = []
  const files = new Map<string, BrandPicture>()
  const take = (field: string, name: string, kinds: readonly Kind[], size?: readonly [number, number]): string => {
    const path = join(dir, name)
    if (!existsSync(path)) mistakes.push(`brand.json ${field}: the file ${name} is missing`)
    else {
      const body = readFileSync(path)
      const fault = faultOf(name, body, kinds, size)
      if (fault) mistakes.push(`brand.json ${field}: ${name} ${fault}`)
      const url = `/brand/${digest(body)}/${name}`
      files.set(url, { url, body, kind: kindOf(name) ?? 'svg' })
      return url
    }
    return ''
  }
  const many = (field: 'items' | 'points'): string[] =>
    file.pictures[field].map((name, at) => take(`pictures.${field}.${at}`, name, rules[field].kinds))
  const { items: _items, points: _points, maskable, screenshots, ...singles } = file.pictures
  const art = {
    ...recordOf(keysOf<Single>(singles), (field) =>
      take(`pictures.${field}`, singles[field], rules[field].kinds, rules[field].size),
    ),
    items: many('items'),
    points: many('points'),
    maskable: maskable && take('pictures.maskable', maskable, rules.maskable.kinds, rules.maskable.size),
    screenshots: screenshots && {
      narrow: take('pictures.screenshots.narrow', screenshots.narrow, PICTURES),
      wide: take('pictures.screenshots.wide', screenshots.wide, PICTURES),
    },
  }
  const faces = file.faces.map((face, at) => ({ ...face, url: take(`faces.${at}.file`, face.file, ['woff2']) }))
  const artFiles = new Map(filesBelow(join(dir, 'art')).map((name) => [`/art/${name}`, join(dir, 'art', name)]))
  for (const name of NEEDED_ART) if (!artFiles.has(`/${name}`)) mistakes.push(`${name}: is missing`)
  for (const [url, path] of artFiles) {
    const fault = faultOf(url, readFileSync(path), PICTURES)
    if (fault) mistakes.push(`${url.slice(1)}: ${fault}`)
  }
  const palette = fullPalette(file.scheme, file.colours)
  mistakes.push(...weakPairs(palette).map((line) => `brand.json ${line}`))
  for (const [at, link] of file.links.entries())
    if (!link.text[file.fallback])
      mistakes.push(`brand.json links.${at}.text.${file.fallback}: is missing, and it is the fallback`)
  const legal = readLegal(dir, file)
  mistakes.push(...legal.mistakes)
  if (mistakes.length > 0) return { brand: null, mistakes }
  const fallback = legal.texts[file.fallback]
  if (!fallback) return { brand: null, mistakes: [`legal/${file.fallback}: is missing, and it is the fallback`] }
  const css = brandCss(file, palette, faces)
  const { pictures: _pictures, colours: _colours, ...plain } = file
  return {
    mistakes: [],
    brand: {
      ...plain,
      dir,
      palette,
      css,
      files,
      art,
      artFiles,
      legal: (locale) => legal.texts[locale] ?? fallback,
      named: currencyNamer(file.currency),
      renames: locales.some((locale) => file.currency[locale] !== undefined),
      version: digest(JSON.stringify(file)),
    },
  }
}

/** The reasons why a brand may not take real money: one line for each missing text or fact of the publisher. */
export const notLive = ({ sample }: Pick<Brand, 'sample'>): string[] =>
  !sample
    ? []
    : [
        'brand.json seller',
        'legal/*/imprint.html',
        'legal/*/refunds.html',
        'legal/*/agreement.html',
        'legal/*/privacy.html',
      ].map((what) => `${what}: is a sample (sample: true), PAYMENTS_MODE=live needs the publisher's own`)
