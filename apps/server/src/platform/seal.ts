import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets that must be read again (a game's keys, a code to be sent), so that the database and its backups
 * hold only ciphertext.
 */
export type Seal = {
  close(text: string): Buffer
  /** @throws if none of the keys encrypted the bytes. */ open(bytes: Buffer): string
  /** Whether the newest secret encrypted the bytes. */
  isNewest(bytes: Buffer): boolean
}

/** The key of a former secret for one purpose. */
export type FormerKey = { purpose: string; key: Buffer }

const NONCE = 12
const TAG = 16

/** HKDF-SHA256 of an installation's secret for a purpose. */
export const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'hc-portal', purpose, 32))

function decrypt(key: Buffer, bytes: Buffer): string | undefined {
  if (bytes.length < NONCE + TAG) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/**
 * AES-256-GCM with keys of the installation's secrets for a purpose; the first key encrypts, and every key may decrypt.
 * `former`: keys of secrets that SESSION_SECRET lists no longer. Bytes: nonce, tag, ciphertext.
 */
export function createSeal(secrets: readonly string[], purpose: string, former: readonly FormerKey[] = []): Seal {
  const keys = [
    ...secrets.map((secret) => keyFor(secret, purpose)),
    ...former.filter((candidate) => candidate.purpose === purpose).map(({ key }) => key),
  ]
  const [newest] = keys
  if (!newest || secrets.length === 0) throw new Error('a seal needs a secret')
  return {
    close(text) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', newest, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(bytes) {
      for (const key of keys) {
        const text = decrypt(key, bytes)
        if (text !== undefined) return text
      }
      throw new Error('encrypted with a secret that SESSION_SECRET does not list: add it at the end of the list')
    },
    isNewest: (bytes) => decrypt(newest, bytes) !== undefined,
  }
}
