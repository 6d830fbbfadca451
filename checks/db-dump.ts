import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import setup from '../apps/server/testing/shared-postgres.ts'
import { dumpPromises, dumpSchema } from '../apps/server/testing/schema-dump.ts'
import { landed, release } from '../proof/versions/release.ts'

/**
 * Writes apps/server/schema.sql: what all migrations together make, for review. With `--release`, when another version
 * has landed (proof/versions/release.ts), also
 * apps/server/signatures.txt: what that version's processes ask of the database, which this one must go on giving.
 */
const server = new URL('../apps/server/', import.meta.url)
const end = await setup()
try {
  await writeFile(new URL('schema.sql', server), await dumpSchema())
  if (process.argv.includes('--release')) {
    const lines = await dumpPromises(pathToFileURL(`${landed()}/apps/server/migrations/`))
    await writeFile(
      new URL('signatures.txt', server),
      `# What the processes of ${release.slice(0, 7)} ask of the database; written by npm run db:dump -- --release.\n${lines.join('\n')}\n`,
    )
  }
} finally {
  await end()
}
