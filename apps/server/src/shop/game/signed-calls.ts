import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import { type GameCallName, gameCalls, type GameInput, type GameResult } from '@hc/contract/game/game'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { batchable } from '../../platform/batch.ts'
import { type Answer, serializerOf, success } from '../../http/calls.ts'
import type { AppDeps } from '../../app-deps.ts'
import type { GameKeys } from './game-keys.ts'
import { type GameKey, givenSignature, isSignature } from './signature.ts'

export type GameHandler<N extends GameCallName> = (
  input: GameInput<N>,
) => Promise<Answer<(typeof gameCalls)[N], GameResult<N>>>
export type RegisterGame = <N extends GameCallName>(name: N, handler: GameHandler<N>) => void

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
async function authorize({ ctx }: AppDeps, keys: GameKeys, request: FastifyRequest, body: Buffer): Promise<void> {
  const given = givenSignature(request.headers, ctx.now())
  if (!given) throw new AppError('Unauthorized')
  const key = await keys.keyOf(given.keyId)
  const right = isSignature(
    key ?? nobody[given.scheme],
    { method: request.method, url: request.originalUrl, timestamp: given.timestamp, body },
    given,
  )
  if (!right || key === undefined) throw new AppError('Unauthorized')
  const [seen] = await ctx.q<{ fresh: boolean }>(seeSignature, [given.bytes])
  if (!seen?.fresh) throw new AppError('Unauthorized')
  await keys.used(given.keyId)
}

function fit(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new AppError('InvalidParams', {
    issues: parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  })
}

/** Registers the game's calls in a scope of their own. Bodies stay bytes until the signature is verified. */
export function gameRegistrar(scope: FastifyInstance, app: AppDeps, keys: GameKeys): RegisterGame {
  const parseJson = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
  // Refuses a request by its headers alone if they are no valid signature headers, before its body, of up to megabytes,
  // is read.
  scope.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done(givenSignature(request.headers, app.ctx.now()) ? undefined : new AppError('Unauthorized'))
  })
  const json = async (request: FastifyRequest, raw: Buffer): Promise<unknown> => {
    const text = raw.toString('utf8')
    if (text.trim() === '') return {}
    if (/\\u0000/.test(text))
      throw new AppError('InvalidParams', { issues: [{ path: '', message: 'the body has a NUL character' }] })
    return await new Promise((done, fail) => {
      void parseJson(request, text, (error, value) => {
        if (error) fail(error)
        else done(value)
      })
    })
  }
  return (name, handler) => {
    const spec = gameCalls[name]
    const list = 'list' in spec
    const serialize = serializerOf(spec.result, list)
    const perMinute = app.config.rateLimitPerMinute * 2
    scope.route({
      method: spec.method,
      url: spec.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(name === 'bulk' ? { bodyLimit: BULK_BYTES } : {}),
      config: { rateLimit: { max: name === 'bulk' ? Math.ceil(perMinute / 50) : perMinute } },
      async handler(request, reply) {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await authorize(app, keys, request, raw)
        const input = {
          params: fit(spec.params, request.params),
          query: fit('query' in spec ? spec.query : undefined, request.query),
          body: 'body' in spec ? fit(spec.body, await json(request, raw)) : undefined,
        } as GameInput<typeof name>
        const given = await handler(input)
        reply.header('content-type', 'application/json; charset=utf-8')
        reply.serializer(serialize)
        return success(given, list)
      },
    })
  }
}
