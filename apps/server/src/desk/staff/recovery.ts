import { createHash, randomBytes } from 'node:crypto'
import { redeemCodeText } from '@hc/domain/typed-text'

/** Crockford's base 32: no letter that is taken for another. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const COUNT = 10
/** Ten letters of five bits: 50 bits a code. */
const LENGTH = 10

/** Ten codes, `XXXXX-XXXXX`, for paper. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () => {
    const text = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte & 31]).join('')
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })

/** As codes are kept. Spaces and hyphens are no part of one, and letters that look like digits are those. */
export const recoveryHash = (code: string): Buffer =>
  createHash('sha256').update(redeemCodeText(code).replaceAll('O', '0').replace(/[IL]/g, '1')).digest()
