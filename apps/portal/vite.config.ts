import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogs } from './vite-catalogs.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Two builds from one file: the browser's assets, and with `--ssr` the server's renderer. */
export default defineConfig(({ isSsrBuild, command }) => ({
  root,
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'public',
  plugins: [catalogs(), react(), tailwindcss()],
  resolve: {
    // The texts are compiled at build time, so the parser (9 kB) stays out of the browser.
    alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
  },
  // React's production build must not depend on how the server was started.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  ssr: { noExternal: command === 'build' ? true : ['use-intl', 'icu-minify', /^@hc\//, 'wouter'] },
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    copyPublicDir: !isSsrBuild,
    ...(isSsrBuild ? { ssr: 'src/entry.server.tsx', minify: false } : {}),
    rolldownOptions: isSsrBuild ? {} : { input: 'src/entry.client.tsx' },
  },
}))
