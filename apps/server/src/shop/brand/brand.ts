import { keysOf, recordOf } from '@hc/domain/record'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, locales } from '@hc/contract/locales'
import { currencyNamer } from '@hc/i18n/currency'
import { brandCss } from './brand-css.ts'
import { type BrandFile, brandSchema, type IconName } from './brand-schema.ts'
import { daylightOf } from './daylight.ts'
import { type LegalTexts, readLegal } from './legal.ts'
import { fullPalette, type Palette, type Scheme, weakPairs } from './palette.ts'
import { faultOf, finerNames, iconFault, type Kind, kindOf, sizeOf } from './pictures.ts'
import { tintCss, tintOf } from './tints.ts'

const iconOf = (drawing: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8">${drawing}</svg>`
const PICTURES = ['svg', 'png', 'webp', 'avif', 'jpg'] as const satisfies readonly Kind[]
/** The allowed kinds of each picture, and the pixels that it must have. */
const rules: Record<
  Exclude<keyof BrandFile['pictures'], 'icons' | 'screenshots'>,
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
  heroVideo: { kinds: ['mp4', 'webm'] },
  item: { kinds: PICTURES },
  items: { kinds: PICTURES },
  points: { kinds: PICTURES },
  redeem: { kinds: PICTURES },
  currency: { kinds: PICTURES },
  maskable: { kinds: ['png'], size: [512, 512] },
  wordmark: { kinds: ['svg', 'png', 'webp'] },
}
/** The most bytes of an icon, which the style sheet contains. */
const ICON_MAX = 2048
/** What a brand without icons of its own shows: a plus, a coin, a line. */
const PLAIN: Readonly<Record<IconName, string>> = {
  topUp: iconOf('<path d="M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 4.5v9M7.5 12h9"/>'),
  currency: iconOf('<path d="M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 4a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z"/>'),
  ornament:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 12"><path d="M0 5h48v2H0Z" fill="currentColor"/></svg>',
}
/** Pictures that the portal shows for every brand, by these names. */
const NEEDED_ART = ['art/account-id.svg', 'art/empty.svg', 'art/error.svg', 'art/notfound.svg'] as const

export type BrandPicture = { url: string; body: Buffer; kind: Kind }
type Optional = 'icons' | 'wordmark' | 'maskable' | 'screenshots' | 'heroVideo'
type Single = Exclude<keyof BrandFile['pictures'], 'items' | 'points' | Optional>
/** A picture with its size in CSS pixels. */
export type SizedPicture = { src: string; width: number; height: number }

/**
 * A publisher's name, look and company, read from one folder (docs/branding.md). It is constant while a process runs.
 */
