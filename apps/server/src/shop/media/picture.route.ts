import { AppError } from '@hc/contract/errors'
import type { FastifyInstance } from 'fastify'
import type { Query } from '../../platform/db.ts'

const BYTES_MAX = 64 * 1024 * 1024
const NAME = /^([0-9a-f]{64})-(320|640|1280)\.webp$/
const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "sandbox; default-src 'none'",
  'content-disposition': 'attachment',
  'x-content-type-options': 'nosniff',
}

/** A cache of the most recently used pictures, up to a number of bytes. */
export class Pictures {
  readonly #pictures = new Map<string, Buffer>()
  #bytes = 0
  readonly #max: number

  constructor(max = BYTES_MAX) {
    this.#max = max
  }
  get bytes(): number {
    return this.#bytes
  }
  get(name: string): Buffer | undefined {
    const picture = this.#pictures.get(name)
    if (!picture) return undefined
    // Moved to the end: a Map keeps the order of insertion, so the first entry is the one unused for longest.
    this.#pictures.delete(name)
    this.#pictures.set(name, picture)
    return picture
  }
  keep(name: string, bytes: Buffer): void {
    if (bytes.length > this.#max || this.#pictures.has(name)) return
    this.#pictures.set(name, bytes)
    this.#bytes += bytes.length
    for (const [oldest, { length }] of this.#pictures) {
      if (this.#bytes <= this.#max) return
      this.#pictures.delete(oldest)
      this.#bytes -= length
    }
  }
}

/** Serves pictures by their hash: a name always means the same bytes, so browsers and proxies may cache them. */
export function pictureRoute(fastify: FastifyInstance, q: Query): void {
  const pictures = new Pictures()
  fastify.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const { name } = request.params
    const [, hash, width] = NAME.exec(name) ?? []
    if (hash === undefined) throw new AppError('NotFound')
    let bytes = pictures.get(name)
    if (!bytes) {
      const [row] = await q<{ bytes: Buffer | null }>(
        { name: 'media-picture', text: 'select media_picture($1, $2) as bytes' },
        [hash, Number(width)],
      )
      if (!row?.bytes) throw new AppError('NotFound')
      bytes = row.bytes
      pictures.keep(name, bytes)
    }
    const etag = `"${name}"`
    reply.headers(HEADERS).header('etag', etag)
    if (request.headers['if-none-match'] === etag) return await reply.code(304).send()
    return await reply.send(bytes)
  })
}
