import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tools/tidy.test.ts', 'tools/evidence.test.ts', 'tools/decisions.test.ts', 'tools/documents.test.ts', 'tools/dependencies.test.ts', 'tools/deploy/*.test.ts', 'packages/i18n/src/**/*.test.ts'],
  },
})
