const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Two digits at once, because every order needs 26 of them. */
const PAIRS = Array.from({ length: 1024 }, (_, value) => `${ALPHABET.charAt(value >> 5)}${ALPHABET.charAt(value & 31)}`)

/** @param value below 2^53 @param pairs the number of digit pairs; higher digits are dropped */
function base32(value: number, pairs: number): string {
  let out = ''
  for (let i = 0; i < pairs; i++) {
    out = `${PAIRS[value % 1024]}${out}`
    value = Math.floor(value / 1024)
  }
  return out
}

/** Five bytes as a number. */
const fortyBits = (bytes: Uint8Array): number => bytes.reduce((number, byte) => number * 256 + byte, 0)

/**
 * A 26-character id in the form of a ULID: 48 bits of time first, so that rows that are made together lie together in
 * the index, then 80 random bits, so that nobody can guess another player's order.
 * @param nowMs time in ms. @param random exactly 10 random bytes.
 */
export function timeId(nowMs: number, random: Uint8Array): string {
  if (random.length !== 10) throw new RangeError('timeId takes 10 random bytes')
  const [first, second] = [random.subarray(0, 5), random.subarray(5)]
  return base32(Math.floor(nowMs), 5) + base32(fortyBits(first), 4) + base32(fortyBits(second), 4)
}

export const isTimeId = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text)

/** The smallest id of a moment (ms): no id of that time or later is below it. */
export const timeIdFloor = (ms: number): string => base32(Math.max(0, Math.floor(ms)), 5)
