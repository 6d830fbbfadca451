import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { checksumsOf, loadBuild, sqlFolder } from '../apps/server/src/platform/build.ts'
import { sharedPostgres } from '../apps/server/testing/shared-postgres.ts'
import { dumpPromises, dumpSchema } from '../apps/server/testing/schema-dump.ts'
import { landed, release } from '../proof/versions/release.ts'

/**
 * Writes what follows from apps/server/sql/migrations and apps/server/sql/functions: `checksums.txt`, and `schema.sql`,
 * for review. With `--release`, when another version has landed (proof/versions/release.ts), also
 * `signatures.previous.txt`: what that version's processes ask of the database, which this one must go on giving.
 */
const checksums = new URL('checksums.txt', sqlFolder)
const written = await readFile(checksums, 'utf8').catch(() => '')
await writeFile(checksums, checksumsOf(await loadBuild(), written))
const end = await sharedPostgres()
try {
  await writeFile(new URL('schema.sql', sqlFolder), await dumpSchema())
  if (process.argv.includes('--release')) {
    const lines = await dumpPromises(pathToFileURL(`${landed()}/apps/server/sql/`))
    await writeFile(
      new URL('signatures.previous.txt', sqlFolder),
      `# What the processes of ${release.slice(0, 7)} ask of the database; written by npm run db:dump -- --release.\n` +
        `${lines.join('\n')}\n`,
    )
  }
} finally {
  await end()
}
