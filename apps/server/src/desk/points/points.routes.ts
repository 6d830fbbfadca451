import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'

type Points = {
  account_id: number
  basic: number
  present: number
  debt_basic: number
  debt_present: number
  adjustments: number
}

/**
 * The points, locked. `shownPoints`: the number of adjustments on the person's page.
 * @throws AppError GameAccountNotFound, NotPossible (`adjusted`) where there are more by now
 */
async function pointsNow(q: Query, uid: string, shownPoints?: number): Promise<Points> {
  const [row] = await q<Points>(
    {
      text: `select account_id, basic, present, debt_basic, debt_present, adjustments from desk.weigh_adjustment($1)`,
    },
    [uid],
  )
  if (!row) throw new AppError('GameAccountNotFound')
  if (shownPoints !== undefined && row.adjustments !== shownPoints)
    throw new AppError('NotPossible', { why: 'adjusted' })
  return row
}

/** One bucket after an adjustment: given points pay the debt first, and a missing amount becomes a debt. */
function after(wallet: number, debt: number, points: number): { wallet: number; debt: number } {
  if (points > 0) return { wallet: wallet + points - Math.min(points, debt), debt: debt - Math.min(points, debt) }
  const fromWallet = Math.min(wallet, -points)
  return { wallet: wallet - fromWallet, debt: debt - points - fromWallet }
}

/** Points given or taken by hand; above their limits a second person decides. */
export function pointsRoutes(register: DeskRegister): void {
  register(
    'points/adjust',
    async ({ uid, basic, present, adjusted, reason }, { q }) => {
      if (adjusted !== undefined) await pointsNow(q, uid, adjusted)
      const [answer] = await q<{ refusal: string | null; adjustment: number | null }>(
        { text: 'select refusal, adjustment from desk.adjust_a_player($1, $2, $3, $4)' },
        [uid, basic, present, reason],
      )
      if (!answer?.adjustment) throw new AppError('GameAccountNotFound')
      return { adjustment: answer.adjustment }
    },
    async ({ uid, basic, present, adjusted }, { q }) => {
      const now = await pointsNow(q, uid, adjusted)
      const [b, p] = [after(now.basic, now.debt_basic, basic), after(now.present, now.debt_present, present)]
      return {
        adds: true,
        amount: Math.abs(basic) + Math.abs(present),
        kind: 'account',
        target: String(now.account_id),
        // Every purchase moves the balance, so only another adjustment makes the request stale.
        versions: { adjustments: now.adjustments },
        forecast: {
          before: {
            basic_points: now.basic,
            present_points: now.present,
            debt: now.debt_basic + now.debt_present,
          },
          after: { basic_points: b.wallet, present_points: p.wallet, debt: b.debt + p.debt },
        },
      }
    },
  )
  register('points/read', async ({ uid }, { q }) => {
    const { account_id, adjustments: adjusted, ...now } = await pointsNow(q, uid)
    const adjustments = await q<DeskResult<'points/read'>['adjustments'][number]>(
      {
        text: `select adjustment_no as adjustment, basic_points as basic, present_points as present, note,
            done_by as by, floor(extract(epoch from at))::int as at
          from point_adjustment where account_id = $1 order by adjustment_no desc limit 50`,
      },
      [account_id],
    )
    return { ...now, adjusted, adjustments }
  })
}
