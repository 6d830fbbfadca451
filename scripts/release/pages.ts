import type { Change, Kind } from './changes.ts'
import { compareVersions, numbersOf, type Release } from './list.ts'

/** CHANGELOG.md and the pages of upgrades, from the list of releases and the changes of each. */

export type ReleaseText = Release & { changes: readonly Change[] }

const headings: readonly [Kind, string][] = [
  ['security', 'Security'],
  ['added', 'Added'],
  ['changed', 'Changed'],
  ['fixed', 'Fixed'],
]

/** A text in lines of at most 120 columns, the first after a bullet. */
function bullet(text: string, mark = '- '): string {
  const indent = ' '.repeat(mark.length)
  const lines: string[] = []
  let line = mark.trimEnd()
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > 120) {
      lines.push(line)
      line = indent.slice(0, -1)
    }
    line += ` ${word}`
  }
  return [...lines, line].join('\n')
}

const GENERATED = '`npm run release` writes this page, from the files of `changes` and from `releases.json`.'

function changelogEntry({ version, day, must, breaking, changes }: ReleaseText): string {
  const duty = [
    ...must.map((text, at) => bullet(text, `${at + 1}. `)),
    ...(breaking ? [bullet('The shop is closed while this version installs.')] : []),
  ]
  return [
    `## ${version} (${day})`,
    `### What you must do\n\n${duty.length === 0 ? 'Nothing.' : duty.join('\n')}`,
    ...headings.flatMap(([kind, heading]) => {
      const texts = changes.filter((change) => change.kind === kind).map(({ text }) => bullet(text))
      return texts.length === 0 ? [] : [`### ${heading}\n\n${texts.join('\n')}`]
    }),
  ].join('\n\n')
}

const ABOUT_CHANGELOG =
  'What each version brings, for those who run a shop. `docs/upgrade.md` says how to get from one to another.'

export const changelog = (releases: readonly ReleaseText[]): string =>
  `${['# Changes', ABOUT_CHANGELOG, ...releases.map(changelogEntry), GENERATED].join('\n\n')}\n`

/** The versions between, and those that must be installed on the way: `from` of the next one is later than we are. */
export function upgradePath(
  releases: readonly Release[],
  start: string,
  end: string,
): { stones: string[]; must: string[]; isClosed: boolean } {
  const between = releases
    .filter(({ version }) => compareVersions(version, start) > 0 && compareVersions(version, end) <= 0)
    .toSorted((a, b) => compareVersions(a.version, b.version))
  const stones: string[] = []
  let at = start
  while (compareVersions(at, end) < 0) {
    const reach = between.filter(
      ({ version, from }) => compareVersions(version, at) > 0 && (from === null || compareVersions(from, at) <= 0),
    )
    const next = reach.at(-1)
    if (!next) break
    at = next.version
    if (at !== end) stones.push(at)
  }
  return { stones, must: between.flatMap(({ must }) => must), isClosed: between.some(({ breaking }) => breaking) }
}

const majorOf = (version: string): number => numbersOf(version)[0]

function row(releases: readonly Release[], start: Release, end: Release): string {
  const { stones, must, isClosed } = upgradePath(releases, start.version, end.version)
  const duty = [...must, ...(isClosed ? ['close the shop'] : [])].join('; ')
  return `| ${start.version} | ${end.version} | ${stones.join(', ') || 'none'} | ${duty || 'nothing'} |`
}

/** The page of a major version: from each version to each of it. */
function upgradeTable(releases: readonly Release[], major: number): string {
  const rows = releases
    .filter(({ version }) => majorOf(version) === major)
    .flatMap((end) =>
      releases
        .filter((start) => compareVersions(start.version, end.version) < 0 && majorOf(start.version) >= major - 1)
        .map((start) => row(releases, start, end)),
    )
  return rows.length === 0
    ? [
        'There is one version so far. A shop that runs an earlier state of the source becomes one by',
        '`docs/runbooks/backup-restore.md`: back up, start this version on the database, and look at',
        '`npm run hc -- doctor`.',
      ].join('\n')
    : ['| from | to | on the way | what you must do |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

const SUPPORT = `## Versions and support

A version says what an operator has to do: a new major one asks something of you or closes the shop for a while, a new
minor one brings features, a patch repairs. The newest minor version and the one before it get repairs. Security repairs
come for six months after the next minor version.

| a release is for | state |
| --- | --- |
| Debian 13 | the first choice |
| Debian 12 | until its long support ends (2028-06-30) |
| PostgreSQL 15, 17, 18 | tested; 16 works |
| Node | comes inside, pinned by its checksum |
| x64 | yes; arm64 is neither built nor tested |`

/** File names and texts of the pages: that of the newest major version is docs/upgrade.md. */
export function upgradePages(releases: readonly ReleaseText[]): Map<string, string> {
  const majors = [...new Set(releases.map(({ version }) => majorOf(version)))].toSorted((a, b) => b - a)
  const newest = majors[0] ?? 1
  const list = releases
    .filter(({ version }) => majorOf(version) === newest)
    .map(
      ({ version, day, supported_until, security }) =>
        `| ${version} | ${day} | ${supported_until ?? 'open'} | ${security ? 'yes' : 'no'} |`,
    )
  const older = majors.slice(1).map((major) => `\`docs/upgrade-${major}.md\``)
  const page = (major: number, text: string): string => `# Upgrades to version ${major}\n\n${text}\n\n${GENERATED}\n`
  return new Map(
    majors.map((major) =>
      major === newest
        ? [
            'docs/upgrade.md',
            page(
              major,
              [
                'How to get from one version to another, and how long each is looked after. `CHANGELOG.md` says what they bring.' +
                  (older.length > 0 ? ` Earlier ones: ${older.join(', ')}.` : ''),
                SUPPORT,
                `## Versions\n\n| version | day | repairs until | security |\n| --- | --- | --- | --- |\n${list.join('\n')}`,
                `## From each version to each\n\n${upgradeTable(releases, major)}`,
              ].join('\n\n'),
            ),
          ]
        : [`docs/upgrade-${major}.md`, page(major, upgradeTable(releases, major))],
    ),
  )
}
