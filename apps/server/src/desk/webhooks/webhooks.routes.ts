import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskContext, DeskRegister } from '../../http/desk/desk-calls.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import type { Database } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { operate, refused } from '../kit/actions.ts'
import { listWebhooks } from './list-webhooks.ts'

/** Webhooks, and what gateways' books say that ours do not. */
export function webhookRoutes(register: DeskRegister, db: Pick<Database, 'pool' | 'query'>): void {
  register('inbox/list', async (body, { by }) => {
    const page = await listWebhooks(db, body)
    await noteExport(db, by, 'inbox', body)
    return page
  })
  const on =
    (action: 'process_webhook_again' | 'close_webhook') =>
    async ({ id, reason }: { id: number; reason: string }, { q, by }: DeskContext) =>
      await operate(q, action, { subject: String(id), reason, by: by.actor })
  register('inbox/read', async ({ id }, { q }) => {
    const [row] = await q<{ raw: string; detail: string }>(
      { text: `select raw, coalesce(detail::text, '') as detail from inbox where inbox_id = $1` },
      [id],
    )
    if (!row) throw new AppError('RowNotFound', { kind: 'webhook' })
    return row
  })
  register('inbox/rework', on('process_webhook_again'))
  register('inbox/close', on('close_webhook'))
  register(
    'finding/list',
    async (_body, { q }) =>
      await q<DeskResult<'finding/list'>[number]>({
        text: `select f.channel_code as channel, kind, txn, f.order_no, o.order_no is not null as known,
          detail::text as detail, ${epochSeconds('found_at')} as found_at
         from reconcile_finding f left join orders o on o.order_no = f.order_no where settled_at is null
         order by found_at limit 200`,
      }),
  )
  register('finding/settle', async ({ channel, kind, txn, reason }, { q, by }) => {
    const [row] = await q<{ refusal: string | null; did: boolean }>(
      { text: 'select refusal, did from desk.settle_finding($1, $2, $3, $4, $5)' },
      [channel, kind, txn, by.actor, reason],
    )
    refused(row?.refusal ?? null, 'finding')
    return { did: row?.did ?? false }
  })
}
