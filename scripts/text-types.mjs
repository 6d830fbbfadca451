import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../packages/i18n/texts/en-US')
/** A placeholder with its branches, or a tag. */
const part = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|<\w+>|<\/\w+>/g
/** A text without its words: equal types of many texts are one type, which costs TypeScript less. */
const typeOf = (text) => [...new Set(text.match(part))].join('')

/**
 * Writes the types of the English texts beside them: TypeScript reads a text of JSON as any string, and a placeholder
 * is checked at each use only if it is in the text's type. Git ignores these files. Without them, in an editor before
 * the first build, keys are checked alone (decision 594).
 */
export function writeTextTypes() {
  for (const name of ['desk', 'shop']) {
    const file = join(folder, `${name}.d.json.ts`)
    const texts = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'), (_, value) =>
      typeof value === 'string' ? typeOf(value) : value,
    )
    const types = `declare const texts: ${JSON.stringify(texts, null, 2)}\nexport = texts\n`
    if (!existsSync(file) || readFileSync(file, 'utf8') !== types) writeFileSync(file, types)
  }
}
