import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import subsetFont from 'subset-font'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'
import { catalogFiles, catalogs, catalogVersion, shopParts } from '../../packages/i18n/src/vite-catalogs.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * Without preloads and with one style sheet there is nothing to do before an import: its helper (0.6 kB on every page)
 * goes.
 */
const plainImports = (): Plugin => ({
  name: 'hc-plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
})

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
const TERSER = { module: true, ecma: 2020, compress: { passes: 3, inline: 1 } } as const
/** What titles in Latin letters are set in; the faces that stand in draw any other sign. */
const TITLES = `${range(0x20, 0x7e)}\u00a0¡«»¿·©®°£¥€${range(0xc0, 0xff)}ıŒœ‐–—‘’‚“”„•…‹›™−`

/**
 * The title's face without the signs that no title has: 13.1 kB instead of 15.2. With its head it comes in the first
 * ten packets of its connection, a round trip earlier (decision 480).
 */
const titleFace = (): Plugin => ({
  name: 'hc-title-face',
  apply: 'build',
  generateBundle: async (_options, bundle) => {
    const face = Object.values(bundle).find(({ fileName }) => /cinzel-latin-.*\.woff2$/.test(fileName))
    if (face?.type !== 'asset') return
    face.source = await subsetFont(Buffer.from(face.source), TITLES, { targetFormat: 'woff2', keepFeatures: ['kern'] })
  },
})

/**
 * A last pass over the file that every page fetches: `null === x`, which the bundler's minifier writes, becomes
 * `x === null` again, as React's own text has it, and the file compresses to 0.2 kB less (decision 422).
 * No method of an object is called with `new` there, so each is written as a method. Variables that stand together at
 * the head of their function are 0.25 kB less.
 */
const lastPass = (): Plugin => ({
  name: 'hc-last-pass',
  apply: 'build',
  generateBundle: async (_options, bundle) => {
    const every = Object.values(bundle).find(({ fileName }) => /entry\.client-.*\.js$/.test(fileName))
    if (every?.type !== 'chunk') return
    const { code } = await minify(every.code, {
      ...TERSER,
      compress: { ...TERSER.compress, lhs_constants: false, unsafe_methods: true, hoist_vars: true },
      format: { quote_style: 2 },
    })
    if (!code) throw new Error(`nothing is left of ${every.fileName}`)
    every.code = code
  },
})

/** Two builds from one file: the browser's assets, and with `--ssr` the server's renderer. */
export default defineConfig(({ isSsrBuild, command }) => ({
  root,
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'public',
  plugins: [
    catalogs(),
    plainImports(),
    ...(isSsrBuild ? [] : [catalogFiles(shopParts), titleFace(), lastPass()]),
    react(),
    tailwindcss(),
  ],
  resolve: {
    // The texts are compiled at build time, so the parser (9 kB) stays out of the browser.
    alias: [
      // React has it since 18; the shim that wouter brings is dead weight.
      ...(command === 'build' ? [{ find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' }] : []),
      ...(command === 'build'
        ? [
            { find: /^@formatjs\/fast-memoize$/, replacement: `${root}src/lib/memoize.ts` },
            { find: /^regexparam$/, replacement: `${root}src/lib/no-patterns.ts` },
          ]
        : []),
      { find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' },
    ],
  },
  // React's production build must not depend on how the server was started.
  define: {
    __CATALOG_VERSION__: JSON.stringify(catalogVersion(shopParts)),
    // Nor does it look for React's developer tools, which is 0.26 kB on every page (decision 253).
    ...(command === 'build'
      ? { 'process.env.NODE_ENV': '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }
      : {}),
  },
  ssr: { noExternal: command === 'build' ? true : ['use-intl', 'icu-minify', /^@hc\//, 'wouter'] },
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    cssCodeSplit: false,
    // The server names a page's files; the helper and its lists would cost every page 1 kB.
    modulePreload: false,
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    copyPublicDir: !isSsrBuild,
    ...(isSsrBuild
      ? { ssr: 'src/entry.server.tsx', minify: false }
      : // 0.56 kB less over the wire on the home page than the bundler's own minifier (decision 422).
        { minify: 'terser', terserOptions: TERSER }),
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: [
            'src/entry.start.ts',
            'src/entry.guard.ts',
            'src/entry.client.tsx',
            'src/entry.worker.ts',
            'src/entry.offline.ts',
          ],
          // What every page needs is one file with its start: many small ones compress worse, and each costs its
          // headers.
          output: {
            minify: true,
            codeSplitting: {
              groups: [
                {
                  name: 'core',
                  test: (id: string) =>
                    !/dialog[s]?\.tsx|signed-in-by-link|player-menu|toasts|with-messages|analytics|aes-ecb|web-app|shared-balance|when-near|use-media|entry\.(start|worker|offline)|libphonenumber|use-call|use-action|use-query-state|use-hydrated|use-calm|lib[\\/]theme|appearance|shell[\\/]loading|skeleton|trusted|error-text|errors\.ts|field-issues|save-pdf|domain[\\/]src[\\/](redirect|order|password|redeem|typed-text|money\.ts|money[\\/](exact|tax))/.test(
                      id,
                    ) &&
                    /node_modules|preload-helper|rolldown|packages[\\/](contract|domain|i18n)[\\/]|ui[\\/]src[\\/](button|icon|notice)|portal[\\/]src[\\/](app\.tsx|entry\.client|routes\.ts|paths|lib|router|shell|features[\\/](recharge[\\/](product-art|with-bonus)|picture|shop[\\/](first-offer|goods-card|goods-art|buy-link|pack-extra|shown-price)))/.test(
                      id,
                    ),
                },
              ],
            },
          },
        },
  },
}))
