import { privateKey } from '@hc/channels/ed25519'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../app-deps.ts'

/** Short: a game that meets a signature of a new key asks again. */
const KEPT_SECONDS = 300

/** The public keys by which the game checks what is pushed to it: newest first, two while they rotate. Decision 384. */
export function webhookKeyRoutes(fastify: FastifyInstance, { config }: Pick<AppDeps, 'config'>): void {
  const keys = config.game.privateKeys.flatMap((text) => privateKey(text)?.publicText ?? [])
  if (keys.length === 0) return
  fastify.get('/.well-known/hc-webhook-keys.json', (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${KEPT_SECONDS}`)
      .send({ keys: keys.map((key) => ({ alg: 'ed25519', key })) }),
  )
}
