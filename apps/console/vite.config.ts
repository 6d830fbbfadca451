import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogFiles, catalogs, catalogVersion } from '../../packages/i18n/src/vite-catalogs.ts'
import { computed } from './guides.ts'
import { deskParts, wholeAreas } from './texts.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The desk's pages: scripts and styles of this site alone, nothing inline. */
export default defineConfig(({ command }) => ({
  root,
  publicDir: false,
  plugins: [catalogs(), catalogFiles(deskParts), wholeAreas(), computed(), react(), tailwindcss()],
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
  },
}))
