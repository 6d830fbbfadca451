import { createServer, type IncomingMessage, type Server } from 'node:http'
import { isSigned } from '@hc/channels/signature'
import type { ResultOf } from '@hc/contract/calls'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameClient, type GameClient } from '@hc/test/game-client'
import { encrypt, freePort, type Reply, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop()

const game = (): GameClient => gameClient(shop.url)
const sealed = (fields: object): { data: string } => ({ data: encrypt(JSON.stringify(fields)) })
const US = { areaCode: '+1', phone: '5550100001' }
const sendEmail = (email: string, type = 'reset'): Promise<Reply<ResultOf<'user/email/code/send'>>> =>
  shop.call('user/email/code/send', { email, type })
const sendPhone = (type = 'login', more = {}): Promise<Reply> =>
  shop.call('user/phone/code/send', sealed({ ...US, type, ...more }))
/** Moves the codes into the past, as if so many minutes had passed. */
const later = (minutes: number): Promise<unknown> =>
  shop.db.query(
    `update verification_code set created_at = created_at - make_interval(mins => $1), expires_at = expires_at -
      make_interval(mins => $1)`,
    [minutes],
  )
const lastCode = async (target: string): Promise<string> =>
  (
    await until(`a code for ${target}`, async () =>
      (await shop.letters()).find((letter) => letter.target === target && letter.code),
    )
  )?.code ?? ''
const forget = (): Promise<unknown> => shop.db.query('delete from verification_code')

describe('a code', () => {
  it('arrives in the language that was asked for, as mail and as SMS, and signs a phone in once', async () => {
    await forget()
    await shop.call('user/phone/code/send', sealed({ ...US, type: 'login' }), { 'accept-language': 'de-DE' })
    const code = await lastCode('+15550100001')
    const [sms] = await shop.letters()
    expect(sms).toMatchObject({ channel: 'sms', kind: 'code', text: expect.stringContaining('Dein Anmeldecode') })
    const login = (account: string): Promise<Reply> =>
      shop.call('user/login', { channel_code: 'phone', account, code, remember: true })
    expect(await login('+1 555 010-0001')).toMatchObject({ code: 0, result: { account: 'demo', uid: '100001' } })
    expect((await login('+15550100001')).msg).toBe('InvalidMobileCode')
  })

  it('is asked for once a minute and ten times a day for a target, known or unknown alike', async () => {
    await forget()
    for (const email of ['demo@example.com', 'nobody@example.com']) {
      const first = await sendEmail(email)
      expect(first).toMatchObject({ code: 0, result: { again: 60 } })
      expect(first.result.expires).toBeGreaterThan(Date.now() + 590_000)
      expect((await sendEmail(email.toUpperCase())).msg).toBe('AuthCodeSendTooFrequently')
      for (let i = 2; i <= 10; i++) {
        await later(2)
        expect((await sendEmail(email)).code).toBe(0)
      }
      await later(2)
      expect((await sendEmail(email)).msg).toBe('AuthCodeSendTooFrequently')
    }
    expect((await shop.letters()).some((letter) => letter.target === 'nobody@example.com')).toBe(false)
  })

  it('is asked for a limited number of times an hour from one address', async () => {
    await forget()
    await shop.restart({ CODES_PER_HOUR_PER_ADDRESS: '3' })
    for (let i = 0; i < 3; i++) expect((await sendEmail(`someone${i}@example.com`)).code).toBe(0)
    expect((await sendEmail('demo@example.com')).msg).toBe('AuthCodeSendTooFrequently')
    await shop.restart()
  })

  it('expires after five wrong tries, fifty parallel ones included, and after ten minutes', async () => {
    await forget()
    await sendPhone()
    const code = await lastCode('+15550100001')
    const wrong = code === '000000' ? '000001' : '000000'
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        shop.call('user/login', { channel_code: 'phone', account: '+15550100001', code: wrong }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.msg))).toEqual(new Set(['InvalidMobileCode']))
    expect((await shop.db.query('select tries from verification_code')).rows[0].tries).toBe(5)
    expect((await shop.call('user/login', { channel_code: 'phone', account: '+15550100001', code })).msg).toBe(
      'InvalidMobileCode',
    )
    await later(2)
    await sendPhone()
    const next = await until(
      'the next code',
      async () => (await shop.letters()).find((letter) => letter.channel === 'sms' && letter.code !== code)?.code,
    )
    await later(10)
    expect((await shop.call('user/login', { channel_code: 'phone', account: '+15550100001', code: next })).msg).toBe(
      'InvalidMobileCode',
    )
  })

  it('is valid for its own account, purpose and target only', async () => {
    await forget()
    await sendPhone('login')
    const login = await lastCode('+15550100001')
    expect((await shop.call('user/phone/psw/reset', sealed({ ...US, code: login, password: 'Fresh4321' }))).msg).toBe(
      'InvalidMobileCode',
    )
    await sendEmail('demo@example.com')
    const ownCode = await lastCode('demo@example.com')
    expect(
      (
        await shop.call(
          'user/email/psw/reset',
          sealed({ email: 'empty@example.com', code: ownCode, password: 'Fresh4321' }),
        )
      ).msg,
    ).toBe('InvalidEmailCode')
    expect(
      (
        await shop.call('user/login', {
          channel_code: 'account',
          account: 'empty',
          passwd: encrypt('Empty123'),
          encrypt: 1,
        })
      ).code,
    ).toBe(0)
  })

  it('is stored as a keyed hash, and its message is stored sealed', async () => {
    await forget()
    await sendEmail('demo@example.com')
    const code = await lastCode('demo@example.com')
    const rows = JSON.stringify([
      (await shop.db.query('select * from verification_code')).rows,
      (await shop.db.query('select channel, target, kind, encode(body, $1) as body from message', ['escape'])).rows,
    ])
    expect(rows).not.toContain(code)
    expect(shop.errors()).not.toContain(`"${code}"`)
  })

  it('request names an unknown phone, a bad number and an unreadable body in its error', async () => {
    expect(
      (await shop.call('user/login', { channel_code: 'phone', account: '+15550199999', code: '123456' })).msg,
    ).toBe('MobileAccountNotFound')
    expect(
      await shop.call('user/login', { channel_code: 'phone', account: '5550100001', code: '123456' }),
    ).toMatchObject({ status: 400, msg: 'InvalidParams' })
    for (const body of [
      { data: 'AAAA' },
      { data: encrypt('no json') },
      sealed({ ...US }),
      sealed({ ...US, type: 'login', more: 1 }),
      { data: encrypt('{"__proto__":{"x":1},"areaCode":"1","phone":"5550100001","type":"login"}') },
      sealed({ areaCode: '1', phone: '12', type: 'login' }),
    ]) {
      expect(await shop.call('user/phone/code/send', body)).toMatchObject({
        status: 400,
        msg: 'InvalidParams',
        data: { issues: [expect.objectContaining({ path: expect.stringContaining('data') })] },
      })
    }
  })
})

