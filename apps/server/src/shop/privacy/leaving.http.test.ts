import { createHash } from 'node:crypto'
import { FakeAdyen } from '@hc/channels/testing/fake-adyen'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import { withGateway, withShop, withStripe } from '@hc/test/fixtures'
import { gameClient } from '@hc/test/game-client'
import { operator } from '@hc/test/operator'
import { encrypt, type Player, type Row, until } from '@hc/test/shop'

const stripe = withStripe()
const adyen = withGateway(() => new FakeAdyen())
const shop = withShop(() => ({
  ...stripe.env(),
  ...adyen.env(),
  OUTSIDE_TIMEOUT_MS: '1500',
  RETRY_BASE_MS: '100',
  RETRY_CAP_MS: '500',
  LEASE_SECONDS: '2',
  REPAIR_AFTER_SECONDS: '0.3',
  RECONCILE_SECONDS: '3600',
  LATE_CHECK_SECONDS: '1,1,1',
}))
beforeAll(() => {
  stripe.webhookUrl = `${shop.url}/api/pay/stripe/webhook`
  adyen.webhookUrl = `${shop.url}/api/pay/adyen/webhook`
})

type Leaver = Player & { uid: string; role: string; leave: () => Promise<string> }
const doctor = async (): Promise<string> => (await operator('doctor', [], { DATABASE_URL: shop.databaseUrl })).text
const healthy = async (): Promise<void> => expect(await faultsIn(shop)).toEqual([])
/** Ends an order's time to pay. */
const runOut = (order: string): Promise<unknown> =>
  shop.rows(
    `update orders set expires_at = now() - interval '1 second', next_check_at = now() where order_no = $1`,
    order,
  )
const untilGone = (order: string): Promise<unknown> =>
  until(
    'late money is not asked for any more',
    async () =>
      (await shop.rows('select 1 from orders where order_no = $1 and next_check_at is null', order)).length === 1,
  )
const statusOf = async (order: string): Promise<unknown> =>
  (await shop.rows('select status from orders where order_no = $1', order))[0]?.status

let players = 0
async function put(uid: string, account: string): Promise<void> {
  const game = gameClient(shop.url)
  expect(
    (
      await game.send('PUT', `/game/v1/accounts/${uid}`, {
        account,
        password: 'Leave-77',
        emailLogin: true,
        disabled: false,
      })
    ).code,
  ).toBe(0)
  expect(
    (await game.send('PUT', `/game/v1/servers/s1/roles/role-${uid}`, { uid, name: 'Wanderer', level: 3 })).code,
  ).toBe(0)
}
/** Signs in a player of the game. With the uid of a former player, the account is made anew. */
async function arrive(uid = `30${String(++players).padStart(4, '0')}`): Promise<Leaver> {
  const account = `leaver${uid}`
  await put(uid, account)
  const player = await shop.signIn(account, 'Leave-77')
  return {
    ...player,
    uid,
    role: `role-${uid}`,
    leave: async () =>
      (await player.call('user/data/delete', { account, passwd: encrypt('Leave-77'), encrypt: 1 })).msg,
  }
}
const pack = (player: Player, channel: string, goods = 'coin_500'): Promise<string> =>
  player.order(goods, channel, { role_id: '', server_id: '' })
const item = (player: Leaver, channel: string, goods = 'gem_60'): Promise<string> =>
  player.order(goods, channel, { role_id: player.role, server_id: 's1' })
const refused = 'AccountHasOpenOrders'

