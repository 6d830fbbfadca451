import { beforeAll, describe, expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import { type DeskClient, enrol } from '@hc/test/desk'
import { withDesk, withPlayer, withStripe } from '@hc/test/fixtures'
import { type Row, until } from '@hc/test/shop'
import { checkInvariants } from '../../care/doctor/invariants.ts'

const gateway = withStripe()
const at = withDesk(async () => ({ ...gateway.env(), RETRY_BASE_MS: '100', RECONCILE_SECONDS: '3600' }))
const { shop } = at
const demo = withPlayer(shop)
const REASON = 'the books of the month'
let order: string
let txn: string
let refundTxn: string

const healthy = (): Promise<unknown> => faultsIn(shop)
const today = (): number => Math.floor(Date.now() / 1000)
const text = (base64: string): string => Buffer.from(base64, 'base64').toString('latin1')
const exported = async (form: 'csv' | 'jsonl' | 'beancount' | 'datev') =>
  (await at.as('finance').call('ledger/export', { from: today() - 86_400, to: today() + 60, form })).result

beforeAll(async () => {
  gateway.webhookUrl = `${shop.url}/api/pay/stripe/webhook`
  // The demo's people are not of this desk.
  await shop.db.query(`update desk.staff set suspended_at = now() where email like '%@demo.example'`)
  order = await demo.order('gem_300', 'stripe')
  await gateway.tell(gateway.pay(order))
  await demo.reach(order, 4)
  await at.as('finance').call('refund/part', { order_no: order, cents: 100, reason: REASON })
  await until('the part is done', async () => (await demo.record(order)).refunded === 1)
  txn = String((await shop.rows('select txn from capture where order_no = $1', order))[0]?.txn)
  refundTxn = String(
    (await shop.rows('select refund_txn from gateway_refund where order_no = $1', order))[0]?.refund_txn,
  )
})

describe('the ledger at the desk', () => {
  it('lists journals by their subject, and shows one with its entries and its cause', async () => {
    const { result } = await at.as('finance').call('ledger/journals', { order_no: order })
    expect(result.journals.map(({ reason, usd_cents }) => [reason, usd_cents])).toEqual([
      ['refund', 100],
      ['sale', 499],
    ])
    const [refund] = result.journals
    const { result: journal } = await at.as('finance').call('ledger/journal', { journal_id: refund?.journal_id ?? 0 })
    expect(journal.entries).toEqual([
      { account: 'sales', unit: 'USD', amount: 100 },
      { account: 'gateway', unit: 'USD', amount: -100 },
    ])
    expect(journal.cause).toMatchObject({ order_no: order, channel: 'stripe', refunded_cents: 100 })
    const of = async (account: string) =>
      (await at.as('finance').call('ledger/journals', { account })).result.journals.map(({ reason }) => reason)
    expect(await of('gateway')).toEqual(['refund', 'sale'])
    expect(await of('bank')).toEqual([])
    expect((await at.as('finance').call('ledger/journal', { journal_id: 999_999 })).msg).toBe('NotFound')
    const wide = await at.as('finance').call('ledger/journals', { from: 1, to: today() })
    expect(wide).toMatchObject({ status: 422, msg: 'TooWide' })
  })
  it('has balances of any moment that sum to zero, and the liability of unspent points', async () => {
    const { result } = await at.as('finance').call('ledger/balances', {})
    expect(result.balances).toContainEqual({ account: 'gateway', unit: 'USD', amount: 399 })
    expect(result.sums.every(({ amount }) => amount === 0)).toBe(true)
    const [wallets] = await shop.rows(`select sum(balance) filter (where unit = 'HCB')::int as basic,
      sum(balance) filter (where unit = 'HCP')::int as present from ledger_account where kind = 'wallet'`)
    expect(result.liability).toMatchObject(wallets ?? {})
    const { result: before } = await at.as('finance').call('ledger/balances', { at: 1_000_000_000 })
    expect(before.balances).toEqual([])
  })
  it('has the same balances once journals are added up by day, and the doctor finds an altered day', async () => {
    const later = today() + 2 * 86_400
    const balances = async () => (await at.as('finance').call('ledger/balances', { at: later })).result.balances
    const gateways = async () => (await at.as('finance').call('gateway/totals', {})).result
    const live = await balances()
    const balancesThere = (await gateways()).map(({ channel, there_cents }) => ({ channel, there_cents }))
    expect(balancesThere).toEqual([{ channel: 'stripe', there_cents: 399 }])
    await until('the journals are added up', async () => {
      await shop.db.query(`update desk.total_mark set seen_at = '-infinity'`)
      await shop.db.query('select desk.add_totals(20000)')
      return (
        await shop.rows(`select from desk.total_mark where done_id >= (select max(journal_id) from ledger_journal)`)
      ).length
    })
    expect(await shop.rows(`select amount::int from desk.ledger_day where account = 'gateway'`)).toEqual([
      { amount: 399 },
    ])
    expect(await balances()).toEqual(live)
    expect(await gateways()).toMatchObject(balancesThere)
    const client = await shop.db.connect()
    await client.query(`begin; update desk.ledger_day set amount = amount + 1 where account = 'gateway'`)
    const { rows: faults } = await client.query('select account, days::int, entries::int from ledger_days_fault()')
    await client.query('rollback')
    client.release()
    expect(faults).toEqual([{ account: 'gateway', days: 400, entries: 399 }])
  })
})

describe('a payout of a gateway', () => {
  const heading = 'payout,paid_at,kind,reference,gross_cents,fee_cents'
  const load = async (csv: string) => await at.as('finance').call('settlement/import', { channel: 'stripe', csv })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  it('books no fees beyond what a gateway takes, above or below zero, but by two people', async () => {
    const fees = (payout: string, cents: number): string =>
      `payout,paid_at,kind,reference,gross_cents,fee_cents\n${payout},2026-11-05T00:00:00Z,fee,x_${payout},0,${cents}\n`
    for (const [payout, cents] of [
      ['po_out', 500_000_000],
      ['po_in', -500_000_000],
    ] as const) {
      expect((await load(fees(payout, cents))).msg).toBe('success')
      const answer = await at.as('finance').call('settlement/book', { channel: 'stripe', payout })
      expect([payout, answer.status, answer.msg]).toEqual([payout, 202, 'NeedsApproval'])
      await at.as('finance').call('approval/withdraw', { approval_no: Number(answer.data?.approval) })
    }
  })
  it('is imported once, whole or not at all, and each wrong line is reported with its column', async () => {
    const wrong = await load(`${heading}\npo_1,yesterday,capture,${txn},0,10\n,2026-01-01,gift,x,1,2`)
    expect(wrong).toMatchObject({ status: 422, msg: 'LineErrors' })
    expect(wrong.data).toEqual({
      errors: [
        { line: 2, column: 'paid_at', why: 'date', value: 'yesterday' },
        { line: 2, column: 'gross_cents', why: 'above_zero', value: '0' },
        { line: 3, column: 'payout', why: 'empty', value: '' },
        { line: 3, column: 'kind', why: 'payout_kind', value: 'gift' },
      ],
      total: 4,
    })
    const open = await load(`${heading}\npo_1,"${tomorrow}`)
    expect(open).toMatchObject({ msg: 'FileRefused', data: { why: 'csv' } })
    const file = `${heading}\npo_1,${tomorrow},capture,${txn},499,20\npo_1,${tomorrow},refund,re_elsewhere,-100,0\n`
    expect((await load(file)).result).toEqual({ payouts: ['po_1'], added: 2, same: 0 })
    expect((await load(file)).result).toEqual({ payouts: ['po_1'], added: 0, same: 2 })
  })
  it('may have the 20,000 lines of a busy month, which are read and imported at once', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `po_big,${tomorrow},capture,pi_${String(n)},100,3`)
    const file = [heading, ...lines].join('\r\n')
    expect(file.length).toBeGreaterThan(600_000)
    expect((await load(file)).result).toEqual({ payouts: ['po_big'], added: 20_000, same: 0 })
    expect((await load(file)).result).toEqual({ payouts: ['po_big'], added: 0, same: 20_000 })
    const wrong = await load(file.replaceAll(',100,', ',0,'))
    expect(wrong.data).toMatchObject({ errors: { length: 50 }, total: 20_000 })
    expect((await load(`${heading}\n${'x'.repeat(12 * 1024 * 1024)}`)).msg).toBe('PayloadTooLarge')
  }, 60_000)
  it('is compared line by line, and booked once if each line matches', async () => {
    const { result: compared } = await at.as('finance').call('settlement/read', { channel: 'stripe', payout: 'po_1' })
    expect(compared.lines.map(({ kind, state }) => [kind, state])).toEqual([
      ['capture', 'matched'],
      ['refund', 'unknown'],
    ])
    const book = async (payout: string) => await at.as('finance').call('settlement/book', { channel: 'stripe', payout })
    expect(await book('po_1')).toMatchObject({ msg: 'PayoutRefused', data: { why: 'unmatched' } })
    expect(await book('po_0')).toMatchObject({ data: { why: 'nothing' } })
    const second = await demo.order('gem_60', 'stripe')
    await gateway.tell(gateway.pay(second))
    await demo.reach(second, 4)
    await load(
      `${heading}\npo_2,${tomorrow},capture,${txn},499,20\npo_2,${tomorrow},refund,${refundTxn},-100,0\n` +
        `po_2,${tomorrow},fee,monthly,0,5`,
    )
    const { result: read } = await at.as('finance').call('settlement/read', { channel: 'stripe', payout: 'po_2' })
    expect(read.lines.every(({ state }) => state === 'matched')).toBe(true)
    expect(read.missing.map(({ order_no }) => order_no)).toEqual([second])
    const answers = await Promise.all([1, 2, 3].map(() => book('po_2')))
    expect(answers.filter(({ code }) => code === 0).map(({ result }) => result)).toEqual([{ net_cents: 374 }])
    expect(answers.filter(({ data }) => data?.why === 'booked')).toHaveLength(2)
    // The same capture under another number: a file that was read before is not booked, and a new one names the first.
    expect(await book('po_1')).toMatchObject({ msg: 'PayoutRefused' })
    const again = await load(
      `${heading}\npo_3,${tomorrow},capture,${txn},499,20\npo_3,${tomorrow},refund,${refundTxn},-100,0`,
    )
    expect(again.data).toMatchObject({
      errors: ['capture', 'refund'].map(() => ({ column: 'reference', why: 'other_payout', value: 'po_2' })),
    })
    await shop.db.query(
      `insert into desk.settlement_line (channel_code, payout_id, kind, reference, paid_at, gross_cents, fee_cents,
          currency, imported_at, imported_by)
        select channel_code, 'po_4', kind, reference, paid_at, gross_cents, fee_cents, currency, imported_at, imported_by
          from desk.settlement_line where payout_id = 'po_2'`,
    )
    expect(await book('po_4')).toMatchObject({ msg: 'PayoutRefused', data: { why: 'used' } })
    const { result: now } = await at.as('finance').call('ledger/balances', {})
    expect(now.balances).toEqual(
      expect.arrayContaining([
        { account: 'bank', unit: 'USD', amount: 374 },
        { account: 'fees', unit: 'USD', amount: 25 },
        { account: 'gateway', unit: 'USD', amount: 99 },
      ]),
    )
    const { result: totals } = await at.as('finance').call('gateway/totals', {})
    expect(totals).toMatchObject([
      { channel: 'stripe', captured_cents: 598, refunded_cents: 100, payouts_cents: 374, there_cents: 99 },
    ])
    expect(await healthy()).toEqual([])
  })
})

