import { checkInvariants, type Violation } from '../src/care/doctor/invariants.ts'
import type { Shop } from './shop.ts'

/** The rules of the books that a shop's database breaks. `atRest`: work that still waits counts, too. */
export const faultsIn = async ({ db }: Pick<Shop, 'db'>, atRest = false): Promise<Violation[]> =>
  (await checkInvariants(async ({ text }) => (await db.query(text)).rows, { atRest })).violations
