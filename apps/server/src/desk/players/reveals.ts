import { AppError } from '@hc/contract/errors'
import type { Query } from '../../platform/db.ts'

/** The masked values that one person may reveal a day, of players, withdrawals and documents together. */
export const REVEALS = 20

/** @throws AppError TooManyReveals */
export async function countReveal(q: Query, staffId: number): Promise<void> {
  const [row] = await q<{ may: boolean }>({ text: 'select desk.may_reveal($1, $2) as may' }, [staffId, REVEALS])
  if (!row?.may) throw new AppError('TooManyReveals', { most: REVEALS })
}
