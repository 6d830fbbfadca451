import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ReleaseNote } from '../../../apps/box/src/upgrade/notes.ts'
import { releaseEntries } from '../../../scripts/release/content.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A folder with what a release of the built checkout has. It costs no space where hard links work. */
function stageRelease(folder: string): void {
  for (const entry of releaseEntries()) {
    const at = join(folder, entry.name)
    mkdirSync(dirname(at), { recursive: true })
    if ('target' in entry) symlinkSync(entry.target, at)
    else if ('text' in entry) writeFileSync(at, entry.text)
    else link(entry.source, at)
  }
}

function link(source: string, at: string): void {
  try {
    linkSync(source, at)
  } catch {
    copyFileSync(source, at)
  }
}

type Publication = { version: string; archive: string }
const run = (command: string, args: readonly string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 })
}

/** Two pairs of keys of this run alone: `first` signs its releases, `other` is a stranger's. */
export function makeKeys(work: string): void {
  mkdirSync(work, { recursive: true })
  for (const name of ['first', 'other'])
    run('minisign', ['-G', '-W', '-p', join(work, `${name}.pub`), '-s', join(work, `${name}.key`)])
}

/** Replaces a staged file, which may be one file with the checkout's own. */
function replace(path: string, content: string): void {
  rmSync(path, { force: true })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

const PACKS = 5
/** Packs again where another program links the same files meanwhile: tar calls that a change of them. */
function pack(work: string, top: string, archive: string): void {
  for (let attempt = 1; ; attempt++)
    try {
      return run('tar', ['-C', work, '-I', 'zstd -1 -T2 -q', '-cf', archive, top])
    } catch (error) {
      const isChange = error instanceof Error && 'status' in error && error.status === 1
      if (!isChange || attempt === PACKS) throw error
    }
}

export type Patch = {
  /** What is put in front of the server's program. */
  preamble?: string
  /** Files that are added, by their path. */
  files?: Readonly<Record<string, string>>
  /** Another key signs it. */
  key?: 'first' | 'other'
  /** What the releases until this one say of themselves; without it, this one has nothing to say. */
  notes?: readonly ReleaseNote[]
}

/**
 * A folder with what people download: the archive, the list of releases, the sums, their signature by a key of this run
 * alone, and install.sh. `work`: a folder with the keys, for what is thrown away.
 */
export function publishRelease(folder: string, work: string, version?: string, patch: Patch = {}): Publication {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const name = version ?? (JSON.parse(manifest) as { version: string }).version
  const top = `hc-portal-${name}`
  const archive = `${top}-linux-x64.tar.zst`
  const staged = join(work, top)
  mkdirSync(folder, { recursive: true })
  stageRelease(staged)
  replace(join(staged, 'package.json'), manifest.replace(/^( {2}"version": )".*"/m, `$1"${name}"`))
  copyFileSync(join(work, 'first.pub'), join(staged, 'deploy/release-keys/first.pub'))
  for (const [path, content] of Object.entries(patch.files ?? {})) replace(join(staged, path), content)
  if (patch.preamble !== undefined) {
    const main = join(staged, 'apps/server/dist/main.js')
    replace(main, `${patch.preamble}\n${readFileSync(main, 'utf8')}`)
  }
  pack(work, top, join(folder, archive))
  run('rm', ['-rf', staged])
  writeFileSync(
    join(folder, 'releases.json'),
    `${JSON.stringify({ releases: patch.notes ?? [{ version: name }] }, null, 2)}\n`,
  )
  const sums = [archive, 'releases.json'].map((file) => {
    const bytes = readFileSync(join(folder, file))
    return { file, size: bytes.length, sum: createHash('sha256').update(bytes).digest('hex') }
  })
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    [
      `# hc-portal ${name}\n`,
      ...sums.map(({ file, size }) => `# bytes ${size}  ${file}\n`),
      ...sums.map(({ file, sum }) => `${sum}  ${file}\n`),
    ].join(''),
  )
  const key = join(work, `${patch.key ?? 'first'}.key`)
  run('minisign', ['-S', '-s', key, '-m', join(folder, 'SHA256SUMS'), '-t', `hc-portal ${name}`])
  copyFileSync(join(root, 'apps/box/install.sh'), join(folder, 'install.sh'))
  for (const pub of ['first.pub', 'other.pub']) copyFileSync(join(work, pub), join(folder, pub))
  return { version: name, archive }
}

/** The newest release of a place of releases, whose list stands at the place's top, too. */
export function publishNewest(place: string, work: string, version: string, patch: Patch): Publication {
  const publication = publishRelease(join(place, version), work, version, patch)
  for (const name of ['releases.json', 'SHA256SUMS', 'SHA256SUMS.minisig'])
    copyFileSync(join(place, version, name), join(place, name))
  return publication
}
