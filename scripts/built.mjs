import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// A build notes in `dist/.stamp` the hash of its sources. Plain JavaScript: this runs before anything is installed.
const root = resolve(import.meta.dirname, '..')
const packages = (...names) => names.map((name) => `packages/${name}`)
const documents = readdirSync(root).filter((name) => name.endsWith('.md'))
const sources = {
  portal: ['apps/portal', ...packages('contract', 'domain', 'i18n', 'ui')],
  console: [
    'apps/console',
    ...['runbooks', 'desk.md', 'payments.md', 'pricing-and-tax.md'].map((name) => `docs/${name}`),
    ...packages('contract', 'i18n', 'markdown', 'ui'),
  ],
  docs: ['apps/docs', 'docs', 'package.json', ...documents, ...packages('contract', 'markdown')],
  server: [
    ...['src', 'seeds', 'build.ts', 'build-ascii.ts'].map((name) => `apps/server/${name}`),
    ...packages('channels', 'contract', 'domain', 'i18n'),
    // The command line of a release.
    'apps/box/src',
    'scripts/commands.mjs',
    'scripts/node-flags.mjs',
  ],
}
const stampOf = (what) => join(root, `apps/${what}/dist/.stamp`)

function hashTree(hash, path) {
  if (statSync(join(root, path)).isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort())
      if (name !== 'dist' && name !== 'node_modules' && !/\.(?:d\.json|test)\.tsx?$/.test(name))
        hashTree(hash, `${path}/${name}`)
  } else hash.update(path).update(readFileSync(join(root, path)))
}

/** A hash of an application's current sources. */
export function sourcesOf(what) {
  const hash = createHash('sha256')
  for (const path of [...sources[what], 'package-lock.json']) hashTree(hash, path)
  return hash.digest('hex')
}

/** Whether an application's last build was made from these sources. */
export const isBuilt = (what, now = sourcesOf(what)) =>
  existsSync(stampOf(what)) && readFileSync(stampOf(what), 'utf8') === now

export function noteBuilt(what, now) {
  mkdirSync(resolve(stampOf(what), '..'), { recursive: true })
  writeFileSync(stampOf(what), now)
}