describe("a player's data stays while money may come or go back", () => {
  it('for an order past its time that its gateway has not closed, and money that comes then is credited', async () => {
    const player = await arrive()
    const order = await pack(player, 'adyen')
    const news = adyen.pay(order)
    await runOut(order)
    await until('the gateway was asked', () =>
      Promise.resolve(adyen.calls.some((call) => call.path.includes(adyen.payment(order).id))),
    )
    expect([await player.leave(), await statusOf(order)]).toEqual([refused, 1])
    await adyen.tell(news)
    await player.reach(order, 4)
    expect(await player.balance()).toEqual({ basicNum: 500, presentNum: 0, debtNum: 0 })
  })

  it('for an order that ended unpaid, until its gateway was asked for late money for the last time', async () => {
    const player = await arrive()
    const order = await item(player, 'stripe')
    stripe.misbehave('broken_before', /checkout/, 1e6)
    await runOut(order)
    expect(await player.leave()).toBe(refused)
    stripe.behave()
    await player.reach(order, 6)
    const failed = await item(player, 'sandbox')
    await shop.outcome(failed, 'failed')
    await player.reach(failed, 3)
    await shop.rows(`update orders set next_check_at = now() + interval '1 hour' where order_no = $1`, failed)
    expect(await player.leave()).toBe(refused)
    await shop.rows('update orders set next_check_at = now() where order_no = $1', failed)
    await untilGone(order)
    await untilGone(failed)
    expect(await player.leave()).toBe('success')
  })

  it('while its gateway says that money is on its way: a bank debit outlives every late check', async () => {
    const player = await arrive()
    const order = await item(player, 'stripe')
    stripe.payment(order).state = 'strange'
    await runOut(order)
    await until(
      'more checks than the late ones',
      async () =>
        (await shop.rows('select 1 from orders where order_no = $1 and status = 6 and checks > 104', order)).length ===
        1,
    )
    expect(await player.leave()).toBe(refused)
    stripe.payment(order).state = 'cancelled'
    await untilGone(order)
    expect(await player.leave()).toBe('success')
  })

  it('for a refund that is pending, parked or failed, and for money that did not fit its order', async () => {
    const player = await arrive()
    const order = await pack(player, 'stripe')
    await stripe.tell(stripe.pay(order))
    await player.reach(order, 4)
    stripe.misbehave('broken_before', /refunds/, 1e6)
    await shop.rows(`select request_refund($1, 'asked', 'test')`, order)
    const state = (target: string): Promise<unknown> =>
      until(
        target,
        async () =>
          (
            await shop.rows(
              `select 1 from outbox where order_no = $1 and kind = 'refund' and state = $2`,
              order,
              target,
            )
          ).length === 1,
      )
    await state('unknown')
    expect(await player.leave()).toBe(refused)
    await shop.rows(
      `update outbox set created_at = created_at - interval '73 hours' where order_no = $1
      and kind = 'refund'`,
      order,
    )
    await state('parked')
    expect(await player.leave()).toBe(refused)
    stripe.behave()
    await shop.rows(`select retry_refund($1, 'test')`, order)
    await state('confirmed')
    const [last] = stripe.payment(order).refunds.slice(-1)
    if (!last) throw new Error('no refund')
    await stripe.tell(stripe.failRefund(stripe.payment(order), last))
    await state('failed')
    expect(await player.leave()).toBe(refused)
    await shop.rows(`select close_refund($1, 'elsewhere', 'SEPA 7', '', 'paid by hand', 'test')`, order)
    const wrong = await item(player, 'stripe')
    await stripe.tell(stripe.pay(wrong, { amountCents: 98 }))
    await until('it is held', async () => (await player.record(wrong)).staff === 'payment')
    await runOut(wrong)
    await player.reach(wrong, 6)
    await untilGone(wrong)
    expect(await player.leave()).toBe(refused)
    await shop.rows(
      `update outbox set state = 'pending', run_at = now() where order_no = $1 and kind = 'refund'`,
      wrong,
    )
    await until(
      'the wrong money went back',
      async () =>
        (await shop.rows(`select 1 from outbox where order_no = $1 and kind = 'refund' and state = 'confirmed'`, wrong))
          .length === 1,
    )
    expect(await player.leave()).toBe('success')
    await healthy()
  })

  it('and money that still arrives buys nothing, goes back by itself, and is listed by the doctor until then', async () => {
    const player = await arrive()
    const orders = [await pack(player, 'stripe', 'coin_1000'), await item(player, 'stripe')]
    for (const order of orders) {
      await runOut(order)
      await player.reach(order, 6)
      await untilGone(order)
    }
    expect(await player.leave()).toBe('success')
    stripe.misbehave('broken_before', /refunds/, 1e6)
    for (const order of orders) await stripe.tell(stripe.charge(order))
    const back = async (): Promise<Row[]> =>
      await shop.rows(
        `select state, payload->>'reason' as reason from outbox where order_no = any($1)
      and kind = 'refund'`,
        orders,
      )
    await until('both are queued', async () => (await back()).length === 2)
    expect(await doctor()).toContain('money that came for a player whose data was deleted, and is not back yet: 2')
    expect(
      await shop.rows('select status, paid_cents::int as paid from orders where order_no = any($1)', orders),
    ).toEqual([
      { status: 6, paid: 0 },
      { status: 6, paid: 0 },
    ])
    await healthy()
    stripe.behave()
    await until('both went back', async () =>
      (await back()).every((row) => row.state === 'confirmed' && row.reason === 'account_deleted'),
    )
    for (const order of orders)
      expect(stripe.payment(order).refunds.map((refund) => refund.amountCents)).toEqual([
        stripe.payment(order).amountCents,
      ])
    expect(await doctor()).not.toContain('whose data was deleted')
    const points = await shop.rows(
      `select coalesce(sum(l.balance), 0)::int as n from ledger_account l
      join orders o using (account_id) where o.order_no = $1`,
      orders[0],
    )
    expect(points).toEqual([{ n: 0 }])
    await healthy()
  })
})

