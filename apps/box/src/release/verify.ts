import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isSignedBy, readReleaseKey, readSignature, type ReleaseKey } from './minisign.ts'

/** A release that is not what its makers signed. Nothing of it was unpacked. Its message is for the operator. */
export class ReleaseRefused extends Error {
  override name = 'ReleaseRefused'
}

type SignedFile = { sha256: string; bytes: number }
/** What a signature vouches for: the version, and the files by their names. */
export type SignedRelease = { version: string; keyId: string; files: ReadonlyMap<string, SignedFile> }

/** The keys that the running release knows: the `.pub` files of its `deploy/release-keys`. */
export async function knownKeys(folder: string): Promise<ReleaseKey[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pub')).sort()
  const keys: ReleaseKey[] = []
  for (const name of names) {
    const key = readReleaseKey(await readFile(join(folder, name), 'utf8'))
    if (!key) throw new ReleaseRefused(`${join(folder, name)} is no public key of minisign`)
    keys.push(key)
  }
  return keys
}

/** The lines of SHA256SUMS. Those with `#` have what `sha256sum --check` does not need: the version, and sizes. */
function readSums(text: string): Omit<SignedRelease, 'keyId'> {
  const version = /^# hc-portal (\S+)$/m.exec(text)?.[1] ?? ''
  const sizes = new Map(
    Array.from(text.matchAll(/^# bytes (\d+) {2}(\S+)$/gm), ([, bytes, name = '']) => [name, Number(bytes)]),
  )
  const files = new Map<string, SignedFile>()
  for (const [, sha256 = '', name = ''] of text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm))
    files.set(name, { sha256, bytes: sizes.get(name) ?? -1 })
  return { version, files }
}

/** Reads SHA256SUMS if one of the keys signed it. @throws ReleaseRefused */
export function openSums(sums: Buffer, signatureText: string, keys: readonly ReleaseKey[]): SignedRelease {
  if (keys.length === 0)
    throw new ReleaseRefused(
      'This release knows no key of a maker, so it can trust no other one. See deploy/release-keys.',
    )
  const signature = readSignature(signatureText)
  if (!signature) throw new ReleaseRefused('SHA256SUMS.minisig is no signature of minisign.')
  const key = keys.find(({ id }) => id === signature.keyId)
  if (!key)
    throw new ReleaseRefused(
      `The release is signed by the key ${signature.keyId}, which this one does not know. ` +
        `It knows ${keys.map(({ id }) => id).join(' and ')}. A new key is announced by a release that an old one signed.`,
    )
  if (!isSignedBy(key, signature, sums))
    throw new ReleaseRefused(`SHA256SUMS is not what the key ${key.id} signed: somebody changed it, or it is cut.`)
  const release = readSums(sums.toString('utf8'))
  if (signature.comment !== `hc-portal ${release.version}`)
    throw new ReleaseRefused(
      `The signature is for “${signature.comment}”, and SHA256SUMS is of hc-portal ${release.version}.`,
    )
  return { ...release, keyId: key.id }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Compares a file with what was signed. @throws ReleaseRefused */
export async function verifyFile(path: string, { version, files }: SignedRelease): Promise<void> {
  const name = basename(path)
  const file = files.get(name)
  if (!file) throw new ReleaseRefused(`${name} is no file of the release ${version}.`)
  const { size } = await stat(path)
  if (size < file.bytes)
    throw new ReleaseRefused(`${name} is cut: it has ${size} of ${file.bytes} bytes. Fetch it again.`)
  if (size > file.bytes) throw new ReleaseRefused(`${name} is too long: it has ${size} bytes instead of ${file.bytes}.`)
  if ((await hashOf(path)) !== file.sha256)
    throw new ReleaseRefused(`${name} has other bytes than those that were signed. Fetch it again, from another place.`)
}

/**
 * Verifies a release's archive with the SHA256SUMS and its signature beside it: first the signature by a key that the
 * running release knows, then the checksum. @throws ReleaseRefused
 */
export async function verifyRelease(archive: string, keys: readonly ReleaseKey[]): Promise<SignedRelease> {
  const beside = (name: string): string => join(dirname(archive), name)
  const missing = (name: string) => (): never => {
    throw new ReleaseRefused(`${name} is missing beside ${basename(archive)}.`)
  }
  const sums = await readFile(beside('SHA256SUMS')).catch(missing('SHA256SUMS'))
  const signature = await readFile(beside('SHA256SUMS.minisig'), 'utf8').catch(missing('SHA256SUMS.minisig'))
  const release = openSums(sums, signature, keys)
  await verifyFile(archive, release)
  return release
}
