import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import zopfli from '@gfx/zopfli'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const configFile = join(here, 'vite.config.ts')
const COMPRESSIBLE = /\.(js|css|svg|json|txt|html|webmanifest|ico)$/

/**
 * What every page fetches: worth the seconds that zopfli takes for 4 % less. Who takes brotli gets that. Decision 216.
 */
const EVERYWHERE = /^entry\.client-.*\.js$/
const gzip = async (name: string, body: Buffer): Promise<Uint8Array> =>
  EVERYWHERE.test(name) ? await zopfli.gzipAsync(body, { numiterations: 3 }) : gzipSync(body, { level: 9 })

/** Writes the .br and .gz that the server sends as they are; a file that would not shrink gets none. */
async function compress(folder: string): Promise<number> {
  let count = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const body = readFileSync(file)
    const brotli = brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    })
    // Both or none: the server picks by the request's accepted encodings.
    if (brotli.length >= body.length) continue
    writeFileSync(`${file}.br`, brotli)
    writeFileSync(`${file}.gz`, await gzip(entry.name, body))
    count++
  }
  return count
}

const started = Date.now()
process.env.NODE_ENV = 'production'
await build({ configFile, logLevel: 'warn' })
await build({ configFile, logLevel: 'warn', build: { ssr: 'src/entry.server.tsx' } })
const files = await compress(join(here, 'dist/client'))
process.stderr.write(`portal built in ${((Date.now() - started) / 1000).toFixed(1)} s, ${files} files compressed\n`)
