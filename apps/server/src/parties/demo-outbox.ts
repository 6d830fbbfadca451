import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml, page } from './html.ts'
import type { Messages, SentMessage } from '../shop/message/messages.ts'
import type { Visitor } from './visitors.ts'

const MAX_MESSAGES = 100

/**
 * The demo's mail and SMS: nothing leaves the machine, everything can be read here. `visitorOf`: in the public demo, a
 * browser sees the messages of its own player alone.
 */
export function demoOutbox(
  fastify: FastifyInstance,
  messages: Messages,
  site: string,
  visitorOf: ((request: FastifyRequest) => Promise<Visitor | undefined>) | null,
): void {
  async function messagesFor(request: FastifyRequest): Promise<SentMessage[]> {
    if (!visitorOf) return await messages.outbox(MAX_MESSAGES)
    const visitor = await visitorOf(request)
    return visitor ? await messages.outbox(MAX_MESSAGES, visitor) : []
  }
  fastify.get(
    '/demo/outbox.json',
    async (request, reply) => await reply.header('cache-control', 'no-store').send(await messagesFor(request)),
  )
  fastify.get('/demo/outbox', async (request, reply) => {
    const rows = await messagesFor(request)
    const parts = rows.map(
      (message) => `<section><h2>${escapeHtml(message.subject || message.text)}</h2>
<p>${message.channel === 'sms' ? 'SMS' : 'Mail'} to <span class="mono">${escapeHtml(message.target)}</span>, ${new Date(message.create_ts * 1000).toISOString().replace('T', ' ').slice(0, 19)} UTC</p>
<details><summary>Text</summary><p>${escapeHtml(message.text).replaceAll('\n', '<br>')}</p></details></section>`,
    )
    const door =
      visitorOf && (await visitorOf(request)) === undefined
        ? '<form method="post" action="/demo/visitor"><button class="main">Play as a new player</button></form>'
        : ''
    const whose = visitorOf ? 'You see the messages of your own player alone.' : 'They all show up here.'
    return await page(
      reply,
      200,
      'Demo outbox',
      `<p class="brand">${escapeHtml(site)} <span>demo outbox</span></p><h1>Mail and SMS</h1>
<p>In the demo, no message leaves this machine. ${whose}</p>${parts.length === 0 ? '<p>Nothing yet.</p>' : parts.join('')}${door}`,
    )
  })
}
