import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets that must be read again (a game's keys, a code to be sent), so that the database and its backups
 * hold only ciphertext.
 */
export type Seal = {
  close(text: string): Buffer
  /** @throws if none of the keys encrypted the bytes. */ open(bytes: Buffer): string
}

const NONCE = 12
const TAG = 16

/**
 * AES-256-GCM with keys derived (HKDF-SHA256) from the installation's secrets and a purpose; the first key encrypts,
 * and every key may decrypt. Bytes: nonce, tag, ciphertext.
 */
export function createSeal(secrets: readonly string[], purpose: string): Seal {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, 'hc-portal', purpose, 32)))
  const [newest] = keys
  if (!newest) throw new Error('a seal needs a secret')
  return {
    close(text) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', newest, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(bytes) {
      for (const key of keys) {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
        decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
        try {
          return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
        } catch {
          /* encrypted with another secret */
        }
      }
      throw new Error('encrypted with a secret that SESSION_SECRET does not list: add it at the end of the list')
    },
  }
}
