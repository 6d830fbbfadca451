import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { ReleaseKey } from './minisign.ts'
import { ReleaseRefused, type SignedRelease, verifyRelease } from './verify.ts'

const UNPACK_MS = 600_000

/**
 * Swallows what a pipe says when its reader left before the last byte. tar leaves at the two empty blocks that end an
 * archive and reads no padding behind them; its exit code says whether it has the whole. The archive's checksum was
 * compared before.
 */
function unlessReaderLeft(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code !== 'ERR_STREAM_PREMATURE_CLOSE' && code !== 'EPIPE') throw error
}

/** Unpacks into a new folder, which is there whole or not at all. Needs no zstd: Node has its own. */
async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const fresh = await mkdtemp(`${folder}.part-`)
  try {
    const args = ['-x', '-C', fresh, '--strip-components=1', '--no-same-owner', '--same-permissions']
    const tar = spawn('tar', args, { stdio: ['pipe', 'ignore', 'pipe'], timeout: UNPACK_MS })
    let complaint = ''
    tar.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    const ended = once(tar, 'close')
    await pipeline(createReadStream(archive), createZstdDecompress(), tar.stdin).catch(unlessReaderLeft)
    const [code] = (await ended) as [number | null]
    if (code !== 0)
      throw new ReleaseRefused(`${basename(archive)} could not be unpacked: ${complaint.trim().slice(0, 300)}`)
    // Made for this process alone; the shop's users read it.
    await chmod(fresh, 0o755)
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
}

/**
 * Brings a release onto this machine: signature, checksum, and only then unpack. A folder that is there already is left
 * as it is. @throws ReleaseRefused
 */
export async function receiveRelease(
  archive: string,
  keys: readonly ReleaseKey[],
  folderOf: (version: string) => string,
): Promise<SignedRelease & { folder: string }> {
  const release = await verifyRelease(archive, keys)
  const folder = folderOf(release.version)
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  if (!isThere) await unpack(archive, folder)
  return { ...release, folder }
}
