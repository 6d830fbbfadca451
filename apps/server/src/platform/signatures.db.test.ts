import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const here = new URL('..', import.meta.url)

describe('beside the landed version, on one database,', () => {
  it('no statement takes every column of a function: it would break where a newer version has more', () => {
    const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const signatures = files.flatMap((file) =>
      [
        ...readFileSync(new URL(file, here), 'utf8').matchAll(
          /(?:select|,) (?:\w+\.)?\*[^`'"]*?(?:from|join|lateral) (?:\$\{\w+\}|\w+)\(.*/g,
        ),
      ].map(([text]) => `${file}: ${text}`),
    )
    expect(signatures).toEqual([])
  })

  it('a function of more than eight arguments is called by their names', () => {
    const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const positional = files.flatMap((file) =>
      [...readFileSync(new URL(file, here), 'utf8').matchAll(/\w+\(\$1,(?: \$\d+,)*\s*\$9\b/g)].map(
        ([text]) => `${file}: ${text}`,
      ),
    )
    expect(positional).toEqual([])
  })
})
