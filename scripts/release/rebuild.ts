import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { differingNames } from './archive.ts'
import { root } from './lock.ts'

/** Builds a commit's release in a folder of its own, from its own lock file and with its own tools. */

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
/** A build of all parts, and an installation, on a slow machine. */
const STEP_MS = 1_800_000

/** What must not show in a release. */
export type Surroundings = { folder: string; umask: string; zone: string; locale: string; isReversed: boolean }

const work = (name: string): string => join(tmpdir(), `hc-release-${process.pid}`, name)
export const plainSurroundings = (): Surroundings => ({
  folder: work('a'),
  umask: '022',
  zone: 'UTC',
  locale: 'C.UTF-8',
  isReversed: false,
})
export const strangeSurroundings = (): Surroundings => ({
  folder: work('another folder with a longer name/ü'),
  umask: '077',
  zone: 'Asia/Kathmandu',
  locale: 'tr_TR.UTF-8',
  isReversed: true,
})

function run(around: Surroundings, cwd: string, command: readonly string[]): void {
  const { status, signal } = spawnSync('sh', ['-c', `umask ${around.umask}; exec "$@"`, 'sh', ...command], {
    cwd,
    timeout: STEP_MS,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TZ: around.zone,
      LANG: around.locale,
      LC_ALL: around.locale,
      HC_NO_INSTALL: '1',
      NODE_COMPILE_CACHE: '',
      // Where packages come from.
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => /^npm_config_(registry|cache|cafile)$/i.test(name)),
      ),
    },
  })
  if (status !== 0) throw new Error(`${command.slice(0, 3).join(' ')} failed: ${signal ?? status}`)
}

/** Copies files, in the order of the alphabet or against it. */
function copyFiles(from: string, names: readonly string[], around: Surroundings): void {
  const sorted = names.toSorted()
  for (const name of around.isReversed ? sorted.toReversed() : sorted) {
    mkdirSync(dirname(join(around.folder, name)), { recursive: true })
    cpSync(join(from, name), join(around.folder, name))
  }
}

function writeCommit(commit: string, around: Surroundings): void {
  const fresh = `${around.folder}.sources`
  mkdirSync(fresh, { recursive: true })
  const tar = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', fresh], { input: tar, stdio: ['pipe', 'ignore', 'inherit'] })
  const names = readdirSync(fresh, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(fresh.length + 1))
  copyFiles(fresh, names, around)
  rmSync(fresh, { recursive: true })
}

/** Gives a folder the packages that are installed in another: by links where the disk is the same. */
function takePackages(from: string, { folder }: Surroundings): void {
  const places = globSync(['node_modules', '{apps,packages}/*/node_modules', 'test/node_modules'], { cwd: from })
  for (const place of places) {
    const [source, to] = [join(from, place), join(folder, place)]
    if (spawnSync('cp', ['-al', source, to], { stdio: 'ignore' }).status === 0) continue
    rmSync(to, { recursive: true, force: true })
    execFileSync('cp', ['-a', source, to])
  }
}

const nodeOf = ({ folder }: Surroundings): string => join(folder, 'node_modules/.bin/node')

/**
 * Builds the files of this checkout, committed or not, in other surroundings. They stay there until the caller removes
 * them.
 */
export function buildTree(around: Surroundings): void {
  const names = git('ls-files', '-co', '--exclude-standard')
    .split('\n')
    .filter((name) => existsSync(join(root, name)))
  copyFiles(root, names, around)
  takePackages(root, around)
  run(around, around.folder, [nodeOf(around), 'scripts/run.mjs', 'build'])
}

/** Makes the files of a release of a built folder. */
export function packFolder(around: Surroundings, commit: string, seconds: string, out: string, level?: number): void {
  run(around, around.folder, [
    nodeOf(around),
    'scripts/release/pack.ts',
    '--commit',
    commit,
    '--seconds',
    seconds,
    '--out',
    resolve(out),
    ...(level === undefined ? [] : ['--level', String(level)]),
  ])
}

/**
 * Builds a commit and puts its release into `out`. `packages`: a checkout whose packages are used instead of
 * installing those of the lock file, which takes minutes; a release that is handed out is built without.
 */
export function buildCommit(commit: string, out: string, around: Surroundings, packages?: string): void {
  const { folder } = around
  rmSync(folder, { recursive: true, force: true })
  try {
    writeCommit(commit, around)
    if (packages === undefined)
      run(around, folder, [
        'npm',
        'ci',
        '--include=dev',
        '--no-audit',
        '--no-fund',
        '--prefer-offline',
        '--loglevel=error',
      ])
    else takePackages(packages, around)
    run(around, folder, [nodeOf(around), 'scripts/run.mjs', 'build'])
    packFolder(around, commit, git('show', '--no-patch', '--format=%ct', commit), out)
  } finally {
    rmSync(work(''), { recursive: true, force: true })
  }
}

/** The commit that is built. @throws where the folder has what no commit has */
export function cleanCommit(): string {
  const changed = git('status', '--porcelain')
  if (changed !== '') throw new Error(`a release is made of a commit, and these are in none:\n${changed}`)
  return git('rev-parse', 'HEAD')
}

/** Files of two folders that are not equal byte for byte; those of the archives are named one by one. */
export async function differences(left: string, right: string, names?: readonly string[]): Promise<string[]> {
  const all = names ?? [...new Set([...readdirSync(left), ...readdirSync(right)])].sort()
  const list: string[] = []
  for (const name of all) {
    const [a, b] = [join(left, name), join(right, name)]
    const isBoth = existsSync(a) && existsSync(b)
    if (isBoth && readFileSync(a).equals(readFileSync(b))) continue
    const inside = isBoth && name.endsWith('.tar.zst') ? await differingNames(a, b) : []
    list.push(...(inside.length > 0 ? inside.map((file) => `${name}: ${file}`) : [name]))
  }
  return list
}

/** The commit that a release was made of, as the provenance beside it says. */
export function commitOf(archive: string): string {
  const file = join(dirname(archive), 'provenance.json')
  if (!existsSync(file)) throw new Error(`provenance.json is missing beside ${basename(archive)}`)
  const { commit } = JSON.parse(readFileSync(file, 'utf8')) as { commit: string }
  if (git('cat-file', '-t', commit) !== 'commit') throw new Error(`${commit} is no commit of this clone`)
  return commit
}
