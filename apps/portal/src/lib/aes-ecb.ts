/**
 * AES-128-ECB with PKCS7, the form in which the password crosses the wire (product specification, section 5). WebCrypto
 * has no ECB, and no `subtle` at all on plain http, hence these lines. This is an encoding, not protection: TLS
 * protects.
 */
const SBOX = makeSbox()

const xtime = (a: number): number => ((a << 1) ^ (a & 0x80 ? 0x11b : 0)) & 0xff

/** The S-box from its definition: the inverse in GF(2^8), then an affine map. */
function makeSbox(): Uint8Array {
  const box = new Uint8Array(256)
  let p = 1
  let q = 1
  do {
    p = (p ^ (p << 1) ^ (p & 0x80 ? 0x11b : 0)) & 0xff
    q ^= q << 1
    q ^= q << 2
    q ^= q << 4
    q &= 0xff
    if (q & 0x80) q ^= 0x09
    const rotate = (by: number) => ((q << by) | (q >> (8 - by))) & 0xff
    box[p] = q ^ rotate(1) ^ rotate(2) ^ rotate(3) ^ rotate(4) ^ 0x63
  } while (p !== 1)
  box[0] = 0x63
  return box
}

const at = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0

function expandKey(key: Uint8Array): Uint8Array {
  const words = new Uint8Array(176)
  words.set(key)
  let rcon = 1
  for (let i = 16; i < 176; i += 4) {
    let word = [at(words, i - 4), at(words, i - 3), at(words, i - 2), at(words, i - 1)]
    if (i % 16 === 0) {
      const [a = 0, b = 0, c = 0, d = 0] = word
      word = [at(SBOX, b) ^ rcon, at(SBOX, c), at(SBOX, d), at(SBOX, a)]
      rcon = xtime(rcon)
    }
    for (let j = 0; j < 4; j++) words[i + j] = at(words, i + j - 16) ^ (word[j] ?? 0)
  }
  return words
}

function encryptBlock(input: Uint8Array, keys: Uint8Array): Uint8Array {
  let state = input.map((byte, i) => byte ^ at(keys, i))
  for (let round = 1; round <= 10; round++) {
    // SubBytes and ShiftRows in one: the byte of row r comes from r columns to the right.
    const mixed = state.map((_, i) => at(SBOX, at(state, (i + 4 * (i % 4)) % 16)))
    if (round < 10) {
      for (let c = 0; c < 16; c += 4) {
        const [a, b, d, e] = [at(mixed, c), at(mixed, c + 1), at(mixed, c + 2), at(mixed, c + 3)]
        const all = a ^ b ^ d ^ e
        mixed.set([a ^ all ^ xtime(a ^ b), b ^ all ^ xtime(b ^ d), d ^ all ^ xtime(d ^ e), e ^ all ^ xtime(e ^ a)], c)
      }
    }
    state = mixed.map((byte, i) => byte ^ at(keys, round * 16 + i))
  }
  return state
}

/** @param key exactly 16 bytes. @returns Base64. */
export function aesEcbBase64(text: string, key: string): string {
  const keyBytes = new TextEncoder().encode(key)
  if (keyBytes.length !== 16) throw new RangeError('the client key must have 16 bytes')
  const keys = expandKey(keyBytes)
  const plain = new TextEncoder().encode(text)
  const padding = 16 - (plain.length % 16)
  const padded = new Uint8Array(plain.length + padding).fill(padding)
  padded.set(plain)
  let out = ''
  for (let i = 0; i < padded.length; i += 16) out += String.fromCharCode(...encryptBlock(padded.slice(i, i + 16), keys))
  return btoa(out)
}
