import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { textOf } from '@hc/markdown/read'
import { compress } from '../../scripts/compress.mjs'
import { callDocuments } from './calls.ts'
import { type Document, type Group, linkTo, readDocuments, root } from './documents.ts'
import { escapeHtml, pageBody } from './html.ts'

/**
 * Builds the documents as static pages: `node scripts/run.mjs docs [FOLDER]`. Without a folder they go to
 * `apps/docs/dist`, which a running shop serves below `/docs/guide/`. In a folder each version is a folder of its own,
 * and `versions.json` lists them. A page that is too large, or a link that leads nowhere, ends the build.
 */
const PAGE_MAX = 20_000
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const [, , folder] = process.argv
const out = folder === undefined ? join(root, 'apps/docs/dist') : join(resolve(folder), version)

const { groups, pictures } = readDocuments()
const calls: Group = { title: 'Calls', documents: callDocuments() }
const site = groups.flatMap((group) => (group.title === 'Your game' ? [group, calls] : [group]))
const documents = site.flatMap((group) => group.documents)

/** Groups of many pages are folded, but that of the page itself. */
const MANY = 10

function navigation(current: Document): string {
  return site
    .map(({ title, documents: pages }) => {
      const items = pages
        .map(({ name, title: words }) => {
          const here = name === current.name ? ' aria-current="page"' : ''
          return `<li><a href="${linkTo(`${current.name}.html`, `${name}.html`)}"${here}>${escapeHtml(words)}</a></li>`
        })
        .join('')
      const list = `<ul>${items}</ul>`
      const isFolded = pages.length > MANY && !pages.includes(current)
      return isFolded
        ? `<details><summary>${escapeHtml(title)}</summary>${list}</details>`
        : `<h2>${escapeHtml(title)}</h2>${list}`
    })
    .join('')
}

function page(document: Document): string {
  const up = linkTo(`${document.name}.html`, 'x').replace(/x$/, '')
  const source =
    document.path === '' ? '' : `<a href="${linkTo(`${document.name}.html`, `${document.name}.md`)}">As Markdown</a>`
  return `<!doctype html><html lang="en" data-root="${up}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(document.title)} - HC Portal ${version}</title>
<meta name="description" content="${escapeHtml(document.summary.slice(0, 160))}">
<link rel="stylesheet" href="${up}style.css"><script type="module" src="${up}search.js"></script></head><body>
<a class="skip" href="#main">Skip to content</a><a class="contents" href="#contents">Contents</a>
<main id="main"><h1>${escapeHtml(document.title)}</h1>
${pageBody(document.blocks)}
<footer>HC Portal ${version}, MIT licence. ${source}</footer></main>
<nav id="contents" aria-label="Documents"><p>HC Portal <span id="versions">${version}</span></p>
<form role="search" hidden><input id="search" type="search" placeholder="Search" aria-label="Search"></form>
<ul id="found" aria-live="polite" hidden></ul>
${navigation(document)}</nav></body></html>
`
}

const write = (path: string, body: string): void => {
  const file = join(out, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, body)
}

/** Links between pages that lead nowhere: to no page, or to no place of one. */
function brokenLinks(pages: ReadonlyMap<string, string>): string[] {
  const ids = new Map(
    [...pages].map(([name, html]) => [name, new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id))]),
  )
  return [...pages].flatMap(([name, html]) =>
    Array.from(html.matchAll(/<a href="([^"#]*)(?:#([^"]*))?"/g), ([, path = '', place]) => ({ path, place })).flatMap(
      ({ path, place }) => {
        if (/^https?:/.test(path) || path.endsWith('.md')) return []
        const target = path === '' ? name : join(dirname(name), path).replaceAll('\\', '/')
        const places = ids.get(target)
        const isThere = places && (place === undefined || places.has(place))
        return isThere ? [] : [`${name}: ${path}${place === undefined ? '' : `#${place}`}`]
      },
    ),
  )
}

/** A row for each heading: address, words to show, words to search in. */
function searchRows({ name, title, blocks }: Document): [href: string, title: string, text: string][] {
  const rows: [string, string, string][] = [[`${name}.html`, title, title.toLowerCase()]]
  for (const block of blocks) {
    if (block.kind === 'heading' && block.id !== '')
      rows.push([`${name}.html#${block.id}`, `${title}: ${textOf(block.spans)}`, textOf(block.spans).toLowerCase()])
    const last = rows.at(-1)
    const words = block.kind === 'heading' || block.kind === 'paragraph' ? textOf(block.spans) : ''
    if (last) last[2] += ` ${words.toLowerCase()}`
  }
  return rows
}

/** llmstxt.org: a page of links for machines, and all documents as one text. */
function forMachines(): void {
  const lines = site.flatMap((group) => [
    `## ${group.title}\n`,
    ...group.documents.map(({ name, title, summary }) => `- [${title}](${name}.md): ${summary}`),
    '',
  ])
  const [start] = documents
  write('llms.txt', `# HC Portal ${version}\n\n> ${start?.summary ?? ''}\n\n${lines.join('\n')}`)
  write('llms-full.txt', documents.map(({ text }) => text).join('\n\n'))
}

rmSync(out, { recursive: true, force: true })
const pages = new Map(documents.map((document) => [`${document.name}.html`, page(document)]))
const mistakes = [
  ...brokenLinks(pages).map((link) => `a link leads nowhere: ${link}`),
  ...[...pages].flatMap(([name, html]) => {
    const bytes = brotliCompressSync(html).length
    return bytes > PAGE_MAX ? [`${name} has ${bytes} bytes, at most ${PAGE_MAX} are allowed`] : []
  }),
]
if (mistakes.length > 0) {
  process.stderr.write(`${mistakes.join('\n')}\n`)
  process.exit(1)
}
for (const [name, html] of pages) write(name, html)
for (const { name, text } of documents) write(`${name}.md`, text)
for (const [file, address] of pictures) {
  mkdirSync(dirname(join(out, address)), { recursive: true })
  copyFileSync(join(root, file), join(out, address))
}
for (const file of ['style.css', 'search.js']) copyFileSync(join(root, 'apps/docs', file), join(out, file))
write('search.json', JSON.stringify(documents.flatMap(searchRows)))
forMachines()
await compress(out)
if (folder !== undefined) {
  const list = join(resolve(folder), 'versions.json')
  const versions = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[]) : []
  writeFileSync(list, JSON.stringify([version, ...versions.filter((other) => other !== version)]))
}
process.stderr.write(`${documents.length} documents built in ${out}\n`)
