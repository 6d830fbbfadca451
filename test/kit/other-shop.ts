import { generateKeyPairSync, sign } from 'node:crypto'
import { type PromotedRow, toFile } from '../../apps/server/src/desk/promotion/promotion.ts'

/** Another shop: its key for `PROMOTE_TRUSTED_KEYS`, and a function that makes files with its signature. */
export type OtherShop = { key: string; signed: (rows: readonly PromotedRow[]) => string }

export function otherShop(): OtherShop {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = String(publicKey.export({ format: 'jwk' }).x)
  return {
    key,
    signed: (rows) =>
      toFile(
        { key, sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url') },
        { shop: 'https://trial.example', at: new Date() },
        rows,
      ).text,
  }
}

/** The rows of a promotion's file. */
export const promotedRows = (text: string): PromotedRow[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as PromotedRow)
