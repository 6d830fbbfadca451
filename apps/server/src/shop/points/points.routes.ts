import type { PointEntry } from '@hc/contract/calls'
import { AppError } from '@hc/contract/errors'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Ctx } from '../../ctx.ts'
import type { Register } from '../../http/calls.ts'
import { findOrders, type RecordParts, toRecord } from '../order/records.ts'

type Balance = { basicNum: number; presentNum: number; debtNum: number }

export async function balanceOf(q: Query, accountId: number): Promise<Balance> {
  const rows = await q<{ kind: 'wallet' | 'debt'; unit: 'HCB' | 'HCP'; balance: number }>(
    {
      name: 'balance',
      text: 'select kind, unit, balance from ledger_account where account_id = $1',
    },
    [accountId],
  )
  const sum = (kind: string, unit?: string): number =>
    rows
      .filter((row) => row.kind === kind && (!unit || row.unit === unit))
      .reduce((total, row) => total + row.balance, 0)
  return { basicNum: sum('wallet', 'HCB'), presentNum: sum('wallet', 'HCP'), debtNum: 0 - sum('debt') }
}

type JournalRow = {
  journal_id: number
  reason: string
  basic_points: number
  present_points: number
  order_no: string | null
  ts: number
  total: number
}

export function pointRoutes(register: Register, app: RecordParts & { ctx: Pick<Ctx, 'q'> }): void {
  register('epoint/balance', async (body, { player }) => {
    const { accountId, uid } = await player()
    // Another player's id is answered like one that does not exist.
    if (body.userId !== undefined && body.userId !== uid) throw new AppError('GameAccountNotFound')
    return await balanceOf(app.ctx.q, accountId)
  })

  register('operate/coinBalance', async (_body, { player }) => {
    const { basicNum, presentNum } = await balanceOf(app.ctx.q, (await player()).accountId)
    return { amount: basicNum + presentNum }
  })

  register('epoint/record', async (body, { player }) => {
    const { accountId } = await player()
    const sign = { income: '> 0', expense: '< 0', all: '<> 0' }[body.type]
    const filter = `account_id = $1 and (basic_points <> 0 or present_points <> 0) and basic_points + present_points ${sign}
      and ($2::bigint = 0 or created_at >= to_timestamp($2::bigint)) and ($3::bigint = 0 or created_at < to_timestamp($3::bigint + 1))`
    const { q } = app.ctx
    const rows = await q<JournalRow>(
      {
        name: `point-record-${body.type}`,
        text: `select journal_id, reason, basic_points, present_points, order_no, ${epochSeconds('created_at')} as ts,
                    (select count(*) from ledger_journal where ${filter}) as total
               from ledger_journal where ${filter} order by journal_id desc limit $4 offset $5`,
      },
      [accountId, body.begin, body.end, body.size, (body.page - 1) * body.size],
    )
    const result = rows.map((row): PointEntry => ({
      id: String(row.journal_id),
      type: row.basic_points + row.present_points > 0 ? 'income' : 'expense',
      reason: row.reason,
      basicNum: row.basic_points,
      presentNum: row.present_points,
      paymentId: row.order_no ?? '',
      create_ts: row.ts,
    }))
    // A page after the last one has no row with the total, so it is counted separately.
    const [count] =
      rows.length > 0 || body.page === 1
        ? rows
        : await q<{ total: number }>(
            { name: `point-count-${body.type}`, text: `select count(*) as total from ledger_journal where ${filter}` },
            [accountId, body.begin, body.end],
          )
    return { result, total: count?.total ?? 0 }
  })

  register('epoint/paymentIds/detail', async (body, { player, locale }) => {
    const rows = await findOrders(app.ctx.q, (await player()).accountId, body.paymentIds)
    return rows.map((row) => toRecord(app, row, locale))
  })
}
