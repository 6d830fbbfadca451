import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readReleaseKey, type ReleaseKey } from '../release/minisign.ts'
import { archiveNameOf, fetchIndex, fetchRelease } from './fetch.ts'

function makePair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const id = randomBytes(8)
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const key = readReleaseKey(
    `untrusted comment: a\n${Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64')}\n`,
  )
  if (!key) throw new Error('this is no key')
  return { id, secret: privateKey, key }
}
const maker = makePair()
const keys: readonly ReleaseKey[] = [maker.key]

const folder = mkdtempSync(join(tmpdir(), 'hc-fetch-'))
const [place, work] = [join(folder, 'place'), join(folder, 'work')]
const archive = Buffer.from('an archive')
const notes = { releases: [{ version: '1.1.0', from: '1.0.0' }, { version: '1.0.0' }] }

/** A folder as a release's makers publish it. */
function publish(at: string, files: Record<string, Buffer | string>): void {
  mkdirSync(at, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(at, name), content)
  const lines = Object.entries(files).map(([name, content]) => {
    const bytes = Buffer.from(content)
    return `# bytes ${bytes.length}  ${name}\n${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`
  })
  const sums = Buffer.from(`# hc-portal 1.1.0\n${lines.join('')}`)
  const signature = sign(null, createHash('blake2b512').update(sums).digest(), maker.secret)
  const comment = 'hc-portal 1.1.0'
  const both = sign(null, Buffer.concat([signature, Buffer.from(comment)]), maker.secret)
  const line = Buffer.concat([Buffer.from('ED'), maker.id, signature]).toString('base64')
  writeFileSync(join(at, 'SHA256SUMS'), sums)
  writeFileSync(
    join(at, 'SHA256SUMS.minisig'),
    `untrusted comment: x\n${line}\ntrusted comment: ${comment}\n${both.toString('base64')}\n`,
  )
}

let server: Server
let address = ''
const requests: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    try {
      response.end(readFileSync(join(place, request.url ?? '')))
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  for (const old of [place, work]) rmSync(old, { recursive: true, force: true })
  publish(place, { 'releases.json': JSON.stringify(notes) })
  publish(join(place, '1.1.0'), { [archiveNameOf('1.1.0')]: archive, 'releases.json': JSON.stringify(notes) })
  requests.length = 0
})

it('takes the signed list of releases, and a release with its sums, from an address or a folder', async () => {
  for (const from of [address, place]) {
    expect(await fetchIndex(from, work, keys)).toEqual(notes.releases)
    const path = await fetchRelease(from, '1.1.0', work, keys)
    expect(readFileSync(path)).toEqual(archive)
  }
})

it('takes an archive that is there and whole only once, and one that was cut again', async () => {
  const path = await fetchRelease(address, '1.1.0', work, keys)
  await fetchRelease(address, '1.1.0', work, keys)
  const times = () => requests.filter((url) => url.endsWith('.zst')).length
  expect(times()).toBe(1)
  truncateSync(path, 3)
  expect(readFileSync(await fetchRelease(address, '1.1.0', work, keys))).toEqual(archive)
  expect(times()).toBe(2)
})

it('refuses a list that no known key signed, one that was changed, and what is not there', async () => {
  await expect(fetchIndex(address, work, [makePair().key])).rejects.toThrow('which this one does not know')
  await expect(fetchRelease(address, '1.2.0', work, keys)).rejects.toThrow(
    `SHA256SUMS cannot be had from ${address}/1.2.0: the answer is 404.`,
  )
  writeFileSync(join(place, 'releases.json'), JSON.stringify({ releases: [] }))
  await expect(fetchIndex(address, work, keys)).rejects.toThrow(/releases\.json (is cut|is too long|has other bytes)/)
})
