import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'conformance/*.test.ts',
      'integrations/*/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'packages/i18n/**'],
    globalSetup: ['apps/server/testing/shared-postgres.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 4,
  },
})
