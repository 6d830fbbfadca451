import { timeIdFloor } from '@hc/domain/order-no'
import type { Log } from '../../platform/log.ts'
import type { Query, Row } from '../../platform/db.ts'
import { calling } from './waiting.ts'

/**
 * The doctor's checks over what moved lately, cheap enough for every minute. `$1` is an order number of some time ago,
 * `$2` the last journal that was looked at: both are ranges of an index. A violation is an error in the log and a
 * metric, for somebody to be called.
 */
const checks: readonly { name: string; sql: string; say?: string }[] = [
  {
    name: 'journals sum to zero',
    sql: `select e.journal_id from ledger_entry e where e.journal_id > $2 group by e.journal_id, e.unit
      having sum(e.amount) <> 0`,
  },
  {
    name: 'balances are the sum of their entries',
    sql: `
    select a.ledger_account_id from ledger_account a join (select distinct ledger_account_id from ledger_entry
    where journal_id > $2 and ledger_account_id >= 1000 limit 500) touched using (ledger_account_id)
     where a.balance <> (select coalesce(sum(e.amount), 0) from ledger_entry e
                           where e.ledger_account_id = a.ledger_account_id and e.ledger_account_id >= 1000)`,
  },
  {
    name: 'paid items have one delivery, unpaid ones none',
    sql: `
    select o.order_no from orders o left join outbox b on b.outbox_id = 'dlv_' || o.order_no
    where o.order_no >= $1
     group by o.order_no, o.paid_cents, o.order_type
    having count(b.outbox_id) <> case when o.paid_cents > 0 and o.order_type = 'item' then 1 else 0 end`,
  },
  {
    name: 'delivered is paid and proved',
    sql: `
    select b.outbox_id from outbox b left join orders o using (order_no) where b.outbox_id >= 'dlv_' || $1
    and b.kind = 'deliver' and b.state = 'confirmed' and b.order_no !~ '^(RDM|RBT)'
       and (b.proof is null or o.paid_cents is null or o.paid_cents = 0)`,
  },
  {
    name: 'paid orders have one applied capture',
    sql: `
    select o.order_no from orders o left join capture c on c.order_no = o.order_no and c.outcome = 'applied'
    where o.order_no >= $1
     group by o.order_no, o.paid_cents having count(c.txn) <> case when o.paid_cents > 0 then 1 else 0 end`,
  },
  {
    name: 'paid orders are booked once',
    sql: `
    select o.order_no from orders o left join ledger_journal j on j.order_no = o.order_no
    and j.reason in ('sale', 'top_up', 'purchase') where o.order_no >= $1
     group by o.order_no, o.paid_cents having count(j.journal_id) <> case when o.paid_cents > 0 then 1 else 0 end`,
  },
  {
    name: 'refunds reached the player',
    say: 'a refund failed at the gateway, the player has not been paid: docs/runbooks/failed-refund.md',
    sql: calling,
  },
]

/** The number of the watch's checks, including the audit's chain. */
export const WATCHED = checks.length + 1

/** Most orders are made, paid and delivered in this time. */
const NEAR_MS = 600_000
/** Every so many rounds, and as long as a check does not hold, the orders of an hour are looked at. Decision 553. */
const FAR_MS = 3_600_000
const FAR_ROUNDS = 10
/** How many journals before the newest one a process looks at when it starts. */
const START_BACK = 5_000

const AUDIT = "the desk's audit is one chain"

export type Watch = { round(): Promise<number> }

export function createWatch(
  q: Query,
  now: () => number,
  log: Log,
  report: (name: string, rows: number) => void,
): Watch {
  let lastLine: number | undefined
  let rounds = 0
  /** The checks that did not hold at the last look. */
  const failing = new Set<string>()
  /** The audit's line that the next look begins at. */
  let auditFrom: number | undefined

  /** Walks what the audit's chain got since the last look; the doctor walks the whole, once a night. */
  async function auditFaults(): Promise<Row[]> {
    const [end] = await q<{ n: number }>({ name: 'audit-end', text: 'select audit_end() as n' })
    const last = end?.n ?? 0
    const rows = await q({ text: 'select broken, why from audit_fault($1)' }, [
      auditFrom ?? Math.max(1, last - START_BACK),
    ])
    // The line that was last must be there at the next look, too.
    if (rows.length === 0) auditFrom = last + 1
    return rows
  }
  return {
    /** Gives how many checks are broken. */
    async round() {
      const [last] = await q<{ id: number }>({
        name: 'last-journal',
        text: 'select coalesce(max(journal_id), 0) as id from ledger_journal',
      })
      const newest = last?.id ?? 0
      const from = lastLine ?? Math.max(0, newest - START_BACK)
      const far = rounds++ % FAR_ROUNDS === 0
      let count = 0
      for (const { name, sql, say } of checks) {
        const back = far || failing.has(name) ? FAR_MS : NEAR_MS
        // Both parameters are named, whichever the check uses.
        const rows = await q(
          { text: `select * from (${sql}) broken where $1::text is not null and $2::bigint is not null limit 5` },
          [timeIdFloor(now() - back), from],
        )
        report(name, rows.length)
        if (rows.length === 0) {
          failing.delete(name)
          continue
        }
        failing.add(name)
        count++
        log.error({ check: name, rows }, say ?? 'the books are wrong: run the doctor')
      }
      const faults = await auditFaults()
      report(AUDIT, faults.length)
      if (faults.length > 0) {
        count++
        log.error({ check: AUDIT, rows: faults }, "the desk's audit was changed by hand: docs/runbooks/audit.md")
      }
      // A late commit may have an earlier number, so each round looks back a little.
      lastLine = Math.max(0, newest - 200)
      return count
    },
  }
}
