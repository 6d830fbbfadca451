import { Logger, run, type Runner } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Log } from '../ctx.ts'

/** Work that no money depends on: rows that have served their time go. Money rows never do. */
export async function startHousekeeping(pool: Pool, log: Log, settings: { retentionDays: number }, compareBooks: () => Promise<void>): Promise<Runner> {
  const partitions = `select make_analytics_partitions((now() at time zone 'UTC')::date, (now() at time zone 'UTC')::date + 7)`
  await pool.query(partitions)
  return await run({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true,
    pollInterval: 60_000,
    crontab: '17 * * * * cleanup ?max=1\n*/5 * * * * forget_signatures ?max=1\n41 3 * * * compare_books ?max=3',
    logger: new Logger(() => (level, message) => { if (level === 'error' || level === 'warning') log.warn({ from: 'graphile-worker' }, message) }),
    taskList: {
      // One process of all does it, once a night.
      async compare_books() { await compareBooks() },
      // A signature older than this is refused by its timestamp (five minutes either way).
      async forget_signatures(_payload, helpers) {
        await helpers.query(`delete from game_signature where seen_at < now() - interval '11 minutes'`)
        await helpers.query(`delete from analytics_seen where at < now() - interval '15 minutes'`)
      },
      async cleanup(_payload, helpers) {
        await helpers.query(`delete from sign_in_failure where failed_at < now() - interval '1 day'`)
        await helpers.query(partitions)
        await helpers.query('select drop_analytics_partitions($1)', [settings.retentionDays])
        await helpers.query(`delete from redeem_failure where failed_at < now() - interval '1 day'`)
        await helpers.query(`delete from order_question where asked_at < now() - interval '1 day'`)
        await helpers.query(`delete from verification_code where created_at < now() - interval '7 days'`)
        await helpers.query(`delete from one_time_token where expires_at < now() - interval '1 day'`)
        await helpers.query(`delete from oauth_state where created_at < now() - interval '1 day'`)
        await helpers.query(`delete from message where state <> 'pending' and created_at < now() - interval '30 days'`)
        await helpers.query(`delete from session where coalesce(revoked_at, expires_at) < now() - interval '90 days'`)
        await helpers.query(`update inbox set raw = '' where state = 'done' and raw <> '' and received_at < now() - interval '90 days'`)
      },
    },
  })
}