describe("an order and the deletion of its player's data never both win", () => {
  /** Runs a statement in a transaction that stays open until `commit`. */
  async function open(text: string, values: unknown[]): Promise<{ rows: Row[]; commit: () => Promise<void> }> {
    const client = new pg.Client({ connectionString: shop.databaseUrl })
    await client.connect()
    await client.query('begin')
    const result = await client.query<Row>(text, values)
    return {
      rows: result.rows,
      commit: async () => {
        await client.query('commit')
        await client.end()
      },
    }
  }
  /** Waits until the call waits for a lock or has ended. */
  async function stands(call: Promise<unknown>, query: RegExp): Promise<void> {
    let ended = false
    void call.finally(() => {
      ended = true
    })
    await until(
      'the call waits or ends',
      async () =>
        ended ||
        (
          await shop.rows(`select query from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`)
        ).some((row) => query.test(String(row.query))),
    )
  }
  const accountOf = async (uid: string): Promise<number> =>
    Number((await shop.rows('select account_id from account where uid = $1', uid))[0]?.account_id)

  it.each(['sandbox', 'hcpoint'])('while the data is being deleted no order is made, by %s', async (channel) => {
    const player = await arrive()
    const { commit } = await open(`select forget_account($1, $2)`, [
      await accountOf(player.uid),
      `gone-${player.uid.length}${channel}`,
    ])
    const creation = player.call('order/webCreate', {
      role_id: player.role,
      server_id: 's1',
      cp_goods_id: 'gem_60',
      channel_code: channel,
    })
    const redeemed = player.call('code/redeem', { code: 'WELCOME2026', role_id: player.role, server_id: 's1' })
    await stands(creation, /place_purchase/)
    await stands(redeemed, /redeem_code/)
    await commit()
    expect([(await creation).code, (await redeemed).code]).toEqual([20002, 20002])
    expect(await shop.rows('select 1 from orders where uid = $1', player.uid)).toEqual([])
    await healthy()
  })

  it('while an order is being made the data stays', async () => {
    const player = await arrive()
    const token = createHash('sha256').update(player.token).digest()
    const {
      rows: [newOrder],
      commit,
    } = await open(
      `select order_no, refusal
      from place_order($1, $2, null, null, 'gem_60', 'item', 99, 0, 'sandbox', 's1', $3, 300, 300, '', null, null, 'Gems',
        null, 'en', 'USD', null, null, null)`,
      [token, `${player.uid}RACE`, player.role],
    )
    expect(newOrder).toMatchObject({ refusal: null })
    const leaving = player.leave()
    await stands(leaving, /forget_account/)
    await commit()
    expect(await leaving).toBe(refused)
    expect(await shop.rows('select uid from orders where order_no = $1', `${player.uid}RACE`)).toEqual([
      { uid: player.uid },
    ])
  })
})

