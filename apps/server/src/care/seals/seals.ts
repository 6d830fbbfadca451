import { createHash } from 'node:crypto'
import type { Query } from '../../platform/db.ts'
import { FORMER_KEY, formerKeyRows } from '../../platform/former-keys.ts'
import type { Chore } from '../../platform/scheduled-job.ts'
import { createSeal, keyFor, type Seal } from '../../platform/seal.ts'

/**
 * What the database keeps sealed for longer than an hour, so that an old SESSION_SECRET can be dropped once nothing
 * needs it. Decision 735.
 */
type Kind = {
  /** As the operator reads it. */
  name: string
  purpose: string
  /** Rows with `id` and `sealed`, of which `id` is greater than $1, in the order of `id`, at most $2. */
  rows: string
  /** Replaces $2 by $3 in row $1, if nobody changed it meanwhile. Without it the rows go by themselves. */
  replace?: string
}

const kinds: readonly Kind[] = [
  {
    name: "the game's keys",
    purpose: 'game-key',
    rows: `select key_id as id, sealed from game_key where public_key is null and key_id > $1 order by key_id limit $2`,
    replace: 'update game_key set sealed = $3 where key_id = $1 and sealed = $2',
  },
  {
    name: 'authenticator apps of the desk',
    purpose: 'desk totp',
    rows: `select lpad(staff_id::text, 20, '0') as id, secret as sealed from desk.staff_totp
      where secret is not null and lpad(staff_id::text, 20, '0') > $1 order by 1 limit $2`,
    replace: 'update desk.staff_totp set secret = $3 where staff_id = $1::bigint and secret = $2',
  },
  {
    name: 'the key that signs promotion files',
    purpose: 'promotion',
    rows: `select public as id, sealed from desk.promotion_key where public > $1 order by public limit $2`,
    replace: 'update desk.promotion_key set sealed = $3 where public = $1 and sealed = $2',
  },
  {
    name: 'letters that wait',
    purpose: 'message',
    rows: `select lpad(message_id::text, 20, '0') as id, body as sealed from message
      where state = 'pending' and lpad(message_id::text, 20, '0') > $1 order by 1 limit $2`,
  },
]

/** Purposes whose rows never change: their keys are kept in place of the secret. */
const keptPurposes = ['document buyer', 'withdrawal']

const BATCH = 500

/**
 * `moved`: rows that are sealed with the newest secret since now. `left`: rows that still need an older one. `lost`:
 * rows that no listed secret opens.
 */
export type Sealing = { name: string; moved: number; left: number; lost: number }

async function sealKind(q: Query, secrets: readonly string[], kind: Kind, isCount: boolean): Promise<Sealing> {
  const seal = createSeal(secrets, kind.purpose)
  const sum: Sealing = { name: kind.name, moved: 0, left: 0, lost: 0 }
  for (let after = ''; ;) {
    const rows = await q<{ id: string; sealed: Buffer }>({ text: kind.rows }, [after, BATCH])
    for (const { id, sealed } of rows) {
      after = id
      if (seal.isNewest(sealed)) continue
      const text = opened(seal, sealed)
      if (text === undefined) sum.lost++
      else if (isCount || kind.replace === undefined) sum.left++
      else {
        await q({ text: kind.replace }, [id, sealed, seal.close(text)])
        sum.moved++
      }
    }
    if (rows.length < BATCH) return sum
  }
}

function opened(seal: Seal, sealed: Buffer): string | undefined {
  try {
    return seal.open(sealed)
  } catch {
    return undefined
  }
}

const hintOf = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, 8)

/** Keeps the keys of older secrets for rows that never change, each sealed with the newest secret. */
async function keepFormerKeys(q: Query, secrets: readonly string[], isCount: boolean): Promise<Sealing> {
  const seal = createSeal(secrets, FORMER_KEY)
  const sum: Sealing = { name: 'keys of receipts and statements', moved: 0, left: 0, lost: 0 }
  const rows = await formerKeyRows(q)
  const stored = new Set(rows.map(({ purpose, hint }) => `${purpose} ${hint.toString('hex')}`))
  const wanted = secrets
    .slice(1)
    .flatMap((secret) => keptPurposes.map((purpose) => ({ purpose, key: keyFor(secret, purpose) })))
    .filter(({ purpose, key }) => !stored.has(`${purpose} ${hintOf(key).toString('hex')}`))
  const old = rows.flatMap(({ purpose, sealed }) => {
    if (seal.isNewest(sealed)) return []
    const text = opened(seal, sealed)
    if (text === undefined) sum.lost++
    return text === undefined ? [] : [{ purpose, key: Buffer.from(text, 'base64') }]
  })
  for (const { purpose, key } of [...wanted, ...old]) {
    if (isCount) {
      sum.left++
      continue
    }
    await q(
      {
        text: `insert into former_key (purpose, hint, sealed) values ($1, $2, $3)
          on conflict (purpose, hint) do update set sealed = excluded.sealed`,
      },
      [purpose, hintOf(key), seal.close(key.toString('base64'))],
    )
    sum.moved++
  }
  return sum
}

/**
 * Seals everything that lasts with the first of `secrets`, or counts what is not yet. Each row is changed by itself, so
 * it may be stopped and run again. `q`: as the owner of the tables.
 */
export async function sealWithNewest(
  q: Query,
  secrets: readonly string[],
  { count = false }: { count?: boolean } = {},
): Promise<Sealing[]> {
  const sums = [await keepFormerKeys(q, secrets, count)]
  for (const kind of kinds) sums.push(await sealKind(q, secrets, kind, count))
  return sums
}

/** While SESSION_SECRET lists older secrets, what they sealed moves to the newest one. */
export const sealChore = (q: Query, secrets: readonly string[]): Record<string, Chore> =>
  secrets.length < 2
    ? {}
    : { seal_anew: { every: '1 hour', after: '23 minutes', run: () => sealWithNewest(q, secrets) } }

/** The purposes of seals whose rows last. */
export const lastingPurposes: readonly string[] = [...keptPurposes, ...kinds.map(({ purpose }) => purpose)]
