import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const configFile = join(here, 'vite.config.ts')
const COMPRESSIBLE = /\.(js|css|svg|json|txt|html|webmanifest|ico)$/

/** Writes the .br and .gz that the server sends as they are; a file that would not shrink gets none. */
function compress(folder: string): number {
  let count = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const body = readFileSync(file)
    const brotli = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
    // Both or none: the server picks by the request's accepted encodings.
    if (brotli.length >= body.length) continue
    writeFileSync(`${file}.br`, brotli)
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
    count++
  }
  return count
}

const started = Date.now()
process.env.NODE_ENV = 'production'
await build({ configFile, logLevel: 'warn' })
await build({ configFile, logLevel: 'warn', build: { ssr: 'src/entry.server.tsx' } })
const files = compress(join(here, 'dist/client'))
process.stderr.write(`portal built in ${((Date.now() - started) / 1000).toFixed(1)} s, ${files} files compressed\n`)
