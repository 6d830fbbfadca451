import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { gameClient } from '@hc/test/game-client'
import { namedIn } from '@hc/test/find-person'
import { encrypt, type Letter, playerOf, type Reply, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const settings = {
  TRUST_PROXY: '1',
  SUPPORT_PER_HOUR_PER_ADDRESS: '4',
  SUPPORT_PER_HOUR: '1000',
  SUPPORT_EMAIL: 'help@publisher.example',
}
const shop = withShop(settings)

const guest = {
  account: 'demo',
  sdk_order_id: '',
  email: 'Guest@Example.com',
  text: 'Somebody else plays with my account.\nPlease help.',
}
let hosts = 0
const newAddress = (): string => `198.51.100.${++hosts}`
const ask = async (
  body: object,
  ip = newAddress(),
  key: string = randomUUID(),
  url = shop.url,
): Promise<Reply<{ number: string }>> => {
  const answer = await fetch(`${url}/api/user/supportRequest`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': ip,
      'idempotency-key': key,
      'accept-language': 'de-DE',
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, ...((await answer.json()) as object) } as Reply<{
    number: string
  }>
}
const mails = async (): Promise<Letter[]> =>
  (await shop.letters()).filter((letter) => letter.kind === 'support_request')

describe('a player who cannot log in', () => {
  it('writes to customer service and gets a reference; the publisher gets a mail whose reply goes to the player', async () => {
    const { code, result } = await ask({ ...guest, sdk_order_id: '01M80ZA4Y11803WG4Z8WXRFYC0' })
    expect(code).toBe(0)
    expect(result.number).toMatch(/^S-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/)
    const mail = await until('the mail', async () =>
      (await mails()).find((letter) => letter.text.includes(result.number)),
    )
    expect(mail).toMatchObject({
      target: 'help@publisher.example',
      subject: `Support request ${result.number}, order 01M80ZA4Y11803WG4Z8WXRFYC0`,
    })
    for (const part of ['guest@example.com', 'demo', 'de-DE', 'Somebody else plays']) expect(mail.text).toContain(part)
    expect(
      (
        await shop.db.query('select account, email, body, state from support_request where number = $1', [
          result.number,
        ])
      ).rows,
    ).toEqual([{ account: 'demo', email: 'guest@example.com', body: guest.text, state: 'open' }])
    expect((await shop.call('setting/init')).result.supportEmail).toBe('help@publisher.example')
  })

  it('is told which field is wrong', async () => {
    const wrong = async (body: object): Promise<string | undefined> => {
      const { status, msg, data } = await ask(body)
      expect([status, msg]).toEqual([400, 'InvalidParams'])
      return data?.issues?.[0]?.path
    }
    expect(await wrong({ ...guest, email: 'nobody' })).toBe('email')
    expect(await wrong({ ...guest, text: '   ' })).toBe('text')
    expect(await wrong({ ...guest, text: 'x'.repeat(4001) })).toBe('text')
    expect(await wrong({ ...guest, sdk_order_id: '<script>' })).toBe('sdk_order_id')
    expect(await wrong({ ...guest, account: 'x'.repeat(129) })).toBe('account')
    expect((await ask({ ...guest, subject: 'no such field' })).status).toBe(400)
  })

  it('makes one request per key, even if it is sent again to another process', async () => {
    const second = await shop.beside(settings)
    try {
      const key = randomUUID()
      const before = (await mails()).length
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, at) => ask(guest, undefined, key, at % 2 ? shop.url : second.url)),
      )
      expect(answers.map((answer) => answer.code)).toEqual(answers.map(() => 0))
      expect(new Set(answers.map((answer) => answer.result.number)).size).toBe(1)
      expect(await ask({ ...guest, text: 'Something else' }, undefined, key)).toMatchObject({
        status: 400,
        data: { issues: [{ path: 'Idempotency-Key' }] },
      })
      expect((await mails()).length).toBe(before + 1)
    } finally {
      await second.stop()
    }
  })

  it('has an hourly limit for an address, or for a whole IPv6 network, and one for all players', async () => {
    const ip = newAddress()
    for (let n = 0; n < 4; n++) expect((await ask({ ...guest, text: `number ${n}` }, ip)).code).toBe(0)
    const refused = await ask(guest, ip)
    expect(refused).toMatchObject({ status: 429, msg: 'SystemBusy' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const answers = []
    for (let n = 0; n < 5; n++)
      answers.push((await ask({ ...guest, text: `number ${n}` }, `2001:db8:1:2::${n + 1}`)).status)
    expect(answers).toEqual([200, 200, 200, 200, 429])
    await shop.restart({ SUPPORT_PER_HOUR: '1' })
    expect((await ask(guest)).status).toBe(429)
    await shop.restart({ SUPPORT_PER_HOUR: '1000' })
  })
})

describe('a request to customer service', () => {
  it('is deleted with its mail after the configured time, and its IP address after a day', async () => {
    const old = await ask({ ...guest, text: 'long ago' })
    const recent = await ask({ ...guest, text: 'the other day' })
    await shop.db.query(`update support_request set created_at = now() - interval '181 days' where number = $1`, [
      old.result.number,
    ])
    await shop.db.query(`update support_request set created_at = now() - interval '2 days' where number = $1`, [
      recent.result.number,
    ])
    await shop.db.query(`update chore set due_at = now() where name = 'cleanup'`)
    await until(
      'it is gone',
      async () =>
        (await shop.db.query('select 1 from support_request where number = $1', [old.result.number])).rowCount === 0,
    )
    expect((await mails()).some((mail) => mail.text.includes(old.result.number))).toBe(false)
    await until(
      'its address is gone',
      async () =>
        (
          await shop.db.query(`select 1 from support_request where number = $1 and address = ''`, [
            recent.result.number,
          ])
        ).rowCount,
    )
  })

  it('belongs to the data of the player whose address, account or order it names, and is deleted with it', async () => {
    const game = gameClient(shop.url)
    const account = {
      account: 'elaine.of.astolat',
      password: 'Barge-1177',
      email: 'elaine@astolat.example',
      emailLogin: true,
      disabled: false,
    }
    expect((await game.send('PUT', '/game/v1/accounts/astolat-1', account)).code).toBe(0)
    const login = await shop.call('user/login', {
      channel_code: 'account',
      account: account.account,
      passwd: encrypt('Barge-1177'),
      encrypt: 1,
    })
    const player = playerOf(shop, login.result.token)
    const ownRequest = await ask({ ...guest, account: '', email: account.email, text: 'I am elaine@astolat.example' })
    const named = await ask({ ...guest, account: 'Elaine.of.Astolat' })
    const stranger = await ask({ ...guest, account: 'nobody else' })
    const data = JSON.stringify((await player.call('user/data/export')).result)
    expect(data).toContain(ownRequest.result.number)
    expect(data).not.toContain(named.result.number)
    expect(
      (await player.call('user/data/delete', { account: account.account, passwd: encrypt('Barge-1177'), encrypt: 1 }))
        .msg,
    ).toBe('success')
    expect(await namedIn(shop.db, [account.email, account.account])).toEqual([])
    const left = (
      await shop.db.query('select number from support_request where number = any($1)', [
        [ownRequest, named, stranger].map((answer) => answer.result.number),
      ])
    ).rows
    expect(left).toEqual([{ number: stranger.result.number }])
    expect((await mails()).some((mail) => mail.text.includes(ownRequest.result.number))).toBe(false)
  })
})