describe('a forgotten password', () => {
  it('is set anew by mail: every session ends, the old one is refused, the mailbox is told, failed tries are forgotten', async () => {
    await forget()
    const before = await shop.signIn('demo', 'Demo1234')
    await sendEmail('demo@example.com')
    const code = await lastCode('demo@example.com')
    expect(
      (await shop.call('user/email/psw/reset', sealed({ email: 'demo@example.com', code, password: 'Stardust77' })))
        .code,
    ).toBe(0)
    expect((await before.call('user/uinfo')).status).toBe(203)
    await expect(shop.signIn('demo', 'Demo1234')).rejects.toThrow('InvalidPassword')
    await shop.signIn('demo', 'Stardust77')
    await until('the notice', async () =>
      (await shop.letters()).some(
        (letter) =>
          letter.kind === 'password_changed' && letter.target === 'demo@example.com' && letter.text.includes('demo'),
      ),
    )
    expect(
      (await shop.call('user/email/psw/reset', sealed({ email: 'demo@example.com', code, password: 'Stardust88' })))
        .msg,
    ).toBe('InvalidEmailCode')
  })

  it('is set anew by phone', async () => {
    await forget()
    await sendPhone('reset')
    const code = await lastCode('+15550100001')
    expect((await shop.call('user/phone/psw/reset', sealed({ ...US, code, password: 'Demo1234' }))).code).toBe(0)
    await shop.signIn('demo', 'Demo1234')
  })

  it('must meet the password rule, and a refused password costs no try', async () => {
    await forget()
    await sendEmail('demo@example.com')
    const code = await lastCode('demo@example.com')
    for (const [password, why] of [
      ['short', 'PasswordFormat'],
      ['onlyletters', 'PasswordFormat'],
      ['12345678', 'PasswordFormat'],
      ['A1b2C3d4E5f6G7h8i', 'PasswordFormat'],
      ['password1', 'PasswordCommon'],
      ['Abc123', 'PasswordCommon'],
      ['starfall1', 'PasswordCommon'],
    ] as const) {
      expect(
        await shop.call('user/email/psw/reset', sealed({ email: 'demo@example.com', code, password })),
      ).toMatchObject({ status: 400, data: { issues: [{ path: 'password', message: why }] } })
    }
    expect(
      (await shop.call('user/email/psw/reset', sealed({ email: 'demo@example.com', code, password: ' De mo12 ' })))
        .code,
    ).toBe(0)
    // Spaces are part of the password and are not trimmed.
    await expect(shop.signIn('demo', 'De mo12')).rejects.toThrow('InvalidPassword')
    await shop.signIn('demo', ' De mo12 ')
  })
})

