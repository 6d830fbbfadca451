import { describe, expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import { gameClient } from '@hc/test/game-client'
import { namedIn } from '@hc/test/find-person'
import { encrypt, playerOf, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop({
  TRUST_PROXY: '1',
  REPAIR_AFTER_SECONDS: '0.3',
  LATE_CHECK_SECONDS: '1,1,1',
  RETRY_BASE_MS: '100',
})

const passwd = encrypt('Demo1234')
/** Waits until no gateway is asked for late money any more. */
const settled = (): Promise<unknown> =>
  until(
    'all is settled',
    async () =>
      (await shop.db.query(`select 1 from orders where status in (1, 3, 6) and next_check_at is not null`)).rowCount ===
      0,
  )

describe("a player's data", () => {
  it('is given to the player alone and whole: orders, points, characters, sessions, and no secret', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    const order = await demo.buy('gem_60')
    const { code, result } = await demo.call('user/data/export')
    expect(code).toBe(0)
    expect(result).toMatchObject({
      account: { login: 'demo', email: 'demo@example.com', phone: '+15550100001' },
      orders: [{ sdk_order_id: order }],
      deliveries: [{ order_no: order, state: 'confirmed' }],
    })
    expect(result.characters).toHaveLength(4)
    expect(result.order_events).toMatchObject([{ to_status: 1 }, { to_status: 2 }, { to_status: 4 }])
    expect(JSON.stringify(result)).not.toMatch(/argon2|token|hash/i)
    expect((await shop.call('user/data/export')).status).toBe(203)
  })

  it('is deleted only with the password and the account id, and not while money or items are under way', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    expect((await demo.call('user/data/delete', { account: 'rich', passwd, encrypt: 1 })).msg).toBe(
      'GameAccountNotFound',
    )
    expect(
      (await demo.call('user/data/delete', { account: 'demo', passwd: encrypt('Wrong123'), encrypt: 1 })).msg,
    ).toBe('InvalidPassword')
    expect((await demo.call('user/data/delete', { account: 'demo' })).msg).toBe('InvalidPassword')
    const open = await demo.order('gem_300')
    expect((await demo.call('user/data/delete', { account: 'demo', passwd, encrypt: 1 })).msg).toBe(
      'AccountHasOpenOrders',
    )
    await shop.outcome(open, 'cancelled')
    await demo.reach(open, 3)
    expect((await demo.call('user/uinfo')).code).toBe(0)
  })

  it('is deleted for good: nothing names the player any more, the books still balance, and the game may open the account anew', async () => {
    await settled()
    const demo = await shop.signIn('demo', 'Demo1234')
    expect((await demo.call('user/data/delete', { account: 'demo', passwd, encrypt: 1 })).code).toBe(0)
    expect(await demo.call('user/uinfo')).toMatchObject({ status: 200, code: 20002 })
    await expect(shop.signIn('demo', 'Demo1234')).rejects.toThrow('GameAccountNotFound')
    expect(await namedIn(shop.db, ['demo@example.com', '5550100001', '100001', 'Astra'])).toEqual([])
    expect(
      (await shop.db.query(`select count(*)::int as n from orders where uid like 'gone-%'`)).rows[0].n,
    ).toBeGreaterThan(1)
    expect(await faultsIn(shop, true)).toEqual([])
    await shop.restart()
    expect((await shop.call('user/login', { channel_code: 'account', account: 'demo', passwd, encrypt: 1 })).msg).toBe(
      'GameAccountNotFound',
    )
    const anew = await gameClient(shop.url).send('PUT', '/game/v1/accounts/100001', {
      account: 'demo',
      password: 'Demo1234',
      emailLogin: true,
      disabled: false,
    })
    expect(anew.code).toBe(0)
    const again = await shop.signIn('demo', 'Demo1234')
    expect(
      (await again.call('order/record', { page: 1, size: 10, begin: 0, end: 0, sdk_order_id: '', status: -1 })).total,
    ).toBe(0)
  })

  it('is erased from every column of every table, including the texts of the game, gateways and operators', async () => {
    const [uid, login, email, phone, name, subject, ip] = [
      'zq77-120',
      'ysolde.of.the.fens',
      'ysolde@fens.example',
      '+4915550107712',
      'Ysolde the Gray',
      'subject-of-ysolde',
      '198.51.100.77',
    ]
    const words = [uid, login, email, phone.slice(1), name, '夜曲', subject, ip, 'former@fens.example']
    const game = gameClient(shop.url)
    const account = {
      account: login,
      password: 'Fens-1177',
      email,
      phone,
      emailLogin: true,
      disabled: false,
      identities: { google: subject },
    }
    expect(
      (await game.send('PUT', `/game/v1/accounts/${uid}`, { ...account, email: 'former@fens.example' })).code,
    ).toBe(0)
    for (const [role, roleName] of [
      ['r-a', name],
      ['r-b', '夜曲'],
    ]) {
      expect(
        (await game.send('PUT', `/game/v1/servers/s1/roles/${role}`, { uid, name: roleName, level: 3 })).code,
      ).toBe(0)
    }
    const from = { 'x-forwarded-for': ip }
    const signIn = (secret: string): ReturnType<typeof shop.call<'user/login'>> =>
      shop.call('user/login', { channel_code: 'account', account: login, passwd: encrypt(secret), encrypt: 1 }, from)
    // A former address with a sent message, then the present one, and a wrong password.
    expect((await shop.call('user/email/code/send', { email: 'former@fens.example', type: 'reset' }, from)).code).toBe(
      0,
    )
    await until(
      'the message left',
      async () =>
        (
          await shop.rows(`select 1 from message where target = 'former@fens.example'
      and state = 'sent'`)
        ).length === 1,
    )
    expect((await game.send('PUT', `/game/v1/accounts/${uid}`, account)).code).toBe(0)
    expect((await shop.call('user/email/code/send', { email, type: 'reset' }, from)).code).toBe(0)
    expect((await signIn('Wrong-1177')).msg).toBe('InvalidPassword')
    const player = playerOf(shop, (await signIn('Fens-1177')).result.token)
    expect((await game.send('POST', `/game/v1/accounts/${uid}/web-token`, {})).code).toBe(0)
    expect((await player.call('user/sdk/ticket/get', { uid })).code).toBe(0)
    // Points without an order, a redeemed gift, a rebate's gift, a recall, a refund that failed and was settled by
    // hand.
    await shop.rows(`select grant_points($1, 10, 0, 'goodwill')`, uid)
    expect((await player.call('code/redeem', { code: 'WELCOME2026', role_id: 'r-b', server_id: 's1' })).code).toBe(0)
    const buy = async (goods: string): Promise<string> => {
      const order = await player.buy(goods, { role_id: 'r-a', server_id: 's1' })
      return order
    }
    const orders = []
    for (let n = 0; n < 11; n++) orders.push(await buy('gem_6480'))
    const [staying = '', back = ''] = orders
    await until(
      'a gift of the rebate is there',
      async () =>
        (
          await shop.rows(`select 1 from rebate_grant g join outbox b on b.outbox_id = 'dlv_' || g.number
      where g.gift_goods_id is not null and b.state = 'confirmed'`)
        ).length > 0,
    )
    await shop.rows(`select request_refund($1, $2, 'ann')`, back, `${email} wrote: ${name} wants it back`)
    await until(
      'it went back, and so did the item',
      async () =>
        (await shop.rows(`select 1 from outbox where outbox_id = 'rcl_' || $1 and state = 'confirmed'`, back))
          .length === 1,
    )
    const reason = `no such player: ${uid}`
    await shop.rows(
      `update outbox set detail = $2, proof = $3 where order_no = $1 and kind = 'deliver'`,
      staying,
      reason,
      `grant-${uid}-7`,
    )
    await shop.rows(
      `insert into refund_event (order_no, from_state, to_state, detail, txn, at)
      values ($1, 'failed', 'settled', $2, 'x', now())`,
      staying,
      `paid to ${login} by hand`,
    )
    await shop.rows(
      `insert into refund_settlement (channel_code, txn, order_no, amount_cents, note, settled_by, at, reference)
      values ('sandbox', 'x', $1, 0, $2, 'ann', now(), $3)`,
      staying,
      `夜曲 has it`,
      phone,
    )
    await shop.rows(
      `insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at, settled_at)
      values ('sandbox', 'missing_there', 'x', $1, $2, now(), now())`,
      staying,
      JSON.stringify({ elsewhere: [`${email}: SEPA`] }),
    )
    await shop.rows(
      `update inbox set detail = $2, outcome = 'operator', outcome_note = $3 where order_no = $1`,
      staying,
      JSON.stringify({ reason: `card of ${name}` }),
      reason,
    )
    await shop.rows(
      `update orders set hold_reason = 'refund_currency', hold_note = 'asked ' || $2 where order_no = $1`,
      staying,
      login,
    )
    expect((await namedIn(shop.db, words)).length).toBeGreaterThan(12)
    expect(
      (await player.call('user/data/delete', { account: login, passwd: encrypt('Fens-1177'), encrypt: 1 })).msg,
    ).toBe('success')
    expect(await namedIn(shop.db, words)).toEqual([])
    // Data for the law and for disputes stays: orders, the proof of their delivery, and refunds.
    expect(
      await shop.rows(
        `select state, proof is not null as proved from outbox where order_no = $1 and kind = 'deliver'`,
        staying,
      ),
    ).toEqual([{ state: 'confirmed', proved: true }])
    expect(
      await shop.rows('select to_state, detail from refund_event where order_no = $1 and txn is not null', staying),
    ).toEqual([{ to_state: 'settled', detail: '(removed)' }])
    await expect(
      shop.db.query(`update refund_event set to_state = 'done' where order_no = $1`, [staying]),
    ).rejects.toThrow('append-only')
    await expect(
      shop.db.query(`update refund_event set detail = 'another story' where order_no = $1`, [staying]),
    ).rejects.toThrow('append-only')
  })
})
