import type { Log } from '../src/platform/log.ts'
import type { Query } from '../src/platform/db.ts'

/**
 * Where this database had the demo, what everybody knows of it is of no use any more. One line says so, the first time.
 */
export async function endDemo(q: Query, log: Log): Promise<void> {
  const [row] = await q<{ ended: string[] }>({ text: 'select end_demo() as ended' })
  if (!row || row.ended.length === 0) return
  log.warn(
    { accounts: row.ended },
    'this database had the demo: its accounts, their sessions and points, its game key and its redeem code ' +
      'are of no use any more; ' +
      'its products, articles and rebate are still there, its open deliveries wait for an operator',
  )
}