describe('one-time tokens', () => {
  it('of a player say who they are, are their own alone and follow the clock of the contract', async () => {
    const rich = await shop.signIn('rich', 'Rich1234')
    const answer = await rich.call('user/sdk/ticket/get', { uid: '100003' })
    expect(answer.result.ticket).toMatch(/^[\w-]{43}$/)
    expect(answer.result.expires).toBeGreaterThan(Date.now() + 200_000)
    expect((await rich.call('user/sdk/ticket/get', { uid: '100001' })).msg).toBe('GameAccountNotFound')
    expect((await shop.call('user/tmpWebTokenLogin', { token: answer.result.ticket })).msg).toBe('AuthFail')
    expect((await shop.call('user/tmpWebTokenLogin', { token: 'never issued' })).msg).toBe('AuthFail')
    expect(await game().send('POST', '/game/v1/tickets/verify', { ticket: answer.result.ticket })).toMatchObject({
      code: 0,
      result: { uid: '100003' },
    })
    expect((await game().send('POST', '/game/v1/tickets/verify', { ticket: answer.result.ticket })).msg).toBe(
      'TicketNotFound',
    )
  })

  it("of the customer service's address are verified the same way, once, for ten minutes, and cannot be made up", async () => {
    const rich = await shop.signIn('rich', 'Rich1234')
    const address = (await rich.call('user/uinfo')).result.customer_service
    const ticket = new URL(address).searchParams.get('ticket') ?? ''
    const verify = async (text: string): Promise<string> =>
      (await game().send('POST', '/game/v1/tickets/verify', { ticket: text })).msg
    const [uid = '', time = '', signature = ''] = ticket.split('.')
    expect(await verify([Buffer.from('100001').toString('base64url'), time, signature].join('.'))).toBe(
      'TicketNotFound',
    )
    expect(await verify([uid, Number(time) + 1, signature].join('.'))).toBe('TicketNotFound')
    // The last of 43 characters has two unused bits, so a signature has four spellings. Only one of them is valid.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(signature.slice(-1))
    const spellings = [1, 2, 3].map((more) =>
      [uid, time, signature.slice(0, -1) + alphabet.charAt(last - (last % 4) + ((last + more) % 4))].join('.'),
    )
    for (const spelling of [...spellings, `${ticket}=`, `${ticket} `]) {
      expect([spelling, await verify(spelling)]).toEqual([spelling, 'TicketNotFound'])
    }
    expect(await (await fetch(address)).text()).toContain('you are player <b>100003</b>')
    expect(await verify(ticket)).toBe('TicketNotFound')
    expect(await (await fetch(address)).text()).toContain('This link has expired')
  })

  it('of the game open a session once, and a session of a disabled account never', async () => {
    const { hctoken, expires } = (await game().send('POST', '/game/v1/accounts/100003/web-token')).result
    expect(expires - Date.now()).toBeGreaterThan(290_000)
    expect(await shop.call('user/tmpWebTokenLogin', { token: hctoken })).toMatchObject({
      code: 0,
      result: { account: 'rich' },
    })
    expect((await shop.call('user/tmpWebTokenLogin', { token: hctoken })).msg).toBe('AuthFail')
    const late = (await game().send('POST', '/game/v1/accounts/100003/web-token')).result.hctoken
    await shop.db.query(`update one_time_token set expires_at = expires_at - interval '5 minutes'`)
    expect((await shop.call('user/tmpWebTokenLogin', { token: late })).msg).toBe('AuthFail')
    const racing = (await game().send('POST', '/game/v1/accounts/100003/web-token')).result.hctoken
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.call('user/tmpWebTokenLogin', { token: racing })),
    )
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
    const stale = (await game().send('POST', '/game/v1/accounts/100003/web-token')).result.hctoken
    await shop.db.query(`update account set disabled = true where login = 'rich'`)
    expect((await shop.call('user/tmpWebTokenLogin', { token: stale })).msg).toBe('AuthFail')
    await shop.db.query(`update account set disabled = false where login = 'rich'`)
  })
})

