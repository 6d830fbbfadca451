import { readFile, writeFile } from 'node:fs/promises'
import { checksumsOf, loadBuild, sqlFolder } from '../../apps/server/src/platform/build.ts'
import { sharedPostgres } from '../kit/shared-postgres.ts'
import { dumpSchema } from '../kit/schema-dump.ts'

/**
 * Writes what follows from apps/server/sql/migrations and apps/server/sql/functions: `checksums.txt`, and `schema.sql`,
 * for review.
 */
const checksums = new URL('checksums.txt', sqlFolder)
const formerText = await readFile(checksums, 'utf8').catch(() => '')
await writeFile(checksums, checksumsOf(await loadBuild(), formerText))
const end = await sharedPostgres()
try {
  await writeFile(new URL('schema.sql', sqlFolder), await dumpSchema())
} finally {
  await end()
}
