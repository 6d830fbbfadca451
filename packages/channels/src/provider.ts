import { z } from 'zod'
import type { Channel } from './channel.ts'
import type { Deviations } from './minor-units.ts'

/** How a provider says what is wrong with its settings. A line begins with the setting's name. */
export type Reading = {
  /** All of these settings, or null where none is set. A part of them is refused. */
  together: <K extends string>(values: Record<K, string | undefined>) => Record<K, string> | null
  refuse: (line: string) => never
}

/** What is common to all providers, known when each has said whether it is configured. */
export type Mode = {
  /** PAYMENTS_MODE: real money. */
  live: boolean
  timeoutMs: number
  /** Refuses the setting `name` where it belongs to the other mode (decision 80). */
  keeps: (name: string, isLive: boolean) => void
}

/**
 * Everything that the shop has of a payment provider, in one folder and one line of the registry (decision 242). Its
 * texts and its mark have the provider's code as their name.
 */
export type Provider<Settings extends z.ZodRawShape, Config> = {
  /** Its environment variables, each with its text for docs/settings.md. */
  readonly settings: Settings
  /** Names of its webhooks' fields that may be kept: no name, address, card number or free text (decision 102). */
  readonly kept: readonly string[]
  /** The currencies that it counts with other decimals than ISO 4217. */
  readonly units: Deviations
  /** Null where it is not configured. */
  configure(given: z.output<z.ZodObject<Settings>>, reading: Reading): ((mode: Mode) => Config) | null
  /** `now` in ms. */
  channel(config: Config, now: () => number): Channel
}

export const provider = <Settings extends z.ZodRawShape, Config>(
  it: Provider<Settings, Config>,
): Provider<Settings, Config> => it

/** A secret, or several with commas while it rotates, the newest first. */
export const rotating = (one: string, what: string) =>
  z
    .string()
    .regex(new RegExp(`^${one}(,${one})*$`), `must be ${what}; several, the newest first, with commas while rotating`)
    .optional()
export const address = z.url({ protocol: /^https?$/ }).optional()
export const several = (text: string): string[] => text.split(',')
export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
