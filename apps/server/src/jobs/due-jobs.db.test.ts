import { describe, expect, it } from 'vitest'
import { ownDatabase } from '@hc/test/own-database'
import type { Row } from '../platform/db.ts'
import { type DueJob, dueJobs } from './due-jobs.ts'

// The test needs rows of every state and not the way to them, so the triggers of orders are off.
const db = ownDatabase(
  'due',
  `alter table orders disable trigger user;
    insert into account (uid, login) values ('u1', 'u1');
    insert into legal_entity (entity_id, name, country) values ('e1', 'Seller', 'JP');
    insert into order_terms (order_no) values ('o1');
    insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, channel_code, created_at,
      expires_at) values ('o1', 1, 'u1', 'item', 'g', 100, 'stripe', now(), now())`,
)

const times = [`'-infinity'`, `now() - interval '1 second'`, 'now()', `now() + interval '1 second'`]
const times2 = (row: (first: string, second: string) => string): string[] =>
  times.flatMap((first) => times.map((second) => row(first, second)))
const quoted = (values: readonly (string | number)[]): string[] => values.map((value) => `'${value}'`)

const outboxStates = ['pending', 'unknown', 'confirmed', 'refused', 'failed', 'parked', 'held', 'cancelled', 'recall']
const outbox = (kind: string): { rows: string[]; lease: string; table: string } => ({
  table: 'outbox',
  rows: quoted(outboxStates).flatMap((state) =>
    times2(
      (run, lease) => `insert into outbox (outbox_id, kind, order_no, payload, state, proof, run_at, lease_until,
        created_at) values ('${kind === 'deliver' ? 'dlv_o1' : 'x'}', '${kind}', 'o1', '{}', ${state}, 'p', ${run}, ${lease}, now())`,
    ),
  ),
  lease: `select outbox_id from lease_outbox('${kind}', 10, 30)`,
})

/** For each job: the rows of its table, one of each kind, and the statement that takes the due ones. */
const queues: Record<DueJob, { rows: string[]; lease: string; table: string }> = {
  inbox: {
    table: 'inbox',
    rows: quoted(['new', 'done', 'parked']).flatMap((state) =>
      times.map(
        (run) => `insert into inbox (channel_code, event_id, kind, order_no, raw, state, run_at)
          values ('stripe', 'e', 'ignored', 'o1', '', ${state}, ${run})`,
      ),
    ),
    lease: 'select worked from settle_inbox(10)',
  },
  deliver: outbox('deliver'),
  refund: outbox('refund'),
  recall: outbox('recall'),
  letter: {
    table: 'order_letter',
    rows: ['null', 'now()'].flatMap((timeText) =>
      times.map(
        (lease) => `insert into order_letter (order_no, event, account_id, amount_cents, at, lease_until, written_at)
          values ('o1', 'paid', 1, 1, now(), ${lease}, ${timeText})`,
      ),
    ),
    lease: 'select order_no from lease_order_letters(10, 30)',
  },
  document: {
    table: 'document_due',
    rows: ['null', 'now()'].map(
      (doneAt) => `insert into document_due (order_no, entity_id, kind, source, gross_minor, tax_minor, at, done_at,
        mailed_at) values ('o1', 'e1', 'receipt', 'o1', 100, 0, now(), ${doneAt}, ${doneAt})`,
    ),
    lease: `select issue_documents('e1', 'receipt', array_agg(due_id), array_agg(''::bytea)) from documents_due(10)`,
  },
  document_mail: {
    table: 'document_due',
    rows: ['null', 'now()'].flatMap((mailed) =>
      times.map(
        (lease) => `insert into document_due (order_no, entity_id, kind, source, gross_minor, tax_minor, at, done_at,
          mailed_at, lease_until) values ('o1', 'e1', 'receipt', 'o1', 100, 0, now(), now(), ${mailed}, ${lease})`,
      ),
    ),
    lease: 'select due_id from lease_document_mails(10, 30)',
  },
  message: {
    table: 'message',
    rows: quoted(['pending', 'sent', 'failed']).flatMap((state) =>
      times2(
        (run, lease) => `insert into message (channel, target, kind, locale, body, state, run_at, give_up_at,
          lease_until, created_at) values ('email', 't', 'k', 'en-US', '', ${state}, ${run}, now(), ${lease}, now())`,
      ),
    ),
    lease: 'select message_id from lease_messages(10, 30)',
  },
  repair: {
    table: 'orders',
    rows: [1, 2, 3, 4, 5, 6].flatMap((status) =>
      ['null', ...times].flatMap((next) =>
        ['stripe', 'hcpoint'].flatMap((channel) =>
          [0, 100, 101, 102].map(
            (checks) => `insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents,
              channel_code, created_at, expires_at, status, next_check_at, checks) values ('o2', 1, 'u1', 'item', 'g',
              100, '${channel}', now(), now(), ${status}, ${next}, ${checks})`,
          ),
        ),
      ),
    ),
    lease: 'select order_no from lease_checks(10, 30)',
  },
  change: {
    table: 'desk.scheduled_change',
    rows: quoted(['waiting', 'done', 'conflict', 'failed', 'withdrawn']).flatMap((state) =>
      times.map(
        (at) => `insert into desk.scheduled_change (kind, target, patch, based_on, local_time, zone, at, state,
          planned_by) values ('channel', 'stripe', '{}', 1, now(), 'UTC', ${at}, ${state}, 'staff:1')`,
      ),
    ),
    lease: 'select state from apply_due_change()',
  },
}

const query = async <R extends Row>({ text }: { text: string }): Promise<R[]> => (await db.query<R>(text)).rows

/** With this row alone: whether the query calls the job due, and whether the job's own statement changes the row. */
async function probe(job: DueJob, row: string): Promise<{ due: boolean; others: DueJob[]; taken: boolean }> {
  const { table, lease } = queues[job]
  const all = `select to_jsonb(t) as row from ${table} t order by 1`
  await db.query('begin')
  try {
    await db.query(row)
    const jobs = await dueJobs(query)
    const before = (await db.query(all)).rows
    await db.query(lease)
    const after = (await db.query(all)).rows
    return {
      due: jobs.includes(job),
      others: jobs.filter((other) => other !== job),
      taken: JSON.stringify(before) !== JSON.stringify(after),
    }
  } finally {
    await db.query('rollback')
  }
}

describe('the rows that a count calls due', () => {
  it.each([
    'inbox',
    'deliver',
    'refund',
    'recall',
    'letter',
    'document',
    'document_mail',
    'message',
    'repair',
    'change',
  ] as const)('are exactly the rows that the worker of %s takes, in every state of a row', async (job) => {
    const wrong: string[] = []
    let due = 0
    for (const row of queues[job].rows) {
      const effect = await probe(job, row)
      if (effect.due) due++
      if (effect.due !== effect.taken || effect.others.length > 0) wrong.push(`${row} ${JSON.stringify(effect)}`)
    }
    expect(wrong).toEqual([])
    // The comparison proves something only if some rows are due and some are not.
    expect(due).toBeGreaterThan(0)
    expect(due).toBeLessThan(queues[job].rows.length)
  })
})
