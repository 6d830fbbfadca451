import { createHash } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Entry, entryOf, writeArchive } from './archive.ts'
import { billText, noticeText } from './bill.ts'
import { releaseEntries } from './content.ts'
import { readReleases } from './list.ts'
import { root } from './lock.ts'

/**
 * Makes a release's files of the built tree that this file stands in:
 * `node pack.ts --commit HASH --seconds N --out DIR`.
 * Every byte follows from the commit: there is no date of the build, no name of a machine, and no order of a disk.
 */
const { values } = parseArgs({
  options: {
    commit: { type: 'string' },
    seconds: { type: 'string' },
    out: { type: 'string' },
    level: { type: 'string' },
  },
})
const { commit = '', seconds = '', out = '' } = values
if (!/^[0-9a-f]{40,64}$/.test(commit) || !/^\d+$/.test(seconds) || out === '')
  throw new Error('usage: node pack.ts --commit HASH --seconds N --out DIR')
const time = Number(seconds)
const folder = resolve(out)
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  name: string
  version: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const { name, version } = manifest
const top = `${name}-${version}`
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
const textHash = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex')

/** From what this release was made. */
const provenance = (): string => {
  const tool = (tools: string): string =>
    (JSON.parse(read(`node_modules/${tools}/package.json`)) as { version: string }).version
  return json({
    name,
    version,
    commit,
    committed: new Date(time * 1000).toISOString(),
    platform: 'linux-x64-glibc',
    node: { version: process.version, sha256: textHash('node_modules/node/bin/node'), zstd: process.versions.zstd },
    lock: { file: 'package-lock.json', sha256: textHash('package-lock.json') },
    tools: Object.fromEntries(
      ['vite', 'rolldown', 'lightningcss', 'react', 'sharp'].map((tools) => [tools, tool(tools)]),
    ),
    rebuild: `npm run release -- --verify ${name}-${version}-linux-x64.tar.zst`,
  })
}

/** The runs that this content passed, so that anyone makes them again. */
const records = (): string => {
  const lines = (file: string): string[] =>
    existsSync(join(root, file))
      ? read(file)
          .split('\n')
          .filter((line) => line !== '')
      : []
  return json({
    version,
    commit,
    records: [
      {
        name: 'simulator: 300 seeds, and those that failed once',
        content: lines('test/proof/sim/passed-with.txt')[0] ?? null,
        seeds: lines('test/proof/sim/seeds.txt').filter((line) => !line.startsWith('#')),
        again: 'npm test -- simulator --record',
      },
      {
        name: 'mutants: each wrong move in the money code is caught by a seed',
        content: lines('test/proof/sim/caught-with.txt')[0] ?? null,
        seeds: lines('test/proof/sim/catching.txt'),
        again: 'npm test -- mutants --record',
      },
      {
        name: 'pages: all languages, widths and themes',
        content: lines('test/e2e/passed-with.txt')[0] ?? null,
        seeds: [],
        again: 'npm test -- --record',
      },
      {
        name: 'versions: beside the landed version on one database, both ways',
        content: /release = '([0-9a-f]+)'/.exec(read('test/proof/versions/release.ts'))?.[1] ?? null,
        seeds: [],
        again: 'npm test -- versions',
      },
    ],
  })
}

if (read('NOTICE') !== noticeText())
  throw new Error('NOTICE is not that of the bill of materials: node scripts/run.mjs notice')
mkdirSync(folder, { recursive: true })
const texts: readonly [string, string][] = [
  ['sbom.cdx.json', billText()],
  ['provenance.json', provenance()],
  ['records.json', records()],
]
for (const [file, text] of texts) writeFileSync(join(folder, file), text)
for (const file of ['NOTICE', 'differences.json']) copyFileSync(join(root, file), join(folder, file))
const installer = ['apps/box/install.sh', 'apps/box/files/install.sh'].find((file) => existsSync(join(root, file)))
if (installer !== undefined) copyFileSync(join(root, installer), join(folder, 'install.sh'))

const archive = `${top}-linux-x64.tar.zst`
const entries: Entry[] = [...releaseEntries(), ...texts.map(([file, text]) => ({ name: file, text }))]
const doubled = entries.filter((entry, at) => entries.findIndex((other) => other.name === entry.name) !== at)
if (doubled.length > 0) throw new Error(`twice in the archive: ${doubled.map((entry) => entry.name).join(', ')}`)
await writeArchive(join(folder, archive), entries, top, time, Number(values.level ?? 12))
await writeArchive(
  join(folder, `${top}-chart.tar.zst`),
  globSync('deploy/helm/hc-portal/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => entryOf(file.slice(join(root, 'deploy/helm/hc-portal/').length), file)),
  name,
  time,
)

const artefacts = [archive, `${top}-chart.tar.zst`, ...texts.map(([file]) => file), 'NOTICE', 'differences.json']
if (installer !== undefined) artefacts.push('install.sh')
const files: Record<string, { bytes: number; sha256: string }> = {}
for (const file of artefacts.sort())
  files[file] = { bytes: statSync(join(folder, file)).size, sha256: await sha256Of(join(folder, file)) }
const [release, ...former] = readReleases()
if (release?.version !== version)
  throw new Error(`releases.json begins with ${release?.version}, package.json says ${version}`)
writeFileSync(join(folder, 'releases.json'), json({ releases: [{ ...release, files }, ...former] }))
files['releases.json'] = {
  bytes: statSync(join(folder, 'releases.json')).size,
  sha256: await sha256Of(join(folder, 'releases.json')),
}
const sorted = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))
// sha256sum --check passes over lines with "#".
writeFileSync(
  join(folder, 'SHA256SUMS'),
  [
    `# ${name} ${version}`,
    ...sorted.map(([file, { bytes }]) => `# bytes ${bytes}  ${file}`),
    ...sorted.map(([file, { sha256 }]) => `${sha256}  ${file}`),
    '',
  ].join('\n'),
)
process.stdout.write(`${archive}: ${files[archive]?.bytes} bytes, ${entries.length} files\n`)
