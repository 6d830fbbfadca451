import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** A package of the lock file. `link`: a workspace, whose folder is `resolved`. */
export type Locked = {
  name?: string
  version: string
  license?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  resolved?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type Lock = Record<string, Locked>

export const readLock = (folder = root): Lock =>
  (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages

export const nameOf = (path: string, { name }: Locked): string =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The place where Node resolves a package that another one imports. */
export function findPackage(packages: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    const locked = packages[path]
    if (locked) return locked.link ? locked.resolved : path
    if (at === '') return undefined
  }
}

const isFor = (list: string[] | undefined, name: string): boolean => {
  const no = list?.filter((entry) => entry.startsWith('!')) ?? []
  const yes = list?.filter((entry) => !entry.startsWith('!')) ?? []
  return !no.includes(`!${name}`) && (yes.length === 0 || yes.includes(name))
}
/** Whether a package is for the machines that a release is for. */
const isForBox = ({ os, cpu, libc }: Locked): boolean => isFor(os, 'linux') && isFor(cpu, 'x64') && isFor(libc, 'glibc')

/**
 * The packages that these workspaces load when they run on the machines that a release is for, by their places.
 * `without`: names of packages that are left out with all that only they need.
 */
export function runtimePackages(packages: Lock, from: readonly string[], without: readonly string[]): string[] {
  const places = new Set<string>()
  const open = [...from]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const locked = packages[place]
    if (places.has(place) || !locked || !isForBox(locked)) continue
    places.add(place)
    for (const name of Object.keys({
      ...locked.dependencies,
      ...locked.optionalDependencies,
      ...locked.peerDependencies,
    }))
      if (!without.includes(name) && !locked.peerDependenciesMeta?.[name]?.optional) {
        const other = findPackage(packages, place, name)
        if (other !== undefined) open.push(other)
      }
  }
  return [...places].sort()
}
