import type { DatevNumbers } from '@hc/contract/desk/datev'
import { datevNumbers } from '@hc/contract/desk/ledger'
import type { Query } from '../../platform/db.ts'
import { liveOf } from '../kit/changes.ts'

/** The name of the setting, a row of `desk.setting` that a migration inserted. */
export const NUMBERS = 'datev'

/** The account numbers for DATEV, and their version for a change. */
export async function numbersOf(q: Query): Promise<{ numbers: DatevNumbers; version: number }> {
  const { version, body } = await liveOf(q, 'setting', NUMBERS)
  return { numbers: datevNumbers.parse(body?.value), version }
}
