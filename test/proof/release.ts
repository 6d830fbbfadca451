import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { knownKeys, verifyFile, verifyRelease } from '../../apps/box/src/release/verify.ts'
import { receiveRelease } from '../../apps/box/src/release/unpack.ts'
import { startEmbedded } from '../../apps/server/src/platform/embedded-postgres.ts'
import { isBuilt } from '../../scripts/built.mjs'
import { listArchive } from '../../scripts/release/archive.ts'
import { buildTree, packFolder, strangeSurroundings } from '../../scripts/release/rebuild.ts'
import { testDataDir } from '../kit/data-dir.ts'
import { freePort, readyProgram, startProgram, stopProgram } from '../kit/program.ts'
import { close, expect, rule } from '../kit/rules.ts'
import { needPackages } from './drill/packages.ts'

/**
 * A release from its sources to the shop that runs from it: built in other surroundings than this checkout and equal to
 * it, packed, signed by minisign with a key of this run, verified, unpacked, started. The whole archive is built twice
 * by `npm run release -- --check`.
 */
const root = resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const dir = mkdtempSync(join(tmpdir(), 'hc-release-proof-'))
const around = { ...strangeSurroundings(), folder: join(dir, 'another folder/ü') }
const out = join(dir, 'out')
const archive = join(out, `hc-portal-${version}-linux-x64.tar.zst`)
const COMMIT = 'c0ffee'.padEnd(40, '0')
/** Any moment: the archive's files have it. */
const SECONDS = '1700000000'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

/** The sentence that refuses the archive; empty if it is accepted. */
const refusalOf = (keys: Parameters<typeof verifyRelease>[1]): Promise<string> =>
  verifyRelease(archive, keys).then(
    () => '',
    (error: unknown) => (error as Error).message,
  )

