import { type GatewayConfigs, providerSettings, readProviders } from '@hc/channels/registry'
import type { Reading } from '@hc/channels/provider'
import { z } from 'zod'
import { about } from './about.ts'

/** The settings of the payment gateways: docs/payments.md. Each provider's own are in its folder (decision 242). */
export const gatewaySettings = {
  PAYMENTS_MODE: z
    .enum(['test', 'live'])
    .optional()
    .meta(
      about(
        '`live` takes real money; keys, environments and webhooks of the other mode are refused, and so are sample texts of ' +
          'the brand',
        { byDefault: '`test`; required in production with a gateway' },
      ),
    ),
  ...providerSettings,
}

type Settings = z.infer<z.ZodObject<typeof gatewaySettings>>

/**
 * The gateways that are configured. Test and live are never mixed: one wrong key would give items away, or take real
 * money in a rehearsal (decision 80).
 */
export function readGateways(
  c: Settings,
  { production, timeoutMs, ...reading }: Reading & { production: boolean; timeoutMs: number },
): Required<GatewayConfigs> {
  return readProviders(c, reading, (configured) => {
    if (configured && production && !c.PAYMENTS_MODE)
      reading.refuse('PAYMENTS_MODE: is required when NODE_ENV=production and a gateway is configured')
    const mode = c.PAYMENTS_MODE ?? 'test'
    const live = mode === 'live'
    return {
      live,
      timeoutMs,
      // Decision 80.
      keeps: (name, isLive) => {
        if (isLive !== live)
          reading.refuse(`${name}: belongs to ${isLive ? 'live' : 'test'} mode, but PAYMENTS_MODE is ${mode}`)
      },
    }
  })
}
