import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets that must be read again (a game's keys, a code on its way) unreadable in the database and its backups. */
export type Seal = { close(text: string): Buffer; /** @throws where the bytes were not closed with this key. */ open(bytes: Buffer): string }

const NONCE = 12
const TAG = 16

/** AES-256-GCM with a key derived (HKDF-SHA256) from the installation's secret and a purpose. Bytes: nonce, tag, text. */
export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, 'hc-portal', purpose, 32))
  return {
    close(text) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
    },
  }
}
