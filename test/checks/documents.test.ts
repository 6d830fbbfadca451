import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { helpPath } from '@hc/contract/desk/help'
import { readGuides } from '../../apps/console/guides.ts'
import { readDocuments } from '../../apps/docs/documents.ts'
import { readMarkdown } from '@hc/markdown/read'
import { waitingKinds } from '../../apps/server/src/care/doctor/waiting.ts'
import { measures } from '../../apps/server/src/desk/alerts/measures.ts'
import { plain, settingsPage, writtenPage } from './settings-page.ts'

/** The documents of this repository are complete for a newcomer. */
const root = new URL('../..', import.meta.url).pathname
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((name) => name && existsSync(join(root, name)))
const documents = files.filter((name) => /^(docs\/.*|[A-Z]+)\.md$/.test(name))

it('every path that a document names exists', () => {
  const path = /`((?:apps|packages|test|docs|scripts|deploy|brands|integrations)\/[\w./-]*[\w/])`/g
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(path)].flatMap(([, name = '']) =>
      existsSync(join(root, name)) ? [] : `${document}: ${name}`,
    ),
  )
  expect(missing).toEqual([])
})

it('every document is a page of the site', () => {
  const pages = new Set(readDocuments().groups.flatMap((group) => group.documents.map(({ path }) => path)))
  expect(documents.filter((name) => !pages.has(name))).toEqual([])
})

it('every link of a document leads to a file of this repository, or to the web', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(([, link = '']) =>
      link.startsWith('https://') || existsSync(join(root, dirname(document), link)) ? [] : `${document}: ${link}`,
    ),
  )
  expect(broken).toEqual([])
})

it('prose is wrapped at 120 columns', () => {
  const wide = documents.flatMap((document) => {
    let code = false
    return read(document)
      .split('\n')
      .flatMap((line, index) => {
        if (line.startsWith('```')) code = !code
        const prose = !code && !/^(\||#| {4})/.test(line)
        return prose && [...line].length > 120 ? `${document}:${index + 1}` : []
      })
  })
  expect(wide).toEqual([])
})

it('a runbook has no SQL that changes rows: commands do that', () => {
  const change = /\b(update\s+\w+\s+set|delete\s+from|insert\s+into|truncate\s+\w|alter\s+table|drop\s+table)\b/i
  const runbooks = documents.filter((name) => name.startsWith('docs/runbooks/'))
  expect(runbooks.length).toBeGreaterThan(0)
  expect(runbooks.filter((name) => change.test(read(name).replaceAll(/\s+/g, ' ')))).toEqual([])
})

it('help has each document, heading and step that code or another document of it names', () => {
  const guides = readGuides()
  const steps = guides.flatMap(({ path, blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'heading'
        ? [helpPath(path, block.id)]
        : block.kind === 'list'
          ? block.items.map(({ id }) => helpPath(path, id))
          : [],
    ),
  )
  const helpPages = new Set([...guides.map(({ path }) => helpPath(path)), ...steps])
  const helpLinks = files
    .filter((name) => /^(apps\/(console|server)|packages)\/.*\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => [...read(name).matchAll(/'(docs\/[\w/-]+\.md)'(?:, '([\w-]+)')?/g)])
    .map(([, document = '', step]) => helpPath(document, step))
  const addressed = files
    .filter((name) => /^apps\/.*\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => [...read(name).matchAll(/["'](\/help\/[a-z][\w-]+(?:#[\w-]+)?)["']/g)])
    .map(([, path = '']) => path)
  const linked = JSON.stringify(guides).match(/\/help\/[\w#-]+/g) ?? []
  const rows = [...waitingKinds, ...measures].map(({ runbook, step }) => helpPath(runbook, step))
  expect([helpLinks.length > 30, addressed.length > 0]).toEqual([true, true])
  expect([...rows, ...helpLinks, ...addressed, ...linked].filter((path) => !helpPages.has(path))).toEqual([])
  expect(new Set(guides.map(({ name }) => name)).size).toBe(guides.length)
})

it.each([
  ['> a quotation', 'a quotation'],
  ['Some <b>HTML</b>', 'a tag'],
  ['| a | b |\n| - | - |\n| c |', 'a table that lacks a cell'],
  ['    npm run hc -- doctor\n\n```\nnpm run hc -- doctor', 'code that does not end'],
  ['1. one\n\nBetween\n\n1. two', 'two steps of one number'],
  ['A [link][1]', 'a link that is explained elsewhere'],
])('%j ends the build of help, for it cannot show %s', (text) => {
  const nowhere = () => ''
  expect(() => readMarkdown(text, { link: nowhere, file: nowhere, menu: nowhere })).toThrow()
})

it('specification and contract have each section that code or a document cites', () => {
  const sections = (document: string): string[] =>
    [...read(document).matchAll(/^## (\d+)\. /gm)].map(([, number = '']) => number)
  const sectionsOf = { specification: sections('docs/specification.md'), contract: sections('docs/contract.md') }
  const cited = files
    .filter((name) => /\.(ts|tsx|md)$/.test(name))
    .flatMap((name) =>
      [...read(name).matchAll(/\b(specification|contract)(?:\.md`?)?, sections? (\d+(?:(?:, | and )\d+)*)/gi)].flatMap(
        ([, document = '', numbers = '']) => {
          const sectionNumbers = sectionsOf[document.toLowerCase() === 'contract' ? 'contract' : 'specification']
          return (
            numbers
              .match(/\d+/g)
              ?.flatMap((number) => (sectionNumbers.includes(number) ? [] : `${name}: ${document} ${number}`)) ?? []
          )
        },
      ),
    )
  expect(cited).toEqual([])
})

it('the settings page says what the schema of the settings says', () =>
  expect(writtenPage()).toBe(plain(settingsPage())))
