import { privateKey } from '@hc/channels/ed25519'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'

/** Short, so that a game that meets a new key's signature soon gets the new list. */
const KEPT_SECONDS = 300

/**
 * The public keys with which the game verifies pushed deliveries: newest first, two during a rotation. Decision 384.
 */
export function webhookKeyRoutes(fastify: FastifyInstance, { config }: { config: Pick<Config, 'game'> }): void {
  const keys = config.game.privateKeys.flatMap((text) => privateKey(text)?.publicText ?? [])
  if (keys.length === 0) return
  fastify.get('/.well-known/hc-webhook-keys.json', (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${KEPT_SECONDS}`)
      .send({ keys: keys.map((key) => ({ alg: 'ed25519', key })) }),
  )
}
