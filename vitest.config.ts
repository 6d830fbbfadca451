import { defineConfig } from 'vitest/config'
import { SlowFirst } from './proof/slow-first.ts'

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'conformance/*.test.ts',
      'integrations/*/*.test.ts',
      'proof/versions/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'packages/i18n/**'],
    globalSetup: ['apps/server/testing/shared-postgres.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 4,
    // A second is not much where other suites run.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: SlowFirst },
  },
})
