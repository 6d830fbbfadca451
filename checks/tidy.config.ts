import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    include: [
      'checks/tidy.test.ts',
      'checks/new.test.ts',
      'checks/evidence.test.ts',
      'checks/codes.test.ts',
      'checks/first-views.test.ts',
      'checks/rooms.test.ts',
      'checks/known-content.test.ts',
      'checks/suites.test.ts',
      'checks/decisions.test.ts',
      'checks/documents.test.ts',
      'checks/dependencies.test.ts',
      'checks/deploy/*.test.ts',
      'packages/i18n/src/**/*.test.ts',
    ],
  },
})