describe('the debts and used-up allowances of a player', () => {
  async function spentPack(player: Leaver): Promise<string> {
    const order = await pack(player, 'stripe', 'coin_1000')
    await stripe.tell(stripe.pay(order))
    await player.reach(order, 4)
    const itemOrder = await item(player, 'hcpoint', 'gem_300')
    await player.call('payment/order/epoint/pay', { paymentId: itemOrder })
    await player.reach(itemOrder, 4)
    return order
  }

  it('are back when the game creates the account again, and the next credit repays the debt first', async () => {
    const player = await arrive()
    const order = await spentPack(player)
    await stripe.tell(stripe.refund(order))
    await player.reach(order, 5)
    expect(await player.balance()).toEqual({ basicNum: 0, presentNum: 0, debtNum: 499 })
    expect(await player.leave()).toBe('success')
    const again = await arrive(player.uid)
    expect(await again.balance()).toEqual({ basicNum: 0, presentNum: 0, debtNum: 499 })
    expect((await again.call('epoint/record', { type: 'expense' })).result).toMatchObject([
      { reason: 'debt_carried', basicNum: -449, presentNum: -50, paymentId: '' },
    ])
    const next = await pack(again, 'stripe', 'coin_500')
    await stripe.tell(stripe.pay(next))
    await again.reach(next, 4)
    expect(await again.balance()).toEqual({ basicNum: 51, presentNum: 0, debtNum: 50 })
    await healthy()
  })

  it('include money that goes back after the deletion, before or after the player returns', async () => {
    const player = await arrive()
    const [first, second] = [await spentPack(player), await spentPack(player)]
    expect(await player.leave()).toBe('success')
    await stripe.tell(stripe.dispute(first, 'lost'))
    await until('the dispute is lost', async () => (await statusOf(first)) === 5)
    const again = await arrive(player.uid)
    // Present points are spent first, so the first pack leaves a debt of them. The wallet has enough basic points for
    // one pack.
    expect(await again.balance()).toEqual({ basicNum: 0, presentNum: 0, debtNum: 50 })
    await stripe.tell(stripe.dispute(second, 'lost'))
    await until('the second dispute is lost', async () => (await statusOf(second)) === 5)
    expect(await again.balance()).toEqual({ basicNum: 0, presentNum: 0, debtNum: 998 })
    await healthy()
    expect(await again.leave()).toBe('success')
    expect(await (await arrive(player.uid)).balance()).toEqual({ basicNum: 0, presentNum: 0, debtNum: 998 })
    await healthy()
  })

  it('stay used up: a code that an account may redeem once is not redeemed again', async () => {
    await shop.rows(`insert into redeem_campaign (campaign_id, texts, present_points, starts_at, ends_at, per_role,
      per_account)
      values ('once', '{}', 10, '2020-01-01', '2100-01-01', null, 1)`)
    await shop.rows(`insert into redeem_code (code, campaign_id) values ('ONCE1', 'once')`)
    const player = await arrive()
    const code = { code: 'ONCE1', role_id: player.role, server_id: 's1' }
    expect((await player.call('code/redeem', code)).code).toBe(0)
    for (let life = 0; life < 2; life++) {
      const before = await arrive(player.uid)
      expect(await before.leave()).toBe('success')
      const again = await arrive(player.uid)
      // The earlier redemption is not listed, because it is no record of this account.
      expect(await again.call('code/redeem', code)).toMatchObject({
        msg: 'RedeemCodeUsed',
        data: { reason: 'account' },
      })
      expect((await again.call('code/record')).total).toBe(0)
    }
    await healthy()
  })
})
