import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * The decisions of docs/decisions: a page a subject, an entry a rule. Writes the index into the README of that folder:
 * `node scripts/run.mjs decisions`, which `npm run fix` does too. A test compares both.
 */
const root = new URL('../..', import.meta.url).pathname
const folder = 'docs/decisions/'
const read = (path: string): string => readFileSync(root + path, 'utf8')

export type Entry = { page: string; title: string; numbers: number[]; text: string; words: number }
export type Page = { file: string; title: string; entries: Entry[]; anchors: number }

/** The files of the repository that are tracked, or would be. */
export const repositoryFiles = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name && existsSync(root + name))

/** Each number of an entry is its own anchor: `<a id="d85">85</a>`. */
const ANCHOR = /<a id="d(\d+)">\1<\/a>/g

/** Below the heading stands one paragraph with the entry's numbers: `_Decisions 85 and 118._`, each an anchor. */
function entryOf(page: string, part: string): Entry {
  const [title = '', ...lines] = part.split('\n')
  const [first = '', ...paragraphs] = lines.join('\n').trim().split('\n\n')
  const labelled = /^_Decisions? [\s\S]+\._$/.test(first)
  const numbers = labelled ? [...first.matchAll(ANCHOR)].map(([, number]) => Number(number)) : []
  const text = (labelled ? paragraphs : [first, ...paragraphs]).join('\n\n')
  return { page, title, numbers, text, words: text.split(/\s+/).filter(Boolean).length }
}

export function readPages(): Page[] {
  return repositoryFiles
    .filter((name) => name.startsWith(folder) && name.endsWith('.md') && !name.endsWith('/README.md'))
    .map((name) => {
      const [head = '', ...parts] = read(name).split(/^## /m)
      const file = name.slice(folder.length)
      return {
        file,
        title: /^# (.+)$/m.exec(head)?.[1] ?? '',
        entries: parts.map((part) => entryOf(file, part)),
        anchors: [...read(name).matchAll(/<a id=/g)].length,
      }
    })
}

/** The numbers that a text cites, also where a line ends within: one, several (`3, 4 and 118`) or a span's two ends. */
export function citedIn(text: string): number[] {
  const flat = text.replaceAll(/\n\s*(?:\/\/|--|\*|#|\|)?\s*/g, ' ')
  return [...flat.matchAll(/\bdecisions? (\d+(?:(?:, | and | to )\d+)*)/gi)].flatMap(([, numbers = '']) =>
    (numbers.match(/\d+/g) ?? []).map(Number),
  )
}

const MARK = '## Index\n'

function indexOf(pages: Page[]): string {
  const entries = pages.flatMap((page) => page.entries)
  const rows = pages.map(({ file, title, entries: ownEntries }) =>
    [
      `### [${title}](${file})\n`,
      '| rule | decisions |',
      '|---|---|',
      ...ownEntries.map(
        ({ title: rule, numbers }) => `| [${rule}](${file}#d${numbers[0] ?? 'none'}) | ${numbers.join(', ')} |`,
      ),
    ].join('\n'),
  )
  const next = Math.max(...entries.flatMap(({ numbers }) => numbers)) + 1
  return `${MARK}\n${entries.length} entries. The next free number is ${next}.\n\n${rows.join('\n\n')}\n`
}

/** The README with the index that follows from the pages. What stands above the index is written by hand. */
export function readmeWithIndex(): string {
  const [intro = ''] = read(`${folder}README.md`).split(MARK)
  return intro + indexOf(readPages())
}

export const writtenReadme = (): string => read(`${folder}README.md`)

if (import.meta.main) writeFileSync(`${root}${folder}README.md`, readmeWithIndex())
