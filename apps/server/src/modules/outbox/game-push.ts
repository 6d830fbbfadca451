import { jsonCall, NoAnswer } from '@hc/channels/http'
import { signWebhook } from '@hc/channels/signature'
import { z } from 'zod'
import type { Delivery, DeliveryAnswer, Game } from '../../ctx.ts'

const granted = z.object({ delivery_id: z.string(), grant_id: z.string().min(1).max(128) })
const refused = z.object({ delivery_id: z.string(), refused: z.string().min(1).max(500) })

/**
 * Pushes deliveries to the game's URL, signed by the Standard Webhooks headers (contract, section 7). A 2xx
 * with this delivery's grant id confirms, one with a reason refuses; everything else, a 200 without a grant id
 * among it, is unknown and is asked again with the same id.
 */
export function gamePush(config: { url: string | null; secrets: readonly string[]; timeoutMs: number }, now: () => number): Game {
  const { url } = config
  if (url === null) return { off: true, deliver: () => Promise.resolve({ state: 'unknown', detail: 'the game has no address' }) }
  return {
    async deliver(delivery: Delivery): Promise<DeliveryAnswer> {
      const body = JSON.stringify(delivery.payload)
      const timestamp = Math.floor(now() / 1000)
      try {
        const { status, json } = await jsonCall({
          method: 'POST', url, body, timeoutMs: config.timeoutMs,
          headers: {
            'webhook-id': delivery.id, 'webhook-timestamp': String(timestamp),
            // While a secret is rotated the game may know the old one alone or the new one alone.
            'webhook-signature': config.secrets.map((secret) => signWebhook(secret, delivery.id, timestamp, body)).join(' '),
          },
        })
        if (status < 200 || status > 299) return { state: 'unknown', detail: `HTTP ${status}` }
        const yes = granted.safeParse(json)
        if (yes.success && yes.data.delivery_id === delivery.id) return { state: 'confirmed', grantId: yes.data.grant_id }
        const no = refused.safeParse(json)
        if (no.success && no.data.delivery_id === delivery.id) return { state: 'refused', reason: no.data.refused }
        return { state: 'unknown', detail: 'answer without a grant id' }
      } catch (error) {
        if (error instanceof NoAnswer) return { state: 'unknown', detail: error.message.slice(0, 300) }
        throw error
      }
    },
  }
}
