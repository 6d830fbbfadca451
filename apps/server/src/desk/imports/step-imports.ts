import { STEP_ROWS } from '@hc/contract/desk/imports'
import { deskTransaction } from '../../http/desk/transaction.ts'
import type { Database } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { repeat } from '../../platform/repeat.ts'

/** How long an import waits for its first step at most; the further ones follow at once. */
const LOOK_MS = 3_000
/** All that a desk at rest asks for imports; a step has a transaction. */
const DUE_IMPORTS = {
  name: 'imports-due',
  text: `select exists (select from desk.import_job where state = 'running') as due`,
}

/**
 * Imports that are too large for one transaction, step by step, in each process of the desk: a job's row is taken by
 * one of them. What a process that died had not committed is done by the next look.
 */
export function watchImports(
  db: Pick<Database, 'pool' | 'query'>,
  log: Log,
  lookMs: number,
): { stop(): Promise<void> } {
  return repeat(
    async (stopped) => {
      const [look] = await db.query<{ due: boolean }>(DUE_IMPORTS)
      if (!look?.due) return
      for (;;) {
        const [row] = await deskTransaction(db, null, (q) =>
          q<{ more: boolean }>({ text: 'select desk.step_import($1) as more' }, [STEP_ROWS]),
        )
        if (!row?.more || stopped()) return
      }
    },
    Math.min(LOOK_MS, lookMs),
    (error) => log.warn({ err: error }, 'a step of an import failed; it will be tried again'),
  )
}
