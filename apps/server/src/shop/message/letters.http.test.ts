import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { gameClient } from '@hc/test/game-client'
import { namedIn } from '@hc/test/find-person'
import { encrypt, freePort, type Letter, playerOf, until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ RETRY_BASE_MS: '100', REPAIR_AFTER_SECONDS: '1', LATE_CHECK_SECONDS: '1,1,1' })
let demo = withPlayer(shop)

const lettersOf = async (no: string): Promise<Letter[]> =>
  (await shop.letters()).filter((message) => message.text.includes(no))
const letter = async (no: string, kind: string): Promise<Letter> =>
  await until(`${kind} of ${no}`, async () => (await lettersOf(no)).find((message) => message.kind === kind))
const reach = async (no: string, status: number, player = demo): Promise<void> => {
  await player.reach(no, status)
}
/** Waits until all due letters have become messages. */
const untilWritten = async (): Promise<void> => {
  await until(
    'all letters are written',
    async () => (await shop.db.query('select 1 from order_letter where written_at is null')).rowCount === 0,
  )
}
const order = async (goods: string, more: object = {}, language = 'en-US', player = demo): Promise<string> => {
  const creation = await player.call(
    'order/webCreate',
    { role_id: 'r1001', server_id: 's1', cp_goods_id: goods, channel_code: 'sandbox', ...more },
    { 'idempotency-key': randomUUID(), 'accept-language': language },
  )
  expect(creation.msg).toBe('success')
  return creation.result.sdk_order_id
}

