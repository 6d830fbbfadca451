import { keysOf } from '@hc/domain/record'
import type { Query } from '../platform/db.ts'

/** The jobs whose work is rows of a table that become due at a time. */
export type DueJob =
  | 'inbox'
  | 'deliver'
  | 'refund'
  | 'recall'
  | 'letter'
  | 'document'
  | 'document_mail'
  | 'message'
  | 'repair'
  | 'change'

/** It has the condition of lease_outbox. */
const outbox = (kind: DueJob): string =>
  `(select true from outbox where kind = '${kind}' and state in ('pending', 'unknown')
      and run_at <= app_now() and lease_until <= app_now() order by run_at limit 1) as ${kind}`

const statement = {
  name: 'work-due',
  // Each part reads the first entry of the index that its job's lease reads. It may find a row that another process is
  // about to take, but it never misses a due row.
  text: `select
    (select true from inbox where state = 'new' and run_at <= app_now() order by run_at limit 1) as inbox,
    ${outbox('deliver')},
    ${outbox('refund')},
    ${outbox('recall')},
    (select true from order_letter where written_at is null and lease_until <= app_now()
      order by lease_until limit 1) as letter,
    (select true from document_due where done_at is null order by due_id limit 1) as document,
    (select true from document_due where done_at is not null and mailed_at is null and lease_until <= app_now()
      order by lease_until limit 1) as document_mail,
    (select true from message where state = 'pending' and run_at <= app_now() and lease_until <= app_now()
      order by run_at limit 1) as message,
    (select true from orders where next_check_at <= app_now() order by next_check_at limit 1) as repair,
    nullif(changes_due(), false) as change`,
}

/** The jobs with due work, in one statement, so that an idle shop need not query for each job. */
export async function dueJobs(q: Query): Promise<DueJob[]> {
  const [row] = await q<Record<DueJob, boolean | null>>(statement)
  return row ? keysOf(row).filter((job) => row[job] === true) : []
}
