import type pg from 'pg'

/** The writes of one operation: bytes of WAL without full-page images, and entries of B-trees. */
export type WalUse = { bytes: number; inserts: number }

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** Reads the WAL from now on; `written` tells how much an operation wrote, of `count` that were done since. */
export async function openWal(db: pg.Pool): Promise<{ written(count: number): Promise<WalUse> }> {
  await db.query('create extension if not exists pg_walinspect')
  // Statistics of autovacuum would count as an operation's writes.
  await db.query('alter system set autovacuum = off')
  await db.query('select pg_reload_conf()')
  const now = async (): Promise<string> => {
    // The end of the WAL can be read once it is on disk: a commit puts it there.
    await db.query('create table if not exists bench_wal (n int); insert into bench_wal values (1)')
    const { rows } = await db.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn')
    return rows[0]?.lsn ?? '0/0'
  }
  const from = await now()
  return {
    async written(count) {
      const { rows } = await db.query<WalUse>(
        // Full-page images depend on the last checkpoint, so they do not count.
        `select coalesce(sum(record_size), 0)::float8 as bytes,
                coalesce(sum(count) filter (where "resource_manager/record_type" like 'Btree/INSERT%'), 0)::float8
                  as inserts
           from pg_get_wal_stats($1, $2, true)`,
        [from, await now()],
      )
      const { bytes = 0, inserts = 0 } = rows[0] ?? {}
      return { bytes: bytes / count, inserts: inserts / count }
    },
  }
}
