import { z } from 'zod'
import type { Channel } from './channel.ts'
import type { Deviations } from './minor-units.ts'

/** The way in which a provider reports wrong settings. A line begins with the setting's name. */
export type Reading = {
  /** All of these settings, or null if none is set. A part of them is an error. */
  together: <K extends string>(values: Record<K, string | undefined>) => Record<K, string> | null
  refuse: (line: string) => never
}

/** Settings that all providers share; they are read after each provider has said whether it is configured. */
export type Mode = {
  /** PAYMENTS_MODE: real money. */
  live: boolean
  timeoutMs: number
  /** Rejects the setting `name` if it belongs to the other mode (decision 80). */
  keeps: (name: string, isLive: boolean) => void
}

/**
 * All code and data of a payment provider, in one folder and one line of the registry (decision 242). Its texts and its
 * mark have the provider's code as their name.
 */
export type Provider<Settings extends z.ZodRawShape, Config> = {
  /** Its environment variables, each with its description for docs/settings.md. */
  readonly settings: Settings
  /** The fields of its webhooks that may be stored: no name, address, card number or free text (decision 102). */
  readonly kept: readonly string[]
  /** The currencies for which it uses other decimals than ISO 4217. */
  readonly units: Deviations
  /** Null if it is not configured. */
  configure(env: z.output<z.ZodObject<Settings>>, reading: Reading): ((mode: Mode) => Config) | null
  /** `now` in ms. */
  channel(config: Config, now: () => number): Channel
}

export const provider = <Settings extends z.ZodRawShape, Config>(
  it: Provider<Settings, Config>,
): Provider<Settings, Config> => it

/** One secret, or several separated by commas during a rotation, the newest first. */
export const rotating = (name: string, what: string) =>
  z
    .string()
    .regex(new RegExp(`^${name}(,${name})*$`), `must be ${what}; several, the newest first, with commas while rotating`)
    .optional()
export const address = z.url({ protocol: /^https?$/ }).optional()
export const several = (text: string): string[] => text.split(',')
export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
