import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readReleaseKey, type ReleaseKey } from './minisign.ts'
import { receiveRelease } from './unpack.ts'
import { knownKeys, ReleaseRefused } from './verify.ts'

/** A key pair as minisign writes it; test/proof/release.ts signs with minisign itself. */
type Pair = { id: Buffer; secret: KeyObject; publicText: string; releaseKey: ReleaseKey }
function makePair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const id = randomBytes(8)
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const publicText = `untrusted comment: a key\n${Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64')}\n`
  const releaseKey = readReleaseKey(publicText)
  if (!releaseKey) throw new Error('this is no key')
  return { id, secret: privateKey, publicText, releaseKey }
}

function signText({ id, secret }: Pair, bytes: Buffer, comment: string): string {
  const signature = sign(null, createHash('blake2b512').update(bytes).digest(), secret)
  const both = sign(null, Buffer.concat([signature, Buffer.from(comment)]), secret)
  const line = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64')
  return `untrusted comment: x\n${line}\ntrusted comment: ${comment}\n${both.toString('base64')}\n`
}

const ARCHIVE = 'hc-portal-1.0.0-linux-x64.tar.zst'
const maker = makePair()
let folder = ''
const at = (name: string): string => join(folder, name)

async function writeSums(version = '1.0.0', pair = maker, comment = `hc-portal ${version}`): Promise<void> {
  const bytes = await readFile(at(ARCHIVE))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const sums = `# hc-portal ${version}\n# bytes ${bytes.length}  ${ARCHIVE}\n${sha256}  ${ARCHIVE}\n`
  await writeFile(at('SHA256SUMS'), sums)
  await writeFile(at('SHA256SUMS.minisig'), signText(pair, Buffer.from(sums), comment))
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hc-verify-'))
  await writeFile(at('hello'), 'hello\n')
  const tar = execFileSync('tar', ['-c', '-C', folder, '--transform=s,^,hc-portal-1.0.0/,', 'hello'])
  await writeFile(at(ARCHIVE), zstdCompressSync(tar))
  await writeSums()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const receive = (keys: readonly ReleaseKey[] = [maker.releaseKey]): Promise<{ version: string; folder: string }> =>
  receiveRelease(at(ARCHIVE), keys, (version) => at(`releases/${version}`))
/** The sentence of a refusal; nothing was unpacked. */
async function refusal(keys?: readonly ReleaseKey[]): Promise<string> {
  const error: unknown = await receive(keys).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ReleaseRefused)
  expect((await readdir(folder)).includes('releases') && (await readdir(at('releases'))).length > 0).toBe(false)
  return (error as Error).message
}

it('a release that a known key signed is unpacked into a folder of its version, once', async () => {
  const first = await receive([makePair().releaseKey, maker.releaseKey])
  expect(first).toMatchObject({ version: '1.0.0', folder: at('releases/1.0.0') })
  expect(await readFile(join(first.folder, 'hello'), 'utf8')).toBe('hello\n')
  await writeFile(join(first.folder, 'hello'), 'changed\n')
  await receive()
  expect(await readFile(join(first.folder, 'hello'), 'utf8')).toBe('changed\n')
  expect(await readdir(at('releases'))).toEqual(['1.0.0'])
})

it('a release whose archive has padding behind its end, which tar does not read, is unpacked', async () => {
  const tar = execFileSync('tar', ['-c', '-C', folder, '--transform=s,^,hc-portal-1.0.0/,', 'hello'])
  await writeFile(at(ARCHIVE), zstdCompressSync(Buffer.concat([tar, Buffer.alloc(16_000_000)])))
  await writeSums()
  const { folder: unpacked } = await receive()
  expect(await readFile(join(unpacked, 'hello'), 'utf8')).toBe('hello\n')
})

it('a release that an unknown key signed is refused, with the names of the keys', async () => {
  const stranger = makePair()
  await writeSums('1.0.0', stranger)
  expect(await refusal()).toBe(
    `The release is signed by the key ${stranger.releaseKey.id}, which this one does not know. ` +
      `It knows ${maker.releaseKey.id}. A new key is announced by a release that an old one signed.`,
  )
  expect(await refusal([])).toMatch(/^This release knows no key of a maker/)
})

it('an unknown key that takes the number of a known one is refused', async () => {
  await writeSums('1.0.0', { ...makePair(), id: maker.id })
  expect(await refusal()).toMatch(/^SHA256SUMS is not what the key [0-9A-F]{16} signed/)
})

it('a shorter file, a longer one and one with a flipped byte are refused, each with its sentence', async () => {
  const whole = await readFile(at(ARCHIVE))
  const size = whole.length
  await writeFile(at(ARCHIVE), whole.subarray(0, -1))
  expect(await refusal()).toBe(`${ARCHIVE} is cut: it has ${size - 1} of ${size} bytes. Fetch it again.`)
  await writeFile(at(ARCHIVE), Buffer.concat([whole, whole.subarray(0, 1)]))
  expect(await refusal()).toBe(`${ARCHIVE} is too long: it has ${size + 1} bytes instead of ${size}.`)
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(flipped.readUInt8(size - 5) ^ 1, size - 5)
  await writeFile(at(ARCHIVE), flipped)
  expect(await refusal()).toBe(
    `${ARCHIVE} has other bytes than those that were signed. Fetch it again, from another place.`,
  )
})

it('checksums that somebody changed, and a signature of another version, are refused', async () => {
  const sums = await readFile(at('SHA256SUMS'), 'utf8')
  await writeFile(at('SHA256SUMS'), sums.replace('1.0.0', '1.0.1'))
  expect(await refusal()).toMatch(/somebody changed it, or it is cut/)
  await writeSums('1.0.0', maker, 'hc-portal 0.9.0')
  expect(await refusal()).toBe('The signature is for “hc-portal 0.9.0”, and SHA256SUMS is of hc-portal 1.0.0.')
  await writeFile(at('SHA256SUMS.minisig'), 'no signature\n')
  expect(await refusal()).toBe('SHA256SUMS.minisig is no signature of minisign.')
  await rm(at('SHA256SUMS.minisig'))
  expect(await refusal()).toBe(`SHA256SUMS.minisig is missing beside ${ARCHIVE}.`)
})

it('a file that the signed list does not name is refused', async () => {
  await writeFile(at('SHA256SUMS'), '# hc-portal 1.0.0\n')
  await writeFile(at('SHA256SUMS.minisig'), signText(maker, Buffer.from('# hc-portal 1.0.0\n'), 'hc-portal 1.0.0'))
  expect(await refusal()).toBe(`${ARCHIVE} is no file of the release 1.0.0.`)
})

it('the known keys are the .pub files of a folder, and a file that is none stops', async () => {
  await writeFile(at('first.pub'), maker.publicText)
  expect((await knownKeys(folder)).map(({ id }) => id)).toEqual([maker.releaseKey.id])
  await writeFile(at('second.pub'), 'nothing')
  await expect(knownKeys(folder)).rejects.toThrow('is no public key of minisign')
})
