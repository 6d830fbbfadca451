import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { catalogFiles, catalogs, catalogVersion } from '../../packages/i18n/src/vite-catalogs.ts'
import { computed } from './guides.ts'
import { deskParts, wholeAreas } from './texts.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

const EARLY = new Set(['desk', 'first', 'rolldown-runtime'])

/** The page names the files of the desk and of its Home, which load beside the entry. */
function early(): Plugin {
  return {
    name: 'hc-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && EARLY.has(file.name))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  }
}

/** The desk's pages: scripts and styles of this site alone, nothing inline. */
export default defineConfig(({ command }) => ({
  root,
  publicDir: false,
  plugins: [catalogs(), catalogFiles(deskParts), early(), wholeAreas(), computed(), react(), tailwindcss()],
  resolve: {
    // The texts are compiled at build time, so the parser stays out of the browser.
    alias: [
      ...(command === 'build' ? [{ find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' }] : []),
      { find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' },
    ],
  },
  define:
    command === 'build'
      ? { 'process.env.NODE_ENV': '"production"', __CATALOG_VERSION__: JSON.stringify(catalogVersion(deskParts)) }
      : {},
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Home's code in few files: each small one more is a request in the way of the first picture.
        codeSplitting: {
          groups: [
            { name: 'entry', test: /console\/src\/entry\.ts$/, priority: 3 },
            { name: 'desk', test: /console\/src\/desk\.tsx$/, priority: 2 },
            { name: 'first', test: /console\/src\/(signed-in\.tsx|pages\/today\/today\.tsx)$/, priority: 1 },
          ],
        },
      },
    },
  },
}))
