import { readFileSync } from 'node:fs'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import type { DeskMessages, Messages, Namespace } from './messages.ts'
import { over, type Tree } from './tree.ts'

export type { Tree }
export type TextFile = 'shop' | 'desk'
export const textFiles: readonly TextFile[] = ['shop', 'desk']

/** A language that says only what it says in another way than a second one. */
const bases: Partial<Record<Locale, Locale>> = { 'zh-HK': 'zh-TW' }

export const textPath = (locale: Locale, file: TextFile): URL =>
  new URL(`../texts/${locale}/${file}.json`, import.meta.url)

/** Words that player and staff read alike: a group of the desk is one of the shop (decision 625). */
const groupsOfShop: readonly (readonly [desk: string, shop: string])[] = [
  ['orders.reads', 'order.status'],
  ['articles.types', 'event.type'],
]

const read = (locale: Locale, file: TextFile): Tree => JSON.parse(readFileSync(textPath(locale, file), 'utf8')) as Tree

const groupOf = (tree: Tree, path: string): Tree | undefined => {
  const [first = '', ...rest] = path.split('.')
  const below = tree[first]
  if (below === undefined || typeof below === 'string') return undefined
  return rest.length === 0 ? below : groupOf(below, rest.join('.'))
}

/** A tree with this group alone. */
const below = (path: string, group: Tree): Tree =>
  path.split('.').reduceRight<Tree>((tree, name) => ({ [name]: tree }), group)

/** The texts that a file itself has, and for the desk the groups that it shares with the shop. */
export function ownTexts(locale: Locale, file: TextFile): Tree {
  const texts = read(locale, file)
  if (file === 'shop') return texts
  const shop = read(locale, 'shop')
  return groupsOfShop.reduce((tree, [ofDesk, ofShop]) => {
    const group = groupOf(shop, ofShop)
    return group ? over(tree, below(ofDesk, group)) : tree
  }, texts)
}

/** The languages of which one consists, the last first: its own texts, its base's, and English for all others. */
export const sourcesOf = (locale: Locale): readonly Locale[] => {
  const base = bases[locale]
  return [...new Set([locale, ...(base ? [base] : []), defaultLocale])]
}

const together = (sources: readonly Locale[], file: TextFile): Tree =>
  sources.map((source) => ownTexts(source, file)).reduceRight((below, above) => over(below, above))

/** All texts of a language, as they are on the disk now. */
export const readTexts = (locale: Locale, file: TextFile): Tree => together(sourcesOf(locale), file)

/** The texts of a language and its base, without the English ones for what is not translated. */
export const translatedTexts = (locale: Locale, file: TextFile): Tree =>
  together(
    sourcesOf(locale).filter((item) => item === locale || item !== defaultLocale),
    file,
  )

/** Each text by its whole key, such as `nav.home`. */
export const flatten = (tree: Tree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  )

/** The keys that a language does not have, and for which English is shown: `de-DE/shop.json nav.home`. */
export const untranslated = (): string[] =>
  locales.flatMap((locale) =>
    textFiles.flatMap((file) => {
      const knownNames = new Set(flatten(translatedTexts(locale, file)).map(([key]) => key))
      return flatten(ownTexts(defaultLocale, file))
        .filter(([key]) => !knownNames.has(key))
        .map(([key]) => `${locale}/${file}.json ${key}`)
    }),
  )

const loaded = new Map<string, Tree>()
function texts(locale: Locale, file: TextFile): Tree {
  const name = `${locale}/${file}`
  const tree = loaded.get(name) ?? readTexts(locale, file)
  loaded.set(name, tree)
  return tree
}

/** The shop's texts for messages that the server sends, in one language; read when the first of them needs them. */
export const shopTexts = (locale: Locale): Messages => texts(locale, 'shop') as unknown as Messages
/** The desk's texts, in the same way. */
export const deskTexts = (locale: Locale): DeskMessages => texts(locale, 'desk') as unknown as DeskMessages

export const namespaces = (): Namespace[] => Object.keys(ownTexts(defaultLocale, 'shop')) as Namespace[]
