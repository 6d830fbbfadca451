import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import setup from '../apps/server/src/testing/shared-postgres.ts'
import { dumpSchema } from '../apps/server/src/testing/schema-dump.ts'

/** Writes apps/server/schema.sql: what all migrations together make, for review. */
const end = await setup()
try {
  await writeFile(fileURLToPath(new URL('../apps/server/schema.sql', import.meta.url)), await dumpSchema())
} finally { await end() }
