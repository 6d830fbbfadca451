import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { helpName, helpPath } from '@hc/contract/desk/help'
import { deskTexts } from '@hc/i18n/texts'
import type { Plugin } from 'vite'
import { type Around, type Block, readMarkdown, textOf } from '@hc/markdown/read'

/** A document that the desk shows as a page: a runbook, or another one that a line of the desk names. */
export type Guide = { name: string; path: string; title: string; blocks: readonly Block[] }

const root = fileURLToPath(new URL('../../', import.meta.url))
const others = ['docs/desk.md', 'docs/payments.md', 'docs/pricing-and-tax.md', 'docs/scale.md']
const paths = (): string[] => [
  ...readdirSync(`${root}docs/runbooks`)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/runbooks/${name}`),
  ...others,
]
const menu = Object.entries(deskTexts('en-US').menu).filter(([, text]) => typeof text === 'string')

const titleOf = (path: string): string =>
  /^# (.+)$/m.exec(readFileSync(root + path, 'utf8'))?.[1]?.replaceAll('`', '') ?? path

/** The links of one document. Documents name each other by their file, with or without its folder. */
function around(cachedPaths: readonly string[], path: string): Around {
  const find = (file: string): string =>
    cachedPaths.find(
      (candidate) => candidate === file || candidate === `docs/runbooks/${file}` || candidate === `docs/${file}`,
    ) ?? ''
  return {
    file: (code) => (find(code) === '' || find(code) === path ? '' : helpPath(find(code))),
    title: (code) => titleOf(find(code)),
    link(href) {
      if (href.startsWith('https://')) return href
      const [file = '', step = ''] = href.split('#')
      const target = find(file)
      if (target === '') throw new Error(`the desk has no page for ${href}`)
      return helpPath(target, step)
    },
    menu: (name) => menu.find(([, text]) => text === name)?.[0] ?? '',
  }
}

function readGuide(path: string, cachedPaths: readonly string[]): Guide {
  try {
    const [first, ...blocks] = readMarkdown(readFileSync(root + path, 'utf8'), around(cachedPaths, path))
    if (first?.kind !== 'heading' || first.level !== 1) throw new Error('it begins without a title')
    return { name: helpName(path), path, title: textOf(first.spans), blocks }
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
  }
}

/** Every document that the desk shows, runbooks first. */
export function readGuides(): Guide[] {
  const pages = paths()
  return pages.map((path) => readGuide(path, pages))
}

/** The addresses and titles of these documents and of their headings. */
export const readContents = () =>
  readGuides().map(({ path, title, blocks }) => ({
    path: helpPath(path),
    title,
    headings: blocks.flatMap((block) =>
      block.kind === 'heading' ? [{ path: helpPath(path, block.id), text: textOf(block.spans) }] : [],
    ),
  }))

/**
 * Computes these modules when the desk is built: the browser gets blocks, names and rules, and neither a parser nor a
 * schema.
 */
export function computed(): Plugin {
  return {
    name: 'hc-computed',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? ''
      if (!/[\\/]console[\\/]src[\\/](help[\\/](contents|guides|titles)|kit[\\/]field-rules)\.ts$/.test(file))
        return null
      for (const path of paths()) this.addWatchFile(root + path)
      const module = (await import(`${pathToFileURL(file).href}?t=${Date.now()}`)) as Record<string, unknown>
      const code = Object.entries(module).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return { code: code.join('\n'), map: null }
    },
  }
}
