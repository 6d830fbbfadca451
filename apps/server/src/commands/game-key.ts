import { addGameKey, gameKeySeal, listGameKeys, revokeGameKey } from '../modules/game/game-keys.ts'
import type { Database } from '../platform/db.ts'
import { command, Refusal } from './command.ts'

/**
 * `npm run game-key -- list | add [id] | revoke <id>`: the game's keys, in the database of the running shop and with
 * its settings.
 */
const usage = 'npm run game-key -- list | add [id] | revoke <id>'

const time = (at: Date | null): string => (at ? at.toISOString().slice(0, 19).replace('T', ' ') : 'never')

async function list({ query }: Database): Promise<string> {
  const rows = await listGameKeys(query)
  return (
    rows
      .map(
        (row) =>
          `${row.key_id.padEnd(24)} ${row.revoked_at ? `revoked ${time(row.revoked_at)}` : 'live'.padEnd(27)}  made ${time(row.created_at)}  last used ${time(row.last_used_at)}`,
      )
      .join('\n') || 'no keys'
  )
}

async function add({ query }: Database, secrets: readonly string[], id?: string): Promise<string> {
  if (id !== undefined && !/^[\w.-]{1,64}$/.test(id))
    throw new Refusal("a key's id has 1 to 64 letters, digits, dots, dashes or underscores")
  const made = await addGameKey(query, gameKeySeal(secrets), id)
  if ('refusal' in made)
    throw new Refusal(
      made.refusal === 'two_live'
        ? 'two keys are already active: revoke one first'
        : `the id ${id} was used before; choose another`,
    )
  return `key id      ${made.keyId}\nkey secret  ${made.secret}\nThe secret is shown this once. Give it to the game, then revoke the old key.`
}

async function revoke({ query }: Database, id: string): Promise<string> {
  if (!(await revokeGameKey(query, id))) throw new Refusal(`no active key ${id}`)
  return `${id} is revoked.`
}

await command(async ({ db, config, args: [task = 'list', id] }) => {
  switch (task) {
    case 'list':
      return { ok: true, text: await list(db) }
    case 'add':
      return { ok: true, text: await add(db, config.sessionSecrets, id) }
    case 'revoke':
      if (id) return { ok: true, text: await revoke(db, id) }
  }
  throw new Refusal(usage)
}, usage)
