import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import { promotedKinds } from '@hc/contract/desk/kinds'
import { AppError } from '@hc/contract/errors'
import { z } from 'zod'
import type { Query } from '../../platform/db.ts'
import { sanitizeArticle } from '../../platform/sanitize.ts'
import type { Seal } from '../../platform/seal.ts'
import { ofDrafted } from '../campaigns/kinds/kinds.ts'
import type { Fields } from '../imports/dry-run.ts'
import { textOf } from '../kit/read-file.ts'

export type PromotedKind = (typeof promotedKinds)[number]
/** The fields that go from shop to shop: neither a channel's switch nor a campaign's state, nor what was used. */
const fieldsOf: Readonly<Record<PromotedKind, readonly string[]>> = {
  product: ['kind', 'price_cents', 'bonus_pct', 'icon', 'tag', 'sort', 'active', 'texts', 'quantity', 'featured'],
  channel: ['sort', 'countries', 'currencies', 'min_cents', 'max_cents'],
  article: [
    'type',
    'img',
    'created_at',
    'pinned',
    'hot',
    'texts',
    'starts_at',
    'ends_at',
    'state',
    'publish_at',
    'unpublish_at',
  ],
  block: ['value'],
  ...ofDrafted(({ promoted }) => promoted),
}

/** The fields of a row that are promoted. */
export const portable = (kind: PromotedKind, body: Fields): Fields =>
  Object.fromEntries(fieldsOf[kind].flatMap((name) => (name in body ? [[name, body[name]]] : [])))

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, part]) => [name, sorted(part)]),
        )
      : value
/** Tells one state of a row from another, in any shop. */
export const hashOfRow = (kind: PromotedKind, body: Fields): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(portable(kind, body))))
    .digest('hex')

const head = z.strictObject({
  promotion: z.literal(1),
  shop: z.string().max(300),
  file_id: z.uuid(),
  at: z.iso.datetime(),
  key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  rows: z.number().int().min(0).max(100_000),
})
export type Head = z.output<typeof head>
const row = z.strictObject({
  kind: z.enum(promotedKinds),
  target: z.string().min(1).max(100),
  version: z.number().int().min(1),
  /** The row as both shops had it last, as far as the file's shop knows; '' where it does not. */
  based_on: z.string().regex(/^([0-9a-f]{64})?$/),
  body: z.record(z.string(), z.unknown()),
})
export type PromotedRow = z.output<typeof row>
const end = z.strictObject({ signature: z.string().max(200) })

/** A public key as people compare and configure it: 32 bytes, base64url. */
const publicOf = (key: KeyObject): string => String(createPublicKey(key).export({ format: 'jwk' }).x)
const keyOf = (x: string): KeyObject => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })

export type Signer = { key: string; sign: (text: string) => string }

const SELECT_KEY = { text: 'select sealed, public from desk.promotion_key' }
type KeyRow = { sealed: Buffer; public: string }
/** This shop's public key; '' where none was made yet. */
export const publicKey = async (q: Query): Promise<string> => (await q<KeyRow>(SELECT_KEY))[0]?.public ?? ''

/** The key that signs this shop's files, made at its first use. */
export async function signer(q: Query, seal: Seal): Promise<Signer> {
  let [keyRow] = await q<KeyRow>(SELECT_KEY)
  if (!keyRow) {
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
    await q(
      {
        text: `insert into desk.promotion_key (sealed, public, made_at) values ($1, $2, app_now())
          on conflict do nothing`,
      },
      [seal.close(String(pem)), publicOf(privateKey)],
    )
    ;[keyRow] = await q<KeyRow>(SELECT_KEY)
  }
  if (!keyRow) throw new Error('no key was made')
  const key = createPrivateKey(seal.open(keyRow.sealed))
  return { key: keyRow.public, sign: (text) => sign(null, Buffer.from(text), key).toString('base64url') }
}

/** A file of rows: a head, a line each, and the signature of all that stands before it. */
export function toFile(
  signing: Signer,
  { shop, at }: { shop: string; at: Date },
  rows: readonly PromotedRow[],
): { text: string; fileId: string } {
  const fileId = randomUUID()
  const first: Head = {
    promotion: 1,
    shop,
    file_id: fileId,
    at: at.toISOString(),
    key: signing.key,
    rows: rows.length,
  }
  const text = [first, ...rows].map((line) => `${JSON.stringify(line)}\n`).join('')
  return { text: `${text}${JSON.stringify({ signature: signing.sign(text) })}\n`, fileId }
}

const refused = (why: string): AppError => new AppError('PromotionRefused', { why })
const json = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/**
 * Reads another shop's file. Nothing in it is believed before its signature is.
 *
 * @throws AppError FileRefused, PromotionRefused: form (this is no such file), untrusted (the key), changed (somebody
 * altered it after it was signed)
 */
export function fromFile(bytes: Buffer, trusted: readonly string[]): { head: Head; rows: PromotedRow[] } {
  const text = textOf(bytes)
  const lines = text.trimEnd().split('\n')
  const last = lines.at(-1) ?? ''
  const read = head.safeParse(json(lines[0] ?? ''))
  if (!read.success) throw refused('form')
  if (!trusted.includes(read.data.key)) throw refused('untrusted')
  const signed = end.safeParse(json(last))
  const before = text.slice(0, text.lastIndexOf(last))
  const whole =
    signed.success &&
    verify(null, Buffer.from(before), keyOf(read.data.key), Buffer.from(signed.data.signature, 'base64url'))
  if (!whole) throw refused('changed')
  const rows = lines.slice(1, -1).map((line) => {
    const parsed = row.safeParse(json(line))
    if (!parsed.success) throw refused('form')
    return { ...parsed.data, body: clean(parsed.data.kind, portable(parsed.data.kind, parsed.data.body)) }
  })
  if (rows.length !== read.data.rows) throw refused('form')
  return { head: read.data, rows }
}

/** The text of an article is cleaned wherever it comes from. */
function clean(kind: PromotedKind, body: Fields): Fields {
  if (kind !== 'article' || typeof body.texts !== 'object' || body.texts === null) return body
  const texts = Object.entries(body.texts as Record<string, { html?: unknown }>).map(([locale, text]) => [
    locale,
    { ...text, html: sanitizeArticle(typeof text.html === 'string' ? text.html : '') },
  ])
  return { ...body, texts: Object.fromEntries(texts) }
}
