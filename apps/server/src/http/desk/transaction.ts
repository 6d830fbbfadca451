import { type Database, onceAdmitted, type Query, type Row, type Statement } from '../../platform/db.ts'

/** The actor, the reason and the address that each audit line of a change has. */
export type Actor = {
  /** `staff:7`, `cli:NAME`, `job:NAME`. */
  actor: string
  action: string
  reason: string
  address: string
  browser: string
  requestId: string
  /** The request that runs, and who let it run. */
  approval: { number: number; by: string } | null
}

const ACT: Statement = { text: 'select desk.act($1, $2, $3, $4, $5, $6, $7, $8)' }

/** Sets the actor of this transaction from here on. */
export const actAs = (q: Query, by: Actor): Promise<unknown> =>
  q(ACT, [by.actor, by.action, by.reason, by.address, by.browser, by.requestId, by.approval?.number, by.approval?.by])

/**
 * One transaction of the desk: it sets the actor and runs the work, all or nothing. The work must not call another
 * party. With null no actor is set, for statements without audit lines.
 *
 * @throws what the work throws, after a rollback
 */
export async function deskTransaction<T>(
  { pool }: Pick<Database, 'pool'>,
  by: Actor | null,
  work: (q: Query) => Promise<T>,
): Promise<T> {
  const client = await onceAdmitted(() => pool.connect())
  const q: Query = async <R extends Row>({ text }: Statement, values: readonly unknown[] = []): Promise<R[]> =>
    (await client.query<R>(text, values as unknown[])).rows
  try {
    await client.query('begin')
    if (by) await actAs(q, by)
    const result = await work(q)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}
