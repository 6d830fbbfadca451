import type { SessionInfo } from '@hc/contract/calls'
import type pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gameClient, type GameClient } from '@hc/test/game-client'
import { encrypt, playerOf, type Reply, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop()

let game: GameClient
beforeAll(async () => {
  game = gameClient(shop.url)
})

const EMAIL = 'mia@example.com'
const PHONE = '+15550107777'
const sealed = (fields: object): { data: string } => ({ data: encrypt(JSON.stringify(fields)) })
const put = (more: object = {}): Promise<Reply<{ created: boolean }>> =>
  game.send('PUT', '/game/v1/accounts/u7', { account: 'mia', emailLogin: true, disabled: false, ...more })
const login = (passwd: string, account = 'mia'): Promise<Reply<SessionInfo>> =>
  shop.call('user/login', { channel_code: 'account', account, passwd: encrypt(passwd), encrypt: 1 })
const byPhone = (code: string): Promise<Reply<SessionInfo>> =>
  shop.call('user/login', { channel_code: 'phone', account: PHONE, code })
const reset = (code: string, password = 'Fresh-4321', email = EMAIL): Promise<Reply> =>
  shop.call('user/email/psw/reset', sealed({ email, code, password }))
const codeFor = async (target: string): Promise<string> =>
  await until(
    `a code for ${target}`,
    async () => (await shop.letters()).find((letter) => letter.target === target && letter.code)?.code,
  )
const askReset = async (email = EMAIL): Promise<string> => {
  expect((await shop.call('user/email/code/send', { email, type: 'reset' })).code).toBe(0)
  return await codeFor(email)
}
const askLogin = async (): Promise<string> => {
  expect(
    (await shop.call('user/phone/code/send', sealed({ areaCode: '1', phone: '5550107777', type: 'login' }))).code,
  ).toBe(0)
  return await codeFor(PHONE)
}
const webToken = async (): Promise<string> => (await game.send('POST', '/game/v1/accounts/u7/web-token')).result.hctoken
const exchange = (token: string): Promise<Reply> => shop.call('user/tmpWebTokenLogin', { token })
const works = async (token: string): Promise<boolean> => (await playerOf(shop, token).call('user/uinfo')).code === 0

/** Runs `begin` while the account's row is locked, changes the row once `begin` waits for it, and releases the lock. */
async function whileLocked<T>(begin: () => Promise<T>, change: string): Promise<T> {
  const holder: pg.PoolClient = await shop.db.connect()
  try {
    await holder.query('begin')
    await holder.query(`select 1 from account where uid = 'u7' for no key update`)
    const running = begin()
    await until(
      'it waits for the account',
      async () =>
        (
          await holder.query(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`)
        ).rowCount,
    )
    await holder.query(change)
    await holder.query('commit')
    return await running
  } finally {
    holder.release()
  }
}
/** Sets the password to that of the demo's player rich. */
const NEW_PASSWORD = `update account set password_hash = (select password_hash from account where login = 'rich')
  where uid = 'u7'`
const sessions = async (): Promise<{ live: boolean; why: string | null }[]> =>
  (
    await shop.db.query(`
  select revoked_at is null as live, revoked_reason as why from session join account using (account_id)
   where uid = 'u7' order by revoked_at desc nulls first`)
  ).rows
const hashNow = async (): Promise<string> =>
  (await shop.db.query(`select password_hash as h from account where uid = 'u7'`)).rows[0].h

beforeEach(async () => {
  await shop.db.query('delete from verification_code; delete from message; delete from sign_in_failure')
  expect((await put({ email: EMAIL, phone: PHONE, password: 'Mia-12345' })).code).toBe(0)
})

describe('a sign-in', () => {
  it('whose password was replaced while it was checked opens no session', async () => {
    expect((await whileLocked(() => login('Mia-12345'), NEW_PASSWORD)).msg).toBe('InvalidPassword')
    expect((await sessions()).filter(({ live }) => live)).toEqual([])
    expect((await login('Rich1234')).code).toBe(0)
  })

  it('whose account was disabled, or lost the typed email, while it was checked opens no session', async () => {
    const disabled = await whileLocked(() => login('Mia-12345'), `update account set disabled = true where uid = 'u7'`)
    expect(disabled.msg).toBe('AuthFail')
    await put()
    const moved = await whileLocked(
      () => login('Mia-12345', EMAIL),
      `update account set email = 'new-mia@example.com' where uid = 'u7'`,
    )
    expect(moved.msg).toBe('EmailAccountNotFound')
    const refused = await whileLocked(
      () => login('Mia-12345', 'new-mia@example.com'),
      `update account set email_login = false where uid = 'u7'`,
    )
    expect(refused.msg).toBe('canNoEmailLogin')
  })

  it('whose unchanged password got a newer hash meanwhile opens a session', async () => {
    await login('Mia-12345')
    const first = await hashNow()
    await put({ password: 'Other-99' })
    await put({ password: 'Mia-12345' })
    const second = await hashNow()
    await shop.db.query(`update account set password_hash = $1 where uid = 'u7'`, [first])
    expect(
      (await whileLocked(() => login('Mia-12345'), `update account set password_hash = '${second}' where uid = 'u7'`))
        .code,
    ).toBe(0)
  })

  it('by a code or a token whose account was disabled meanwhile opens no session', async () => {
    const code = await askLogin()
    const disable = `update account set disabled = true where uid = 'u7'`
    expect((await whileLocked(() => byPhone(code), disable)).code).not.toBe(0)
    await put()
    const token = await webToken()
    expect((await whileLocked(() => exchange(token), disable)).msg).toBe('AuthFail')
    await put()
    expect((await sessions()).filter(({ live }) => live)).toEqual([])
  })
})

describe('a password that the game sets', () => {
  it('is stored even if the player’s own change comes between its check and its write', async () => {
    const before = (await login('Mia-12345')).result.token
    expect((await whileLocked(() => put({ password: 'Mia-12345' }), NEW_PASSWORD)).code).toBe(0)
    expect((await login('Rich1234')).msg).toBe('InvalidPassword')
    expect((await login('Mia-12345')).code).toBe(0)
    expect(await works(before)).toBe(false)
  })

  it('holds in a bulk too, and the present one ends no session', async () => {
    const operations = [
      { type: 'account', uid: 'u7', account: 'mia', emailLogin: true, disabled: false, password: 'Mia-12345' },
    ]
    const bulk = await whileLocked(() => game.send('POST', '/game/v1/bulk', { operations }), NEW_PASSWORD)
    expect(bulk.result).toEqual([{ index: 0, code: 0, msg: 'success', data: { created: false } }])
    const { token } = (await login('Mia-12345')).result
    await put({ password: 'Mia-12345' })
    expect(await works(token)).toBe(true)
  })
})

describe('data', () =>
  it('are not deleted with a password that was replaced while it was checked', async () => {
    const player = playerOf(shop, (await login('Mia-12345')).result.token)
    const leave = (): Promise<Reply> =>
      player.call('user/data/delete', { account: 'mia', passwd: encrypt('Mia-12345'), encrypt: 1 })
    expect((await whileLocked(leave, NEW_PASSWORD)).msg).toBe('InvalidPassword')
    expect((await login('Rich1234')).code).toBe(0)
  }))

describe('a code', () => {
  it.each([
    ['the email', { email: 'other-mia@example.com' }, { email: EMAIL }],
    ['the phone', { phone: '+15550108888' }, { phone: PHONE }],
    ['the password', { password: 'Else-4444' }, { password: 'Mia-12345' }],
    ['disabled', { disabled: true }, { disabled: false }],
    ['the right to sign in by email', { emailLogin: false }, { emailLogin: true }],
  ])('ends when the game changes %s, and does not come back with it', async (_what, change, back) => {
    const mail = await askReset()
    const sms = await askLogin()
    const operations = [change, back].map((more) => ({
      type: 'account',
      uid: 'u7',
      account: 'mia',
      emailLogin: true,
      disabled: false,
      ...more,
    }))
    await game.send('POST', '/game/v1/bulk', { operations: operations.slice(0, 1) })
    expect((await reset(mail)).msg).toBe('InvalidEmailCode')
    expect((await byPhone(sms)).code).not.toBe(0)
    await game.send('POST', '/game/v1/bulk', { operations: operations.slice(1) })
    expect((await reset(mail)).msg).toBe('InvalidEmailCode')
    expect((await byPhone(sms)).msg).toBe('InvalidMobileCode')
  })

  it('stops working when another account takes over the address', async () => {
    const mail = await askReset()
    await put({ email: 'other-mia@example.com' })
    await game.send('PUT', '/game/v1/accounts/u8', {
      account: 'noa',
      email: EMAIL,
      password: 'Noa-12345',
      emailLogin: true,
      disabled: false,
    })
    expect((await reset(mail)).msg).toBe('InvalidEmailCode')
    await game.send('PUT', '/game/v1/accounts/u8', { account: 'noa', email: null, emailLogin: true, disabled: false })
  })

  it('is not sent to an email without the right to sign in, and the answer does not reveal it', async () => {
    await put({ emailLogin: false })
    const answer = await shop.call('user/email/code/send', { email: EMAIL, type: 'reset' })
    expect(answer).toMatchObject({ code: 0, result: { again: 60 } })
    expect((await shop.letters()).some((letter) => letter.target === EMAIL)).toBe(false)
    expect((await shop.call('user/email/code/send', { email: 'empty@example.com', type: 'reset' })).code).toBe(0)
    expect((await shop.letters()).some((letter) => letter.target === 'empty@example.com')).toBe(false)
  })

  it('of a reset ends after five wrong tries', async () => {
    const code = await askReset()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) expect((await reset(wrong)).msg).toBe('InvalidEmailCode')
    expect((await shop.db.query('select tries from verification_code')).rows[0].tries).toBe(5)
    expect((await reset(code)).msg).toBe('InvalidEmailCode')
  })
})

describe('a password reset', () => {
  it("ends the game's tokens and the player's tickets that were given out before it", async () => {
    const player = playerOf(shop, (await login('Mia-12345')).result.token)
    const { ticket } = (await player.call('user/sdk/ticket/get', { uid: 'u7' })).result
    const signed = new URL((await player.call('user/uinfo')).result.customer_service).searchParams.get('ticket') ?? ''
    const token = await webToken()
    expect((await reset(await askReset())).code).toBe(0)
    expect((await exchange(token)).msg).toBe('AuthFail')
    const verify = async (text: string): Promise<string> =>
      (await game.send('POST', '/game/v1/tickets/verify', { ticket: text })).msg
    expect([await verify(ticket), await verify(signed)]).toEqual(['TicketNotFound', 'TicketNotFound'])
    expect((await exchange(await webToken())).code).toBe(0)
    const again = playerOf(shop, (await login('Fresh-4321')).result.token)
    const fresh = new URL((await again.call('user/uinfo')).result.customer_service).searchParams.get('ticket') ?? ''
    expect(await verify(fresh)).toBe('success')
  })

  it('ends every session even when SQL made it; a newer hash of the same password ends none', async () => {
    const { token } = (await login('Mia-12345')).result
    await shop.db.query(NEW_PASSWORD)
    await until('its end', async () => !(await works(token)))
    expect((await playerOf(shop, token).call('user/uinfo')).status).toBe(203)
    const ownToken = (await login('Rich1234')).result.token
    const code = await askReset()
    await shop.restart({ PASSWORD_PEPPER: 'a-pepper-outside-the-database' })
    const renewed = await login('Rich1234')
    expect(renewed.code).toBe(0)
    expect(await hashNow()).toContain('keyid=')
    // The sign-in superseded the session; the new hash did not end it.
    const ended = (await sessions()).find(({ live }) => !live)
    expect([ended?.why, await works(ownToken)]).toEqual(['superseded', false])
    expect((await reset(code)).code).toBe(0)
  })
})

describe('an account that the game wrote in one form is found by what its player types in another', () => {
  beforeAll(async () => {
    const account = {
      account: 'Müller'.normalize('NFD'),
      password: 'Größe-77'.normalize('NFD'),
      email: 'Rock&Roll@Example.com',
      phone: '+49 (0)151 2345678',
      emailLogin: true,
      disabled: false,
    }
    expect((await game.send('PUT', '/game/v1/accounts/u9', account)).code).toBe(0)
    const mexican = { account: 'carla', phone: '+52 1 55 1234 5678', emailLogin: false, disabled: false }
    expect((await game.send('PUT', '/game/v1/accounts/u10', mexican)).code).toBe(0)
  })

  it('by its name and password in any form of Unicode, with what a copied text carries along', async () => {
    for (const form of ['NFC', 'NFD'] as const) {
      const name = `\u200b${'Müller'.normalize(form)} `
      expect([form, (await login('Größe-77'.normalize(form), name)).msg]).toEqual([form, 'success'])
    }
    expect((await login('Größe-77', 'rock&roll@example.com')).msg).toBe('success')
    expect((await login('größe-77', 'Müller')).msg).toBe('InvalidPassword')
  })

  it('by its phone number with or without the national prefix, in digits of any script', async () => {
    for (const [areaCode, phone, target] of [
      ['49', '0151 2345678', '+491512345678'],
      ['52', '1 55 1234-5678', '+525512345678'],
    ] as const) {
      const sending = await shop.call('user/phone/code/send', sealed({ areaCode, phone, type: 'login' }))
      expect([phone, sending.code]).toEqual([phone, 0])
      const code = await codeFor(target)
      const typed = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('\u2009')
      const account = `+${areaCode} (0)${phone.replace(/^0/, '')}`
      const answer = await shop.call('user/login', {
        channel_code: 'phone',
        account: areaCode === '49' ? account : target,
        code: typed,
      })
      expect([phone, answer.msg]).toEqual([phone, 'success'])
    }
  })

  it('and a number that no plan has is refused with the field’s name, and changes nothing', async () => {
    const wrong = { account: 'carla', phone: '+49 151', emailLogin: false, disabled: true }
    for (const phone of ['+4915', '+49 1'])
      expect((await game.send('PUT', '/game/v1/accounts/u10', { ...wrong, phone })).data).toMatchObject({
        issues: [{ path: 'phone' }],
      })
    const { rows } = await shop.db.query(`select phone, disabled from account where uid = 'u10'`)
    expect(rows).toEqual([{ phone: '+525512345678', disabled: false }])
  })
})
