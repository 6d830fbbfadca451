import { setTimeout as sleep } from 'node:timers/promises'
import type { Chore } from '../platform/scheduled-job.ts'
import type { Log } from '../platform/log.ts'
import type { Query } from '../platform/db.ts'

/** Days after which counts of visits, and support requests, are deleted; the longest pause between two looks. */
type Settings = { retentionDays: number; supportDays: number; lookMs: number }

/** A chore rests for this many times its duration, so it takes a hundredth of the time. */
const REST = 99
/** The interval at which a process looks for due work. */
const LOOK_MS = 5_000
/** After this time another process takes over the chore of a process that died or failed at it. */
const LEASE = '10 minutes'
/** The longest time that a stop waits for a chore. An unfinished chore runs again after its lease. */
const GOODBYE_MS = 3_000
const partitions = `select make_analytics_partitions(d, d + 7) from (select (now() at time zone 'UTC')::date) today (d)`

const sql =
  (q: Query, ...texts: string[]) =>
  async (): Promise<void> => {
    for (const text of texts) await q({ text })
  }

// Decision 176.
function choresOf(
  q: Query,
  log: Log,
  { retentionDays, supportDays }: Settings,
  compareBooks: () => Promise<void>,
): Record<string, Chore> {
  return {
    // A signature older than this is refused by its timestamp (five minutes either way).
    forget_signatures: {
      every: '5 minutes',
      after: '0',
      run: sql(
        q,
        `delete from game_signature where seen_at < now() - interval '11 minutes'`,
        `delete from analytics_seen where at < now() - interval '15 minutes'`,
      ),
    },
    cleanup: {
      every: '1 hour',
      after: '17 minutes',
      async run() {
        await q({ text: 'select drop_analytics_partitions($1)' }, [retentionDays])
        await q({ text: 'select drop_old_requests($1)' }, [supportDays])
        await sql(
          q,
          partitions,
          `delete from sign_in_failure where failed_at < now() - interval '1 day'`,
          `update support_request set address = '' where address <> '' and created_at < now() - interval '1 day'`,
          `update withdrawal set address = '' where address <> '' and stated_at < now() - interval '1 day'`,
          `delete from redeem_failure where failed_at < now() - interval '1 day'`,
          `delete from order_question where asked_at < now() - interval '1 day'`,
          `delete from verification_code where created_at < now() - interval '7 days'`,
          `delete from one_time_token where expires_at < now() - interval '1 day'`,
          `delete from oauth_state where created_at < now() - interval '1 day'`,
          `delete from desk.challenge where expires_at < now()`,
          `delete from desk.sso_state where expires_at < now()`,
          `delete from desk.staff_failure where at < now() - interval '1 day'`,
          `delete from desk.command where at < now() - interval '7 days'`,
          `delete from desk.import_job where made_at < now() - interval '7 days' and state <> 'running'`,
          `delete from outbox_try where at < now() - interval '90 days'`,
          `delete from gateway_question where at < now() - interval '90 days'`,
          `delete from message where state <> 'pending' and created_at < now() - interval '30 days'`,
          // A session begins before it ends, so the index of created_at finds the candidates.
          `delete from session where created_at < now() - interval '90 days'
            and coalesce(revoked_at, expires_at) < now() - interval '90 days'`,
          `select clear_bodies(now() - interval '90 days', 60)`,
        )()
      },
    },
    // The last hash of each day is logged, because a chain that was rewritten as a whole lacks it.
    anchor_audit: {
      every: '1 day',
      after: '7 minutes',
      async run() {
        const anchors = await q({ text: `select day::text, seq, encode(hash, 'hex') as hash from desk.anchor_audit()` })
        for (const anchor of anchors) log.warn(anchor, 'the audit of the desk ended a day with this hash')
        const faults = await q({ text: 'select broken, why from audit_fault()' })
        if (faults.length > 0)
          log.error({ rows: faults }, "the desk's audit was changed by hand: docs/runbooks/audit.md")
      },
    },
    // Plans follow the rules of their time zone, which an update of the database's system may change.
    move_plans: {
      every: '1 hour',
      after: '11 minutes',
      async run() {
        const moved = await q({ text: 'select change_id, kind, target, was, at from move_plans()' })
        for (const plan of moved) log.warn(plan, 'a planned change moved: its time zone has new rules')
      },
    },
    compare_books: { every: '1 day', after: '3 hours 41 minutes', run: compareBooks },
  }
}

/**
 * Scheduled work that no money depends on. It deletes outdated rows, but never rows of money. One process at a time
 * runs a due chore.
 */
export async function startHousekeeping(
  q: Query,
  log: Log,
  settings: Settings,
  compareBooks: () => Promise<void>,
  more: Readonly<Record<string, Chore>> = {},
  /** Runs once at the start, before the first chore. */
  first: () => Promise<void> = () => Promise.resolve(),
): Promise<{ stop(): Promise<void> }> {
  const chores = { ...choresOf(q, log, settings, compareBooks), ...more }
  const next = (every: string, after: string, from = 'now()'): string =>
    `date_bin(${every}::interval, ${from} - ${after}::interval, '2000-01-01Z') + ${every}::interval + ${after}::interval`
  const pauseMs = Math.min(LOOK_MS, settings.lookMs)
  const leaving = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()

  async function takeOne(): Promise<string | undefined> {
    const [dueChore] = await q<{ name: string }>(
      {
        text: `update chore set due_at = now() + interval '${LEASE}' where name = (
               select c.name from chore c where c.due_at <= now() and c.name = any($1)
                order by c.due_at limit 1 for update skip locked) returning name`,
      },
      [Object.keys(chores)],
    )
    return dueChore?.name
  }
  async function round(): Promise<void> {
    for (let name = await takeOne(); name !== undefined && !leaving.signal.aborted; name = await takeOne()) {
      const chore = chores[name]
      if (!chore) return
      const start = performance.now()
      await chore.run()
      const restSeconds = Math.min((REST * (performance.now() - start)) / 1000, chore.restsAtMost ?? 0)
      const rested = 'now() + make_interval(secs => $4)'
      await q({ text: `update chore set due_at = ${next('$2', '$3', rested)} where name = $1` }, [
        name,
        chore.every,
        chore.after,
        restSeconds,
      ])
    }
  }
  function look(): void {
    current = round()
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) log.warn({ err: error }, 'housekeeping failed; it will be tried again')
      })
      .then(() => {
        if (!leaving.signal.aborted) timer = setTimeout(look, pauseMs)
      })
  }
  await q({ text: partitions })
  const all = Object.entries(chores)
  await q(
    {
      text: `insert into chore (name, due_at) select name, ${next('every', 'after')}
               from unnest($1::text[], $2::text[], $3::text[]) c (name, every, after) on conflict do nothing`,
    },
    [all.map(([name]) => name), all.map(([, { every }]) => every), all.map(([, { after }]) => after)],
  )
  await first()
  look()
  return {
    async stop() {
      leaving.abort()
      clearTimeout(timer)
      await Promise.race([current, sleep(GOODBYE_MS, undefined, { ref: false })])
    },
  }
}
