import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    include: ['test/checks/**/*.test.ts', 'packages/i18n/src/**/*.test.ts'],
  },
})
