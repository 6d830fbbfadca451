import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * `npm run sbom [-- --all]`: the shop's packages as CycloneDX, from the lock file; with --all also those that only
 * build and test it. npm's own `sbom --omit dev` also omits every package that our tests need: Fastify, pg and
 * 130 others.
 */
type Locked = {
  name?: string
  version: string
  license?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type Component = Record<string, unknown> & { 'bom-ref': string }

const {
  values: { all },
} = parseArgs({ options: { all: { type: 'boolean', default: false } } })
const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>
}

const nameOf = (path: string, { name }: Locked): string =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const refOf = (path: string, locked: Locked): string => `${nameOf(path, locked)}@${locked.version}`
const purlOf = (path: string, locked: Locked): string =>
  `pkg:npm/${nameOf(path, locked).replace('@', '%40')}@${locked.version}`

/** The place where Node resolves a package that another one imports. */
function findPackage(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    const locked = packages[path]
    if (locked) return locked.link ? locked.resolved : path
    if (at === '') return undefined
  }
}

/** Licences of packages that state theirs only in a file. */
const KNOWN_LICENCES: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

function component(path: string, locked: Locked): Component {
  const license = locked.license ?? KNOWN_LICENCES[nameOf(path, locked)]
  const [algorithm = '', checksum = ''] = locked.integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': refOf(path, locked),
    name: nameOf(path, locked),
    version: locked.version,
    scope: locked.optional ? 'optional' : 'required',
    purl: purlOf(path, locked),
    ...(checksum
      ? {
          hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(checksum, 'base64').toString('hex') }],
        }
      : {}),
    ...(license
      ? {
          licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }],
        }
      : {}),
  }
}

const parts = Object.entries(packages).filter(([path, locked]) => path !== '' && !locked.link && (all || !locked.dev))
const refs = new Set(parts.map(([path, locked]) => refOf(path, locked)))
const dependsOn = new Map<string, Set<string>>()
for (const [path, locked] of parts) {
  const needs = dependsOn.get(refOf(path, locked)) ?? new Set()
  dependsOn.set(refOf(path, locked), needs)
  for (const name of Object.keys({
    ...locked.dependencies,
    ...locked.optionalDependencies,
    ...locked.peerDependencies,
  })) {
    const other = findPackage(path, name)
    const ref = other && packages[other] ? refOf(other, packages[other]) : undefined
    if (ref && refs.has(ref)) needs.add(ref)
  }
}
const shop = packages['']
if (!shop) throw new Error('the lock file has no root')
const workspaces = parts
  .filter(([path]) => !path.includes('node_modules/'))
  .map(([path, locked]) => refOf(path, locked))
process.stdout.write(
  `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: {
        component: {
          type: 'application',
          'bom-ref': refOf('', shop),
          name: shop.name,
          version: shop.version,
          licenses: [{ license: { id: shop.license } }],
        },
      },
      components: [...new Map(parts.map(([path, locked]) => [refOf(path, locked), component(path, locked)])).values()],
      dependencies: [
        { ref: refOf('', shop), dependsOn: workspaces },
        ...[...dependsOn].map(([ref, needs]) => ({ ref, dependsOn: [...needs].sort() })),
      ],
    },
    null,
    2,
  )}\n`,
)
