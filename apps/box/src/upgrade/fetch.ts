import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReleaseKey } from '../release/minisign.ts'
import { openSums, ReleaseRefused, type SignedRelease, verifyFile } from '../release/verify.ts'
import type { ReleaseNote } from './notes.ts'

/**
 * The place of releases that `RELEASES_FROM` names, a folder or an address: the list of all, `releases.json`, with the
 * sums and the signature of the newest, and a folder for each version with its own. Nothing about the box is sent.
 */
const SMALL_MS = 30_000
const ARCHIVE_MS = 1_800_000

export const archiveNameOf = (version: string): string => `hc-portal-${version}-linux-x64.tar.zst`
const isAddress = (place: string): boolean => /^https?:\/\//.test(place)

/** Takes one file. A file that is cut has another name until it is whole. @throws ReleaseRefused */
async function take(place: string, name: string, to: string, ms: number): Promise<void> {
  const part = `${to}.part`
  await mkdir(dirname(to), { recursive: true })
  try {
    if (isAddress(place)) {
      const answer = await fetch(`${place.replace(/\/$/, '')}/${name}`, { signal: AbortSignal.timeout(ms) })
      if (answer.status !== 200 || answer.body === null) throw new Error(`the answer is ${answer.status}`)
      await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(part))
    } else await copyFile(join(place, name), part)
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true })
    const why = error instanceof Error ? error.message : String(error)
    throw new ReleaseRefused(`${name} cannot be had from ${place}: ${why}.`)
  }
}

const sumFiles = ['SHA256SUMS', 'SHA256SUMS.minisig', 'releases.json'] as const

/** What releases say of themselves, in a signed list beside the sums; none where a release came without it. */
export async function notesBeside(folder: string, release: SignedRelease): Promise<ReleaseNote[]> {
  const path = join(folder, 'releases.json')
  if (!release.files.has('releases.json') || !existsSync(path)) return []
  await verifyFile(path, release)
  return (JSON.parse(await readFile(path, 'utf8')) as { releases: ReleaseNote[] }).releases
}

async function openFolder(folder: string, keys: readonly ReleaseKey[]): Promise<SignedRelease> {
  const [sums, signature] = await Promise.all([
    readFile(join(folder, 'SHA256SUMS')),
    readFile(join(folder, 'SHA256SUMS.minisig'), 'utf8'),
  ])
  return openSums(sums, signature, keys)
}

/** The list of all releases, if one of the keys signed it. @throws ReleaseRefused */
export async function fetchIndex(place: string, work: string, keys: readonly ReleaseKey[]): Promise<ReleaseNote[]> {
  const folder = join(work, 'index')
  for (const name of sumFiles) await take(place, name, join(folder, name), SMALL_MS)
  return await notesBeside(folder, await openFolder(folder, keys))
}

/** The path of a version's archive on this machine, with its sums beside it. @throws ReleaseRefused */
export async function fetchRelease(
  place: string,
  version: string,
  work: string,
  keys: readonly ReleaseKey[],
): Promise<string> {
  const from = isAddress(place) ? `${place.replace(/\/$/, '')}/${version}` : join(place, version)
  const folder = join(work, version)
  for (const name of sumFiles) await take(from, name, join(folder, name), SMALL_MS)
  const release = await openFolder(folder, keys)
  const path = join(folder, archiveNameOf(version))
  // A second call goes on with the archive that is there and whole.
  if (
    existsSync(path) &&
    (await verifyFile(path, release).then(
      () => true,
      () => false,
    ))
  )
    return path
  await take(from, basename(path), path, ARCHIVE_MS)
  return path
}
