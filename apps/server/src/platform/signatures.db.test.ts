import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dumpPromises } from '../../testing/schema-dump.ts'
import { sqlFolder } from './build.ts'

const here = new URL('..', import.meta.url)

describe('beside the landed version, on one database,', () => {
  it('every function, column and migration stays unchanged: a new shape has a new name', async () => {
    const promised = readFileSync(new URL('signatures.previous.txt', sqlFolder), 'utf8')
      .split('\n')
      .filter((line) => /^(function|column|migration) /.test(line))
    expect(promised.length).toBeGreaterThan(200)
    const given = new Set(await dumpPromises())
    expect(promised.filter((line) => !given.has(line))).toEqual([])
  })

  it('no statement takes every column of a function: it would break where a newer version has more', () => {
    const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const found = files.flatMap((file) =>
      [
        ...readFileSync(new URL(file, here), 'utf8').matchAll(
          /(?:select|,) (?:\w+\.)?\*[^`'"]*?(?:from|join|lateral) (?:\$\{\w+\}|\w+)\(.*/g,
        ),
      ].map(([text]) => `${file}: ${text}`),
    )
    expect(found).toEqual([])
  })
})
