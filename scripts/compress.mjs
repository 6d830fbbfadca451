import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|json|txt|html|webmanifest|ico)$/

/**
 * Writes the .br and .gz files that the server sends as they are; a file that would not shrink gets none. Returns the
 * number of compressed files.
 */
export async function compress(folder, gzip = (_name, body) => gzipSync(body, { level: 9 })) {
  let count = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const body = readFileSync(file)
    const brotli = brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    })
    // Both or none: the server chooses by the request's accepted encodings.
    if (brotli.length >= body.length) continue
    writeFileSync(`${file}.br`, brotli)
    writeFileSync(`${file}.gz`, await gzip(entry.name, body))
    count++
  }
  return count
}