export type Brand = Omit<BrandFile, 'pictures' | 'colours' | 'alternate'> & {
  dir: string
  palette: Palette
  /** The palette of the other scheme, and its pictures of the home page. */
  alternate: { scheme: Scheme; palette: Palette; hero: { wide: string; narrow: string } | undefined } | undefined
  wordmark: SizedPicture | undefined
  /** Finer pictures for dense screens, by the addresses of those that they replace. */
  finer: Readonly<Record<string, string>>
  /** The brand's part of the style sheet: tokens and faces. */
  css: string
  /** The files that pages use, by their addresses below /brand/. An address changes with its file's content. */
  files: ReadonlyMap<string, BrandPicture>
  /** The addresses of the pictures. */
  art: Readonly<Record<Single, string>> & {
    items: readonly string[]
    points: readonly string[]
    maskable: string | undefined
    heroVideo: string | undefined
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
  const {
    items: _items,
    points: _points,
    icons,
    wordmark,
    maskable,
    heroVideo,
    screenshots,
    ...singles
  } = file.pictures
  const art = {
    ...recordOf(keysOf<Single>(singles), (field) =>
      take(`pictures.${field}`, singles[field], rules[field].kinds, rules[field].size),
    ),
    items: many('items'),
    points: many('points'),
    maskable: maskable && take('pictures.maskable', maskable, rules.maskable.kinds, rules.maskable.size),
    heroVideo: heroVideo && take('pictures.heroVideo', heroVideo, rules.heroVideo.kinds),
    screenshots: screenshots && {
      narrow: take('pictures.screenshots.narrow', screenshots.narrow, PICTURES),
      wide: take('pictures.screenshots.wide', screenshots.wide, PICTURES),
    },
  }
  const lockUp = wordmark === undefined ? '' : take('pictures.wordmark', wordmark, rules.wordmark.kinds)
  const drawings = icons
    ? recordOf(keysOf(icons), (name) => {
        const url = take(`pictures.icons.${name}`, icons[name], ['svg'])
        const body = files.get(url)?.body.toString() ?? ''
        const fault = url && iconFault(body, ICON_MAX)
        if (fault) mistakes.push(`brand.json pictures.icons.${name}: ${icons[name]} ${fault}`)
        files.delete(url)
        return body
      })
    : PLAIN
  const faces = file.faces.map((face, at) => ({ ...face, url: take(`faces.${at}.file`, face.file, ['woff2']) }))
  // A film has one address alone, that with its digest.
  const artFiles = new Map(
    filesBelow(join(dir, 'art'))
      .filter((name) => `art/${name}` !== heroVideo)
      .map((name) => [`/art/${name}`, join(dir, 'art', name)]),
  )
  for (const name of NEEDED_ART) if (!artFiles.has(`/${name}`)) mistakes.push(`${name}: is missing`)
  for (const [url, path] of artFiles) {
    const fault = faultOf(url, readFileSync(path), PICTURES)
    if (fault) mistakes.push(`${url.slice(1)}: ${fault}`)
  }
  const palette = fullPalette(file.scheme, file.colours)
  mistakes.push(...weakPairs(palette).map((line) => `brand.json ${line}`))
  const { alternate } = file
  if (heroVideo && alternate?.hero)
    mistakes.push('brand.json pictures.heroVideo: is of one palette, and alternate.hero gives the home page two')
  if (alternate?.scheme === file.scheme)
    mistakes.push(`brand.json alternate.scheme: is ${file.scheme} as scheme is, must be the other one`)
  const other = alternate && {
    scheme: alternate.scheme,
    palette: fullPalette(alternate.scheme, alternate.colours),
    hero: alternate.hero && {
      wide: take('alternate.hero.wide', alternate.hero.wide, PICTURES),
      narrow: take('alternate.hero.narrow', alternate.hero.narrow, PICTURES),
    },
  }
  if (other) mistakes.push(...weakPairs(other.palette).map((line) => `brand.json alternate.${line}`))
  const light = file.scheme === 'light' ? palette : (other?.palette ?? daylightOf(palette))
  if (file.reading) mistakes.push(...weakPairs(light).map((line) => `brand.json reading: ${line}`))
  for (const [at, link] of file.links.entries())
    if (!link.text[file.fallback])
      mistakes.push(`brand.json links.${at}.text.${file.fallback}: is missing, and it is the fallback`)
  const legal = readLegal(dir, file)
  mistakes.push(...legal.mistakes)
  if (mistakes.length > 0) return { brand: null, mistakes }
  const fallback = legal.texts[file.fallback]
  if (!fallback) return { brand: null, mistakes: [`legal/${file.fallback}: is missing, and it is the fallback`] }
  const finer = [...artFiles.keys()].flatMap((url) => {
    const fine = finerNames(url).find((name) => artFiles.has(name))
    return fine ? [[url, fine] as const] : []
  })
  for (const { url } of files.values()) {
    const name = url.replace(/^\/brand\/[^/]+\//, '')
    const fine = finerNames(name).find((candidate) => existsSync(join(dir, candidate)))
    if (fine) finer.push([url, take(`${name}, finer`, fine, PICTURES)])
  }
  const pictures = new Map([
    ...[...artFiles].map(([url, path]) => [url, readFileSync(path)] as const),
    ...[...files].filter(([, { kind }]) => kind !== 'woff2').map(([url, { body }]) => [url, body] as const),
  ])
  const tints = new Map(
    [...pictures].flatMap(([url, body]) => {
      const tint = kindOf(url) === 'svg' ? tintOf(body.toString()) : undefined
      return tint ? [[url, tint] as const] : []
    }),
  )
  const css = brandCss({
    ...file,
    palette,
    faces,
    icons: drawings,
    alternate: other,
    reading: file.reading && (file.scheme === 'dark' || other) ? light : undefined,
    tints: tintCss(tints),
  })
  const { pictures: _pictures, colours: _colours, alternate: _alternate, ...plain } = file
  return {
    mistakes: [],
    brand: {
      ...plain,
      dir,
      palette,
      alternate: other,
      wordmark: lockUp ? { src: lockUp, ...sizeOf(lockUp, pictures.get(lockUp)) } : undefined,
      finer: Object.fromEntries(finer),
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
