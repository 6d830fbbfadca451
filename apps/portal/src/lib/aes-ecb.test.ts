import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aesEcbBase64 } from './aes-ecb.ts'

const byNode = (text: string, key: string): string => {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(key), null)
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}

describe('AES-128-ECB with PKCS7', () => {
  it('equals Node for a key and a text of control characters (those of FIPS 197, appendix C.1)', () => {
    const key = String.fromCharCode(...Array.from({ length: 16 }, (_, i) => i))
    const text = String.fromCharCode(...Array.from({ length: 8 }, (_, i) => i * 0x11))
    expect(aesEcbBase64(text, key)).toBe(byNode(text, key))
  })
  it.each(['', 'a', 'Demo1234', '15 characters..', 'sixteen letters!', 'seventeen letters', 'pässwörd 密码 🌟'])(
    'equals Node for %j',
    (text) => expect(aesEcbBase64(text, 'hcportal-demo-01')).toBe(byNode(text, 'hcportal-demo-01')),
  )
  it('equals Node for 300 random texts and keys', () => {
    for (let i = 0; i < 300; i++) {
      const text = randomBytes(i % 50).toString('latin1')
      const key = randomBytes(8).toString('hex')
      expect(aesEcbBase64(text, key)).toBe(byNode(text, key))
    }
  })
  it('refuses a key that is not 16 bytes', () => expect(() => aesEcbBase64('x', 'short')).toThrow(RangeError))
})
