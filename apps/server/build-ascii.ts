import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One letter outside ASCII makes Node keep the whole text of a file in two bytes a letter. */
const WIDE = /[\u0080-\uffff]/g
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Reads the first number of a segment of a source map, a base64 VLQ; `rest` is what follows it. */
function firstOf(segment: string): { value: number; rest: string } {
  let bits = 0
  for (let at = 0, shift = 0; ; at++, shift += 5) {
    const digit = DIGITS.indexOf(segment[at] ?? 'A')
    bits |= (digit & 31) << shift
    if ((digit & 32) === 0) return { value: bits & 1 ? -(bits >> 1) : bits >> 1, rest: segment.slice(at + 1) }
  }
}

function numberOf(value: number): string {
  let bits = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    text += DIGITS[(bits & 31) | (bits > 31 ? 32 : 0)] ?? ''
    bits >>>= 5
  } while (bits > 0)
  return text
}

/** The mappings of one line, each moved by what the escapes before it added. */
function shifted(mappings: string, wide: readonly number[]): string {
  const added = 5
  let [column, output, passed] = [0, 0, 0]
  return mappings
    .split(',')
    .map((segment) => {
      const { value, rest } = firstOf(segment)
      column += value
      while ((wide[passed] ?? Infinity) < column) passed++
      const place = column + passed * added
      const text = `${numberOf(place - output)}${rest}`
      output = place
      return text
    })
    .join(',')
}

/**
 * Writes what is not ASCII in a built file as escapes, where the file is then shorter in memory, and moves its source
 * map along. @returns how many files were written anew
 */
export function inAscii(folder: string): number {
  let count = 0
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const file = join(folder, name)
    const code = readFileSync(file, 'utf8')
    const plain = code.replace(WIDE, escaped)
    if (plain === code || plain.length >= code.length * 2) continue
    const map = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { mappings: string }
    const lines = code.split('\n').map((line) => [...line.matchAll(WIDE)].map(({ index }) => index))
    map.mappings = map.mappings
      .split(';')
      .map((line, at) => (line === '' || !lines[at]?.length ? line : shifted(line, lines[at])))
      .join(';')
    writeFileSync(file, plain)
    writeFileSync(`${file}.map`, JSON.stringify(map))
    count++
  }
  return count
}
