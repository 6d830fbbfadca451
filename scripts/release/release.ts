import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { assemble, writePages } from './assemble.ts'
import { root } from './lock.ts'
import { buildCommit, cleanCommit, commitOf, differences, plainSurroundings, strangeSurroundings } from './rebuild.ts'

const usage = `npm run release -- VERSION [--day YYYY-MM-DD] [--from OLDEST]
                                  makes a version of changes/*.md: CHANGELOG.md, docs/upgrade.md, releases.json, manifests
npm run release -- --build [--out DIR]    builds the release of the present commit
npm run release -- --check                builds it twice in different surroundings, and compares byte for byte
npm run release -- --verify FILE          rebuilds an archive from its commit, and says whether it is equal
npm run release -- --sign KEYFILE [--out DIR]    signs SHA256SUMS with minisign
npm run release -- --pages                writes NOTICE, CHANGELOG.md and the pages of upgrades once more

--installed   uses the packages that are installed here; for trying. A release that is handed out is built without.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    build: { type: 'boolean' },
    check: { type: 'boolean' },
    verify: { type: 'string' },
    sign: { type: 'string' },
    pages: { type: 'boolean' },
    installed: { type: 'boolean' },
    out: { type: 'string' },
    day: { type: 'string' },
    from: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}
const packages = values.installed ? root : undefined
const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const out = resolve(values.out ?? join(root, '.cache/release', current))

/** Does something with a folder that goes afterwards. */
async function inScratch<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'hc-release-out-'))
  try {
    return await act(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(0)} s`

async function check(): Promise<boolean> {
  const commit = cleanCommit()
  return await inScratch(async (folder) => {
    const pair = (
      [
        ['one', plainSurroundings()],
        ['two', strangeSurroundings()],
      ] as const
    ).map(([name, around]) => {
      const started = Date.now()
      const { umask, zone, locale } = around
      buildCommit(commit, join(folder, name), around, packages)
      say(`built with umask ${umask}, zone ${zone}, locale ${locale} in ${seconds(started)}`)
      return join(folder, name)
    })
    const names = await differences(pair[0] ?? '', pair[1] ?? '')
    const archive = `hc-portal-${current}-linux-x64.tar.zst`
    say(
      names.length === 0
        ? `equal: every file, ${statSync(join(folder, 'one', archive)).size} bytes of ${archive}`
        : `different: ${names.slice(0, 40).join('\n           ')}`,
    )
    return names.length === 0
  })
}

/** Rebuilds what is beside an archive, in other surroundings than its maker had. */
async function verify(file: string): Promise<boolean> {
  const archive = resolve(file)
  const commit = commitOf(archive)
  return await inScratch(async (folder) => {
    buildCommit(commit, folder, strangeSurroundings(), packages)
    if (!existsSync(join(folder, basename(archive)))) {
      say(`different: the commit ${commit} makes no file of the name ${basename(archive)}`)
      return false
    }
    for (const name of readdirSync(folder)) if (!existsSync(join(dirname(archive), name))) rmSync(join(folder, name))
    const names = await differences(folder, dirname(archive), readdirSync(folder))
    say(
      names.length === 0
        ? `equal: ${readdirSync(folder).join(', ')} are what the commit ${commit} makes`
        : `different: ${names.slice(0, 40).join('\n           ')}`,
    )
    return names.length === 0
  })
}

function sign(key: string): boolean {
  const sums = join(out, 'SHA256SUMS')
  const comment = /^# (.+)$/m.exec(readFileSync(sums, 'utf8'))?.[1] ?? ''
  // A key with a password asks for it on the terminal.
  const args = [
    '-S',
    '-s',
    resolve(key),
    '-m',
    sums,
    '-x',
    `${sums}.minisig`,
    '-t',
    comment,
    '-c',
    `signature of ${comment}`,
  ]
  const { status, error } = spawnSync('minisign', args, { stdio: 'inherit' })
  if (error) throw new Error('minisign is not installed: apt-get install minisign')
  return status === 0
}

async function act(): Promise<boolean> {
  if (values.check) return await check()
  if (values.verify !== undefined) return await verify(values.verify)
  if (values.sign !== undefined) return sign(values.sign)
  if (values.pages) {
    writePages()
    return true
  }
  if (values.build) {
    mkdirSync(out, { recursive: true })
    buildCommit(cleanCommit(), out, plainSurroundings(), packages)
    say(`the release is in ${out}`)
    return true
  }
  const [version] = positionals
  if (values.help || version === undefined) {
    say(usage)
    return values.help === true
  }
  assemble(version, { day: values.day ?? new Date().toISOString().slice(0, 10), from: values.from })
  execFileSync(process.execPath, ['test/checks/decisions.ts'], { cwd: root, stdio: 'inherit' })
  say(`version ${version} is written: read CHANGELOG.md and docs/upgrade.md, commit, and tag v${version}`)
  return true
}

try {
  process.exitCode = (await act()) ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 2
}