describe('a correction of the books', () => {
  type Entries = { account: string; amount: number }[]
  const correct = async (entries: Entries, more: { unit?: 'USD' | 'HCB'; channel?: string; corrects?: number } = {}) =>
    await at.as('finance').call('ledger/correct', { unit: 'USD', entries, reason: 'the bank took a fee', ...more })
  const agree = async (answer: { data: Record<string, unknown> | null }): Promise<unknown> =>
    (await at.owner.call('approval/decide', { approval_no: Number(answer.data?.approval), yes: true })).result
  const fee: Entries = [
    { account: 'bank', amount: -15 },
    { account: 'fees', amount: 15 },
  ]
  const balanceOf = async (account: string): Promise<number | undefined> =>
    (await at.as('finance').call('ledger/balances', {})).result.balances.find((balance) => balance.account === account)
      ?.amount

  it('is a separate journal, dated at the second person’s consent, and the doctor finds the books in order', async () => {
    const [bank, fees] = [await balanceOf('bank'), await balanceOf('fees')]
    const [wrong] = (await at.as('finance').call('ledger/journals', { reason: 'payout' })).result.journals
    const answer = await correct(fee, { corrects: wrong?.journal_id ?? 0 })
    expect([answer.status, answer.msg]).toEqual([202, 'NeedsApproval'])
    expect(await balanceOf('bank')).toBe(bank)
    const approval_no = Number(answer.data?.approval)
    const ownDecision = await at.as('finance').call('approval/decide', { approval_no, yes: true })
    expect(ownDecision.msg).toBe('NotAllowed')
    const { result: approval } = await at.owner.call('approval/read', { approval_no })
    expect(approval.forecast).toMatchObject({ before: { bank_cents: bank }, after: { bank_cents: Number(bank) - 15 } })
    expect(await agree(answer)).toEqual({ state: 'done', why: '' })
    expect([await balanceOf('bank'), await balanceOf('fees')]).toEqual([Number(bank) - 15, Number(fees) + 15])
    const [correction] = (await at.as('finance').call('ledger/journals', { reason: 'correction' })).result.journals
    const { result: journal } = await at
      .as('finance')
      .call('ledger/journal', { journal_id: correction?.journal_id ?? 0 })
    expect(journal).toMatchObject({
      corrects: wrong?.journal_id,
      cause: { note: 'the bank took a fee', done_by: 'finance', decided_by: 'owner' },
      entries: [
        { account: 'fees', unit: 'USD', amount: 15 },
        { account: 'bank', unit: 'USD', amount: -15 },
      ],
    })
    expect(Math.abs(journal.at - today())).toBeLessThan(60)
    const { result: old } = await at.as('finance').call('ledger/journal', { journal_id: wrong?.journal_id ?? 0 })
    expect(old.corrected_by).toEqual([correction?.journal_id])
    const [line] = await shop.rows(
      `select actor, line from desk.audit where kind = 'journal' order by seq desc limit 1`,
    )
    expect(JSON.parse(String(line?.line))).toMatchObject({
      action: 'ledger/correct',
      target: String(correction?.journal_id),
      reason: 'the bank took a fee',
      after: { entries: fee, corrects: wrong?.journal_id },
    })
    expect(await healthy()).toEqual([])
  })
  it('names its gateway, and changes the balance of that gateway alone', async () => {
    const thereCents = async () => (await at.as('finance').call('gateway/totals', {})).result[0]?.there_cents
    const before = Number(await thereCents())
    const entries = [
      { account: 'gateway', amount: -9 },
      { account: 'differences', amount: 9 },
    ]
    expect(await correct(entries)).toMatchObject({ msg: 'CorrectionRefused', data: { why: 'channel' } })
    expect(await correct(entries, { channel: 'hcpoint' })).toMatchObject({ data: { why: 'channel' } })
    expect(await correct(fee, { channel: 'stripe' })).toMatchObject({ data: { why: 'channel' } })
    expect(await agree(await correct(entries, { channel: 'stripe' }))).toEqual({ state: 'done', why: '' })
    expect(await thereCents()).toBe(before - 9)
    expect(await healthy()).toEqual([])
  })
  it('names only accounts that no order, player or delivery owns, sums to zero, and corrects a journal that exists', async () => {
    const because = async (entries: Entries, more = {}) => (await correct(entries, more)).data?.why
    for (const account of ['sales', 'suspense', 'settled_elsewhere', 'wallet', 'issued', 'nothing'])
      expect(await because([{ account, amount: -15 }, ...fee.slice(1)]), account).toBe('account')
    expect(await because(fee, { unit: 'HCB' })).toBe('account')
    expect(await because([...fee, ...fee])).toBe('twice')
    expect(await because(fee.slice(1))).toBe('sum')
    expect(await because([{ account: 'bank', amount: -14 }, ...fee.slice(1)])).toBe('sum')
    expect(await because([])).toBe('sum')
    expect(await because(fee, { corrects: 999_999 })).toBe('journal')
  })
  it('is made once for a journal, even if two people ask for it at the same time', async () => {
    const [wrong] = (await at.as('finance').call('ledger/journals', { reason: 'payout' })).result.journals
    const both = await Promise.all([
      correct(fee, { corrects: wrong?.journal_id ?? 0 }),
      correct(fee, { corrects: wrong?.journal_id ?? 0 }),
    ])
    // One is the request, and the other has its number.
    expect(both.map(({ msg }) => msg)).toEqual(['NeedsApproval', 'NeedsApproval'])
    expect(both[0].data?.approval).toBe(both[1].data?.approval)
    expect(both.filter(({ data }) => data?.again === true)).toHaveLength(1)
    expect(await agree(both[0])).toEqual({ state: 'done', why: '' })
  })
  it('is never booked by one person, and never changes afterwards', async () => {
    expect(
      await shop.rows(`select refusal from desk.correct_books('USD',
        '[{"account": "bank", "amount": 1}, {"account": "fees", "amount": -1}]', '', 0)`),
    ).toEqual([{ refusal: 'approval' }])
    await expect(shop.db.query(`update ledger_correction_entry set amount = amount + 1`)).rejects.toThrow()
    const client = await shop.db.connect()
    await client.query('begin')
    await client.query(`insert into ledger_journal (reason, source_id, created_at) values ('correction', ':99', now())`)
    await client.query(`insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      select journal_id, v.id, 'USD', v.amount from ledger_journal, (values (13::bigint, 5), (2, -5)) v (id, amount)
       where source_id = ':99'`)
    const { violations } = await checkInvariants(async ({ text }) => (await client.query(text)).rows, { atRest: false })
    await client.query('rollback')
    client.release()
    expect(violations.map(({ name }) => name)).toContain(
      'a correction has its journal with the same entries, and a journal of one its correction',
    )
  })
})

