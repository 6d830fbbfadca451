import { createHmac } from 'node:crypto'
import { jsonCall, NoAnswer } from '@hc/channels/http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escapeHtml, page } from './html.ts'

const verified = z.object({ code: z.literal(0), result: z.object({ uid: z.string() }) })
const PATH = '/game/v1/tickets/verify'
const TIMEOUT_MS = 5_000

/** The demo's help desk, another party. It asks the shop's game API over HTTP which player a ticket belongs to. */
export function demoHelpdesk(
  fastify: FastifyInstance,
  options: { company: string; shop: string; keyId: string; secret: string },
): void {
  async function visitor(ticket: string): Promise<string | null> {
    const body = JSON.stringify({ ticket })
    const timestamp = String(Date.now())
    const signature = createHmac('sha256', options.secret).update(`POST\n${PATH}\n${timestamp}\n${body}`).digest('hex')
    try {
      const { json } = await jsonCall({
        method: 'POST',
        url: options.shop + PATH,
        body,
        timeoutMs: TIMEOUT_MS,
        headers: { 'x-hc-key': options.keyId, 'x-hc-timestamp': timestamp, 'x-hc-signature': signature },
      })
      return verified.safeParse(json).data?.result.uid ?? null
    } catch (error) {
      if (error instanceof NoAnswer) return null
      throw error
    }
  }
  fastify.get<{ Querystring: { ticket?: string; order?: string } }>('/demo/helpdesk', async (request, reply) => {
    const { ticket, order } = request.query
    const uid = typeof ticket === 'string' ? await visitor(ticket) : null
    const who =
      uid !== null
        ? `<p class="state state-paid">Your ticket was verified: you are player <b>${escapeHtml(uid)}</b>.</p>`
        : ticket
          ? '<p class="state state-failed">This link has expired. Each link works once, within ten minutes. Please open customer service from the shop again.</p>'
          : '<p class="state">You’re not logged in. Open customer service from the shop.</p>'
    return await page(
      reply,
      200,
      'Help desk',
      `<p class="brand">${escapeHtml(options.company)} <span>demo help desk</span></p><h1>How can we help?</h1>${who}${typeof order === 'string' ? `<p>It is about order <b>${escapeHtml(order.slice(0, 64))}</b>.</p>` : ''}
<p>In a real shop the publisher's own customer service answers here. It knows who you are by the signed ticket in the address.</p><p><a href="/main/home">Back to the shop</a></p>`,
    )
  })
}
