import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { inAscii } from '../../build-ascii.ts'
import { sourceStack } from './source-stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'hc-stack-'))
const built = `${pathToFileURL(folder).href}/`
afterAll(() => rmSync(folder, { recursive: true }))

// One line: `a` begins at column 0, `b` at 12 and `c` at 20, of lines 1, 5 and 9 of their source.
const code = 'a("\u4e2d\u00e9x");   b("\u2014"); c()'
const map = { version: 3, sources: ['../src/pay.ts'], names: [], mappings: 'AAAA,YAIA,QAIA', file: 'pay.js' }
writeFileSync(join(folder, 'pay.js'), code)
writeFileSync(join(folder, 'pay.js.map'), JSON.stringify(map))

describe('the built server', () => {
  it('is written in ASCII, and its map moves along', () => {
    expect(inAscii(folder)).toBe(1)
    expect(readFileSync(join(folder, 'pay.js'), 'utf8')).toBe(String.raw`a("\u4e2d\u00e9x");   b("\u2014"); c()`)
    const at = (line: string): string => `Error\n    at pay (${built}pay.js:${line})`
    const source = new URL('../src/pay.ts', built).href
    expect(sourceStack(at('1:1'), built)).toBe(`Error\n    at pay (${source}:1:1)`)
    // Two characters before `b`, and a third one before `c`, are now escapes of six characters.
    expect(sourceStack(at('1:23'), built)).toBe(`Error\n    at pay (${source}:5:1)`)
    expect(sourceStack(at('1:22'), built)).toBe(`Error\n    at pay (${source}:1:1)`)
    expect(sourceStack(at('1:36'), built)).toBe(`Error\n    at pay (${source}:9:1)`)
  })
  it('does not change a stack without a map, or frames of other files', () => {
    const without = `Error\n    at x (${built}other.js:1:1)\n    at file:///srv/other/main.js:1:1`
    expect(sourceStack(without, built)).toBe(without)
    expect(sourceStack(undefined)).toBeUndefined()
  })
})
