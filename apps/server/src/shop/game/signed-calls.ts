import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import { type GameCallName, gameCalls, type GameInput, type GameResult } from '@hc/contract/game/game'
import { gameCallsForVisitors } from '@hc/contract/public-demo'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { batchable } from '../../platform/batch.ts'
import { type Answer, success } from '../../http/calls.ts'
import { Envelope, type Reads } from '../../http/schemas.ts'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import type { GameKeys } from './game-keys.ts'
import { type GameKey, givenSignature, isSignature } from './signature.ts'

export type GameHandler<N extends GameCallName> = (
  input: GameInput<N>,
) => Promise<Answer<(typeof gameCalls)[N], GameResult<N>>>
export type RegisterGame = <N extends GameCallName>(name: N, handler: GameHandler<N>) => void

export type SignedParts = { config: Pick<Config, 'rateLimitPerMinute' | 'publicDemo'>; ctx: Pick<Ctx, 'q' | 'now'> }

/** The size of a thousand of the largest operations. */
const BULK_BYTES = 4 * 1024 * 1024
const seeSignature = batchable('see-signature', 'see_signature', { hash: 'bytea' }, ['fresh'])
/** An unknown key id is verified with a random key, so that it takes the same time. */
const nobody = {
  hmac: { secret: randomBytes(32).toString('hex') },
  ed25519: { publicKey: generateKeyPairSync('ed25519').publicKey },
} as const satisfies Record<string, GameKey>

/**
 * @throws AppError Unauthorized: no live key signed the request, its time is not near ours, or its signature was used
 * before.
 */
async function authorize({ ctx }: SignedParts, keys: GameKeys, request: FastifyRequest, body: Buffer): Promise<void> {
  const signature = givenSignature(request.headers, ctx.now())
  if (!signature) throw new AppError('Unauthorized')
  const key = await keys.keyOf(signature.keyId)
  const right = isSignature(
    key ?? nobody[signature.scheme],
    { method: request.method, url: request.originalUrl, timestamp: signature.timestamp, body },
    signature,
  )
  if (!right || key === undefined) throw new AppError('Unauthorized')
  const [sight] = await ctx.q<{ fresh: boolean }>(seeSignature, [signature.bytes])
  if (!sight?.fresh) throw new AppError('Unauthorized')
  await keys.used(signature.keyId)
}

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** A body that stayed bytes until its signature was verified. */
class SignedBody implements Reads {
  readonly #schema: Reads
  readonly #json: (text: string) => unknown
  constructor(schema: Reads, json: (text: string) => unknown) {
    this.#schema = schema
    this.#json = json
  }

  safeParse(value: unknown): ReturnType<Reads['safeParse']> {
    return this.#schema.safeParse(this.#json(bytesOf(value).toString('utf8')))
  }
}

/** Registers the game's calls in a scope of their own. Bodies stay bytes until the signature is verified. */
export function gameRegistrar(scope: FastifyInstance, app: SignedParts, keys: GameKeys): RegisterGame {
  const parseJson = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, next) => next(null, body))
  // Refuses a request by its headers alone if they are no valid signature headers, before its body, of up to megabytes,
  // is read.
  scope.addHook('onRequest', (request, reply, next) => {
    reply.header('cache-control', 'no-store')
    next(givenSignature(request.headers, app.ctx.now()) ? undefined : new AppError('Unauthorized'))
  })
  /** The JSON of a body, by the parser's own rules. It needs no request. */
  const jsonOf = (text: string): unknown => {
    if (text.trim() === '') return {}
    if (/\\u0000/.test(text))
      throw new AppError('InvalidParams', { issues: [{ path: '', message: 'the body has a NUL character' }] })
    let json: unknown
    void parseJson(null as unknown as FastifyRequest, text, (error, value) => {
      if (error) throw error
      json = value
    })
    return json
  }
  return (name, handler) => {
    const spec = gameCalls[name]
    const closed = app.config.publicDemo && !gameCallsForVisitors.has(name)
    const perMinute = app.config.rateLimitPerMinute * 2
    scope.route({
      method: spec.method,
      url: spec.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(name === 'bulk' ? { bodyLimit: BULK_BYTES } : {}),
      config: { rateLimit: { max: name === 'bulk' ? Math.ceil(perMinute / 50) : perMinute } },
      schema: {
        params: spec.params,
        ...('query' in spec && { querystring: spec.query }),
        ...('body' in spec && { body: new SignedBody(spec.body, jsonOf) }),
        response: { 200: new Envelope(spec.result, 'list' in spec) },
      },
      preValidation: async (request) => {
        await authorize(app, keys, request, bytesOf(request.body))
        if (closed) throw new AppError('InYourOwnShop')
      },
      async handler({ params, query, body }) {
        return success(await handler({ params, query, body } as GameInput<typeof name>), 'list' in spec)
      },
    })
  }
}