describe('throttling', () => {
  it('counts failed sign-ins of one address over all accounts and processes', async () => {
    await shop.restart({ SIGN_IN_FAILURES_PER_ADDRESS: '12' })
    await shop.db.query('delete from sign_in_failure')
    for (let i = 0; i < 12; i++)
      expect(
        (
          await shop.call('user/login', {
            channel_code: 'account',
            account: `player${i}`,
            passwd: encrypt('Guess123'),
            encrypt: 1,
          })
        ).msg,
      ).toBe('GameAccountNotFound')
    expect(
      await shop.call('user/login', {
        channel_code: 'account',
        account: 'demo',
        passwd: encrypt('Guess123'),
        encrypt: 1,
      }),
    ).toMatchObject({ status: 429, msg: 'SystemBusy' })
    await shop.restart({ AUTH_ERRORS: 'uniform' })
    await shop.db.query('delete from sign_in_failure')
  })

  it('with AUTH_ERRORS=uniform no answer tells whether an account exists', async () => {
    const answers = await Promise.all(
      [
        ['nobody', 'Demo1234'],
        ['nobody@example.com', 'Demo1234'],
        ['empty@example.com', 'Empty123'],
        ['rich', 'Wrong123'],
        ['banned', 'Banned12'],
      ].map(([account = '', passwd = '']) =>
        shop.call('user/login', { channel_code: 'account', account, passwd: encrypt(passwd), encrypt: 1 }),
      ),
    )
    for (const { status, code, msg, data } of answers)
      expect({ status, code, msg, data }).toEqual({ status: 200, code: 20003, msg: 'InvalidPassword', data: null })
    expect(
      (await shop.call('user/login', { channel_code: 'phone', account: '+15550199999', code: '123456' })).msg,
    ).toBe('InvalidMobileCode')
    await shop.restart({ AUTH_ERRORS: 'detailed' })
  })
})

describe('messages', () => {
  let smtp: SMTPServer
  let sms: Server
  const mails: ReturnType<typeof PostalMime.parse>[] = []
  const smsSeen: { body: string; genuine: boolean }[] = []
  let refuseMail = 0
  let smsStatus = [503, 202]
  const secret = `whsec_${Buffer.from('the-sms-providers-secret-000001').toString('base64')}`

  beforeAll(async () => {
    smtp = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onData(stream, _session, resolve) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          if (refuseMail > 0) {
            refuseMail--
            resolve(Object.assign(new Error('later'), { responseCode: 451 }))
            return
          }
          mails.push(PostalMime.parse(Buffer.concat(parts)))
          resolve()
        })
      },
    })
    const smtpPort = await freePort()
    await new Promise<void>((ready) => {
      smtp.listen(smtpPort, '127.0.0.1', () => ready())
    })
    const smsPort = await freePort()
    sms = createServer((request: IncomingMessage, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const body = Buffer.concat(parts)
        smsSeen.push({ body: body.toString(), genuine: isSigned([secret], request.headers, body, Date.now(), 300) })
        response.writeHead(smsStatus.shift() ?? 202).end()
      })
    }).listen(smsPort, '127.0.0.1')
    await forget()
    await shop.restart({
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      SMS_URL: `http://127.0.0.1:${smsPort}/send`,
      SMS_SECRET: secret,
      MAIL_FROM: 'Starfall <shop@example.com>',
      AUTH_ERRORS: 'detailed',
    })
  })
  afterAll(async () => {
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    sms.close()
  })

  it('leave by SMTP as HTML and text, tried again after a refusal for now, with one message id', async () => {
    refuseMail = 1
    await shop.call(
      'user/email/code/send',
      { email: 'demo@example.com', type: 'reset' },
      { 'accept-language': 'ja-JP' },
    )
    const mail = await until('the mail', () => Promise.resolve(mails[0]))
    expect(mail.subject).toContain('パスワード再設定用認証コード')
    const code = /\d{6}/.exec(mail.subject ?? '')?.[0] ?? ''
    expect(mail.text).toContain(code)
    expect(mail.html).toContain(code)
    expect(mail.messageId).toMatch(/^<hc-\d+@/)
    expect(
      (await shop.call('user/email/psw/reset', sealed({ email: 'demo@example.com', code, password: 'Demo1234' }))).code,
    ).toBe(0)
  })

  it('leave by the SMS provider signed, tried again where it is away, with the same id', async () => {
    await sendPhone()
    await until('two tries', () => Promise.resolve(smsSeen.length >= 2))
    expect(smsSeen.map((message) => message.genuine)).toEqual([true, true])
    expect(smsSeen[0]?.body).toBe(smsSeen[1]?.body)
    expect(JSON.parse(smsSeen[0]?.body ?? '{}')).toMatchObject({
      to: '+15550100001',
      text: expect.stringMatching(/\d{6}/),
    })
    await until(
      'it is noted as sent',
      async () =>
        (await shop.db.query(`select 1 from message where channel = 'sms' and state = 'sent' and attempts = 2`))
          .rowCount,
    )
  })

  it('are deleted once they are no longer needed', async () => {
    await later(2)
    smsStatus = [400]
    await sendPhone()
    await until(
      'it is noted as refused',
      async () =>
        (
          await shop.db.query(
            `select 1 from message where channel = 'sms' and state = 'failed' and detail = 'HTTP 400'`,
          )
        ).rowCount,
    )
  })
})
