import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticeText } from './bill.ts'
import { hashAreas, readChanges, silentAreas } from './changes.ts'
import { compareVersions, type Difference, readReleases, type Release, withRelease } from './list.ts'
import { root } from './lock.ts'
import { changelog, type ReleaseText, upgradePages } from './pages.ts'

const pathOf = (name: string): string => join(root, name)
const read = (name: string): string => readFileSync(pathOf(name), 'utf8')
const writeJson = (name: string, value: unknown): void => {
  writeFileSync(pathOf(name), `${JSON.stringify(value, null, 2)}\n`)
}

/** The version in every manifest, in the lock file and in the chart. */
function setVersion(version: string): void {
  for (const name of [
    'package.json',
    ...globSync(['apps/*/package.json', 'packages/*/package.json', 'test/package.json'], { cwd: root }),
  ])
    writeFileSync(
      pathOf(name),
      read(name)
        .replace(/^( {2}"version": )".*"/m, `$1"${version}"`)
        .replaceAll(/^( +"@hc\/[\w-]+": )"\d.*?"/gm, `$1"${version}"`),
    )
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string
    packages: Record<
      string,
      { version?: string; dependencies?: Record<string, string>; devDependencies?: Record<string, string> }
    >
  }
  lock.version = version
  for (const [place, locked] of Object.entries(lock.packages)) {
    if (place.includes('node_modules/')) continue
    locked.version = version
    for (const list of [locked.dependencies, locked.devDependencies])
      for (const name of Object.keys(list ?? {})) if (list && name.startsWith('@hc/')) list[name] = version
  }
  writeJson('package-lock.json', lock)
  const chart = 'deploy/helm/hc-portal/Chart.yaml'
  writeFileSync(pathOf(chart), read(chart).replaceAll(/^(version|appVersion): (['"]?).*?\2$/gm, `$1: $2${version}$2`))
}

export const readTexts = (releases: readonly Release[] = readReleases()): ReleaseText[] =>
  releases.map((release) => ({ ...release, changes: readChanges(pathOf(`changes/${release.version}`)) }))

/** The generated pages with their present texts. */
export function pageTexts(): Map<string, string> {
  const texts = readTexts()
  return new Map([['CHANGELOG.md', changelog(texts)], ...upgradePages(texts)])
}

/** Writes NOTICE, and the pages of the releases, in the format of all documents. */
export function writePages(): void {
  const pages = pageTexts()
  for (const [name, text] of pages) writeFileSync(pathOf(name), text)
  writeFileSync(pathOf('NOTICE'), noticeText())
  spawnSync(pathOf('node_modules/.bin/oxfmt'), [...pages.keys()], { cwd: root, stdio: 'inherit' })
}

const DIFFERENCES = 'changes/differences.json'
export const readDifferences = (name = DIFFERENCES): Difference[] =>
  existsSync(pathOf(name)) ? (JSON.parse(read(name)) as { differences: Difference[] }).differences : []

/**
 * Makes a version of what `changes` has. Once more for the newest version takes up what came since, as long as nothing
 * was published. @throws where the version is none, is not the next one, or changes are missing
 */
export function assemble(version: string, options: { day: string; from?: string | undefined }): void {
  const releases = readReleases()
  const former = releases.filter((release) => release.version !== version)
  const [last] = former
  if (last && compareVersions(version, last.version) <= 0)
    throw new Error(`${version} does not come after ${last.version}, the newest version`)
  const folder = `changes/${version}`
  const fresh = readChanges()
  const areas = hashAreas()
  const silent = last ? silentAreas(last.areas, areas, [...fresh, ...readChanges(pathOf(folder))]) : []
  if (silent.length > 0)
    throw new Error(`changed since the last release, and in no file of changes: ${silent.join(', ')}`)
  mkdirSync(pathOf(folder), { recursive: true })
  for (const { name } of fresh) renameSync(pathOf(`changes/${name}.md`), pathOf(`${folder}/${name}.md`))
  const changes = readChanges(pathOf(folder))
  if (changes.length === 0) throw new Error('changes has nothing: a version brings something')
  const differences = [
    ...(releases.length > former.length ? readDifferences('differences.json') : []),
    ...readDifferences(),
  ]
  writeJson('differences.json', { version, from: last?.version ?? null, differences })
  writeJson(DIFFERENCES, { differences: [] })
  setVersion(version)
  writeJson('releases.json', {
    releases: withRelease(root, former, { version, changes, areas, ...options }),
  })
  writePages()
}
