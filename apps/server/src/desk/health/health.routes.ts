import type { DeskResult } from '@hc/contract/desk/calls'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'
import { readHealth } from './facts.ts'
import { healthOf } from './health.ts'
import type { House } from './installation.ts'

type Process = DeskResult<'health/read'>['processes'][number]

/** Health of the shop and of its installation. */
export function healthRoutes(register: DeskRegister, channels: ReadonlySet<string>, house: House): void {
  register('health/read', async (_body, { q }) => ({
    ...healthOf(await readHealth(q, channels, house)),
    processes: await q<Process>({
      text: `select role, version, extract(epoch from started_at)::int as started_at,
          extract(epoch from seen_at)::int as seen_at, clock_ms from desk.process
        where seen_at > now() - interval '1 hour' order by role, started_at`,
    }),
  }))
  const askWorker =
    (chore: string) =>
    async (q: Query): Promise<Record<string, never>> => {
      await q({ text: 'update chore set due_at = now() where name = $1' }, [chore])
      await q({ text: `select desk.note('chore', $1)` }, [chore])
      return {}
    }
  register('health/doctor', (_body, { q }) => askWorker('doctor')(q))
  register('health/reconcile', (_body, { q }) => askWorker('compare_books')(q))
}
