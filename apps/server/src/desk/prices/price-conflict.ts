import { AppError } from '@hc/contract/errors'
import type { TargetKind } from '@hc/contract/desk-codes'
import { shownDigits, toMajor } from '@hc/domain/money/currency-digits'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { writer } from '../kit/changes.ts'

/** An amount for the decider: the number, then the currency code. */
export const formatAmount = (minor: number, currency: string): string =>
  `${toMajor(minor, currency).toFixed(shownDigits(currency))} ${currency}`

/** Another person saved meanwhile; the audit says who. */
export async function conflictOf(
  q: Query,
  kind: TargetKind,
  target: string,
  current?: { version?: number },
): Promise<AppError> {
  const [last] = await q<{ by: string; at: number }>(
    {
      text: `select ${writer('a.actor')} as by, ${epochSeconds('a.at')} as at from desk.audit a
        where a.kind = $1 and a.target = $2 order by a.seq desc limit 1`,
    },
    [kind, target],
  )
  const { by = '', at = 0 } = last ?? {}
  return new AppError('VersionConflict', { version: current?.version ?? 0, by, at, theirs: current ?? null })
}
