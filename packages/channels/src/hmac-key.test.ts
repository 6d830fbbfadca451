import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { hmacKey } from './hmac-key.ts'

it('A kept key signs as its secret does, in each encoding and however many secrets there are', () => {
  const secrets = Array.from({ length: 200 }, (_, i) => Buffer.from(`secret number ${i}`).toString('hex'))
  for (const secret of [...secrets, '', ...secrets])
    for (const encoding of ['utf8', 'base64', 'hex'] as const)
      expect(createHmac('sha256', hmacKey(secret, encoding)).update('body').digest('hex')).toBe(
        createHmac('sha256', Buffer.from(secret, encoding)).update('body').digest('hex'),
      )
})
