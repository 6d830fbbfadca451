import { namespaces } from '@hc/i18n/texts'
import { type Reminders, Refused, type Tree, words } from './tree.ts'

const ENGLISH = 'packages/i18n/texts/en-US/shop.json'
/** Spaces that do not break and hyphens that are not seen stay visible in the file. */
const invisible = /[\u00A0\u00AD\u200B-\u200F\u2028-\u202F\u2060\uFEFF]/g
const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

type Texts = { [key: string]: string | Texts }

/** A file of texts with one more. @throws Refused where the key exists, or a text stands where a group is needed. */
export function withText(file: string, path: readonly string[], text: string): string {
  const texts = JSON.parse(file) as Texts
  let group = texts
  for (const name of path.slice(0, -1)) {
    const inner = (group[name] ??= {})
    if (typeof inner === 'string') throw new Refused(`${path.join('.')}: ${name} is a text already`)
    group = inner
  }
  const name = path.at(-1) ?? ''
  if (name in group) throw new Refused(`${path.join('.')} exists already`)
  group[name] = text
  return `${JSON.stringify(texts, null, 2).replace(invisible, escaped)}\n`
}

/** Adds an English text. The other languages show it until they have their own. */
export function addText(tree: Tree, namespace: string, path: readonly string[], english: string): void {
  if (/\bHC\b/.test(english))
    throw new Refused(
      'this text names the currency, whose forms each language has of its own: write all nine, ' +
        'docs/contributing/text.md, step 4',
    )
  if (english.trim() === '') throw new Refused('a text is not empty')
  tree.edit(ENGLISH, (file) => withText(file, [namespace, ...path], english))
}

/** `npm run new -- text NAMESPACE.KEY [ENGLISH TEXT]` */
export function newText(tree: Tree, name: string, [firstText]: readonly string[]): Reminders {
  const [namespace = '', ...path] = name.split('.')
  if (!(namespaces() as readonly string[]).includes(namespace))
    throw new Refused(
      `there is no namespace "${namespace}": one of ${namespaces().join(', ')}; docs/contributing/text.md ` +
        'says how to make another',
    )
  if (path.length === 0 || !path.every((part) => /^[a-z][A-Za-z0-9]*$/.test(part)))
    throw new Refused(`"${name}" is no key: NAMESPACE.KEY like order.note.title, letters and digits, small at first`)
  const english = firstText ?? words(path.at(-1) ?? '')
  addText(tree, namespace, path, english)
  return [
    ...(firstText === undefined ? [`${ENGLISH}: the text is "${english}", made of the key; write the real one`] : []),
    `packages/i18n/texts/*/shop.json: the same key in the eight other languages; English is shown meanwhile`,
    `packages/i18n/GLOSSARY.md: use its words`,
    `apps/portal/src: show it, useTranslations('${namespace}') and t('${path.join('.')}')`,
    `apps/portal/src/routes.ts: the page that shows it has '${namespace}' in its namespaces`,
  ]
}
