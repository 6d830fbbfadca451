import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compress } from '../../scripts/compress.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const started = Date.now()
process.env.NODE_ENV = 'production'
await build({ configFile: join(here, 'vite.config.ts'), logLevel: 'warn' })
const files = await compress(join(here, 'dist'))
process.stderr.write(`console built in ${((Date.now() - started) / 1000).toFixed(1)} s, ${files} files compressed\n`)
