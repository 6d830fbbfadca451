import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Block, readMarkdown, textOf } from '@hc/markdown/read'

/** The documents of the repository as pages of a site. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** `path`: the file in the repository. `name`: the page's address, without its ending. */
export type Document = { path: string; name: string; title: string; summary: string; text: string; blocks: Block[] }
export type Group = { title: string; documents: Document[] }

const below = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => `${folder}/${file}`)

/** The order of the site: what somebody reads who tries, runs, connects, and then changes the shop. */
const plan: readonly { title: string; paths: () => string[] }[] = [
  { title: 'Start', paths: () => ['README.md', 'docs/branding.md', 'docs/desk.md', 'docs/settings.md'] },
  {
    title: 'Money',
    paths: () => ['payments', 'pricing-and-tax', 'receipts', 'withdrawal', 'sms'].map((name) => `docs/${name}.md`),
  },
  { title: 'Your game', paths: () => ['docs/game-integration.md', 'docs/contract.md', 'docs/errors.md'] },
  {
    title: 'Operation',
    paths: () => [
      'docs/upgrade.md',
      'docs/scale.md',
      ...below('docs/runbooks'),
      'SECURITY.md',
      'CHANGELOG.md',
      ...readdirSync(join(root, 'docs'))
        .filter((file) => /^upgrade-\d+\.md$/.test(file))
        .map((file) => `docs/${file}`),
    ],
  },
  {
    title: 'Engineers',
    paths: () => [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'GLOSSARY.md',
      ...below('docs/contributing'),
      ...below('docs/architecture'),
      'docs/specification.md',
      'docs/specification-evidence.md',
    ],
  },
  { title: 'Decisions', paths: () => ['docs/decisions/README.md', ...below('docs/decisions')] },
  { title: 'About', paths: () => ['ROADMAP.md', 'SUPPORT.md', 'AGENTS.md', 'CREDITS.md'] },
]

/** `docs/runbooks/failover.md` is the page `runbooks/failover`; a folder's README is its `index`. */
const nameOf = (path: string): string =>
  path === 'README.md'
    ? 'index'
    : path
        .replace(/^docs\//, '')
        .replace(/\.md$/, '')
        .replace(/README$/, 'index')
        .toLowerCase()

/** The address of a file of the site, as a link of another one. */
export const linkTo = (from: string, to: string): string => {
  const path = relative(dirname(from), to).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

/** A document that another one names by its file, with or without its folder. */
function find(paths: readonly string[], from: string, file: string): string | undefined {
  const near = relative(root, join(root, dirname(from), file)).replaceAll('\\', '/')
  return [near, file, `docs/${file}`, `docs/runbooks/${file}`].find((candidate) => paths.includes(candidate))
}

const titleOf = (path: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1]?.replaceAll('`', '') ?? path

/** Pictures that a document shows, by their addresses in the site. */
export type Pictures = Map<string, string>

function read(path: string, paths: readonly string[], pictures: Pictures): Document {
  const text = readFileSync(join(root, path), 'utf8')
  const name = nameOf(path)
  const pageOf = (file: string): string => {
    const target = file === '' ? path : find(paths, path, file)
    return target === undefined ? '' : linkTo(`${name}.html`, `${nameOf(target)}.html`)
  }
  try {
    const blocks = readMarkdown(text, {
      file: (code) => (code.endsWith('.md') && find(paths, path, code) !== path ? pageOf(code) : ''),
      title: (code) => titleOf(find(paths, path, code) ?? path),
      menu: () => '',
      link(href) {
        if (/^https?:\/\//.test(href)) return href
        const [file = '', place = ''] = href.split('#')
        const page = pageOf(file)
        return page === '' ? '' : page + (place === '' ? '' : `#${place}`)
      },
      picture(href) {
        const file = join(dirname(path), href).replaceAll('\\', '/')
        const address = `pictures/${file.replace(/^docs\/pictures\//, '')}`
        pictures.set(file, address)
        return linkTo(`${name}.html`, address)
      },
    })
    const [first, ...rest] = blocks
    if (first?.kind !== 'heading' || first.level !== 1) throw new Error('it begins without a title')
    const summary = rest.find((block) => block.kind === 'paragraph')
    return {
      path,
      name,
      title: textOf(first.spans),
      summary: summary?.kind === 'paragraph' ? textOf(summary.spans) : '',
      text,
      blocks: rest,
    }
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
  }
}

/** All documents, in the order of the site, and the pictures that they show. */
export function readDocuments(): { groups: Group[]; pictures: Pictures } {
  const pictures: Pictures = new Map()
  const paths = plan.flatMap((group) => group.paths())
  const groups = plan.map((group) => ({
    title: group.title,
    documents: group.paths().map((path) => read(path, paths, pictures)),
  }))
  return { groups, pictures }
}
