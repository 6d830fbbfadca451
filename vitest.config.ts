import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/proof/slow-first.ts'

/** Two projects: the API and its parts, and the shop and the desk in a browser. */
export default defineConfig({
  test: {
    // A second is not much where other suites run.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'test/conformance/*.test.ts',
            'integrations/*/*.test.ts',
            'test/proof/versions/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'packages/i18n/**'],
          globalSetup: ['test/kit/shared-postgres.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 4,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/kit/browser/newest-postgres.ts'],
          // A rule may look at forty pages in nine languages.
          testTimeout: 900_000,
          hookTimeout: 180_000,
          // Other suites run beside it, and a browser is a crowd of processes.
          maxWorkers: 1,
          // The files share their modules and one browser: a test file leaves nothing in a module. Decision 775.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
