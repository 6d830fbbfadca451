import { checkInvariants, type Violation } from '../../apps/server/src/care/doctor/invariants.ts'
import { type Shop, until } from './shop.ts'

/** The rules of the books that a shop's database breaks. `atRest`: work that still waits counts, too. */
export const faultsIn = async ({ db }: Pick<Shop, 'db'>, atRest = false): Promise<Violation[]> =>
  (await checkInvariants(async ({ text }) => (await db.query(text)).rows, { atRest })).violations

/** Waits until a shop has worked all news of its gateways. */
export const newsWorked = async ({ rows }: Pick<Shop, 'rows'>): Promise<void> => {
  await until('all news is worked', async () => (await rows(`select 1 from inbox where state = 'new'`)).length === 0)
}
