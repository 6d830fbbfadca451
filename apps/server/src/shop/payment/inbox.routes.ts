import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Metrics } from '../../metrics.ts'
import { storeWebhook } from './store-webhook.ts'

type Parts = { ctx: Ctx; metrics: Pick<Metrics, 'webhooks'>; wake: (job: 'deliver' | 'inbox') => void }

/**
 * `POST /api/pay/{channel_code}/webhook`: verified on the raw bytes, stored once, answered; worked by the inbox worker.
 */
export async function inboxRoutes(fastify: FastifyInstance, app: Parts): Promise<void> {
  await fastify.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    scope.post<{ Params: { channel: string } }>('/api/pay/:channel/webhook', async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { fresh, delivers, waits } = await storeWebhook(app.ctx, request.params.channel, raw, request.headers)
      app.metrics.webhooks.inc({ channel: request.params.channel, result: fresh ? 'stored' : 'duplicate' })
      if (waits) app.wake('inbox')
      if (delivers) app.wake('deliver')
      const answer = app.ctx.channels.get(request.params.channel)?.webhookAnswer
      if (answer !== undefined) return await reply.type('text/plain').send(answer)
      return await reply.send({ code: 0, msg: 'success', result: {} })
    })
    ready()
  })
}
