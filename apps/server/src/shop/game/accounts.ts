import { AppError, type ErrorKey, errors } from '@hc/contract/errors'
import { type GameOperation, gameOperation } from '@hc/contract/game/game'
import type { Bus } from '../../platform/bus.ts'
import type { Query } from '../../platform/db.ts'
import type { Refusal } from '../../sql-refusals.ts'
import type { Passwords } from '../identity/password.ts'
import { phoneNumber } from '../../platform/phone-number.ts'

type Hashes = ReadonlyMap<string, string | null>
type Stores = { q: Query; bus: Bus; passwords: Passwords }
/** PasswordChanged: the account's password is no longer the one that was compared. */
type Put = { ord: number; refusal: Refusal<'put_game'> | null; field: string | null; created: boolean | null }
export type OperationResult = { index: number; code: number; msg: string; data: Record<string, unknown> | null }

/** The most operations in one statement, so that no transaction is long. */
const CHUNK = 250
const HASHES_AT_ONCE = 2
/** The most attempts at an operation whose account's password changes meanwhile. */
const ANEW_MAX = 3

const write = (q: Query, operations: readonly object[]): Promise<Put[]> =>
  q<Put>({ name: 'put-game', text: 'select ord, refusal, field, created from put_game($1)' }, [
    JSON.stringify(operations),
  ])

/**
 * The operation as the database takes it. A new password becomes `hash`. The present password becomes its present hash
 * as `same`, which the database compares once more when it writes.
 */
async function sealed({ passwords }: Stores, operation: GameOperation, hashes: Hashes): Promise<object> {
  if (operation.type !== 'account') return operation
  const { password, ...fields } = operation
  const rest = await withNumber(fields)
  if (password === undefined) return rest
  const present = hashes.get(operation.uid) ?? null
  return await passwords.admit(
    { account: operation.uid, address: 'the game', uncapped: true },
    async (inTurn) =>
      await inTurn(async ({ hash, verify }) =>
        (await verify(password, present)) ? { ...rest, same: present } : { ...rest, hash: await hash(password) },
      ),
  )
}

/**
 * The operation with its phone number in the form that players' calls find.
 *
 * @throws AppError InvalidParams at `phone`
 */
async function withNumber<T extends { phone?: string | null | undefined }>(operation: T): Promise<T> {
  if (operation.phone === undefined || operation.phone === null) return operation
  const phone = await phoneNumber(operation.phone)
  if (phone === undefined)
    throw new AppError('InvalidParams', { issues: [{ path: 'phone', message: 'is not a possible phone number' }] })
  return { ...operation, phone }
}

async function presentHashes(q: Query, operations: readonly GameOperation[]): Promise<Map<string, string | null>> {
  const all = operations.flatMap((operation) =>
    operation.type === 'account' && operation.password !== undefined ? [operation.uid] : [],
  )
  // If a uid occurs twice, the second operation may restore the present password. Both are then hashed.
  const uids = all.filter((uid) => all.indexOf(uid) === all.lastIndexOf(uid))
  if (uids.length === 0) return new Map()
  const rows = await q<{ uid: string; password_hash: string | null }>(
    { text: 'select uid, password_hash from account where uid = any($1)' },
    [uids],
  )
  return new Map(rows.map((row) => [row.uid, row.password_hash]))
}

const refusalData = ({ field }: Pick<Put, 'field'>): Record<string, unknown> | null => (field ? { field } : null)

/** Drops the changed rows from this process's caches at once. The database notifies other processes. */
async function forget({ q, bus }: Stores, operations: readonly GameOperation[]): Promise<void> {
  for (const operation of operations)
    if (operation.type === 'role') bus.local('bonus', `${operation.server_id}/${operation.role_id}`)
  const uids = operations.flatMap((operation) => (operation.type === 'account' ? [operation.uid] : []))
  if (uids.length === 0) return
  for (const { account_id } of await q<{ account_id: number }>(
    { text: 'select account_id from account where uid = any($1)' },
    [uids],
  )) {
    bus.local('session', String(account_id))
    bus.local('account-market', String(account_id))
  }
}

/** Writes one operation. If the account's password changes meanwhile, it is compared anew. */
async function writeOne(stores: Stores, operation: GameOperation): Promise<Put & { refusal: ErrorKey | null }> {
  for (let round = 0; round < ANEW_MAX; round++) {
    const [put] = await write(stores.q, [await sealed(stores, operation, await presentHashes(stores.q, [operation]))])
    if (!put) throw new Error('put_game returned no row')
    if (put.refusal !== 'PasswordChanged') return { ...put, refusal: put.refusal }
  }
  throw new AppError('SystemBusy', null, 2)
}

/** One of the three PUTs. @throws AppError AccountTaken, GameAccountNotFound, ServerNotFound, SystemBusy */
export async function putOne(stores: Stores, operation: GameOperation): Promise<{ created: boolean }> {
  const put = await writeOne(stores, operation)
  if (put.refusal) throw new AppError(put.refusal, refusalData(put))
  await forget(stores, put.created ? [] : [operation])
  return { created: put.created === true }
}

const refused = (index: number, key: ErrorKey, data: Record<string, unknown> | null): OperationResult => ({
  index,
  code: errors[key].code,
  msg: key,
  data,
})

type Ready = { index: number; given: GameOperation; operation: object }

/** Runs many operations in their order, with a result for each. A wrong or refused operation blocks no other. */
export async function putMany(stores: Stores, values: readonly unknown[]): Promise<OperationResult[]> {
  const { q } = stores
  const results: OperationResult[] = []
  const valid: { index: number; operation: GameOperation }[] = []
  for (const [index, value] of values.entries()) {
    const parsed = gameOperation.safeParse(value)
    if (parsed.success) valid.push({ index, operation: parsed.data })
    else
      results[index] = refused(index, 'InvalidParams', {
        issues: parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
      })
  }
  const hashes = await presentHashes(
    q,
    valid.map((entry) => entry.operation),
  )
  const ready: Ready[] = []
  const queue = [...valid]
  await Promise.all(
    Array.from({ length: HASHES_AT_ONCE }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { index, operation } = next
        try {
          ready.push({ index, given: operation, operation: await sealed(stores, operation, hashes) })
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          results[index] = refused(index, error.key, error.data)
        }
      }
    }),
  )
  ready.sort((a, b) => a.index - b.index)
  for (let at = 0; at < ready.length; at += CHUNK) {
    const part = ready.slice(at, at + CHUNK)
    for (const answer of await write(
      q,
      part.map((entry) => entry.operation),
    )) {
      const { index = 0, given: input } = part[answer.ord] ?? {}
      const put = answer.refusal === 'PasswordChanged' && input ? await writeOne(stores, input) : answer
      results[index] =
        put.refusal && put.refusal !== 'PasswordChanged'
          ? refused(index, put.refusal, refusalData(put))
          : { index, code: 0, msg: 'success', data: { created: put.created } }
    }
  }
  await forget(
    stores,
    valid.map((input) => input.operation).filter((_, at) => results[valid[at]?.index ?? 0]?.data?.created === false),
  )
  return results
}
