const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function base32(value: bigint, length: number): string {
  let out = ''
  for (let i = 0; i < length; i++) {
    out = ALPHABET[Number(value & 31n)] + out
    value >>= 5n
  }
  return out
}

/**
 * A 26-character id in the form of a ULID: 48 bits of time in front, so that rows made together lie
 * together in the index, and 80 random bits, so that nobody guesses another player's order.
 * @param nowMs time in ms. @param random exactly 10 random bytes.
 */
export function timeId(nowMs: number, random: Uint8Array): string {
  if (random.length !== 10) throw new RangeError('timeId takes 10 random bytes')
  let bits = 0n
  for (const byte of random) bits = (bits << 8n) | BigInt(byte)
  return base32(BigInt(Math.floor(nowMs)), 10) + base32(bits, 16)
}

export const isTimeId = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text)

/** The smallest id of a moment (ms): ids of that time and later are not below it. */
export const timeIdFloor = (ms: number): string => base32(BigInt(Math.max(0, Math.floor(ms))), 10)
