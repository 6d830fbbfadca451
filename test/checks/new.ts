import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { checksumsOf, loadBuild } from '../../apps/server/src/platform/build.ts'
import { newChannel } from './new/channel.ts'
import { newEndpoint } from './new/endpoint.ts'
import { newMigration } from './new/migration.ts'
import { newPage } from './new/page.ts'
import { newText } from './new/text.ts'
import { type Reminders, Refused, Tree } from './new/tree.ts'

/** `npm run new -- KIND NAME`: makes the parts of something new, and says what is left to do (decision 240). */
const root = fileURLToPath(new URL('../..', import.meta.url))
const kinds: Record<string, (tree: Tree, name: string, more: readonly string[]) => Reminders> = {
  channel: newChannel,
  endpoint: newEndpoint,
  migration: newMigration,
  page: newPage,
  text: newText,
}

function runNode(...args: string[]): void {
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`${args[0]} failed:\n${run.stdout}${run.stderr}`)
}

function format(paths: readonly string[]): void {
  const formatted = paths.filter((path) => /\.(tsx?|md|json)$/.test(path))
  if (formatted.length === 0) return
  runNode('node_modules/oxfmt/bin/oxfmt', ...formatted)
}

/** A new migration's checksum. What committed ones have stays: a test compares. */
async function writeChecksums(): Promise<void> {
  const folder = pathToFileURL(`${root}apps/server/sql/`)
  const path = new URL('checksums.txt', folder)
  writeFileSync(path, checksumsOf(await loadBuild(folder), readFileSync(path, 'utf8')))
}

const [kind = '', name = '', ...more] = process.argv.slice(2)
const make = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
try {
  if (!make || name === '')
    throw new Refused(`usage: npm run new -- KIND NAME, where KIND is ${Object.keys(kinds).join(', ')}`)
  const tree = new Tree(root)
  const steps = make(tree, name, more)
  const paths = tree.save()
  format(paths)
  if (paths.some((path) => path.endsWith('.sql'))) {
    await writeChecksums()
    paths.push('apps/server/sql/checksums.txt')
  }
  if (kind === 'channel') {
    runNode('test/checks/settings-page.ts')
    paths.push('docs/settings.md')
  }
  process.stdout.write(`Made or changed:\n${paths.map((path) => `   ${path}\n`).join('')}\nLeft to do:\n`)
  process.stdout.write(steps.map((line, at) => `${String(at + 1).padStart(2)}. ${line}\n`).join(''))
} catch (error) {
  if (!(error instanceof Refused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
