import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { readConfig } from '../apps/server/src/config.ts'
import { addGameKey, gameKeySeal, listGameKeys, revokeGameKey } from '../apps/server/src/modules/game/game-keys.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/db.ts'

/** `npm run game-key -- list | add [id] | revoke <id>`: the game's keys, in the database of the running shop and with its settings. */
const usage = 'npm run game-key -- list | add [id] | revoke <id>'

class Refused extends Error {}

function database(): { db: Database; secrets: readonly string[] } {
  const config = readConfig(process.env)
  let url = config.databaseUrl
  if (!url) {
    try { url = readFileSync(join(config.dataDir, 'database-url'), 'utf8').trim() } catch {
      throw new Refused(`no database in DATA_DIR ${config.dataDir}: start the shop first, or set DATABASE_URL`)
    }
  }
  return { db: openDatabase(url, { max: 2, onError: () => undefined }), secrets: config.sessionSecrets }
}

const time = (at: Date | null): string => at ? at.toISOString().slice(0, 19).replace('T', ' ') : 'never'

async function list({ query }: Database): Promise<string> {
  const rows = await listGameKeys(query)
  return rows.map((row) => `${row.key_id.padEnd(24)} ${row.revoked_at ? `revoked ${time(row.revoked_at)}` : 'live'.padEnd(27)}  made ${time(row.created_at)}  last used ${time(row.last_used_at)}`).join('\n') || 'no keys'
}

async function add({ query }: Database, secrets: readonly string[], id: string): Promise<string> {
  if (!/^[\w.-]{1,64}$/.test(id)) throw new Refused('a key\'s id has 1 to 64 letters, digits, dots, dashes or underscores')
  const made = await addGameKey(query, gameKeySeal(secrets), id)
  if ('refusal' in made) throw new Refused(made.refusal === 'two_live' ? 'two keys live already: revoke one first' : `the id ${id} was used before; choose another`)
  return `key id      ${id}\nkey secret  ${made.secret}\nThe secret is shown this once. Give it to the game, then revoke the old key.`
}

async function revoke({ query }: Database, id: string): Promise<string> {
  if (!await revokeGameKey(query, id)) throw new Refused(`no living key ${id}`)
  return `${id} is revoked.`
}

let db: Database | undefined
try {
  const [task = 'list', id] = process.argv.slice(2)
  if (!['list', 'add', 'revoke'].includes(task) || (task === 'revoke' && !id)) throw new Refused(usage)
  const opened = database()
  db = opened.db
  const text = task === 'list' ? await list(db) : task === 'add' ? await add(db, opened.secrets, id ?? `key-${randomBytes(4).toString('hex')}`) : await revoke(db, id ?? '')
  process.stdout.write(`${text}\n`)
} catch (error) {
  const away = (error as { code?: string }).code === 'ECONNREFUSED'
  process.stderr.write(`${away ? 'the database does not answer: is the shop running?' : error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await db?.end()
}
