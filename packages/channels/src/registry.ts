import { type AdyenConfig, adyenChannel } from './adyen/adyen.ts'
import type { Channel } from './channel.ts'
import { hcpointChannel } from './hcpoint/hcpoint.ts'
import { type PaypalConfig, paypalChannel } from './paypal/paypal.ts'
import { type SandboxConfig, sandboxChannel } from './sandbox/sandbox.ts'
import { type StripeConfig, stripeChannel } from './stripe/stripe.ts'

/** A channel is offered when it is configured. */
export type ChannelConfigs = {
  sandbox: SandboxConfig | null
  stripe: StripeConfig | null
  paypal: PaypalConfig | null
  adyen: AdyenConfig | null
}

/** The one list of channels, by code. `now` in ms: what has an end is judged by the shop's clock. */
export function createChannels(configs: ChannelConfigs, now: () => number = Date.now): ReadonlyMap<string, Channel> {
  const all: (Channel | null)[] = [
    configs.sandbox && sandboxChannel(configs.sandbox),
    hcpointChannel,
    configs.stripe && stripeChannel(configs.stripe, now),
    configs.paypal && paypalChannel(configs.paypal, now),
    configs.adyen && adyenChannel(configs.adyen, now),
  ]
  return new Map(all.filter((channel) => channel !== null).map((channel) => [channel.code, channel]))
}
