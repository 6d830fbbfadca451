import { spawn } from 'node:child_process'
import { untranslated } from '@hc/i18n/texts'
import { writeTextTypes } from '../../scripts/text-types.mjs'

/**
 * What must hold before anything is handed in: types, lint with boundaries and cycles, dead code, translations,
 * tidiness. `--release`: and no text waits for its translation.
 */
const bin = (name: string): string => new URL(`../../node_modules/.bin/${name}`, import.meta.url).pathname

const checks: [string, string, string[]][] = [
  ['types', bin('tsc'), ['-p', '.']],
  [
    'lint, boundaries, cycles',
    bin('oxlint'),
    ['--type-aware', '--deny-warnings', 'apps', 'packages', 'scripts', 'test'],
  ],
  ['format', bin('oxfmt'), ['--check', '.']],
  ['dead code', bin('knip'), ['--no-progress']],
  ['no secret in any file', bin('secretlint'), ['--no-color', '--secretlintignore', '.gitignore', '**/*']],
  [
    'tidiness and translations',
    bin('node'),
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/checks/tidy.config.ts'],
  ],
]

function run(command: string, args: string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

writeTextTypes()
const results: boolean[] = []
for (const [name, command, args] of checks) {
  const { ok, output } = await run(command, args)
  results.push(ok)
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name}\n${ok ? '' : output}\n`)
}
const missing = untranslated()
if (missing.length > 0) {
  process.stdout.write(`English is shown where a text is missing:\n${missing.join('\n')}\n`)
  // During development texts may be untranslated; a release has all languages.
  if (process.argv.includes('--release')) results.push(false)
}
const passed = results.filter(Boolean).length
process.stdout.write(`${passed} passed, ${results.length - passed} failed\n`)
process.exit(passed === results.length ? 0 : 1)
