import { isDeepStrictEqual } from 'node:util'
import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { Query } from '../../platform/db.ts'
import { isDrafted } from '../campaigns/kinds/kinds.ts'
import { liveOf } from '../kit/changes.ts'
import { forecastOf } from '../orders/forecast.ts'

type Request = Pick<DeskResult<'approval/read'>, 'kind' | 'target' | 'forecast'>
type Facts = Readonly<Record<string, unknown>>

async function factsNow(q: Query, { kind, target }: Request): Promise<Facts> {
  if (kind === 'order') return { ...(await forecastOf(q, target)).forecast.before }
  if (kind === 'product' || isDrafted(kind)) return (await liveOf(q, kind, target)).body ?? {}
  return {}
}

/** The facts of a request's target that were changed since it was made. */
export async function changedMeanwhile(
  q: Query,
  request: Request,
): Promise<NonNullable<DeskResult<'approval/read'>['meanwhile']>> {
  const { before } = (request.forecast ?? {}) as { before?: Facts | null }
  if (!before) return []
  try {
    const now = await factsNow(q, request)
    return Object.entries(before)
      .filter(([fact, was]) => fact in now && !isDeepStrictEqual(was, now[fact]))
      .map(([fact, was]) => ({ fact, was, now: now[fact] }))
  } catch (error) {
    // What it was about is gone.
    if (error instanceof AppError) return []
    throw error
  }
}
