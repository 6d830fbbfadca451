import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'

/**
 * Archives that depend on nothing but what is in them: names in the order of their bytes, one time, owner 0, no
 * permission but "may be run", and the compression of the pinned Node in one thread. The system's tar, zstd, umask,
 * locale and zone have no say.
 */

/** A file of an archive: its content is that of `source`, or `text`. */
export type Entry = { name: string; source: string } | { name: string; text: string } | { name: string; target: string }

const BLOCK = 512
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`

/** The two fields of a name in a header; undefined if it does not fit. */
function splitName(name: string): [name: string, prefix: string] | undefined {
  if (Buffer.byteLength(name) !== name.length) return undefined
  if (name.length <= 100) return [name, '']
  for (let at = name.lastIndexOf('/', 155); at > 0; at = name.lastIndexOf('/', at - 1))
    if (name.length - at - 1 <= 100 && name.length > at + 1) return [name.slice(at + 1), name.slice(0, at)]
  return undefined
}

function header(kind: string, name: [string, string], mode: number, size: number, seconds: number, to = ''): Buffer {
  const block = Buffer.alloc(BLOCK)
  const put = (text: string, at: number): void => {
    block.write(text, at, 'latin1')
  }
  put(name[0], 0)
  put(octal(mode, 8), 100)
  put(octal(0, 8), 108)
  put(octal(0, 8), 116)
  put(octal(size, 12), 124)
  put(octal(seconds, 12), 136)
  put(' '.repeat(8), 148)
  put(kind, 156)
  put(to, 157)
  put('ustar\x0000', 257)
  put('root', 265)
  put('root', 297)
  put(name[1], 345)
  put(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    148,
  )
  return block
}

const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** A name or a target that the header has no room for stands in a record before it. */
function longRecord(field: 'path' | 'linkpath', value: string, seconds: number): Buffer[] {
  const tail = ` ${field}=${value}\n`
  const bytes = Buffer.byteLength(tail)
  let length = bytes + String(bytes).length
  if (bytes + String(length).length !== length) length = bytes + String(length).length
  const body = Buffer.from(`${length}${tail}`)
  return [header('x', ['@PaxHeader', ''], 0o644, body.length, seconds), body, padding(body.length)]
}

function* blocks(entries: readonly Entry[], top: string, seconds: number): Generator<Buffer> {
  const folders = new Set<string>()
  function* start(kind: string, name: string, mode: number, size: number, to = ''): Generator<Buffer> {
    const fields = splitName(name)
    if (!fields) yield* longRecord('path', name, seconds)
    if (to.length > 100) yield* longRecord('linkpath', to, seconds)
    yield header(kind, fields ?? [name.slice(-99), ''], mode, size, seconds, to.slice(0, 100))
  }
  for (const entry of entries.toSorted((a, b) => byBytes(a.name, b.name))) {
    const name = `${top}/${entry.name}`
    for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
      const folder = name.slice(0, at + 1)
      if (folders.has(folder)) continue
      folders.add(folder)
      yield* start('5', folder, 0o755, 0)
    }
    if ('target' in entry) yield* start('2', name, 0o777, 0, entry.target)
    else {
      const body = 'text' in entry ? Buffer.from(entry.text) : readFileSync(entry.source)
      const isProgram = 'text' in entry ? entry.text.startsWith('#!') : (lstatSync(entry.source).mode & 0o100) !== 0
      yield* start('0', name, isProgram ? 0o755 : 0o644, body.length)
      yield body
      yield padding(body.length)
    }
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** Entry for a file or a link of the disk. */
export const entryOf = (name: string, source: string): Entry =>
  lstatSync(source).isSymbolicLink() ? { name, target: readlinkSync(source) } : { name, source }

/** Writes the entries below the folder `top`. `seconds`: the time of all of them. */
export async function writeArchive(
  file: string,
  entries: readonly Entry[],
  top: string,
  seconds: number,
  level = 12,
): Promise<void> {
  const zstd = createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: level,
      [constants.ZSTD_c_windowLog]: 26,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  })
  await pipeline(Readable.from(blocks(entries, top, seconds)), zstd, createWriteStream(file, { mode: 0o644 }))
}

const textIn = (block: Buffer, from: number, to: number): string => {
  const end = block.indexOf(0, from)
  return block.toString('latin1', from, end >= from && end < to ? end : to)
}

/** What an archive has by name: kind, mode and time, and the hash of the content. For comparisons. */
export async function listArchive(file: string): Promise<Map<string, string>> {
  const list = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let current:
    | { name: string; about: string; left: number; pad: number; hash: ReturnType<typeof createHash> }
    | undefined
  let record: Buffer[] | undefined
  let longName: string | undefined
  const finish = (): void => {
    if (!current) return
    if (record) {
      longName = / path=(.*)\n/.exec(Buffer.concat(record).toString())?.[1] ?? longName
      record = undefined
    } else list.set(current.name, `${current.about} ${current.hash.digest('hex')}`)
    current = undefined
  }
  const read = (chunk: Buffer): void => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk)
    let at = 0
    while (at < rest.length) {
      if (current && current.left > 0) {
        const part = rest.subarray(at, at + current.left)
        current.hash.update(part)
        record?.push(Buffer.from(part))
        current.left -= part.length
        at += part.length
      } else if (current && current.pad > 0) {
        const skip = Math.min(current.pad, rest.length - at)
        current.pad -= skip
        at += skip
      } else {
        finish()
        if (rest.length - at < BLOCK) break
        const block = rest.subarray(at, at + BLOCK)
        at += BLOCK
        if (block.every((byte) => byte === 0)) continue
        const size = Number.parseInt(textIn(block, 124, 136), 8)
        const kind = String.fromCharCode(block[156] ?? 0)
        const prefix = textIn(block, 345, 500)
        const name = longName ?? (prefix === '' ? '' : `${prefix}/`) + textIn(block, 0, 100)
        if (kind === 'x') record = []
        else longName = undefined
        current = {
          name,
          about: `${kind} ${textIn(block, 100, 107)} ${textIn(block, 136, 147)} ${textIn(block, 157, 257)}`,
          left: size,
          pad: padding(size).length,
          hash: createHash('sha256'),
        }
      }
    }
    rest = rest.subarray(at)
  }
  for await (const chunk of createReadStream(file).pipe(createZstdDecompress())) read(chunk as Buffer)
  finish()
  return list
}

/** The first names in which two archives differ, in the order of their bytes. */
export async function differingNames(left: string, right: string): Promise<string[]> {
  const [first, second] = [await listArchive(left), await listArchive(right)]
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((name) => first.get(name) !== second.get(name))
    .toSorted(byBytes)
}
