import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const json = <T>(path: string): T => JSON.parse(readFileSync(root + path, 'utf8')) as T
type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
> & { allowScripts?: Record<string, boolean>; workspaces?: string[] }
type Locked = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

const folders = [
  '',
  ...(json<Manifest>('package.json').workspaces ?? []).flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(root + pattern.replace('/*', '')).map((name) => `${pattern.replace('*', name)}/`)
      : [`${pattern}/`],
  ),
]
type Tree = {
  name: string
  manifests: (readonly [string, Manifest])[]
  packages: Record<string, Locked>
  version: number
  config: Set<string>
}
function tree(name: string, base: string, inside: string[]): Tree {
  const lock = json<{ lockfileVersion: number; packages: Record<string, Locked> }>(`${base}package-lock.json`)
  return {
    name,
    manifests: inside.map((folder) => [`${folder}package.json`, json<Manifest>(`${base}${folder}package.json`)]),
    packages: lock.packages,
    version: lock.lockfileVersion,
    config: new Set(readFileSync(`${root}${base}.npmrc`, 'utf8').split('\n')),
  }
}
const shop = tree('the shop', '', folders)
const trees = [shop, tree('the oldest PostgreSQL', 'test/proof/oldest-postgres/', [''])]
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const foreignOf = (packages: Tree['packages']): [string, Locked][] =>
  Object.entries(packages).filter(([path, locked]) => path.includes('node_modules/') && !locked.link)

describe.each(trees)('every package that $name uses', ({ manifests, packages, version: lockVersion, config }) => {
  const foreign = foreignOf(packages)

  it('is pinned to one version, in each manifest and in the lock file', () => {
    const loose = manifests.flatMap(
      ([file, { dependencies, devDependencies, optionalDependencies, peerDependencies }]) =>
        Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })
          .filter(
            ([name, version]) =>
              !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) ||
              (!name.startsWith('@hc/') &&
                ![`${file.replace('package.json', '')}node_modules/${name}`, `node_modules/${name}`].some(
                  (path) => packages[path]?.version === version,
                )),
          )
          .map(([name, version]) => `${file}: ${name} ${version}`),
    )
    expect(loose).toEqual([])
    expect(config).toContain('save-exact=true')
  })

  it('is in the lock file with its builds for every system, which npm ci needs', () => {
    const missing = foreign.flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {})
        .filter((name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`])
        .map((name) => `${path}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('is in the lock file with its checksum, and without an address of a registry', () => {
    expect(lockVersion).toBe(3)
    expect(
      foreign
        .filter(([, { integrity, version }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') || !version)
        .map(([path]) => path),
    ).toEqual([])
    expect(foreign.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
    expect(
      Object.entries(packages)
        .filter(([, { link, resolved }]) => link && !folders.includes(`${resolved}/`))
        .map(([path]) => path),
    ).toEqual([])
  })

  it('runs only reviewed install scripts; npm stops at any other', () => {
    const looked = Object.entries(manifests[0]?.[1].allowScripts ?? {})
      .filter(([, allowed]) => allowed)
      .map(([name]) => name)
    expect(
      [...new Set(foreign.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path)))].sort(),
    ).toEqual(looked.sort())
    expect(config).toContain('strict-allow-scripts=true')
  })
})

describe('every package that the shop uses', () => {
  const foreign = foreignOf(shop.packages)

  it('stands in the bill of materials, with version, checksum and licence', () => {
    type Bill = {
      bomFormat: string
      specVersion: string
      components: { 'bom-ref': string; name: string; purl: string; hashes?: object[]; licenses?: object[] }[]
      dependencies: { ref: string; dependsOn: string[] }[]
    }
    const bill = JSON.parse(
      execFileSync(process.execPath, ['test/checks/sbom.ts'], { cwd: root, encoding: 'utf8' }),
    ) as Bill
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
    const refs = new Set(bill.components.map((component) => component['bom-ref']))
    expect(refs.size).toBe(bill.components.length)
    expect(
      foreign
        .filter(([path, { dev, version }]) => !dev && !refs.has(`${nameOf(path)}@${version}`))
        .map(([path]) => path),
    ).toEqual([])
    expect(
      bill.components
        .filter(
          ({ name, hashes, licenses, purl }) =>
            !licenses ||
            (purl.startsWith('pkg:npm/') && name === name.toLowerCase() && !name.startsWith('@hc/') && !hashes),
        )
        .map(({ name }) => name),
    ).toEqual([])
    expect(bill.components.some(({ name }) => name === 'vitest')).toBe(false)
    expect(
      bill.dependencies
        .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
        .filter((ref) => !refs.has(ref) && !ref.startsWith('hc-portal@')),
    ).toEqual([])
    expect(
      bill.dependencies
        .find(({ ref }) => ref.startsWith('@hc/server@'))
        ?.dependsOn.map((ref) => ref.replace(/@[^@]+$/, '')),
    ).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod', '@hc/contract']))
  })
})
