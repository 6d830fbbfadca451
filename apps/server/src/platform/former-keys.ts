import type { Query } from './db.ts'
import { createSeal, type FormerKey } from './seal.ts'

/** The purpose of the seal around a former key. */
export const FORMER_KEY = 'former key'

export type FormerKeyRow = { purpose: string; hint: Buffer; sealed: Buffer }

export const formerKeyRows = (q: Query): Promise<FormerKeyRow[]> =>
  q<FormerKeyRow>({ text: 'select purpose, hint, sealed from former_key order by purpose, hint' })

/**
 * The keys of secrets that SESSION_SECRET need not list any longer. A row that none of `secrets` opens is left out:
 * what it would open stays closed, as without it.
 */
export async function formerKeys(q: Query, secrets: readonly string[]): Promise<FormerKey[]> {
  const seal = createSeal(secrets, FORMER_KEY)
  return (await formerKeyRows(q)).flatMap(({ purpose, sealed }) => {
    try {
      return [{ purpose, key: Buffer.from(seal.open(sealed), 'base64') }]
    } catch {
      return []
    }
  })
}
