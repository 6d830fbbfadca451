import { generateKeyPairSync } from 'node:crypto'
import { publicBytes, publicText } from '@hc/channels/ed25519'
import {
  addGameKey,
  addGamePublicKey,
  gameKeySeal,
  listGameKeys,
  newKeyId,
  revokeGameKey,
} from '../shop/game/game-keys.ts'
import type { Database } from '../platform/db.ts'
import { command, Refusal } from './command.ts'

/**
 * `npm run hc -- game-key`: manages the game's keys in the database of the running shop, with its settings. With a
 * public key (`whpk_…`) the game signs with ed25519, and the shop holds no secret. `pair` makes a key pair and stores
 * neither half.
 */
const usage = 'npm run hc -- game-key list | add [id] [whpk_…] | revoke <id> | pair'

const time = (at: Date | null): string => (at ? at.toISOString().slice(0, 19).replace('T', ' ') : 'never')

async function list({ query }: Database): Promise<string> {
  const rows = await listGameKeys(query)
  return (
    rows
      .map(
        (row) =>
          `${row.key_id.padEnd(24)} ${row.revoked_at ? `revoked ${time(row.revoked_at)}` : 'live'.padEnd(27)}  made ${time(row.created_at)}  last used ${time(row.last_used_at)}${row.ed25519 ? '  ed25519' : ''}`,
      )
      .join('\n') || 'no keys'
  )
}

async function add({ query }: Database, secrets: readonly string[], keyArgs: readonly string[]): Promise<string> {
  const text = keyArgs.find((arg) => arg.startsWith('whpk_'))
  const [id, more] = keyArgs.filter((arg) => arg !== text)
  if (more !== undefined) throw new Refusal(usage)
  if (id !== undefined && !/^[\w.-]{1,64}$/.test(id))
    throw new Refusal("a key's id has 1 to 64 letters, digits, dots, dashes or underscores")
  const bytes = text === undefined ? undefined : publicBytes(text)
  if (text !== undefined && !bytes) throw new Refusal('a public key is whpk_ and the Base64 of 32 bytes')
  const key = bytes
    ? await addGamePublicKey(query, bytes, id ?? newKeyId())
    : await addGameKey(query, gameKeySeal(secrets), id)
  if ('refusal' in key)
    throw new Refusal(
      key.refusal === 'two_live'
        ? 'two keys are already active: revoke one first'
        : `the id ${id} was used before; choose another`,
    )
  if ('secret' in key && typeof key.secret === 'string')
    return `key id      ${key.keyId}\nkey secret  ${key.secret}\nThe secret is shown this once. Give it to the game, then revoke the old key.`
  return `key id      ${key.keyId}\nThe game signs with the private half of ${text} under this id. Then revoke the old key.`
}

async function revoke({ query }: Database, id: string): Promise<string> {
  if (!(await revokeGameKey(query, id))) throw new Refusal(`no active key ${id}`)
  return `${id} is revoked.`
}

/** Both halves of a new ed25519 key in the notation of Standard Webhooks. */
function pair(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const keyBytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return `private  whsk_${Buffer.concat([seed, keyBytes]).toString('base64')}\npublic   ${publicText(keyBytes)}\nGive the private half to the signer alone: the shop stores neither half.`
}

await command(async ({ db, config, args: [task = 'list', ...rest] }) => {
  switch (task) {
    case 'list':
      return { ok: true, text: await list(db) }
    case 'add':
      return { ok: true, text: await add(db, config.sessionSecrets, rest) }
    case 'revoke':
      if (rest[0]) return { ok: true, text: await revoke(db, rest[0]) }
      break
    case 'pair':
      return { ok: true, text: pair() }
  }
  throw new Refusal(usage)
}, usage)