/** What this run's parties know of each other: the maker's key, and where its public half is. */
async function signAndReceive(): Promise<string> {
  const keys = join(dir, 'keys')
  mkdirSync(keys)
  for (const name of ['first', 'stranger'])
    execFileSync('minisign', ['-G', '-W', '-p', join(keys, `${name}.pub`), '-s', join(keys, `${name}.key`)], {
      stdio: 'ignore',
    })
  const sign = (name: string): void => {
    execFileSync(
      process.execPath,
      [join(root, 'scripts/release/release.ts'), '--sign', join(keys, `${name}.key`), '--out', out],
      { stdio: 'ignore' },
    )
  }
  sign('stranger')
  rmSync(join(keys, 'stranger.pub'))
  const makers = await knownKeys(keys)
  const refusal = await refusalOf(makers)
  expect(refusal.includes('which this one does not know'), `refused by: ${refusal}`)
  sign('first')
  const release = await receiveRelease(archive, makers, (name) => join(dir, 'releases', name))
  expect(release.version === version, `it is ${release.version}`)
  for (const name of readdirSync(out)) if (!name.startsWith('SHA256SUMS')) await verifyFile(join(out, name), release)
  execFileSync('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: out, stdio: 'inherit' })
  return release.folder
}

async function startFrom(folder: string): Promise<void> {
  const dataDir = await testDataDir('hc-release-')
  const embedded = await startEmbedded(dataDir, { fsync: false })
  const port = await freePort()
  try {
    const hidden = join(root, 'node_modules')
    const program = await readyProgram(
      startProgram(
        {
          DATABASE_URL: embedded.url,
          PORT: String(port),
          CONSOLE_PORT: String(await freePort()),
          DATA_DIR: join(dir, 'data'),
        },
        {
          version: { folder, main: 'apps/server/dist/main.js', flags: [], env: {} },
          command: ['node/bin/node', 'apps/server/dist/main.js'],
        },
      ),
    )
    try {
      const get = (path: string): Promise<Response> =>
        fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(20_000) })
      const life: unknown = await (await get('/healthz')).json()
      expect(JSON.stringify(life) === JSON.stringify({ status: 'ok', version }), `it says ${JSON.stringify(life)}`)
      for (const path of ['/', '/docs/guide/', '/art/items/gem_60.svg'])
        expect((await get(path)).status === 200, `${path}: ${(await get(path)).status}`)
      const maps = readFileSync(`/proc/${program.child.pid}/maps`, 'utf8')
      expect(!maps.includes(hidden), 'it loads packages of the checkout')
    } finally {
      await stopProgram(program)
    }
    const checked = execFileSync(join(folder, 'hc'), ['doctor'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATABASE_URL: embedded.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect(/0 broken|hold/i.test(checked), `hc doctor says ${checked.slice(-300)}`)
  } finally {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

try {
  await rule('the parts are equal byte for byte, wherever, by whom and in which order they are built', () => {
    for (const part of ['portal', 'console', 'docs', 'server'] as const)
      expect(isBuilt(part), `${part} is not built: npm run build`)
    buildTree(around)
    for (const part of ['portal', 'console', 'docs', 'server']) {
      const [here, away] = [root, around.folder].map((base) => join(base, `apps/${part}/dist`))
      const names = filesBelow(here ?? '')
      expect(names.join() === filesBelow(away ?? '').join(), `${part}: other files`)
      const unequal = names.filter(
        (name) => !readFileSync(join(here ?? '', name)).equals(readFileSync(join(away ?? '', name))),
      )
      expect(unequal.length === 0, `${part}: ${unequal.slice(0, 5).join(', ')}`)
    }
    return Promise.resolve()
  })

  await rule('an archive has one time, one owner and no path of the machine, and each file once', async () => {
    packFolder(around, COMMIT, SECONDS, out, 1)
    const list = await listArchive(archive)
    const top = `hc-portal-${version}/`
    expect(
      [...list.keys()].every((name) => name.startsWith(top)),
      'a file is outside of the folder',
    )
    const strange = [...list].filter(([, about]) => !/^[025] 0000(?:755|644|777) 14524770400 /.test(about))
    expect(strange.length === 0, `${strange[0]?.join(' ')}`)
    for (const name of [
      'hc',
      'node/bin/node',
      'apps/server/dist/main.js',
      'sbom.cdx.json',
      'provenance.json',
      'NOTICE',
    ])
      expect(list.has(top + name), `${name} is missing`)
    // The letters of receipts: apps/server/src/shop/document/pdf-child.ts reads two weights of each script.
    const letters = ['fonts-latin', 'fonts-jp', 'fonts-kr', 'fonts-sc', 'fonts-tc', 'noto-sans-thai'].filter((name) =>
      ['Regular', 'Bold'].some(
        (weight) => ![...list.keys()].some((file) => file.includes(`/${name}/`) && file.includes(weight)),
      ),
    )
    expect(letters.length === 0, `no letters of ${letters.join(', ')}`)
    const loose = [...list.keys()].filter((name) => /\.test\.tsx?$|\/\.env|@embedded-postgres|\.d\.ts$/.test(name))
    expect(loose.length === 0, `${loose[0]} is no part of a release`)
  })

  const canSign = ((): boolean => {
    try {
      needPackages({ '/usr/bin/minisign': 'minisign' })
      return true
    } catch (error) {
      process.stdout.write(
        `skipped: what minisign signed is verified, unpacked and runs (${(error as Error).message})\n`,
      )
      return false
    }
  })()
  if (canSign && existsSync(archive)) {
    let folder = ''
    await rule(
      'what minisign signed with a known key is verified and unpacked; a stranger’s key is refused',
      async () => {
        folder = await signAndReceive()
      },
    )
    await rule('a flipped byte is refused before anything is unpacked', async () => {
      const bytes = readFileSync(archive)
      bytes.writeUInt8(bytes.readUInt8(4_000_000) ^ 1, 4_000_000)
      writeFileSync(archive, bytes)
      const refusal = await refusalOf(await knownKeys(join(dir, 'keys')))
      expect(refusal.includes('other bytes'), `refused by: ${refusal}`)
    })
    rmSync(archive)
    if (folder !== '')
      await rule('the shop runs from an unpacked release with its own Node, and its commands do', () =>
        startFrom(folder),
      )
  }
} finally {
  rmSync(dir, { recursive: true, force: true })
}
close()