describe('a player hears by mail', () => {
  it('that an order is paid and delivered: its number, item, character, amount, bonus, date and the way to customer service', async () => {
    const no = await order('gem_300')
    await shop.outcome(no, 'paid_twice')
    await reach(no, 4)
    const paid = await letter(no, 'order_paid')
    expect(paid.target).toBe('demo@example.com')
    for (const part of [
      no,
      '300 Star Gems + 300 bonus',
      'Astra',
      'Aurora',
      '$4.99',
      '300 + 300 bonus',
      'UTC',
      `/main/contact?order=${no}`,
    ]) {
      expect(paid.text).toContain(part)
      expect(paid.html.replaceAll('&#43;', '+')).toContain(part)
    }
    expect(paid.subject).toBe('Paid and delivered: 300 Star Gems')
  })

  it('in the language of the order', async () => {
    const subjects: Record<string, string> = {}
    for (const [language, goods] of [
      ['ja-JP', 'gem_60'],
      ['th-TH', 'gem_980'],
      ['de-DE', 'gem_1980'],
      ['zh-HK', 'gem_3280'],
    ] as const) {
      const no = await order(goods, {}, language)
      await shop.outcome(no, 'paid')
      subjects[language] = (await letter(no, 'order_paid')).subject
    }
    expect(subjects).toMatchObject({
      'ja-JP': expect.stringContaining('お支払いとお届けが完了しました'),
      'th-TH': expect.stringContaining('ชำระเงินและส่งแล้ว'),
      'de-DE': expect.stringContaining('Bezahlt und geliefert'),
      'zh-HK': expect.stringContaining('已付款並派發'),
    })
  })

  it('once, even with repeated webhooks and several writing processes', async () => {
    const beside = await Promise.all([shop.beside(), shop.beside()])
    try {
      const orders = await Promise.all(Array.from({ length: 6 }, () => order('gem_60')))
      await Promise.all(orders.map((no) => shop.outcome(no, 'paid_twice')))
      for (const no of orders) await reach(no, 4)
      await shop.db.query(`update inbox set state = 'new', run_at = now() where order_no = any($1)`, [orders])
      await until(
        'worked again',
        async () => (await shop.db.query(`select 1 from inbox where state = 'new'`)).rowCount === 0,
      )
      await untilWritten()
      for (const no of orders) expect((await lettersOf(no)).map((message) => message.kind)).toEqual(['order_paid'])
    } finally {
      await Promise.all(beside.map((process) => process.stop()))
    }
  })

  it('that a pack is paid, in one letter, and how many points a payment with HC Points took', async () => {
    const pack = await order('coin_1000')
    await shop.outcome(pack, 'paid')
    expect((await letter(pack, 'order_paid')).text).toContain('+ 50 bonus points')
    const item = await order('pass_month', { channel_code: 'hcpoint' })
    expect((await demo.call('payment/order/epoint/pay', { paymentId: item })).code).toBe(0)
    expect((await letter(item, 'order_paid')).text).toMatch(/999 HC\sPoints/)
    expect((await lettersOf(pack)).map((message) => message.kind)).toEqual(['order_paid'])
    await shop.db.query(`select request_refund($1, 'asked for', 'ann')`, [item])
    expect((await letter(item, 'order_refunded')).text).toMatch(/999 HC\sPoints/)
  })

  it('of each refund once, a partial one too, and of a held payment', async () => {
    const no = await order('gem_6480')
    await shop.outcome(no, 'paid')
    await reach(no, 4)
    const {
      rows: [capture],
    } = await shop.db.query('select channel_code, txn from capture where order_no = $1', [no])
    const part = (refund: string, cents: number): Promise<unknown> =>
      shop.db.query('select apply_refunded_in($1, $2, $3, $4, $5, $6)', [
        capture?.channel_code,
        no,
        capture?.txn,
        refund,
        cents,
        'USD',
      ])
    await part('part-1', 1000)
    await part('part-1', 1000)
    await part('part-2', 8999)
    await reach(no, 5)
    await until(
      'both are written',
      async () => (await lettersOf(no)).filter((message) => message.kind === 'order_refunded').length === 2,
    )
    await untilWritten()
    const refunds = (await lettersOf(no)).filter((message) => message.kind === 'order_refunded')
    expect(refunds.map((refund) => refund.subject).sort()).toEqual(['We’ve refunded $10.00', 'We’ve refunded $89.99'])
    const strange = await order('gem_60')
    await shop.outcome(strange, 'paid_wrong_amount')
    const review = await letter(strange, 'order_review')
    expect(review.text).toContain('Your money is safe')
    expect((await lettersOf(strange)).map((message) => message.kind)).toEqual(['order_review'])
  })

  it('as text and HTML for light and dark, without outside resources, and with links that show their address', async () => {
    const [payment] = (await shop.letters()).filter((message) => message.kind === 'order_paid')
    expect(payment?.html).toContain('prefers-color-scheme: dark')
    expect(payment?.html).not.toMatch(/<script|url\(|@import/i)
    // The one picture, the brand's icon, is a part of the mail.
    expect(payment?.html.match(/<img|src=[^ ]+/g)).toEqual(['<img', 'src="cid:brand-icon"'])
    const links = [...(payment?.html.matchAll(/href="([^"]*)"/g) ?? [])].map(([, href]) => href ?? '')
    expect(links.length).toBe(2)
    for (const href of links) expect(payment?.text).toContain(href)
  })
})

describe('mail about orders', () => {
  it('is not written if the player has turned it off, and the switch belongs to the account', async () => {
    expect((await demo.call('user/receipts')).result).toEqual({ on: true, email: true })
    expect((await demo.call('user/receipts', { on: false })).result).toEqual({ on: false, email: true })
    const no = await order('gem_300')
    await shop.outcome(no, 'paid')
    await reach(no, 4)
    await untilWritten()
    expect(await lettersOf(no)).toEqual([])
    expect((await (await shop.signIn('demo', 'Demo1234')).call('user/receipts')).result.on).toBe(false)
    demo = await shop.signIn('demo', 'Demo1234')
    expect((await demo.call('user/receipts', { on: true })).result.on).toBe(true)
    expect((await shop.call('user/receipts')).status).toBe(203)
    expect(await demo.call('user/receipts', { on: 'yes' })).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'on' }] },
    })
  })

  it('is not written to an account without an address', async () => {
    const rich = await shop.signIn('rich', 'Rich1234')
    const no = await order('gem_60', { role_id: 'r1003' }, 'en-US', rich)
    await shop.outcome(no, 'paid')
    await reach(no, 4, rich)
    expect((await shop.db.query('select 1 from order_letter where order_no = $1', [no])).rowCount).toBe(0)
    expect((await rich.call('user/receipts')).result).toEqual({ on: true, email: false })
  })

  it("is deleted with the player's data: sent letters, and letters still to be written or sent", async () => {
    const game = gameClient(shop.url)
    const email = 'nimue@lake.example'
    expect(
      (
        await game.send('PUT', '/game/v1/accounts/lake-1', {
          account: 'nimue.of.the.lake',
          password: 'Lake-1177',
          email,
          emailLogin: true,
          disabled: false,
        })
      ).code,
    ).toBe(0)
    expect(
      (await game.send('PUT', '/game/v1/servers/s1/roles/lake-r', { uid: 'lake-1', name: 'Nimue', level: 3 })).code,
    ).toBe(0)
    const login = await shop.call('user/login', {
      channel_code: 'account',
      account: 'nimue.of.the.lake',
      passwd: encrypt('Lake-1177'),
      encrypt: 1,
    })
    const player = playerOf(shop, login.result.token)
    const no = await order('gem_300', { role_id: 'lake-r' }, 'en-US', player)
    await shop.outcome(no, 'paid')
    await reach(no, 4, player)
    await letter(no, 'order_paid')
    expect(JSON.stringify((await player.call('user/data/export')).result)).toContain('order_paid')
    // Adds a new address, a letter that waits to be written, and a message that waits to be sent.
    await game.send('PUT', '/game/v1/accounts/lake-1', {
      account: 'nimue.of.the.lake',
      email: 'nimue@tower.example',
      emailLogin: true,
      disabled: false,
    })
    await shop.db.query(
      `update order_letter set written_at = null, lease_until = 'infinity' where order_no = $1 and event = 'paid'`,
      [no],
    )
    await shop.db.query(
      `update message set state = 'pending', lease_until = 'infinity' where target = $1 and kind = 'order_paid'`,
      [email],
    )
    expect(
      (
        await player.call('user/data/delete', {
          account: 'nimue.of.the.lake',
          passwd: encrypt('Lake-1177'),
          encrypt: 1,
        })
      ).msg,
    ).toBe('success')
    expect(await namedIn(shop.db, [email, 'nimue@tower.example', 'Nimue'])).toEqual([])
    expect((await shop.db.query('select 1 from order_letter where order_no = $1', [no])).rowCount).toBe(0)
  })
})

