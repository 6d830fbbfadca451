import type { Chore } from '../../platform/scheduled-job.ts'
import type { Log } from '../../platform/log.ts'
import type { Query } from '../../platform/db.ts'

/** Days whose digests one round writes: a shop with years of history has all of its days after some hours. */
const DAYS_AT_ONCE = 31

/** Work for the proof of backups: the digests of each finished day, and deletions that a restore has to repeat. */
export const backupChores = ({ q, log }: { q: Query; log: Log }): Record<string, Chore> => ({
  write_digests: {
    every: '1 hour',
    after: '14 minutes',
    async run() {
      // A day a statement, for a statement has its time.
      for (let day = 0; day < DAYS_AT_ONCE; day++) {
        const [row] = await q<{ n: number }>({ text: 'select desk.write_day_digests(1) as n' })
        if (row?.n !== 1) return
      }
    },
  },
  forget_again: {
    every: '1 hour',
    after: '29 minutes',
    async run() {
      const [row] = await q<{ n: number }>({ text: 'select forget_due() as n' })
      if (row && row.n > 0) log.warn({ n: row.n }, 'deleted players whom a restore brought back wait for their orders')
    },
  },
})
