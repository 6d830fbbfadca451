import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readDocuments } from '../../apps/docs/documents.ts'
import { commands } from '../../scripts/commands.mjs'

/** What somebody meets before any code: README, assistants' pages, the site, the workflows. */
const root = new URL('../..', import.meta.url).pathname
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const { scripts, version } = JSON.parse(read('package.json')) as { scripts: Record<string, string>; version: string }

it('the README has at most 90 lines, one picture of the shop and one of the desk; AGENTS.md has at most 80', () => {
  const [readme, agents] = [read('README.md'), read('AGENTS.md')].map((text) => text.trimEnd().split('\n'))
  expect(readme?.length).toBeLessThanOrEqual(90)
  expect(agents?.length).toBeLessThanOrEqual(80)
  expect(readme?.filter((line) => line.startsWith('![')).length).toBe(2)
})

it('every skill says what it is for, and ends with commands that there are and that prove its work', () => {
  const folder = 'integrations/skills'
  const names = readdirSync(join(root, folder))
  expect(names).toEqual(['add-channel', 'connect-game', 'run-a-box'])
  for (const name of names) {
    const text = read(`${folder}/${name}/SKILL.md`)
    expect(text).toMatch(new RegExp(`^---\\nname: ${name}\\ndescription: .+\\n---\\n`))
    const lines = /```\n([^`]+)```\n$/.exec(text)?.[1]?.trimEnd().split('\n') ?? []
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      const [, script, command] = /^(?:npm (?:run )?([\w:]+)|hc (\w+))/.exec(line) ?? []
      expect(script === undefined ? command !== undefined && command in commands : script in scripts, line).toBe(true)
    }
  }
})

it('the site has every document for readers and for machines, in small pages, and a choice of versions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hc-site-'))
  try {
    writeFileSync(join(folder, 'versions.json'), '["0.9.0"]')
    const { status, stderr } = spawnSync(process.execPath, ['apps/docs/build.ts', folder], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    const built = (name: string): string => readFileSync(join(folder, version, name), 'utf8')
    expect(JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8'))).toEqual([version, '0.9.0'])
    const [list, full] = [built('llms.txt'), built('llms-full.txt')]
    for (const { name, title, text } of readDocuments().groups.flatMap((group) => group.documents)) {
      expect(list).toContain(`- [${title}](${name}.md): `)
      expect(full.includes(text), `${name} is not whole in llms-full.txt`).toBe(true)
      expect(built(`${name}.md`) === text, name).toBe(true)
      expect(brotliCompressSync(built(`${name}.html`)).length, name).toBeLessThanOrEqual(20_000)
    }
    // Its one script finds words and versions; the pages work without it.
    const pages = readdirSync(join(folder, version), { recursive: true, encoding: 'utf8' })
    expect(pages.filter((name) => name.endsWith('.js'))).toEqual(['search.js'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('the release workflow compares what it built, and has no key to sign it with', () => {
  const text = read('.github/workflows/release.yml')
  expect(text).toContain('npm run release -- --verify')
  expect(text).toContain('--draft')
  expect(text).not.toMatch(/minisign|--sign|secrets\./)
})
