import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { lookContent, recordLook } from '../kit/browser/known-content.ts'

/**
 * Tests of vitest with the closing line that every suite has: `node test/proof/vitest.ts test/e2e/shop/buy`.
 * `--record` looks at all languages, and keeps the content with which they passed.
 */
const args = process.argv.slice(2).filter((word) => word !== '--record')
const isRecord = args.length < process.argv.length - 2
const content = isRecord ? lookContent() : ''
if (isRecord) process.env.HC_LOCALES = 'all'

const dir = mkdtempSync(join(tmpdir(), 'hc-vitest-'))
const report = join(dir, 'report.json')
const run = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...args],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
const counts = JSON.parse(readFileSync(report, 'utf8')) as {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: { name: string; status: string; startTime: number; endTime: number }[]
}
rmSync(dir, { recursive: true, force: true })
const failed = Math.max(counts.numFailedTests, counts.numFailedTestSuites > 0 ? 1 : 0)
const broken = counts.testResults.filter(({ status }) => status !== 'passed').map(({ name }) => relative('.', name))
const slowest = counts.testResults
  .map(({ name, startTime, endTime }) => [relative('.', name), Math.round((endTime - startTime) / 1000)] as const)
  .toSorted((a, b) => b[1] - a[1])
  .slice(0, 12)
process.stdout.write(`${JSON.stringify({ suite: 'vitest', slowestFilesSeconds: Object.fromEntries(slowest) })}\n`)
// `npm test` runs these files again.
if (broken.length > 0) process.stdout.write(`again: ${broken.join(' ')}\n`)
if (isRecord) recordLook(content, run.status === 0)
process.stdout.write(`${counts.numPassedTests} passed, ${failed} failed\n`)
process.exit(run.status ?? 1)
