import { locales } from '@hc/contract/locales'
import { namespaces } from '@hc/i18n/messages'
import { type Left, Refused, type Tree, words } from './tree.ts'

/** Stands above a text that is English in another language's catalog. `catalogs.test.ts` knows it. */
const MARK = '// untranslated'

const skipped = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y
const key = /\s*(?:'([^']+)'|([\w$]+))\s*:\s*/y

/**
 * Of the object that opens at `open`: where it closes, where the value of each own key begins, and whether it ends in a
 * comma.
 */
function readObject(text: string, open: number): { close: number; values: Map<string, number>; comma: boolean } {
  const values = new Map<string, number>()
  let depth = 0
  let mayBeKey = true
  let comma = true
  for (let at = open + 1; at < text.length; at++) {
    key.lastIndex = at
    const found = depth === 0 && mayBeKey ? key.exec(text) : null
    if (found) {
      values.set(found[1] ?? found[2] ?? '', key.lastIndex)
      at = key.lastIndex - 1
      mayBeKey = false
      comma = false
      continue
    }
    skipped.lastIndex = at
    const skip = skipped.exec(text)
    const sign = text[at] ?? ''
    if (skip) at = skipped.lastIndex - 1
    else if ('{[('.includes(sign)) depth++
    else if ('}])'.includes(sign) && --depth < 0) return { close: at, values, comma }
    else if (depth === 0 && sign === ',') mayBeKey = comma = true
  }
  throw new Refused('a catalog has no end that the generator can find')
}

/** A catalog with one more text. @throws Refused where the key exists, or a text stands where a group is needed. */
export function withText(catalog: string, path: readonly string[], text: string, mark: boolean): string {
  let open = catalog.indexOf('{', catalog.indexOf('export default'))
  let rest = [...path]
  for (;;) {
    const { close, values, comma } = readObject(catalog, open)
    const [name = '', ...deeper] = rest
    const value = values.get(name)
    if (value !== undefined && deeper.length > 0 && catalog[value] === '{') {
      open = value
      rest = deeper
      continue
    }
    if (value !== undefined)
      throw new Refused(
        deeper.length > 0 ? `${path.join('.')}: ${name} is a text already` : `${path.join('.')} exists already`,
      )
    const line = `${mark ? `${MARK}\n` : ''}${rest.at(-1) ?? ''}: ${JSON.stringify(text)},`
    const nested = rest.slice(0, -1).reduceRight((inner, one) => `${one}: {\n${inner}\n},`, line)
    return `${catalog.slice(0, close).trimEnd()}${comma ? '' : ','}\n${nested}\n${catalog.slice(close)}`
  }
}

/** Puts an English text into all nine catalogs, marked in the other eight. */
export function addText(tree: Tree, namespace: string, path: readonly string[], english: string): void {
  if (/\bHC\b/.test(english))
    throw new Refused(
      'this text names the currency, whose forms each language has of its own: write all nine, ' +
        'docs/contributing/text.md, step 4',
    )
  if (english.trim() === '') throw new Refused('a text is not empty')
  for (const locale of locales)
    tree.edit(`packages/i18n/src/locales/${locale}/${namespace}.ts`, (catalog) =>
      withText(catalog, path, english, locale !== 'en-US'),
    )
}

/** `npm run new -- text NAMESPACE.KEY [ENGLISH TEXT]` */
export function newText(tree: Tree, name: string, [given]: readonly string[]): Left {
  const [namespace = '', ...path] = name.split('.')
  if (!(namespaces as readonly string[]).includes(namespace))
    throw new Refused(
      `there is no namespace "${namespace}": one of ${namespaces.join(', ')}; docs/contributing/text.md ` +
        'says how to make another',
    )
  if (path.length === 0 || !path.every((part) => /^[a-z][A-Za-z0-9]*$/.test(part)))
    throw new Refused(`"${name}" is no key: NAMESPACE.KEY like order.note.title, letters and digits, small at first`)
  const english = given ?? words(path.at(-1) ?? '')
  addText(tree, namespace, path, english)
  return [
    ...(given === undefined
      ? [
          `packages/i18n/src/locales/en-US/${namespace}.ts: the text is "${english}", made of the key; write ` +
            'the real one',
        ]
      : []),
    `packages/i18n/src/locales/*/${namespace}.ts: translate the eight texts below "${MARK}", and delete ` +
      'that line with each',
    `packages/i18n/GLOSSARY.md: use its words`,
    `apps/portal/src: show it, useTranslations('${namespace}') and t('${path.join('.')}')`,
    `apps/portal/src/routes.ts: the page that shows it has '${namespace}' in its namespaces`,
  ]
}