describe('a file of the books', () => {
  it('has every entry in CSV and JSONL, and no cell that a spreadsheet runs as a formula', async () => {
    const [{ n }] = (await shop.rows(`select count(*)::int as n from ledger_entry join ledger_journal using (journal_id)
      where created_at > now() - interval '1 day'`)) as [{ n: number }]
    const csv = text((await exported('csv')).base64)
      .trim()
      .split('\r\n')
    expect(csv).toHaveLength(n + 1)
    const jsonl = text((await exported('jsonl')).base64)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)
    expect(jsonl).toHaveLength(n)
  })
  it('has balanced transactions in open accounts when it is for Beancount', async () => {
    const file = text((await exported('beancount')).base64)
    const open = new Set([...file.matchAll(/^\S+ open (\S+)$/gm)].map(([, name]) => name))
    const parts = file.split(/\n\n/).filter((part) => / \* /.test(part))
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) {
      const sums = new Map<string, number>()
      for (const [, name = '', amount = '', unit = ''] of part.matchAll(/^ {2}([A-Z]\S+) {2}(-?[\d.]+) (\w+)$/gm)) {
        expect(open.has(name), name).toBe(true)
        sums.set(unit, (sums.get(unit) ?? 0) + Math.round(Number(amount) * 100))
      }
      expect(
        [...sums.values()].every((sum) => sum === 0),
        part,
      ).toBe(true)
    }
  })
  /** The sum of each account number in a file for DATEV, and the number length of its header. */
  async function datevSums() {
    const { base64, name } = await exported('datev')
    expect(name).toMatch(/^EXTF_/)
    const [header = '', headings = '', ...lines] = text(base64).trim().split('\r\n')
    expect(header.split(';').slice(0, 5)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13'])
    expect(header.split(';')[21]).toBe('"USD"')
    // Windows-1252: one byte per character.
    expect(headings).toContain('BU-Schlüssel')
    const sums = new Map<string, number>()
    for (const line of lines) {
      const [amount = '', , , , , , debit = '', credit = ''] = line.split(';')
      const cents = Math.round(Number(amount.replace(',', '.')) * 100)
      expect(cents).toBeGreaterThan(0)
      sums.set(debit, (sums.get(debit) ?? 0) + cents)
      sums.set(credit, (sums.get(credit) ?? 0) - cents)
    }
    return { sums, digits: header.split(';')[13] }
  }
  const inBooks = async () => {
    const { result } = await at.as('finance').call('ledger/balances', {})
    return ['bank', 'gateway', 'fees', 'sales'].map(
      (account) => result.balances.find((balance) => balance.account === account && balance.unit === 'USD')?.amount,
    )
  }
  it('is a booking batch with the ledger’s amounts of money when it is for DATEV', async () => {
    const { sums, digits } = await datevSums()
    expect(digits).toBe('4')
    expect(['1200', '1360', '4970', '8400'].map((number) => sums.get(number))).toEqual(await inBooks())
  })
  it('has the numbers for DATEV of the tax adviser’s chart, which are 4 to 8 digits and of one length', async () => {
    const { numbers, version } = (await at.as('finance').call('ledger/numbers', {})).result
    expect(numbers).toMatchObject({ bank: '1200', sales: '8400', other: '1599' })
    const give = async (more: object, basis = version, who: DeskClient = at.as('finance')) =>
      await who.call('ledger/number', { numbers: { ...numbers, ...more }, version: basis, reason: REASON })
    for (const wrong of ['', '120', '123456789', '12a0', '18000'])
      expect(await give({ bank: wrong }), wrong).toMatchObject({
        msg: 'InvalidParams',
        data: { issues: [expect.objectContaining({ path: 'numbers.bank' })] },
      })
    const invited = await at.owner.call('staff/invite', {
      email: 'audit@shop.example',
      name: 'Audit',
      roles: ['auditor'],
    })
    const auditor = await enrol(at.desk, invited.result.url, 'Lantern-harbour-42')
    expect((await auditor.client.call('ledger/numbers', {})).code).toBe(0)
    expect((await give({}, version, auditor.client)).msg).toBe('NotAllowed')
    // SKR 04, with five digits.
    const chart = {
      gateway: '14600',
      bank: '18000',
      fees: '68550',
      sales: '44000',
      tax: '38060',
      suspense: '13700',
      settled_elsewhere: '13720',
      differences: '36950',
      other: '13990',
    }
    const { result: saving } = await give(chart)
    expect(saving.version).toBe(version + 1)
    expect((await give({ bank: '1900' })).msg).toBe('VersionConflict')
    const { sums, digits } = await datevSums()
    expect(digits).toBe('5')
    expect(['18000', '14600', '68550', '44000'].map((number) => sums.get(number))).toEqual(await inBooks())
    expect([...sums.keys()].filter((number) => !Object.values(chart).includes(number))).toEqual([])
    const [line] = await shop.rows(
      `select line from desk.audit where action = 'ledger/number' order by seq desc limit 1`,
    )
    expect(JSON.parse(String(line?.line))).toMatchObject({ kind: 'setting', target: 'datev' })
    expect((await give({}, saving.version)).code).toBe(0)
  })
  it('has the days of its zone in header and name, and one business year', async () => {
    // The fifth of November in Tokyo, from its midnight to the next.
    const from = Date.UTC(2026, 10, 4, 15) / 1000
    const { result } = await at.as('finance').call('ledger/export', {
      from,
      to: from + 86_400,
      form: 'datev',
      zone: 'Asia/Tokyo',
    })
    expect(result.name).toBe('EXTF_Buchungsstapel-2026-11-05.csv')
    const [header = ''] = text(result.base64).split('\r\n')
    expect(header.split(';').slice(12, 16)).toEqual(['20260101', '4', '20261105', '20261105'])
    // A browser's name of the zone, and one that is none.
    const range = { from, to: from + 60, form: 'csv' as const }
    expect((await at.as('finance').call('ledger/export', { ...range, zone: 'Asia/Saigon' })).code).toBe(0)
    expect((await at.as('finance').call('ledger/export', { ...range, zone: 'Mars/Olympus' })).data).toMatchObject({
      issues: [{ path: 'zone' }],
    })
    const over = { from: Date.UTC(2025, 11, 31) / 1000, to: Date.UTC(2026, 0, 2) / 1000, form: 'datev' as const }
    expect(await at.as('finance').call('ledger/export', over)).toMatchObject({
      msg: 'PeriodRefused',
      data: { why: 'two_years' },
    })
  })
  it('leaves an audit line', async () => {
    const [line] = await shop.rows(
      `select line from desk.audit where action = 'ledger/export' order by seq desc limit 1`,
    )
    expect(JSON.parse(String(line?.line))).toMatchObject({ kind: 'ledger', target: 'csv' })
  })
})

