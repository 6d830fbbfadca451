import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskClient } from '@hc/test/desk'
import { Pictures } from '../../shop/media/picture.route.ts'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()

let editor: DeskClient
beforeAll(async () => {
  editor = at.as('content')
})

const upload = async (bytes: Buffer) => editor.call('media/upload', { data: bytes.toString('base64'), alt: {} })
const painted = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })

/** A PNG of these parts, with valid checksums. */
function png(...parts: [type: string, data: Buffer][]): Buffer {
  const chunks = parts.map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  })
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}
/** The head of a PNG with one bit for each pixel. */
function header(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  return head
}

describe('a picture', () => {
  it('is listed beside those of the brand, and words of its description find it', async () => {
    const { result } = await upload(await painted(40, 30).png().toBuffer())
    await editor.call('media/alt', { hash: result.hash, alt: { 'en-US': 'A lone lighthouse' } })
    const list = async (body: { q?: string; art?: boolean }) => (await editor.call('media/list', body)).result
    expect((await list({ q: 'LIGHTHOUSE', art: true })).rows.map(({ hash }) => hash)).toEqual([result.hash])
    expect((await list({ q: 'hero', art: true })).art).toContain('/art/hero.svg')
    expect((await list({})).art).toBeUndefined()
  })
  it.each(['png', 'jpeg', 'webp'] as const)(
    '(%s) is kept as WebP in three widths, and served for ever',
    async (kind) => {
      const { result } = await upload(await painted(1600, 900).toFormat(kind).toBuffer())
      expect(result).toMatchObject({ width: 1600, height: 900 })
      for (const width of [320, 640, 1280]) {
        const answer = await fetch(`${at.shop.url}/media/${result.hash}-${width}.webp`)
        expect(answer.status).toBe(200)
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-disposition': 'attachment',
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
        })
        const meta = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
        expect([meta.format, meta.width]).toEqual(['webp', width])
      }
      expect((await fetch(`${at.desk}${result.url}`)).status).toBe(200)
    },
  )
  it('is stored once for the same file, and one line of the audit says who uploaded it', async () => {
    const bytes = await painted(40, 40).png().toBuffer()
    const [first, again] = [await upload(bytes), await upload(bytes)]
    expect(again.result).toEqual(first.result)
    const { lines } = (await at.owner.call('audit/list', { kind: 'media', target: first.result.hash })).result
    expect(lines).toHaveLength(1)
    expect(lines[0]?.line.length).toBeLessThan(2000)
    await editor.call('media/alt', { hash: first.result.hash, alt: { 'de-DE': 'Ein Kristall' } })
    const { rows } = (await editor.call('media/list', {})).result
    expect(rows[0]).toMatchObject({ hash: first.result.hash, alt: { 'de-DE': 'Ein Kristall' }, uses: 0 })
    const { version, body } = (await editor.call('home/read', { locale: 'en-US' })).result
    if (!body) throw new Error('no home page')
    const hero = { ...body.hero, imgNarrow: first.result.url }
    const saved = await editor.call('home/save', { locale: 'en-US', version, body: { ...body, hero } })
    await editor.call('home/publish', { locale: 'en-US', version: saved.result.version })
    expect((await editor.call('media/list', {})).result.rows[0]?.uses, 'the home page shows it').toBe(1)
  })
  it('loses its hidden data: place, profile, text, and bytes after its end', async () => {
    const canary = 'CANARY<script>alert(1)</script>'
    const clean = await painted(50, 50)
      .withExif({ IFD0: { Copyright: canary }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    const { result } = await upload(Buffer.concat([clean, Buffer.from(`PK\x03\x04${canary}`)]))
    for (const width of [320, 640, 1280]) {
      const answer = await fetch(`${at.shop.url}/media/${result.hash}-${width}.webp`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.includes('CANARY')).toBe(false)
      expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    }
  })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const pixels = deflateSync(Buffer.alloc(100_000))
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an SVG', () => Buffer.from(svg), 'kind'],
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 'kind'],
    ['a page that says it is a picture', () => Buffer.from('<!doctype html><img>'), 'kind'],
    ['an empty file', () => Buffer.from(''), 'kind'],
    ['a PDF with the head of a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n%PDF-1.7', 'latin1'), 'broken'],
    ['an SVG with the head of a JPEG', () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from(svg)]), 'broken'],
    ['RIFF that is no WebP', () => Buffer.from('RIFF\x04\x00\x00\x00WAVE', 'latin1'), 'kind'],
    ['a WebP of nothing', () => Buffer.from('RIFF\x04\x00\x00\x00WEBP', 'latin1'), 'broken'],
    ['a PNG that is cut', async () => (await painted(300, 300).png().toBuffer()).subarray(0, 90), 'broken'],
    ['noise behind a head', () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(4000)]), 'broken'],
    [
      'a bomb of 40,000 by 40,000',
      () => png(['IHDR', header(40_000, 40_000)], ['IDAT', pixels], ['IEND', Buffer.alloc(0)]),
      'broken',
    ],
    ['a file of more than 2 MB', () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(2_097_150)]), 'large'],
  ])('is not: %s', async (_name, makeBytes, reason) => {
    const answer = await upload(Buffer.from(await makeBytes()))
    expect([answer.status, answer.msg, answer.data?.reason]).toEqual([422, 'PictureRefused', reason])
  })
  it('has no address for another width or name', async () => {
    const { result } = await upload(await painted(60, 60).png().toBuffer())
    for (const name of [
      `${result.hash}-100.webp`,
      `${result.hash}.webp`,
      `${result.hash}-320.png`,
      `${'0'.repeat(64)}-320.webp`,
    ])
      expect((await fetch(`${at.shop.url}/media/${name}`)).status, name).toBe(404)
  })
})

describe('the memory for pictures', () =>
  it('never exceeds its limit of bytes, and evicts the least recently used picture', () => {
    const pictures = new Pictures(100)
    for (const name of ['a', 'b', 'c']) pictures.keep(name, Buffer.alloc(40))
    expect([pictures.get('a'), pictures.bytes]).toEqual([undefined, 80])
    pictures.get('b')
    pictures.keep('d', Buffer.alloc(40))
    expect([pictures.get('c'), pictures.get('b')?.length]).toEqual([undefined, 40])
    pictures.keep('e', Buffer.alloc(101))
    expect(pictures.get('e')).toBeUndefined()
  }))
