import { describe, expect, it } from 'vitest'
import { withShop } from '@hc/test/fixtures'

const shop = withShop({ ROLE: 'web' })

/** The workers of this shop never deliver. */

let number = 0
/** Makes a paid order of an item whose delivery waits. */
async function paid(): Promise<string> {
  const no = `finish-${++number}`
  await shop.db.query(
    `insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, channel_code, server_id,
       role_id, created_at, expires_at)
     select $1, account_id, uid, 'item', 'gem_60', 100, 'sandbox', 's1', $1, now(), now() + interval '5 minutes'
       from account where uid = '100001'`,
    [no],
  )
  await shop.db.query(`select apply_capture('sandbox', $1, 't-' || $1, 100, 'USD', 'webhook', null)`, [no])
  return no
}
type Answer = { order: string; state: 'confirmed' | 'refused' | 'unknown'; proof?: string; detail?: string }
const finish = (answers: readonly Answer[]): Promise<unknown> =>
  shop.db.query('select ord from finish_deliveries($1, $2, $3, $4, $5, $6)', [
    answers.map(({ order }) => `dlv_${order}`),
    answers.map(({ state }) => state),
    answers.map(({ proof }) => proof ?? null),
    answers.map(({ detail }) => detail ?? null),
    answers.map(() => 1000),
    answers.map(({ detail = '' }) => (detail.startsWith('HTTP') ? 'error' : null)),
  ])
const stands = async (order: string): Promise<unknown> =>
  (
    await shop.db.query(
      `select o.status, b.state, b.proof, b.detail, b.answer, b.run_at > now() as later,
          (select count(*)::int from order_event e where e.order_no = o.order_no and e.to_status = 4) as moves
         from orders o join outbox b on b.outbox_id = 'dlv_' || o.order_no where o.order_no = $1`,
      [order],
    )
  ).rows[0]

describe('answers of the game that are recorded together', () => {
  it('have the same result as answers that are recorded one by one', async () => {
    const [yes, also, no, unknown] = [await paid(), await paid(), await paid(), await paid()]
    await finish([
      { order: unknown, state: 'unknown', detail: 'HTTP 500' },
      { order: yes, state: 'confirmed', proof: 'G-1' },
      { order: no, state: 'refused', detail: 'bag full' },
      { order: also, state: 'confirmed', proof: 'G-2' },
      { order: 'nobody', state: 'confirmed', proof: 'G-3' },
    ])
    const expectation = { status: 4, state: 'confirmed', detail: null, answer: null, later: false, moves: 1 }
    expect(await stands(yes)).toEqual({ ...expectation, proof: 'G-1' })
    expect(await stands(also)).toEqual({ ...expectation, proof: 'G-2' })
    const open = { status: 2, proof: null, answer: null, later: true, moves: 0 }
    expect(await stands(no)).toEqual({ ...open, state: 'refused', detail: 'bag full' })
    expect(await stands(unknown)).toEqual({ ...open, state: 'unknown', detail: 'HTTP 500', answer: 'error' })
  })

  it('confirm once, and no later answer reverses it', async () => {
    const order = await paid()
    await finish([
      { order, state: 'confirmed', proof: 'G-1' },
      { order, state: 'refused', detail: 'twice at once' },
    ])
    await finish([{ order, state: 'confirmed', proof: 'G-2' }])
    await finish([{ order, state: 'unknown', detail: 'late' }])
    expect(await stands(order)).toMatchObject({ status: 4, state: 'confirmed', proof: 'G-1', moves: 1 })
  })

  it('leave a confirmation after the refund to an operator', async () => {
    const order = await paid()
    await shop.db.query(`update outbox set attempts = 1 where outbox_id = 'dlv_' || $1`, [order])
    await shop.db.query(`select request_refund($1, 'test', 'operator')`, [order])
    await finish([
      { order, state: 'confirmed', proof: 'G-9' },
      { order: await paid(), state: 'confirmed', proof: 'G-10' },
    ])
    expect(await stands(order)).toMatchObject({ state: 'recall', proof: 'G-9', moves: 0 })
  })
})
