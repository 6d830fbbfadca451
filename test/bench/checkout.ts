import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Version } from './stage.ts'

/** An earlier commit, ready to run beside this version. */
export type Checkout = Version & { commit: string; subject: string }

const root = resolve(import.meta.dirname, '../..')
const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 512 * 1024 * 1024 })

/** Puts a file of `from` at `to` by a hard link, or by a copy if the two file systems allow no link. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}

/** Reuses this version's packages: files are hard links, and links between packages lead into `folder`. */
function sharePackages(folder: string): void {
  const copied = spawnSync('cp', ['-al', 'node_modules', join(folder, 'node_modules')], { cwd: root })
  if (copied.status !== 0)
    cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  for (const inner of globSync('{{apps,packages}/*,test}/node_modules', { cwd: root })) {
    if (!existsSync(join(folder, dirname(inner)))) continue
    for (const file of globSync('**', { cwd: join(root, inner), withFileTypes: true })) {
      if (!file.isFile()) continue
      const from = join(file.parentPath, file.name)
      const to = join(folder, from.slice(root.length + 1))
      mkdirSync(dirname(to), { recursive: true })
      link(from, to)
    }
  }
}

function make(folder: string, commit: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit), stdio: ['pipe', 'ignore', 'inherit'] })
  const lock = (at: string): Buffer => readFileSync(join(at, 'package-lock.json'))
  const same = lock(root).equals(lock(folder))
  if (same) sharePackages(folder)
  const env = { ...process.env, ...(same ? { HC_NO_INSTALL: '1' } : {}) }
  const built = spawnSync(process.execPath, ['scripts/run.mjs', 'build'], { cwd: folder, env, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`commit ${commit} does not build:\n${built.stdout}${built.stderr}`)
}

/**
 * Checks a commit out into a folder of its own and builds it there; the folder is kept for the next time. Packages are
 * shared where the lock file is the same, and installed otherwise. @throws where there is no such commit
 */
export async function checkOut(name: string): Promise<Checkout> {
  let commit: string
  try {
    commit = git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).toString().trim()
  } catch {
    throw new Error(`there is no commit ${name} in this clone: fetch the whole history (git fetch --unshallow)`)
  }
  const folder = join(root, '.cache/against', commit.slice(0, 12))
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`
    try {
      make(fresh, commit)
      renameSync(fresh, folder)
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  }
  const flags = pathToFileURL(join(folder, 'scripts/node-flags.mjs')).href
  const { nodeFlags, nodeEnv, serverMain } = (await import(flags)) as {
    nodeFlags: string[]
    nodeEnv: Record<string, string>
    /** Earlier versions run from source. */
    serverMain?: string
  }
  const main = serverMain ?? 'apps/server/src/main.ts'
  const subject = git('log', '-1', '--format=%s', commit).toString().trim()
  return { folder, main, flags: nodeFlags, env: nodeEnv, commit: commit.slice(0, 8), subject }
}
