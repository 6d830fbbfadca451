import { randomBytes } from 'node:crypto'
import { ed25519Public } from '@hc/channels/ed25519'
import type { Log } from '../../platform/log.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Query } from '../../platform/db.ts'
import { createSeal, type Seal } from '../../platform/seal.ts'
import type { Refusal } from '../../sql-refusals.ts'
import type { GameKey } from './signature.ts'

/** How long a process caches the keys. A change in any process drops them at once through the bus. */
const CACHE_MS = 800
const USED_EVERY_MS = 60_000

export const gameKeySeal = (sessionSecrets: readonly string[]): Seal => createSeal(sessionSecrets, 'game-key')

export type GameKeys = {
  /** The verification key of a live key. */
  keyOf(keyId: string): Promise<GameKey | undefined>
  /** Records, about once a minute, that a key is in use. */
  used(keyId: string): Promise<void>
}

/** @param demo true if the demo's key, whose secret everybody knows, is valid. */
export function createGameKeys(q: Query, bus: Bus, seal: Seal, log: Log, nowMs: () => number, demo: boolean): GameKeys {
  let cached: { keys: Map<string, GameKey>; until: number } | undefined
  let loading: Promise<Map<string, GameKey>> | undefined
  const noted = new Map<string, number>()
  const unreadable = new Set<string>()
  bus.on('game-key', () => {
    cached = undefined
    loading = undefined
  })

  async function load(): Promise<Map<string, GameKey>> {
    const rows = await q<{ key_id: string; sealed: Buffer; public_key: Buffer | null }>(
      {
        name: 'game-keys',
        text: `select key_id, sealed, public_key from game_key
          where revoked_at is null and (key_id <> 'demo-key' or $1)`,
      },
      [demo],
    )
    const keys = new Map<string, GameKey>()
    for (const { key_id, sealed, public_key } of rows) {
      try {
        keys.set(key_id, public_key ? { publicKey: ed25519Public(public_key) } : { secret: seal.open(sealed) })
      } catch {
        if (!unreadable.has(key_id))
          log.error(
            { key: key_id },
            'a game key is sealed with a secret that SESSION_SECRET does not list; add a new key',
          )
        unreadable.add(key_id)
      }
    }
    return keys
  }
  async function current(): Promise<Map<string, GameKey>> {
    if (cached && cached.until > nowMs()) return cached.keys
    const ownLoad = (loading ??= load())
    try {
      const keys = await ownLoad
      // If the keys changed meanwhile, the bus has discarded this load, so it must not be cached.
      if (loading === ownLoad) cached = { keys, until: nowMs() + CACHE_MS }
      return keys
    } finally {
      if (loading === ownLoad) loading = undefined
    }
  }
  return {
    keyOf: async (keyId) => (await current()).get(keyId),
    async used(keyId) {
      if ((noted.get(keyId) ?? 0) > nowMs() - USED_EVERY_MS) return
      noted.set(keyId, nowMs())
      await q({ name: 'game-key-used', text: 'update game_key set last_used_at = app_now() where key_id = $1' }, [
        keyId,
      ])
    },
  }
}

export type GameKeyRow = {
  key_id: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  ed25519: boolean
}

export const listGameKeys = (q: Query): Promise<GameKeyRow[]> =>
  q<GameKeyRow>({
    text: `select key_id, created_at, last_used_at, revoked_at, public_key is not null as ed25519 from game_key
      order by created_at, key_id`,
  })

export const newKeyId = (): string => `key-${randomBytes(4).toString('hex')}`

/** A new key before it is stored: its secret, and the sealed form for the database. */
export function newGameKey(seal: Seal, keyId = newKeyId()): { keyId: string; secret: string; sealed: Buffer } {
  const secret = `hcg_${randomBytes(32).toString('base64url')}`
  return { keyId, secret, sealed: seal.close(secret) }
}

/** Adds a key whose secret is returned only here; or returns the refusal. */
export async function addGameKey(
  q: Query,
  seal: Seal,
  id?: string,
): Promise<{ keyId: string; secret: string } | { refusal: Refusal<'add_game_key'> }> {
  const { keyId, secret, sealed } = newGameKey(seal, id)
  const [row] = await q<{ refusal: Refusal<'add_game_key'> | null }>(
    { text: 'select refusal from add_game_key($1, $2)' },
    [keyId, sealed],
  )
  return row?.refusal ? { refusal: row.refusal } : { keyId, secret }
}

/** Adds an ed25519 key, of which only the game has the private half. */
export async function addGamePublicKey(
  q: Query,
  publicKey: Buffer,
  keyId = newKeyId(),
): Promise<{ keyId: string } | { refusal: Refusal<'add_game_public_key'> }> {
  const [row] = await q<{ refusal: Refusal<'add_game_public_key'> | null }>(
    { text: 'select refusal from add_game_public_key($1, $2)' },
    [keyId, publicKey],
  )
  return row?.refusal ? { refusal: row.refusal } : { keyId }
}

export async function revokeGameKey(q: Query, keyId: string): Promise<boolean> {
  const [row] = await q<{ revoked: boolean }>({ text: 'select revoked from revoke_game_key($1)' }, [keyId])
  return row?.revoked === true
}
