import { defineConfig } from 'vitest/config'
import { SlowFirst } from './proof/slow-first.ts'

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
    // Many tests wait: for a gateway's answer, a game's, a limit's end.
    maxWorkers: 6,
    sequence: { sequencer: SlowFirst },
  },
})
