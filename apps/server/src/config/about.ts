import { isIP } from 'node:net'
import { privateKey } from '@hc/channels/ed25519'
import { z } from 'zod'

/**
 * The text of docs/settings.md on a setting, beside its type. `role`: the only processes that use it; without one, all
 * do.
 */
export type About = { description: string; unit?: string; byDefault?: string; role?: 'web' | 'worker' }

export const about = (description: string, more: Omit<About, 'description'> = {}): About => ({ description, ...more })

export const flag = z.enum(['0', '1', 'true', 'false']).transform((v) => v === '1' || v === 'true')
export const web = z.url({ protocol: /^https?$/ })
export const postgres = z.url({ protocol: /^postgres(ql)?$/ })
const secretKey = '[A-Za-z0-9+/=]{24,}'
export const whsec = z
  .string()
  .regex(
    new RegExp(`^whsec_${secretKey}(,whsec_${secretKey})*$`),
    'must be whsec_ followed by at least 24 Base64 characters; ' +
      'to rotate, list several separated by commas, newest first',
  )
export const whsk = z
  .string()
  .refine(
    (text) => several(text).every((secret) => privateKey(secret) !== undefined),
    'must be whsk_ and the Base64 of an ed25519 key (npm run hc -- game-key pair makes one); ' +
      'to rotate, list several separated by commas, newest first',
  )
/** An address or a network: 10.0.0.0/8, 2001:db8::/32. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}
export const whole = z.coerce.number().int()
/** Splits a list of secrets, which rotates without a stop: the first one signs, and all of them verify. */
export const several = (text: string): string[] => text.split(',').map((part) => part.trim())
