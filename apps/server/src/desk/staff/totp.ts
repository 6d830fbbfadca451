import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the values that authenticator apps expect: SHA-1, six digits, 30 seconds. */
const PERIOD = 30
/** Codes of one step before and after count, too: clocks differ. */
const WINDOW = 1

export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The address behind the QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD }).toString()

export const codeAt = (secret: string, ms: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD }).generate({ timestamp: ms })

/** The 30-second step that a code belongs to; null where it is wrong. */
export function stepOf(secret: string, code: string, ms: number): number | null {
  const delta = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD }).validate({
    token: code,
    timestamp: ms,
    window: WINDOW,
  })
  return delta === null ? null : Math.floor(ms / 1000 / PERIOD) + delta
}
