import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPackage, type Lock, type Locked, nameOf, readLock, root } from './lock.ts'

/**
 * What a release is made of, as CycloneDX: the packages of the lock file, Node, and what stands in the repository but
 * is of others. npm's own `sbom --omit dev` also omits every package that our tests need: Fastify, pg and 130 others.
 */
export type Licence = { license: { id: string } } | { expression: string }
export type Component = {
  type: 'library' | 'platform' | 'data'
  'bom-ref': string
  name: string
  version: string
  scope: 'required' | 'optional'
  purl: string
  hashes?: { alg: string; content: string }[]
  licenses?: Licence[]
}
export type Bill = {
  bomFormat: 'CycloneDX'
  specVersion: '1.5'
  version: 1
  metadata: object
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const refOf = (path: string, locked: Locked): string => `${nameOf(path, locked)}@${locked.version}`
const purlOf = (path: string, locked: Locked): string =>
  `pkg:npm/${nameOf(path, locked).replace('@', '%40')}@${locked.version}`

/** Licences of packages that state theirs only in a file. */
const KNOWN_LICENCES: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

const licencesOf = (license: string | undefined): { licenses?: Licence[] } =>
  license === undefined
    ? {}
    : {
        licenses: [
          /[ (]/.test(license) ? { expression: license.replaceAll(' and ', ' AND ') } : { license: { id: license } },
        ],
      }

function component(path: string, locked: Locked): Component {
  const [algorithm = '', checksum = ''] = locked.integrity?.split('-') ?? []
  const isOwnPackage = !path.includes('node_modules/')
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
    ...licencesOf(locked.license ?? KNOWN_LICENCES[nameOf(path, locked)] ?? (isOwnPackage ? 'MIT' : undefined)),
  }
}

/** What comes without npm: a file of the repository vouches for it where there is one. */
type Foreign = {
  type: 'platform' | 'data'
  name: string
  version: string
  purl: string
  licence: string
  file?: string
}
const foreign = (nodeVersion: string): readonly Foreign[] => [
  {
    type: 'platform',
    name: 'nodejs',
    version: nodeVersion,
    purl: `pkg:generic/nodejs@${nodeVersion}`,
    licence: 'MIT',
  },
  {
    type: 'data',
    name: 'Baloo 2',
    version: '1.700',
    purl: 'pkg:generic/baloo-2@1.700',
    licence: 'OFL-1.1',
    file: 'brands/maplewick/fonts/baloo-2-latin-700-normal.woff2',
  },
  {
    type: 'data',
    name: 'Simple Icons',
    version: '16.37.0',
    purl: 'pkg:npm/simple-icons@16.37.0',
    licence: 'CC0-1.0',
  },
]

function foreignComponent({ type, name, version, purl, licence, file }: Foreign): Component {
  return {
    type,
    'bom-ref': purl,
    name,
    version,
    scope: 'required',
    purl,
    ...(file === undefined
      ? {}
      : {
          hashes: [
            {
              alg: 'SHA-256',
              content: createHash('sha256')
                .update(readFileSync(join(root, file)))
                .digest('hex'),
            },
          ],
        }),
    ...licencesOf(licence),
  }
}

function dependenciesOf(packages: Lock, parts: readonly [string, Locked][]): Map<string, Set<string>> {
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
      const other = findPackage(packages, path, name)
      const ref = other && packages[other] ? refOf(other, packages[other]) : undefined
      if (ref && refs.has(ref)) needs.add(ref)
    }
  }
  return dependsOn
}

/** `all`: also with the packages that only build and test the shop. */
export function billOfMaterials(all = false): Bill {
  const packages = readLock()
  const parts = Object.entries(packages).filter(([path, locked]) => path !== '' && !locked.link && (all || !locked.dev))
  const shop = packages['']
  if (!shop) throw new Error('the lock file has no root')
  const others = foreign(shop.dependencies?.node ?? '').map(foreignComponent)
  const workspaces = parts
    .filter(([path]) => !path.includes('node_modules/'))
    .map(([path, locked]) => refOf(path, locked))
  return {
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
    components: [
      ...new Map(parts.map(([path, locked]) => [refOf(path, locked), component(path, locked)])).values(),
      ...others,
    ],
    dependencies: [
      { ref: refOf('', shop), dependsOn: [...workspaces, ...others.map((other) => other['bom-ref'])] },
      ...[...dependenciesOf(packages, parts)].map(([ref, needs]) => ({ ref, dependsOn: [...needs].sort() })),
    ],
  }
}

export const billText = (all = false): string => `${JSON.stringify(billOfMaterials(all), null, 2)}\n`

const licenceText = (licence: Licence): string => ('expression' in licence ? licence.expression : licence.license.id)

/** The licences of a component as one SPDX expression; empty if it states none. */
export const licenceOf = ({ licenses = [] }: Component): string => licenses.map(licenceText).join(' AND ')

function wrapped(words: readonly string[]): string[] {
  const lines: string[] = []
  let line = ' '
  for (const word of words) {
    if (line.length + word.length > 118) {
      lines.push(line)
      line = ' '
    }
    line += ` ${word}`
  }
  return [...lines, line]
}

/** The text of NOTICE: everything of others that a release contains, by licence. */
export function noticeText(): string {
  const byLicence = new Map<string, string[]>()
  for (const part of billOfMaterials().components) {
    if (part.name.startsWith('@hc/')) continue
    const licence = licenceOf(part)
    byLicence.set(licence, [
      ...(byLicence.get(licence) ?? []),
      `${part.name.replaceAll(' ', '\u00A0')} ${part.version}`,
    ])
  }
  const groups = [...byLicence]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => {
      const sorted = names.toSorted()
      return `${licence}\n${wrapped(sorted.map((name, at) => (at < sorted.length - 1 ? `${name},` : name))).join('\n')}\n`
    })
  return [
    'HC Portal\n',
    'Licensed under the MIT licence: see LICENSE. Releases contain the following parts of others, under their own',
    'licences. Their texts are in the folders of the packages (node_modules), and in licences/ for those whose code was',
    'built into the pages. CREDITS.md names authors. Written from the bill of materials: node scripts/run.mjs notice.\n',
    ...groups,
  ].join('\n')
}
