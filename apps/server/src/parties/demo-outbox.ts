import type { FastifyInstance } from 'fastify'
import { escapeHtml, page } from './html.ts'
import type { Messages } from '../shop/message/messages.ts'

const MAX_MESSAGES = 100

/** The demo's mail and SMS: nothing leaves the machine, everything can be read here. */
export function demoOutbox(fastify: FastifyInstance, messages: Messages, site: string): void {
  fastify.get(
    '/demo/outbox.json',
    async (_request, reply) =>
      await reply.header('cache-control', 'no-store').send(await messages.outbox(MAX_MESSAGES)),
  )
  fastify.get('/demo/outbox', async (_request, reply) => {
    const rows = await messages.outbox(MAX_MESSAGES)
    const parts = rows.map(
      (message) => `<section><h2>${escapeHtml(message.subject || message.text)}</h2>
<p>${message.channel === 'sms' ? 'SMS' : 'Mail'} to <span class="mono">${escapeHtml(message.target)}</span>, ${new Date(message.create_ts * 1000).toISOString().replace('T', ' ').slice(0, 19)} UTC</p>
<details><summary>Text</summary><p>${escapeHtml(message.text).replaceAll('\n', '<br>')}</p></details></section>`,
    )
    return await page(
      reply,
      200,
      'Demo outbox',
      `<p class="brand">${escapeHtml(site)} <span>demo outbox</span></p><h1>Mail and SMS</h1>
<p>In the demo, no message leaves this machine. They all show up here.</p>${parts.length === 0 ? '<p>Nothing yet.</p>' : parts.join('')}`,
    )
  })
}
