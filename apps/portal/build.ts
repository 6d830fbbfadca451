import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import zopfli from '@gfx/zopfli'
import { build } from 'vite'
import { compress } from '../../scripts/compress.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const configFile = join(here, 'vite.config.ts')

/**
 * The file that every page fetches: 4 % less is worth the seconds that zopfli takes. It serves browsers without brotli.
 * Decision 216.
 */
const EVERYWHERE = /^entry\.client-.*\.js$/
const gzip = async (name: string, body: Buffer): Promise<Uint8Array> =>
  EVERYWHERE.test(name) ? await zopfli.gzipAsync(body, { numiterations: 3 }) : gzipSync(body, { level: 9 })

const started = Date.now()
process.env.NODE_ENV = 'production'
await build({ configFile, logLevel: 'warn' })
await build({ configFile, logLevel: 'warn', build: { ssr: 'src/entry.server.tsx' } })
const files = await compress(join(here, 'dist/client'), gzip)
process.stderr.write(`portal built in ${((Date.now() - started) / 1000).toFixed(1)} s, ${files} files compressed\n`)
