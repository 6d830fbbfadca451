import { ConfigError } from '../src/config/error.ts'
import type { Log } from '../src/platform/log.ts'
import type { Query } from '../src/platform/db.ts'

/**
 * Where this database had the demo, what everybody knows of it is of no use any more. One line says so, the first time.
 * @throws ConfigError where it has the demo's history: its books cannot forget orders that nobody placed
 */
export async function endDemo(q: Query, log: Log): Promise<void> {
  const [history] = await q<{ yes: boolean }>({ text: 'select has_demo_history() as yes' })
  if (history?.yes)
    throw new ConfigError(
      "DEMO: this database has the demo's history, whose orders its books cannot forget; a real shop needs a fresh " +
        'database (DATABASE_URL, or another DATA_DIR)',
    )
  const [row] = await q<{ ended: string[] }>({ text: 'select end_demo() as ended' })
  if (!row || row.ended.length === 0) return
  log.warn(
    { accounts: row.ended },
    'this database had the demo: its accounts, their sessions and points, its game key and its redeem code ' +
      'are of no use any more; ' +
      'its products, articles and rebate are still there, its open deliveries wait for an operator',
  )
}
