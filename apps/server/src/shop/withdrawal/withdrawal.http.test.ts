import { randomUUID } from 'node:crypto'
import type { ResultOf } from '@hc/contract/calls'
import { locales } from '@hc/contract/locales'
import { describe, expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import { gameClient } from '@hc/test/game-client'
import { encrypt, type Letter, type Player, type Reply, until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({
  COUNTRY_HEADER: 'x-country',
  TRUST_PROXY: '1',
  REPAIR_AFTER_SECONDS: '2',
  RETRY_BASE_MS: '100',
  ORDER_LIMITS: 'none',
})
const demo = withPlayer(shop)
const rich = withPlayer(shop, 'rich')

type Confirmation = ResultOf<'withdraw/confirm'>

/** A player whose proxy says Germany. */
const inGermany = { 'x-country': 'DE', 'accept-language': 'de-DE' }
const WAIVER = 'waiver:1'

const order = (goods: string, more: object = {}, headers: Record<string, string> = inGermany, player = demo) =>
  player.call(
    'order/webCreate',
    { role_id: 'r1001', server_id: 's1', cp_goods_id: goods, channel_code: 'sandbox', ...more },
    headers,
  )
const makeOrder = async (goods: string, more: object = {}): Promise<string> => {
  const answer = await order(goods, more)
  expect(answer.msg).toBe('success')
  return answer.result.sdk_order_id
}
const pay = async (no: string): Promise<void> => {
  await demo.pay(no)
  await demo.reach(no, 4)
}
let hosts = 0
type Stating = { no: string; contact?: string; player?: Player; ip?: string; name?: string }
const state = ({ no, contact = 'demo@example.com', player, ip, name = 'Mia Muster' }: Stating) =>
  (player ?? shop).call(
    'withdraw/state',
    { name, sdk_order_id: no, contact },
    { 'accept-language': 'de-DE', 'x-forwarded-for': ip ?? `198.51.100.${++hosts}` },
  )
const confirm = async (statement: Stating): Promise<Reply<Confirmation>> => {
  const ip = statement.ip ?? `198.51.100.${++hosts}`
  const { result } = await state({ ...statement, ip })
  return await (statement.player ?? shop).call(
    'withdraw/confirm',
    { statement: result.statement },
    { 'x-forwarded-for': ip },
  )
}
const mails = async (): Promise<Letter[]> => (await shop.letters()).filter(({ kind }) => kind === 'withdrawal')
const mailOf = (number: string): Promise<Letter> =>
  until('the mail', async () => (await mails()).find(({ subject }) => subject.includes(number)))
/** The payment mail is sent, so the waiver is confirmed. */
const confirmed = (no: string): Promise<unknown> =>
  until(
    'the confirmation has left',
    async () =>
      (await shop.db.query(`select 1 from consent where order_no = $1 and kind = 'waiver_mail'`, [no])).rowCount,
  )

describe('a purchase in a country whose law gives a right to withdraw', () => {
  it('asks the buyer of an item to agree to immediate delivery, in their language; other countries ask nothing', async () => {
    const terms = async (headers: Record<string, string>, goods = 'gem_60') =>
      (await shop.call('withdraw/terms', { cp_goods_id: goods }, headers)).result
    expect(await terms(inGermany)).toEqual({
      days: 14,
      box: {
        version: WAIVER,
        text: 'Jetzt liefern. Ich weiß, dass ich mit der Lieferung mein Widerrufsrecht verliere.',
        required: true,
      },
    })
    expect(await terms(inGermany, 'coin_500')).toEqual({ days: 14, box: null })
    expect(await terms({ 'x-country': 'JP' })).toEqual({ days: 0, box: null })
    expect(await terms({})).toEqual({ days: 0, box: null })
    expect((await order('gem_60', {}, {})).msg).toBe('success')
  })

  it('appears in order/explain as a consent to give, and blocks no earlier step', async () => {
    const why = async (goods: string, headers: Record<string, string>) =>
      (await demo.call('order/explain', { cp_goods_id: goods, server_id: 's1', role_id: 'r1001' }, headers)).result
    const here = await why('gem_60', inGermany)
    expect([here.can, here.reasons.map(({ key }) => key)]).toEqual([true, expect.arrayContaining(['consent'])])
    for (const [goods, headers] of [
      ['coin_500', inGermany],
      ['gem_60', { 'x-country': 'JP' }],
    ] as const)
      expect((await why(goods, headers)).reasons.map(({ key }) => key)).not.toContain('consent')
  })

  it('makes no order of an item without that consent, and names its text', async () => {
    const refused = await order('gem_60')
    expect([refused.code, refused.msg, refused.data]).toEqual([30030, 'ConsentMissing', { text: WAIVER }])
    expect((await order('gem_60', { consent: ['waiver:2'] })).msg).toBe('ConsentMissing')
    expect((await order('gem_60', { consent: [WAIVER] })).msg).toBe('success')
    expect((await order('coin_500')).msg).toBe('success')
  })

  it('stores version, language and time of the consent, which cannot be changed', async () => {
    const no = await makeOrder('gem_60', { consent: [WAIVER] })
    const { rows } = await shop.db.query(
      'select kind, text_version, locale, at is not null as dated from consent where order_no = $1',
      [no],
    )
    expect(rows).toEqual([{ kind: 'waiver', text_version: 1, locale: 'de-DE', dated: true }])
    await expect(shop.db.query(`update consent set text_version = 2 where order_no = $1`, [no])).rejects.toThrow(
      'append-only',
    )
    await expect(shop.db.query(`update legal_text set body = 'x'`)).rejects.toThrow('append-only')
    const { rows: texts } = await shop.db.query(
      `select distinct locale from legal_text where kind = 'waiver' order by 1`,
    )
    expect(texts.map(({ locale }) => locale)).toEqual([...locales].sort())
  })

  it('gives the same order for the same key, and none for another consent under it', async () => {
    const key = { ...inGermany, 'idempotency-key': randomUUID() }
    const first = await order('coin_500', {}, key)
    expect((await order('coin_500', {}, key)).result).toEqual(first.result)
    const item = { ...inGermany, 'idempotency-key': randomUUID() }
    expect((await order('gem_60', { consent: [WAIVER] }, item)).msg).toBe('success')
    expect((await order('gem_60', { consent: [WAIVER] }, { ...item, 'x-country': 'JP' })).msg).toBe('InvalidParams')
  })

  it('shows the deadline of withdrawal on an order, and none for other countries', async () => {
    const no = await makeOrder('coin_500')
    const { create_ts, ...record } = await demo.record(no)
    const days = ((record.withdraw_until_ts ?? 0) - create_ts) / 86_400
    expect(days).toBeGreaterThan(14)
    expect(days).toBeLessThanOrEqual(16)
    expect(record).toMatchObject({ waived: false, withdrawal: '' })
    const plain = (await order('coin_500', {}, {})).result.sdk_order_id
    expect(Object.keys(await demo.record(plain))).not.toContain('withdraw_until_ts')
  })

  it('confirms the consent in the payment mail: without that mail the right stays', async () => {
    const no = await makeOrder('gem_300', { consent: [WAIVER] })
    await pay(no)
    await confirmed(no)
    const outbox = await shop.letters()
    const letter = outbox.find(({ kind, text }) => kind === 'order_paid' && text.includes(no))
    expect(letter?.text).toContain('Jetzt liefern. Ich weiß')
    expect((await demo.record(no)).waived).toBe(true)

    await shop.db.query(`update account set email = null where login = 'demo'`)
    const silent = await makeOrder('gem_60', { consent: [WAIVER] })
    await pay(silent)
    expect((await demo.record(silent)).waived).toBe(false)
    await shop.db.query(`update account set email = 'demo@example.com' where login = 'demo'`)
  })

  it('confirms the consent by mail even to a player who wants no mail about orders, and sends them nothing else', async () => {
    await demo.call('user/receipts', { on: false })
    const no = await makeOrder('gem_300', { consent: [WAIVER] })
    await pay(no)
    await confirmed(no)
    expect((await demo.record(no)).waived).toBe(true)
    const plain = (await order('gem_60', {}, {})).result.sdk_order_id
    await pay(plain)
    await demo.call('user/receipts', { on: true })
    const { rows } = await shop.db.query(`select event from order_letter where order_no in ($1, $2)`, [no, plain])
    expect(rows).toEqual([{ event: 'paid' }])
  })
})

describe('a statement of withdrawal', () => {
  it('cancels an unpaid order at once, and is confirmed by mail with its words, day and time', async () => {
    const no = await makeOrder('coin_500')
    const { result } = await confirm({ no, player: demo })
    expect(result).toMatchObject({ outcome: 'cancelled' })
    expect(result.number).toMatch(/^W-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/)
    const mail = await mailOf(result.number)
    expect(mail).toMatchObject({ target: 'demo@example.com', subject: `Dein Widerruf ${result.number}` })
    for (const part of [no, 'Mia Muster', `Hiermit widerrufe ich den Vertrag über die Bestellung ${no}.`, 'UTC'])
      expect(mail.text).toContain(part)
    await demo.reach(no, 6)
    expect((await demo.record(no)).withdrawal).toBe(result.number)
  })

  it('sends back money that arrives after the withdrawal', async () => {
    const no = await makeOrder('coin_500')
    await confirm({ no, player: demo })
    await shop.outcome(no, 'paid')
    await demo.reach(no, 5, 40_000)
    await until(
      'the statement is closed',
      async () =>
        (
          await shop.db.query(
            `select 1 from withdrawal where order_no = $1 and outcome = 'refunded' and closed_at is not null`,
            [no],
          )
        ).rowCount,
    )
  })

  it('sends late money back in time, even with many earlier unpaid orders', async () => {
    for (let n = 0; n < 18; n++) await confirm({ no: await makeOrder('coin_500'), player: demo })
    const no = await makeOrder('coin_500')
    await confirm({ no, player: demo })
    await shop.outcome(no, 'paid')
    await demo.reach(no, 5, 40_000)
  })

  it('refunds an item whose consent no mail confirmed, and recalls it from the game', async () => {
    await shop.db.query(`update account set email = null where login = 'demo'`)
    const no = await makeOrder('gem_60', { consent: [WAIVER] })
    await pay(no)
    const { result } = await confirm({ no, player: demo })
    // Only now: an earlier payment mail would confirm the consent.
    await shop.db.query(`update account set email = 'demo@example.com' where login = 'demo'`)
    expect(result.outcome).toBe('refund')
    await demo.reach(no, 5)
    const again = await until('the statement is closed', async () => {
      const answer = await confirm({ no, player: demo })
      return answer.result.outcome === 'refunded' && answer.result
    })
    expect(again.number).toBe(result.number)
  })

  it('is refused with the reason if the buyer gave up the right', async () => {
    const no = await makeOrder('gem_300', { consent: [WAIVER] })
    await pay(no)
    await confirmed(no)
    const { result } = await confirm({ no, player: demo })
    expect(result.outcome).toBe('waived')
    expect((await mailOf(result.number)).text).toContain('Widerrufsrecht')
    expect((await demo.record(no)).status).toBe(4)
  })

  it('refunds a pack with all of its points unspent, and leaves a spent pack to a person', async () => {
    const whole = await makeOrder('coin_500')
    await pay(whole)
    expect((await confirm({ no: whole, player: demo })).result.outcome).toBe('refund')
    await demo.reach(whole, 5)

    const spent = await makeOrder('coin_500')
    await pay(spent)
    const item = (await order('gem_300', { channel_code: 'hcpoint', consent: [WAIVER] })).result.sdk_order_id
    expect((await demo.call('payment/order/epoint/pay', { paymentId: item })).msg).toBe('success')
    expect((await confirm({ no: spent, player: demo })).result.outcome).toBe('received')
    expect((await demo.record(spent)).status).toBe(4)
  })

  it('is refused with the reason if the time is over or the country of the order has no such right', async () => {
    const late = await makeOrder('coin_500')
    await pay(late)
    await shop.db.query('alter table orders disable trigger user')
    await shop.db.query(`update orders set paid_at = paid_at - interval '17 days' where order_no = $1`, [late])
    await shop.db.query('alter table orders enable trigger user')
    expect((await confirm({ no: late, player: demo })).result.outcome).toBe('late')
    const elsewhere = (await order('coin_500', {}, {})).result.sdk_order_id
    expect((await confirm({ no: elsewhere, player: demo })).result.outcome).toBe('no_right')
  })

  it('cancels an unpaid order at any time, and later money still goes back', async () => {
    const no = await makeOrder('coin_500')
    await shop.db.query('alter table orders disable trigger user')
    await shop.db.query(`update orders set created_at = created_at - interval '17 days' where order_no = $1`, [no])
    await shop.db.query('alter table orders enable trigger user')
    expect((await confirm({ no, player: demo })).result.outcome).toBe('cancelled')
    await shop.outcome(no, 'paid')
    await demo.reach(no, 5, 40_000)
  })

  it('counts once, even if it is repeated or sent several times at once', async () => {
    const no = await makeOrder('coin_500')
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm({ no, player: demo })))
    expect(new Set(answers.map(({ result }) => result.number)).size).toBe(1)
    const { rows } = await shop.db.query('select count(*)::int as n from withdrawal where order_no = $1', [no])
    expect(rows).toEqual([{ n: 1 }])
    await mailOf(answers[0]?.result.number ?? '')
    expect((await mails()).filter(({ subject }) => subject.includes(answers[0]?.result.number ?? '')).length).toBe(1)
  })

  it('needs no session, and then waits for a person even with the address of the account', async () => {
    const no = await makeOrder('coin_500')
    await pay(no)
    const { result } = await confirm({ no, contact: 'Demo@Example.com' })
    expect(result.outcome).toBe('received')
    expect((await mailOf(result.number)).target).toBe('demo@example.com')
    expect(await demo.record(no)).toMatchObject({ status: 4, withdrawal: '' })
    // The buyer's own statement counts at once.
    expect((await confirm({ no, player: demo })).result.outcome).toBe('refund')
  })

  it('mails a stranger’s address three times an hour at most, without addresses of the web, and the others wait', async () => {
    const contact = 'flooded@example.com'
    for (let n = 0; n < 6; n++) await confirm({ no: `UNKNOWN-${n}`, contact })
    const arrived = async () => (await mails()).filter(({ target }) => target === contact).length
    await until('three mails', async () => (await arrived()) === 3)
    await until(
      'the others wait',
      async () =>
        (
          await shop.db.query(
            `select 1 from withdrawal where told is null and lease_until > now() + interval '5 minutes'`,
          )
        ).rowCount === 3,
    )
    expect(await arrived()).toBe(3)
    for (const name of [
      'Win at https://evil.example',
      'www.evil.example',
      'evil.com',
      'evil.example/win',
      'a@b.example',
    ])
      expect([name, (await shop.call('withdraw/state', { name, sdk_order_id: 'X', contact })).msg]).toEqual([
        name,
        'InvalidParams',
      ])
    for (const name of ['Dr. J. R. Müller-Lüdenscheidt', 'Nguyễn Văn A', '山田 太郎', 'St. John Smith Jr.'])
      expect([name, (await shop.call('withdraw/state', { name, sdk_order_id: 'X', contact })).msg]).toEqual([
        name,
        'success',
      ])
  })

  it('from another address or another account waits for a person, and changes nothing', async () => {
    const no = await makeOrder('coin_500')
    await pay(no)
    const stranger = await confirm({ no, contact: 'stranger@example.com' })
    const other = await confirm({ no, contact: 'demo@example.com', player: rich })
    expect([stranger.result.outcome, other.result.outcome]).toEqual(['received', 'received'])
    expect(await demo.record(no)).toMatchObject({ status: 4, withdrawal: '' })
    expect((await mailOf(stranger.result.number)).target).toBe('stranger@example.com')
  })

  it('gets the same answer for known and unknown order numbers until it is confirmed', async () => {
    const no = await makeOrder('coin_500')
    const rowShown = async (number: string, player?: Player) => {
      const { result } = await state({ no: number, ...(player && { player }) })
      return { until: result.until_ts, covers: result.covers, text: result.text.replace(number, 'N') }
    }
    const nothing = { until: 0, covers: '', text: 'Hiermit widerrufe ich den Vertrag über die Bestellung N.' }
    expect(await rowShown(no)).toEqual(nothing)
    expect(await rowShown('01M80ZA4Y11803WG4Z8WXRFYC0')).toEqual(nothing)
    expect(await rowShown(no, rich)).toEqual(nothing)
    expect((await rowShown(no, demo)).covers).not.toBe('')
    const unknown = await confirm({ no: '01M80ZA4Y11803WG4Z8WXRFYC0', contact: 'nobody@example.com' })
    expect(unknown.result).toMatchObject({ outcome: 'received' })
  })

  it('names the wrong field, and refuses a statement that the shop did not seal', async () => {
    const wrong = async (body: object, call: 'withdraw/state' | 'withdraw/confirm' = 'withdraw/state') => {
      const answer = await shop.call(call, body)
      expect([answer.status, answer.msg]).toEqual([400, 'InvalidParams'])
      return answer.data?.issues?.[0]?.path
    }
    const good = { name: 'Mia', sdk_order_id: '01M80ZA4Y11803WG4Z8WXRFYC0', contact: 'mia@example.com' }
    expect(await wrong({ ...good, name: ' ' })).toBe('name')
    expect(await wrong({ ...good, sdk_order_id: '<script>' })).toBe('sdk_order_id')
    expect(await wrong({ ...good, contact: 'nobody' })).toBe('contact')
    expect(await wrong({ statement: 'bm9wZQ' }, 'withdraw/confirm')).toBe('statement')
    expect(await wrong({ ...good, amount: 1 })).toBeDefined()
  })

  it('is accepted ten times an hour from one address', async () => {
    const ip = '203.0.113.77'
    for (let n = 0; n < 10; n++)
      expect((await confirm({ no: `unknown-${n}`, ip, contact: 'many@example.com' })).code).toBe(0)
    const refused = await confirm({ no: 'unknown-10', ip, contact: 'many@example.com' })
    expect([refused.status, refused.msg]).toEqual([429, 'SystemBusy'])
    expect((await confirm({ no: 'unknown-3', ip, contact: 'many@example.com' })).code).toBe(0)
  })

  it('is confirmed by mail although its buyer deletes the account before the mail leaves; then the address goes', async () => {
    const game = gameClient(shop.url)
    const account = { account: 'quitter', password: 'Leave-77', email: 'quitter@example.com', disabled: false }
    expect((await game.send('PUT', '/game/v1/accounts/300077', { ...account, emailLogin: true })).code).toBe(0)
    const player = await shop.signIn('quitter', 'Leave-77')
    const { result } = await confirm({ no: await makeOrder('coin_500'), contact: account.email, player })
    await mailOf(result.number)
    await until('the shop knows that it was sent', async () => {
      const row = `select 1 from message m join withdrawal w on w.acked_message = m.message_id
        where w.number = $1 and m.state = 'sent'`
      return (await shop.db.query(row, [result.number])).rowCount === 1
    })
    // The mail server was away: the mail is on its way again.
    await shop.db.query(
      `update message
          set state = 'pending', ended_at = null, lease_until = '-infinity', run_at = now() + interval '1 hour'
        where message_id = (select acked_message from withdrawal where number = $1)`,
      [result.number],
    )
    const left = { account: 'quitter', passwd: encrypt('Leave-77'), encrypt: 1 }
    expect((await player.call('user/data/delete', left)).msg).toBe('success')
    const waiting = `select state from message where target = 'quitter@example.com'`
    expect((await shop.db.query(waiting)).rows).toEqual([{ state: 'pending' }])
    await shop.db.query(`update message set run_at = now() where target = 'quitter@example.com'`)
    await until('it was sent, and its address is gone', async () => (await shop.db.query(waiting)).rowCount === 0)
  })

  it('stores name and address encrypted, and never changes', async () => {
    const { rows } = await shop.db.query(
      `select encode(name, 'escape') as name, encode(contact, 'escape') as contact from withdrawal`,
    )
    for (const row of rows) expect(JSON.stringify(row)).not.toMatch(/Muster|example\.com/)
    await expect(shop.db.query(`update withdrawal set order_no = 'other'`)).rejects.toThrow('never changes')
  })

  it('is part of its player’s data', async () => {
    const data = JSON.stringify((await demo.call('user/data/export')).result)
    expect(data).toMatch(/"withdrawals":\[\{"number":"W-/)
    expect(data).toContain('"kind":"waiver"')
  })

  it('leaves correct books', async () => {
    await until('nothing is on its way', async () => {
      const { rows } = await shop.db.query(
        `select count(*)::int as n from outbox where kind = 'refund' and state in ('pending', 'unknown')`,
      )
      return rows[0]?.n === 0
    })
    expect(await faultsIn(shop)).toEqual([])
  })
})

describe('a pack of law', () =>
  it('that is switched off gives later orders no right, and does not affect earlier orders', async () => {
    const before = await makeOrder('coin_500')
    await shop.db.query(`select end_law_pack('DE', 'cli:test')`)
    await until('it is off', async () => (await shop.call('withdraw/terms', {}, inGermany)).result.days === 0)
    expect((await order('gem_60')).msg).toBe('success')
    expect((await demo.record(before)).withdraw_until_ts).toBeGreaterThan(0)
    const page = await fetch(`${shop.url}/main/home`)
    expect(await page.text()).toContain('/main/withdraw')
    await shop.db.query('select end_law_pack(country, $1) from law_pack', ['cli:test'])
    await until(
      'no page leads there',
      async () => !(await (await fetch(`${shop.url}/main/home`)).text()).includes('/main/withdraw'),
    )
  }))
