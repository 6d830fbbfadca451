import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../platform/embedded-postgres.ts'

/** One PostgreSQL server for a whole test run; each test file makes a database of its own in it. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.HC_TEST_PG) return () => Promise.resolve()
  const dir = await mkdtemp(join(tmpdir(), 'hc-test-'))
  const embedded = await startEmbedded(dir, { fsync: false })
  process.env.HC_TEST_PG = embedded.url
  return async () => {
    await embedded.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