describe('a mail server that is away', () =>
  it('loses no mail and delays no order, and each letter arrives once after it returns', async () => {
    const port = await freePort()
    const refusing = createServer((socket) => {
      socket.destroy()
    })
    await new Promise<void>((ready) => {
      refusing.listen(port, '127.0.0.1', ready)
    })
    await shop.restart({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Starfall <shop@example.com>' })
    demo = await shop.signIn('demo', 'Demo1234')
    const no = await order('gem_300', {}, 'de-DE')
    await shop.outcome(no, 'paid')
    await reach(no, 4)
    const waiting = async (): Promise<number | null> =>
      (await shop.db.query(`select 1 from message where kind like 'order_%' and state = 'pending' and attempts > 0`))
        .rowCount
    const tried = `select 1 from message where state = 'pending' and attempts > 0 and lease_until = '-infinity'`
    await until('it was tried', async () => (await shop.rows(tried)).length === 1)
    await new Promise<void>((resolve) => {
      refusing.close(() => resolve())
    })
    const mails: ReturnType<typeof PostalMime.parse>[] = []
    const smtp = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onData(stream, _session, resolve) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          mails.push(PostalMime.parse(Buffer.concat(parts)))
          resolve()
        })
      },
    })
    await new Promise<void>((ready) => {
      smtp.listen(port, '127.0.0.1', () => ready())
    })
    try {
      await shop.db.query(`update message set run_at = now() where state = 'pending'`)
      await until('it arrived', () => Promise.resolve(mails.length >= 1))
      await until('it is noted', async () => (await waiting()) === 0)
      const arrived = await Promise.all(mails)
      expect(arrived.map((email) => email.subject)).toEqual(['Bezahlt und geliefert: 300 Sternjuwelen'])
      for (const email of arrived) {
        expect(email.text).toContain(no)
        expect(email.html).toContain(no)
        expect(email.attachments).toMatchObject([{ mimeType: 'image/png', contentId: '<brand-icon>', related: true }])
      }
    } finally {
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
    }
  }))
