import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { epochSeconds } from '../../platform/epoch.ts'

/** Hours in which an allowed export can be taken. */
const HOURS = 72
/** `ownData`: everything that the shop keeps about a player. */
type Deps = { ownData: (accountId: number) => Promise<Record<string, unknown>> }
type Allowed = { export_no: number; until: number }

/**
 * A player's data at their own request: requested by a lead, allowed by an owner, and read at the download. The
 * data is in no request, no audit line and no stored answer.
 */
export function playerExportRoutes(register: DeskRegister, { ownData }: Deps): void {
  register(
    'player/export',
    async ({ account_id }, { q, who }) => {
      const [allowed] = await q<Allowed>(
        {
          text: `insert into desk.player_export (account_id, staff_id, allowed_at, until)
            values ($1, $2, app_now(), app_now() + make_interval(hours => $3))
            returning export_no, ${epochSeconds('until')} as until`,
        },
        [account_id, who().staff_id, HOURS],
      )
      if (!allowed) throw new Error('no export was written')
      return allowed
    },
    async ({ account_id }, { q }) => {
      const accounts = await q({ text: 'select 1 from account where account_id = $1 and deleted_at is null' }, [
        account_id,
      ])
      if (accounts.length === 0) throw new AppError('RowNotFound', { kind: 'player' })
      const after = { hours: HOURS }
      return { amount: 0, kind: 'player', target: String(account_id), forecast: { before: null, after } }
    },
  )
  register(
    'player/exports',
    async ({ account_id }, { q, who }) =>
      await q<Allowed>(
        {
          text: `select export_no, ${epochSeconds('until')} as until from desk.player_export
            where account_id = $1 and staff_id = $2 and until > app_now() order by export_no desc limit 5`,
        },
        [account_id, who().staff_id],
      ),
  )
  register('player/exportTake', async ({ export_no }, { q, who, by }) => {
    // The audit line precedes the data; the row's own line names the actor.
    const [row] = await q<{ account_id: number }>(
      {
        text: `with said as (select desk.act($3, $4, '', $5, $6, $7, ''))
          update desk.player_export e set taken_at = app_now()
            from said, account a
           where e.export_no = $1 and e.staff_id = $2 and e.until > app_now() and a.account_id = e.account_id
             and a.deleted_at is null returning e.account_id`,
      },
      [export_no, who().staff_id, by.actor, by.action, by.address, by.browser, by.requestId],
    )
    if (!row) throw new AppError('RowNotFound', { kind: 'export' })
    return { data: await ownData(row.account_id) }
  })
}
