import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@hc/contract/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Cached, encodedPage } from '../../http/page-cache.ts'
import type { Brand } from './brand.ts'
import { kindOf, mimeTypes } from './pictures.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const DAY = 'public, max-age=86400'
const compressible = /svg|css|json/

/** A file to send, with its compressed forms cached. */
type Asset = { type: string; cache: string; file: Cached }

function asset(body: Buffer, type: string, cache: string): Asset {
  return {
    type,
    cache,
    file: {
      status: 200,
      locale: 'en-US',
      etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
      body,
      encoded: new Map(),
    },
  }
}

/** A film, or the part of it that a player asks for: some play none that cannot be had in parts. */
function replyPart({ headers }: FastifyRequest, reply: FastifyReply, body: Buffer, etag: string): FastifyReply {
  reply.header('accept-ranges', 'bytes')
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first + last === '') return reply.send(body)
  const begin = first === '' ? Math.max(0, body.length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? body.length - 1 : Math.min(Number(last), body.length - 1)
  if (begin > end) return reply.code(416).header('content-range', `bytes */${body.length}`).send()
  return reply
    .code(206)
    .header('content-range', `bytes ${begin}-${end}/${body.length}`)
    .send(body.subarray(begin, end + 1))
}

function reply200(request: FastifyRequest, reply: FastifyReply, { type, cache, file }: Asset): FastifyReply {
  const { encoding, body } = compressible.test(type)
    ? encodedPage(file, request.headers['accept-encoding'])
    : { encoding: undefined, body: file.body }
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag
  reply.headers({
    'content-type': type,
    'cache-control': cache,
    etag,
    ...(compressible.test(type) ? { vary: 'Accept-Encoding' } : {}),
  })
  if (encoding) reply.header('content-encoding', encoding)
  if (type.startsWith('video/')) return replyPart(request, reply, body, etag)
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body)
}

/** A missing file counts for the throttle, like every missing address. */
function notThere(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}

/** The files below the art folder. Each is read once, at its first request. */
function artOf(brand: Brand, marks: string): (url: string) => Asset | undefined {
  const paths = new Map(brand.artFiles)
  // The marks belong to the payment providers and to what they take, so they are the same for every brand.
  for (const folder of ['channels', 'methods'])
    if (existsSync(join(marks, folder)))
      for (const name of readdirSync(join(marks, folder)))
        if (name.endsWith('.svg')) paths.set(`/art/${folder}/${name}`, join(marks, folder, name))
  const read = new Map<string, Asset>()
  const fallback = brand.files.get(brand.art.item)
  return (url) => {
    const path = paths.get(url)
    const cachedAsset = read.get(url)
    if (cachedAsset) return cachedAsset
    // The game may add goods at any time: goods without a picture get the brand's default picture.
    if (path === undefined)
      return /^\/art\/items\/[^/]+$/.test(url) && fallback
        ? asset(fallback.body, mimeTypes[fallback.kind], DAY)
        : undefined
    const pageAsset = asset(readFileSync(path), mimeTypes[kindOf(path) ?? 'svg'], DAY)
    read.set(url, pageAsset)
    return pageAsset
  }
}

const answer = (request: FastifyRequest, reply: FastifyReply, file: Asset | undefined): FastifyReply =>
  file ? reply200(request, reply, file) : notThere(reply)

function pathOf(request: FastifyRequest): string {
  try {
    return decodeURIComponent(request.url.split('?')[0] ?? '')
  } catch {
    return ''
  }
}

/**
 * Registers the pictures of goods, of the brand and of payment providers, at the same addresses for portal and desk.
 * `marks`: the folder with the marks of payment providers.
 */
export function artRoutes(fastify: FastifyInstance, brand: Brand, marks: string): void {
  const brandAssets = new Map<string, Asset>(
    [...brand.files].map(([url, { body, kind }]) => [url, asset(body, mimeTypes[kind], FOR_EVER)]),
  )
  const art = artOf(brand, marks)
  fastify.get('/brand/*', (request, reply) => answer(request, reply, brandAssets.get(pathOf(request))))
  fastify.get('/art/*', (request, reply) => answer(request, reply, art(pathOf(request))))
}

/** Registers what `artRoutes` does, and the portal's icons. */
export function brandRoutes(fastify: FastifyInstance, brand: Brand, marks: string): void {
  artRoutes(fastify, brand, marks)
  const icon = (url: string): Asset | undefined => {
    const picture = brand.files.get(url)
    return picture && asset(picture.body, mimeTypes[picture.kind], DAY)
  }
  const [favicon, touchIcon] = [icon(brand.art.favicon), icon(brand.art.touchIcon)]
  fastify.get('/favicon.ico', (request, reply) => answer(request, reply, favicon))
  fastify.get('/apple-touch-icon.png', (request, reply) => answer(request, reply, touchIcon))
}

/**
 * Registers the portal's style sheet with the brand's part after it, as one file, so that nothing is painted before
 * both have loaded.
 * @returns its address
 */
export function brandStyles(fastify: FastifyInstance, brand: Brand, built: string): string {
  const body = Buffer.from(`${built}\n${brand.css}\n`)
  const file = asset(body, 'text/css; charset=utf-8', FOR_EVER)
  const url = `/brand/${createHash('sha256').update(body).digest('hex').slice(0, 10)}/style.css`
  fastify.get(url, (request, reply) => reply200(request, reply, file))
  return url
}

type Tree = unknown
/** Maps every text of a tree, including the compiled ones. */
export function mapTexts(tree: Tree, each: (text: string) => string): Tree {
  if (typeof tree === 'string') return each(tree)
  if (Array.isArray(tree)) return tree.map((child) => mapTexts(child, each))
  if (tree !== null && typeof tree === 'object')
    return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, mapTexts(value, each)]))
  return tree
}

/**
 * Registers the portal's texts with the brand's name of the currency. @returns the folder's address, or undefined if
 * the built texts serve
 */
export function brandCatalogs(fastify: FastifyInstance, brand: Brand, assets: string): string | undefined {
  const folder = brand.renames ? readdirSync(assets).find((name) => name.startsWith('i18n-')) : undefined
  if (!folder) return undefined
  const legalAssets = new Map<string, Asset>()
  const base = `/brand/${brand.version}/${folder}`
  fastify.get<{ Params: { locale: string; file: string } }>(`${base}/:locale/:file`, (request, reply) => {
    const { file } = request.params
    const locale = locales.find((candidate) => candidate === request.params.locale)
    const name = `${locale}/${file}`
    if (!locale || !/^[a-z]+\.json$/.test(file) || !existsSync(join(assets, folder, name))) return notThere(reply)
    const tree =
      legalAssets.get(name) ??
      asset(
        Buffer.from(
          JSON.stringify(
            mapTexts(JSON.parse(readFileSync(join(assets, folder, name), 'utf8')), (text) => brand.named(locale, text)),
          ),
        ),
        'application/json; charset=utf-8',
        FOR_EVER,
      )
    legalAssets.set(name, tree)
    return reply200(request, reply, tree)
  })
  return base
}
