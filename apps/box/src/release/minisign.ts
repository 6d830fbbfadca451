import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'

/** The public half of a key of minisign, with which a person signs releases. `id` is what minisign prints. */
export type ReleaseKey = { id: string; key: KeyObject }
/** `comment` is covered by the signature. */
export type Signature = { keyId: string; bytes: Buffer; comment: string; commentBytes: Buffer }

/** The first eight bytes after the algorithm, as minisign prints them: the last byte first. */
const idOf = (bytes: Buffer): string => Buffer.from(bytes.subarray(2, 10).toReversed()).toString('hex').toUpperCase()

/** The text of a `.pub` file: a comment, and a line of 42 bytes. Undefined if it is none. */
export function readReleaseKey(text: string): ReleaseKey | undefined {
  const [, line = ''] = text.trim().split('\n')
  const bytes = Buffer.from(line, 'base64')
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed') return undefined
  const x = bytes.subarray(10).toString('base64url')
  return { id: idOf(bytes), key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }) }
}

/** The text of a `.minisig` file: comment, signature, trusted comment, signature of both. Undefined if it is none. */
export function readSignature(text: string): Signature | undefined {
  const [, line = '', trusted = '', last = ''] = text.trim().split('\n')
  const bytes = Buffer.from(line, 'base64')
  const comment = /^trusted comment: (.*?)\r?$/.exec(trusted)?.[1]
  // "ED": of the file's BLAKE2b hash, which is what minisign makes. The old form, of the file itself, is refused.
  if (bytes.length !== 74 || bytes.toString('latin1', 0, 2) !== 'ED' || comment === undefined) return undefined
  return { keyId: idOf(bytes), bytes: bytes.subarray(10), comment, commentBytes: Buffer.from(last, 'base64') }
}

/** Whether this key signed these bytes, and the comment beside them. */
export function isSignedBy({ key }: ReleaseKey, signature: Signature, signedBytes: Buffer): boolean {
  const hash = createHash('blake2b512').update(signedBytes).digest()
  const { bytes, comment, commentBytes } = signature
  return verify(null, hash, key, bytes) && verify(null, Buffer.concat([bytes, Buffer.from(comment)]), key, commentBytes)
}
