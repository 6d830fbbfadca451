import { beforeAll, describe, expect, it } from 'vitest'
import { openYen, soldInYen } from '@hc/test/seller'
import { until } from '@hc/test/shop'
import { runDoctor } from '../reports/counting-jobs.ts'
import { withDesk, withPlayer } from '@hc/test/fixtures'

const at = withDesk()
const demo = withPlayer(at.shop)

let order: string

const documents = async (body: object) => (await at.as('support').call('document/list', body)).result
const documentsOf = (no: string, n: number) =>
  until(`${n} documents`, async () => {
    const { rows } = await documents({ order_no: no })
    return rows.length === n && rows
  })

beforeAll(async () => {
  await openYen(at.shop)
  order = await soldInYen(at.shop, demo, 150)
  await documentsOf(order, 1)
})

describe('receipts and credit notes at the desk', () => {
  it('are found by number, order, day, kind and series', async () => {
    await at.rows(`select request_part_refund($1, 50, 'test', 'test')`, order)
    const [note, receipt] = await documentsOf(order, 2)
    expect([note?.kind, note?.of, note?.gross_minor, note?.tax_minor]).toEqual(['credit_note', receipt?.number, 50, 5])
    expect(receipt).toMatchObject({
      kind: 'receipt',
      currency: 'JPY',
      gross_minor: 150,
      tax_minor: 14,
      rate_ppm: 100_000,
      country: 'QJ',
    })
    const numbers = async (body: object) => (await documents(body)).rows.map(({ number }) => number)
    const all = [note?.number, receipt?.number]
    expect(await numbers({})).toEqual(all)
    expect(await numbers({ number: receipt?.number })).toEqual([receipt?.number])
    expect(await numbers({ number: 'NOBODY-R-2026-000001' })).toEqual([])
    expect(await numbers({ kind: 'credit_note' })).toEqual([note?.number])
    expect(await numbers({ series: receipt?.series })).toEqual([receipt?.number])
    expect(await numbers({ to: 1_000_000_000 })).toEqual([])
    const first = await documents({ size: 1 })
    const second = await documents({ size: 1, after: first.next ?? '' })
    expect([...first.rows, ...second.rows].map(({ number }) => number)).toEqual(all)
    expect((await at.as('support').call('document/list', { from: 1, to: 2_000_000_000 })).msg).toBe('TooWide')
  })
  it('are shown as their buyer reads them; the buyer’s name is shown separately, with an audit line', async () => {
    const number = (await documents({ order_no: order, kind: 'receipt' })).rows[0]?.number ?? ''
    const read = await at.as('auditor').call('document/read', { number })
    const [ownDocument] = (await demo.call('order/receipt', { sdk_order_id: order })).result.documents
    expect(read.result).toEqual({ document: { ...ownDocument, buyer: '' }, order_no: order, holds: true })
    const reason = 'the buyer wrote to us'
    expect((await at.as('auditor').call('document/reveal', { number, reason })).msg).toBe('NotAllowed')
    const reveal = await at.as('support').call('document/reveal', { number, reason })
    expect(reveal.result.buyer).toBe(ownDocument?.buyer)
    expect(reveal.result.buyer).not.toBe('')
    const lines = await at.audited('document/reveal')
    expect(lines.map(({ kind, target }) => [kind, target])).toEqual([
      ['call', 'document/reveal'],
      ['document', number],
    ])
    expect(lines[1]?.line).toMatchObject({ reason })
    expect(JSON.stringify(lines)).not.toContain(ownDocument?.buyer)
    const none = { msg: 'RowNotFound', data: { kind: 'document' } }
    expect(await at.as('support').call('document/read', { number: 'X-1' })).toMatchObject(none)
    expect(await at.as('support').call('document/reveal', { number: 'X-1', reason })).toMatchObject(none)
  })
  it("appear on the page and in the timeline of their order, with its tax, and on no other order's", async () => {
    const { result } = await at.as('support').call('order/read', { order_no: order })
    expect(result.tax).toEqual({ minor: 14, name: 'Consumption tax', rate_ppm: 100_000, country: 'QJ', weak: false })
    expect(result.documents.map(({ kind, minor }) => [kind, minor])).toEqual([
      ['receipt', 150],
      ['credit_note', 50],
    ])
    expect(result.timeline.filter(({ kind }) => kind === 'document')).toMatchObject([
      { what: 'receipt', facts: { number: result.documents[0]?.number, cents: 150, currency: 'JPY' } },
      { what: 'credit_note' },
    ])
    const plain = (await at.as('support').call('order/read', { order_no: await demo.order('gem_60') })).result
    expect([plain.tax, plain.documents]).toEqual([null, []])
  })
  it('agree with the report of taxes and with the books, by country, rate, month and currency', async () => {
    const weak = await soldInYen(at.shop, demo, 300, {
      weak: true,
      evidence: [
        { signal: 'ip', country: 'QK', at: 1 },
        { signal: 'declared', country: 'QJ', at: 1 },
      ],
    })
    const plain = await demo.order('gem_60')
    await at.shop.outcome(plain, 'paid')
    await until('it is paid', async () => (await demo.record(plain)).pay_ts > 0)
    const day = new Date().toISOString().slice(0, 10)
    const { result } = await at.as('finance').call('report/tax', { from: day, to: day })
    expect(result.rows).toEqual([
      {
        month: day.slice(0, 7),
        country: 'QJ',
        name: 'Consumption tax',
        rate_ppm: 100_000,
        currency: 'JPY',
        payments: 2,
        gross_minor: 450,
        tax_minor: 41,
        back_minor: 50,
        back_tax_minor: 5,
      },
    ])
    const [owed] = await at.rows(`select -sum(amount)::int as tax from ledger_entry
      where ledger_account_id = system_account('tax', 'JPY')`)
    expect(owed).toEqual({ tax: 41 - 5 })
    expect(result.weak).toMatchObject([
      { order_no: weak, country: 'QJ', signs: ['QK', 'QJ'], currency: 'JPY', gross_minor: 300 },
    ])
    expect(result.weak_all).toBe(true)
    const report = async (body: { from: string; to: string }) => (await at.as('finance').call('report/tax', body)).msg
    expect(await report({ from: '2020-01-01', to: day })).toBe('TooWide')
    expect(await report({ from: '2026-02-31', to: day })).toBe('InvalidParams')
    expect((await at.as('support').call('report/tax', { from: day, to: day })).msg).toBe('NotAllowed')
  })
  it("have weak evidence of their country until the payer's country is the second sign that the seller requires", async () => {
    await at.rows(`update legal_entity set evidence_min = 2 where entity_id = 'seller'`)
    const ip = { signal: 'ip', country: 'QJ', at: 1 }
    const declared = { signal: 'declared', country: 'QJ', at: 1 }
    const remembered = { signal: 'payer', country: 'QJ', at: 1 }
    const soldTo = async (evidence: object[], payer: string | null): Promise<string> => {
      const no = await soldInYen(at.shop, demo, 310, { weak: true, evidence })
      if (payer) await at.rows('select note_payer($1, $2)', no, payer)
      return no
    }
    const weak = [
      await soldTo([ip, declared], null),
      await soldTo([ip], 'QK'),
      await soldTo([ip, remembered], 'QK'),
      await soldTo([declared], 'QJ'),
      await soldTo([remembered], 'QJ'),
    ]
    const listedWeak = [await soldTo([ip], 'QJ'), await soldTo([ip, remembered], null)]
    const day = new Date().toISOString().slice(0, 10)
    const { result } = await at.as('finance').call('report/tax', { from: day, to: day })
    const weakOrders = new Set(result.weak.map((row) => row.order_no))
    expect(weak.map((no) => weakOrders.has(no))).toEqual(weak.map(() => true))
    expect(listedWeak.map((no) => weakOrders.has(no))).toEqual(listedWeak.map(() => false))
    for (const no of [weak[0], listedWeak[0]])
      expect((await at.as('support').call('order/read', { order_no: no ?? '' })).result.tax?.weak).toBe(no === weak[0])
    await at.rows(`update legal_entity set evidence_min = 1 where entity_id = 'seller'`)
  })
  it('are in the waiting list if they are not written within an hour', async () => {
    const due = async () => (await at.as('support').call('document/due', {})).result
    const waits = async () =>
      (await at.as('support').call('waiting/list', { kind: 'late_documents', mine: false })).result.rows
    await until('all that is due is written', async () => (await due()).length === 0)
    expect(await waits()).toEqual([])
    const insert = `insert into document_due (order_no, entity_id, kind, source, gross_minor, tax_minor, at)
      values ($1, 'seller', 'credit_note', $2, 1, 0, now() - $3::interval)`
    // A credit note of an order without a receipt is never written.
    await at.rows(insert, 'no-order', 'fresh', '5 minutes')
    expect((await due()).map(({ order_no }) => order_no)).toEqual(['no-order'])
    expect(await waits()).toEqual([])
    await at.rows(insert, 'no-order', 'late', '2 hours')
    expect((await waits()).map(({ subject }) => subject)).toEqual(['no-order'])
    await at.rows(`delete from document_due where order_no = 'no-order'`)
  })
  it('name a document with a broken chain once the doctor has run', async () => {
    const doctor = async () =>
      await runDoctor(async ({ text }, values) => (await at.shop.db.query(text, values as unknown[])).rows as never)
    expect((await documents({})).broken).toEqual([])
    await doctor()
    const whole = await documents({})
    expect([whole.broken, whole.checked_at > 0]).toEqual([[], true])
    const number = whole.rows[0]?.number ?? ''
    const alter = (by: number) =>
      at.rows(
        `with x as (select set_config('session_replication_role', 'replica', true))
          update document d set gross_minor = gross_minor + $2 from x
           where document_number(d.series, d.number) = $1`,
        number,
        by,
      )
    await alter(1)
    expect((await at.as('support').call('document/read', { number })).result.holds).toBe(false)
    await doctor()
    expect((await documents({})).broken).toEqual([number])
    await alter(-1)
    await doctor()
    expect((await documents({})).broken).toEqual([])
  })
})
