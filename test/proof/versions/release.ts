import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * The version that is landed: it runs beside this one while a shop is brought from the one to the other, and back.
 */
export const release = '8bcb450acc829e507bbffc9547fab199afc623fc'

const root = resolve(import.meta.dirname, '../../..')
const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 512 * 1024 * 1024 })

function sources(folder: string): void {
  try {
    git('cat-file', '-e', `${release}^{commit}`)
  } catch {
    throw new Error(
      `the landed version ${release} is not in this clone, and this version is tested beside it: ` +
        'fetch the whole history (git fetch --unshallow)',
    )
  }
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', release), stdio: ['pipe', 'ignore', 'inherit'] })
}

/**
 * The packages of its own lock file; their scripts are not run, for this version's Node runs it, on a database that is
 * there.
 */
function packages(folder: string): void {
  const cli = process.env.npm_execpath
  const args = [
    'ci',
    '--omit=dev',
    '--omit=optional',
    '--ignore-scripts',
    '--workspace=apps/server',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const [file, argv] = cli && /\.c?js$/.test(cli) ? [process.execPath, [cli, ...args]] : ['npm', args]
  const run = spawnSync(file, argv, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 900_000,
    env: { ...process.env, NODE_COMPILE_CACHE: '' },
  })
  if (run.status !== 0)
    throw new Error(`the packages of the landed version ${release} could not be installed:\n${run.stdout}${run.stderr}`)
}

/** The landed version's files alone, kept for the next time. @throws where they cannot be had */
export function landedSources(): string {
  const folder = join(root, '.cache/landed', `${release.slice(0, 12)}-sources`)
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`
    try {
      sources(fresh)
      renameSync(fresh, folder)
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  }
  return folder
}

/**
 * The landed version in a folder of its own, ready to run; kept for the next time. Its pages are this version's: it is
 * asked by its API alone. @throws where it cannot be had
 */
export function landed(): string {
  const key = createHash('sha256').update(`${release} ${process.version}`).digest('hex').slice(0, 12)
  const folder = join(root, '.cache/landed', key)
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`
    try {
      sources(fresh)
      packages(fresh)
      renameSync(fresh, folder)
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  }
  const dist = join(folder, 'apps/portal/dist')
  rmSync(dist, { recursive: true, force: true })
  const ownId = join(root, 'apps/portal/dist')
  if (!existsSync(join(ownId, '.stamp'))) throw new Error('the portal is not built: npm run build')
  cpSync(ownId, dist, { recursive: true })
  return folder
}
