import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { errors } from '@hc/contract/errors'
import { shopTexts } from '@hc/i18n/texts'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((name) => name && existsSync(root + name))
const source = files.filter((name) => /\.(ts|tsx|mjs|css|sql)$/.test(name) && !name.endsWith('schema.sql'))
const read = (name: string): string => readFileSync(root + name, 'utf8')

describe('the source', () => {
  it('has no file longer than 500 lines, but for migrations, which are frozen as they are', () => {
    const ownFiles = source.filter((name) => !name.startsWith('apps/server/sql/migrations/'))
    expect(ownFiles.filter((name) => read(name).split('\n').length > 500)).toEqual([])
  })
  it('has no line wider than 120 columns, except one long text: no SQL, no comment', () => {
    const code = source.filter((name) => !name.startsWith('apps/server/seeds/'))
    const sql = /\b(select .+ from|insert into|update \w+ set|delete from|left join|union all)\b/i
    const text = /['"`/]/
    const wide = code.flatMap((name) =>
      read(name)
        .split('\n')
        .flatMap((line, at) => {
          const comment = /^\s*(\/\/|\*|\/\*|--)/.test(line)
          const foldable = /\.(sql|css)$/.test(name) || comment || sql.test(line) || !text.test(line)
          return line.length > 120 && foldable ? [`${name}:${at + 1}: ${line.trim()}`] : []
        }),
    )
    expect(wide).toEqual([])
  })
  it('writes each moment of a list into its file as a date, and each amount as a number', () => {
    const pages = source.filter((name) => name.startsWith('apps/console/src/pages/') && name.endsWith('.tsx'))
    const wrong = pages.flatMap((name) =>
      [...read(name).matchAll(/cell: [^\n]*<When[^}]*?\n?[^}]*?\btext: [^\n]*|\btext: [^\n]*\bmoney\([^\n]*/g)]
        .map(([text]) => text)
        .filter((text) => !/\butc\(/.test(text))
        .map((text) => `${name}: ${text}`),
    )
    expect(wrong).toEqual([])
  })
  it('begins no sentence of a comment, and no title of a test, with "Who" or "Whose": its subject has a name', () => {
    const comment = /^\s*(\/\/|\/?\*+|--)/
    const riddle = /(^|[-.:*/] )(Who|Whom|Whose|Whoever) [a-z]/
    const title = /\b(it|describe|rule)(\.each\([^)]*\))?\(\s*['"`](who|whom|whoever) /
    const questions = source.flatMap((name) =>
      read(name)
        .split('\n')
        .flatMap((line, at) =>
          (comment.test(line) && riddle.test(line)) || title.test(line) ? [`${name}:${at + 1}: ${line.trim()}`] : [],
        ),
    )
    expect(questions.filter((line) => !line.startsWith('apps/server/sql/migrations/'))).toEqual([])
  })
  it('has no left-over marker, no switched-off type and no focused test', () => {
    const marker = /TOD[O]|FIXM[E]|@ts-ignor[e]|@ts-nochec[k]|\b(it|describe|test)[.]onl[y]/
    expect(source.filter((name) => marker.test(read(name)))).toEqual([])
  })
  it('gives a part of a page the focus only once it takes it', () => {
    const bare = /await [^\n]*\)\.focus\(\)|^\s+\.focus\(\)/m
    expect(source.filter((name) => /^test\/e2e\/.*\.ts$/.test(name) && bare.test(read(name)))).toEqual([])
  })
  it('reads the environment in the config module alone', () => {
    const allowed =
      /^(apps\/server\/src\/(config|main)\.ts|apps\/server\/src\/platform\/embedded-postgres\.ts|apps\/(portal|console)\/(vite\.config|build)\.ts|apps\/server\/src\/commands\/|(test|integrations|scripts|deploy)\/)/
    expect(source.filter((name) => read(name).includes('process.env') && !allowed.test(name))).toEqual([])
  })
  it('reads the storage of a browser, which may deny it, only where that is borne', () => {
    const allowed =
      /^apps\/(console\/src\/lib\/storage|portal\/src\/(entry\.start|lib\/(storage|analytics|demo-country|waiting-item)))\.ts$/
    const pages = source.filter((name) => /^(apps\/(console|portal)|packages\/ui)\/src\//.test(name))
    expect(pages.filter((name) => /\b(local|session)Storage\b/.test(read(name)) && !allowed.test(name))).toEqual([])
  })
  it('names a payment provider only in its folder, the registry, tests, texts and documents', () => {
    const code = /^packages\/channels\/src\/(\w+)\/\1-provider\.ts$/
    const providers = files.flatMap((name) => code.exec(name)?.[1] ?? [])
    expect(providers).toContain('stripe')
    const allowed = /^(apps\/server\/sql\/migrations|packages\/channels\/src\/testing)\//
    // A provider may be a method, too, and the list names the pages of its rows. A rotation knows each secret.
    const mayName = new Set([
      'packages/channels/src/registry.ts',
      'packages/channels/src/methods.ts',
      'apps/box/src/rotation/plan.ts',
    ])
    const elsewhere = source
      .filter(
        (name) =>
          /^(apps|packages)\//.test(name) && !allowed.test(name) && !mayName.has(name) && !name.includes('.test.'),
      )
      .flatMap((name) =>
        providers
          .filter((provider) => !name.includes(`/${provider}/`) && new RegExp(provider, 'i').test(read(name)))
          .map((provider) => `${name}: ${provider}`),
      )
    expect(elsewhere).toEqual([])
  })
  it('gives each payment provider one line of the registry, and a mark where players read a hint', () => {
    const registry = read('packages/channels/src/registry.ts')
    const [, line = ''] = /^const providers = \{([^}]+)\}/m.exec(registry) ?? []
    const listed = line
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean)
    const folders = files.flatMap((name) => /^packages\/channels\/src\/(\w+)\/\1-provider\.ts$/.exec(name)?.[1] ?? [])
    expect(listed.toSorted()).toEqual(folders.toSorted())
    const { channel } = shopTexts('en-US').recharge
    const hinted = Object.keys(channel.hint)
    expect(hinted.filter((name) => !files.includes(`apps/portal/public/art/channels/${name}.svg`))).toEqual([])
    expect([...hinted, ...Object.keys(channel.name)].filter((name) => !folders.includes(name))).toEqual([])
  })
  it('names no machine, registry or private path', () => {
    const bad = /registry[.]npmjs|deb[.]debian|\/roo[t]\/|\/wor[k]\//
    expect(
      files.filter(
        (name) =>
          /\.(ts|tsx|mjs|md|json|sql|css|sh)$/.test(name) && name !== 'package-lock.json' && bad.test(read(name)),
      ),
    ).toEqual([])
  })
})

describe('the documents', () => {
  it('name only paths that exist', () => {
    for (const document of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']) {
      const paths = [...read(document).matchAll(/`((?:apps|packages|test|docs|scripts)\/[\w./-]*[\w/])`/g)].map(
        (match) => match[1] ?? '',
      )
      expect([document, paths.filter((path) => !existsSync(root + path))]).toEqual([document, []])
    }
  })
  it('list every error of the catalogue, and no other', () => {
    const listed = [...read('docs/errors.md').matchAll(/^\| (\d+) \| `(\w+)` \| (\d+) \|/gm)].map(
      ([, code, key, http]) => `${code} ${key} ${http}`,
    )
    expect(listed).toEqual(Object.entries(errors).map(([key, { code, http }]) => `${code} ${key} ${http}`))
  })
})
