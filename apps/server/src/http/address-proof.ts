import { createHmac } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import type { FastifyInstance } from 'fastify'

/** Below this address the shop proves that it is the one of an installation. */
export const PROOF_PATH = '/.well-known/hc-portal'
const NONCE = /^[0-9a-f]{32}$/

/** What the shop of this installation answers to a nonce. Nobody else can, and the answer tells nothing else. */
export const proofOf = (secret: string, nonce: string): string =>
  createHmac('sha256', `address proof:${secret}`).update(nonce).digest('hex')

/** Answers whoever asks whether this address leads to the installation with this secret. Decision 642. */
export function addressProof(fastify: FastifyInstance, secret: string): void {
  fastify.get<{ Params: { nonce: string } }>(`${PROOF_PATH}/:nonce`, async (request, reply) => {
    const { nonce } = request.params
    if (!NONCE.test(nonce)) throw new AppError('NotFound')
    return await reply.header('cache-control', 'no-store').send({ proof: proofOf(secret, nonce) })
  })
}
