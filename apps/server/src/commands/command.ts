import { errorCode } from '../platform/error-code.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Settings as Config, readConfig } from '../config/config.ts'
import { type Database, openDatabase } from '../platform/db.ts'

/** An error for the operator; nothing was done. */
export class Refusal extends Error {}

/**
 * Opens the shop's database: DATABASE_DIRECT_URL, DATABASE_URL, or the embedded one while the shop runs. @throws
 * Refusal
 */
function shopDatabase(config: Config): Database {
  let url = config.directUrl ?? config.databaseUrl
  if (!url) {
    try {
      url = readFileSync(join(config.dataDir, 'database-url'), 'utf8').trim()
    } catch {
      throw new Refusal(`no database in DATA_DIR ${config.dataDir}: start the shop first, or set DATABASE_URL`)
    }
  }
  return openDatabase(url, { max: 2, onError: () => undefined, pooled: config.pooled && config.directUrl === null })
}

/** Texts name commands as a clone has them; the command line of a release is `hc`. */
const asCalled = (text: string): string =>
  process.env.HC_COMMAND === 'hc' ? text.replaceAll('npm run hc -- ', 'hc ').replaceAll('[-- --', '[--') : text

/**
 * Runs an operator's command against the shop's database with the shop's settings. It prints `text`. The exit code is 0
 * if `ok`, 2 for a Refusal, otherwise 1. `--help` prints the usage without a database.
 */
export async function command(
  run: (shop: { db: Database; config: Config; args: string[] }) => Promise<{ text: string; ok: boolean }>,
  usage: string,
): Promise<void> {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(`${asCalled(usage)}\n`)
    return
  }
  let db: Database | undefined
  try {
    const config = readConfig(process.env)
    db = shopDatabase(config)
    const { text, ok } = await run({ db, config, args: process.argv.slice(2) })
    process.stdout.write(`${asCalled(text)}\n`)
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    const away = errorCode(error) === 'ECONNREFUSED'
    process.stderr.write(
      `${away ? 'cannot reach the database. Is the shop running?' : asCalled(error instanceof Error ? error.message : String(error))}\n`,
    )
    process.exitCode = error instanceof Refusal ? 2 : 1
  } finally {
    await db?.end()
  }
}
