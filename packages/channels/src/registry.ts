import type { z } from 'zod'
import { adyen } from './adyen/adyen-provider.ts'
import type { Channel } from './channel.ts'
import { canSay } from './minor-units.ts'
import { hcpointChannel } from './hcpoint/hcpoint.ts'
import { paypal } from './paypal/paypal-provider.ts'
import type { Mode, Provider, Reading } from './provider.ts'
import { sandboxChannel, sandboxKept, type SandboxConfig } from './sandbox/sandbox.ts'
import { stripe } from './stripe/stripe-provider.ts'

/** All payment providers, by their channels' codes: one line each. */
const providers = { stripe, paypal, adyen }

type Providers = typeof providers
type ConfigOf<P> = P extends { channel(config: infer Config, now: () => number): Channel } ? Config : never
type Together<T> = (T extends unknown ? (item: T) => void : never) extends (all: infer All) => void ? All : never
type Settings = Together<Providers[keyof Providers]['settings']>

/** The providers' configurations. One without a configuration is not offered. */
export type GatewayConfigs = { [Code in keyof Providers]?: ConfigOf<Providers[Code]> | null }
export type ChannelConfigs = GatewayConfigs & { sandbox: SandboxConfig | null }

const every: [code: string, Provider<z.ZodRawShape, unknown>][] = Object.entries(providers)

/** The settings of all providers. */
export const providerSettings = Object.assign({}, ...every.map(([, { settings }]) => settings)) as Settings

/** The fields of any webhook that may be stored. */
export const keptFields: ReadonlySet<string> = new Set([...sandboxKept, ...every.flatMap(([, { kept }]) => kept)])

/**
 * The codes of the providers that cannot express an amount, given in minor units of its currency, in their own units.
 */
export const whoCannotSay = (amount: number, currency: string): string[] =>
  every.flatMap(([code, { units }]) => (canSay(amount, currency, units) ? [] : [code]))

/**
 * Reads the providers' settings in two steps, because the mode must be set only if a provider is configured. `modeOf`
 * is called between the steps; its argument says whether one is configured.
 */
export function readProviders(
  env: z.output<z.ZodObject<Settings>>,
  reading: Reading,
  modeOf: (configured: boolean) => Mode,
): Required<GatewayConfigs> {
  const configured = every.map(([code, provider]) => [code, provider.configure(env, reading)] as const)
  const mode = modeOf(configured.some(([, configured]) => configured !== null))
  return Object.fromEntries(
    configured.map(([code, configured]) => [code, configured && configured(mode)]),
  ) as Required<GatewayConfigs>
}

/** The one list of channels, by code. `now` in ms: expiries are judged by the shop's clock. */
export function createChannels(configs: ChannelConfigs, now: () => number = Date.now): ReadonlyMap<string, Channel> {
  const settings: Readonly<Record<string, unknown>> = configs
  const gateways = every.flatMap(([code, provider]) => (settings[code] ? [provider.channel(settings[code], now)] : []))
  const all = [...(configs.sandbox ? [sandboxChannel(configs.sandbox)] : []), hcpointChannel, ...gateways]
  return new Map(all.map((channel) => [channel.code, channel]))
}