describe('the close of a month', () => {
  it('needs two people, follows the order of the months, and fixes the totals', async () => {
    await shop.db.query(`with who as (select account_id from account where login = 'demo'),
      j as (insert into ledger_journal (reason, source_id, account_id, basic_points, created_at)
        select 'opening', 'long ago', account_id, 70, date_trunc('month', now()) - interval '1 day' from who
        returning journal_id)
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      select journal_id, v.id, 'HCB', v.amount from j, (select 4::bigint as id, -70 as amount union all
        select ledger_account_id, 70 from ledger_account l, who where l.account_id = who.account_id
          and kind = 'wallet' and unit = 'HCB') v`)
    const { result: before } = await at.as('finance').call('period/list', {})
    expect(before).toMatchObject({ zone: 'UTC', next_is_over: true, closed: [], holds: true })
    const month = before.next
    const close = async (who: DeskClient, of: string) =>
      await who.call('period/close', { month: of, zone: 'UTC', reason: REASON })
    const now = new Date().toISOString().slice(0, 7)
    expect(await close(at.as('finance'), now)).toMatchObject({ msg: 'PeriodRefused', data: { why: 'not_over' } })
    const answer = await close(at.as('finance'), month)
    expect(answer).toMatchObject({ status: 202 })
    const decision = await at.owner.call('approval/decide', { approval_no: Number(answer.data?.approval), yes: true })
    expect(decision.result).toEqual({ state: 'done', why: '' })
    expect(await close(at.as('finance'), month)).toMatchObject({ data: { why: 'closed' } })
    const { result: after } = await at.as('finance').call('period/list', {})
    expect(after.next).toBe(now)
    expect(after.closed).toMatchObject([
      { month, closed_by: 'finance', totals: { 'issued HCB': -70, 'wallet HCB': 70 }, audit_seq: expect.any(Number) },
    ])
    const { result: balances } = await at.as('finance').call('ledger/balances', {})
    expect(balances.since_close).toBe(month)
    expect(balances.sums.every(({ amount }) => amount === 0)).toBe(true)
    expect(await healthy()).toEqual([])
  })
  it('is kept, and the doctor finds a journal that was added afterwards', async () => {
    await expect(shop.db.query(`update desk.period_close set totals = '{}'`)).rejects.toThrow()
    const client = await shop.db.connect()
    await client.query('begin; set local session_replication_role = replica')
    await client.query(`insert into ledger_journal (reason, source_id, created_at)
      values ('late', 'late', date_trunc('month', now()) - interval '1 day')`)
    await client.query(`insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      select journal_id, v.id, 'USD', v.amount from ledger_journal, (values (1::bigint, 5), (2, -5)) v (id, amount)
       where reason = 'late'`)
    const { rows: faults } = await client.query<{ why: string }>('select why from closed_totals_fault()')
    await client.query('rollback')
    client.release()
    expect(faults).toEqual([{ why: 'the journals of the month give other totals' }])
  })
})
