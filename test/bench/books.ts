import { randomUUID } from 'node:crypto'
import { inTurns, measure, treeCpuMs } from './cpu.ts'
import { CLIENTS, inboxEmpty, pendingPacks, players, roleOf, sendPaid, startParties, startShop } from './shop.ts'
import { freePort, openStage, post, type Stage, stopNode } from './stage.ts'

/**
 * The cost of country prices: ratios between two kinds of order within this version, in turns, so that a noisy
 * machine slows both alike; and receipts per second.
 */
const TURNS = 15
export type Say = (line: { what: string; value: number; unit: string; limit?: number; atLeast?: number }) => void
const JAPAN = { 'x-demo-country': 'JP' }
const terms = `select no, 'JP', 'demo', 'JP', '消費税', 100000, 91, '[{"signal": "ip", "country": "JP"}]', false
  from unnest($1::text[]) no`
const insertTerms = `insert into order_terms (order_no, market, entity_id, tax_country, tax_name, rate_ppm, tax_minor,
  evidence, weak) ${terms}`

/** An order in a book beside one at the base price, both through the sandbox. */
async function ordersInBooks(port: number, pids: number[], tokens: string[], count: number): Promise<number> {
  const ask = async (path: string, body: object, client: number, more: object): Promise<string> => {
    const { text } = await post(port, `/api/order/${path}`, JSON.stringify({ ...roleOf(client), ...body }), {
      token: tokens[client] ?? '',
      ...more,
    })
    if (!text.startsWith('{"code":0')) throw new Error(text)
    return text
  }
  const list = JSON.parse(await ask('webProduct', { local: true }, 0, JAPAN)) as {
    result: { cp_goods_id: string; offer: { price_id: number } | null }[]
  }
  const price_id = list.result.find((item) => item.cp_goods_id === 'gem_60')?.offer?.price_id ?? 0
  if (price_id === 0) throw new Error('no price in yen')
  const product = { cp_goods_id: 'gem_60', channel_code: 'sandbox' }
  const { ratio } = await inTurns(TURNS, (inBook) =>
    measure(pids, count, CLIENTS, async (_index, client) => {
      const body = inBook ? { ...product, price_id } : product
      await ask('webCreate', body, client, { 'idempotency-key': randomUUID(), ...JAPAN })
    }),
  )
  return ratio
}

/** A payment with tax and a receipt that is due beside a plain one, both by webhook. */
async function settlesWithTax({ db }: Stage, port: number, pids: number[], count: number): Promise<number> {
  const { ratio } = await inTurns(TURNS, async (taxed, turn) => {
    const nos = await pendingPacks(db, Math.ceil(count * 1.125) + 1, taxed)
    if (taxed) await db.query(insertTerms, [nos])
    const measured = await measure(
      pids,
      count,
      CLIENTS,
      async (index) => await sendPaid(port, nos[index] ?? '', `evt_tax_${turn}_${taxed}_${index}`),
      () => inboxEmpty(db),
    )
    const { rows } = await db.query<{ n: number }>(
      'select count(*)::int as n from document_due where order_no = any($1)',
      [nos],
    )
    if (taxed !== (rows[0]?.n ?? 0) > 0) throw new Error(`${rows[0]?.n} receipts are due`)
    return measured
  })
  return ratio
}

/**
 * Receipts, while no process of the shop writes any, beside the same rows written without numbers, hashes and look-ups.
 */
export async function receipts({ db, postmaster }: Stage, count: number, say: Say): Promise<void> {
  const nos = await pendingPacks(db, count, true)
  await db.query(insertTerms, [nos])
  await db.query(
    `insert into document_due (order_no, entity_id, kind, source, gross_minor, tax_minor, rate_ppm, at)
     select no, 'demo', 'receipt', no, 1000, 91, 100000, now() from unnest($1::text[]) no`,
    [nos],
  )
  await db.query(`create schema if not exists bare; create table bare.document (like document including all);
    create table bare.document_due (like document_due including all);
    insert into bare.document_due overriding system value select * from document_due where done_at is null`)
  await db.query('vacuum analyze document_due, order_terms, bare.document_due')
  const start = { at: performance.now(), cpu: treeCpuMs(postmaster) }
  let receiptCount = 0
  for (;;) {
    const { rows } = await db.query<{ n: number | null }>(
      `select issue_documents('demo', 'receipt', array_agg(due_id), array_agg('sealed'::bytea)) as n
         from documents_due(500) where entity_id = 'demo' and kind = 'receipt'`,
    )
    if (!rows[0]?.n) break
    receiptCount += rows[0].n
  }
  if (receiptCount < count) throw new Error(`only ${receiptCount} of ${count} receipts`)
  const perSecond = receiptCount / ((performance.now() - start.at) / 1000)
  const cpuMs = treeCpuMs(postmaster) - start.cpu
  say({ what: `receipts by issue_documents, ${count} due`, value: perSecond, unit: '/s' })
  const before = treeCpuMs(postmaster)
  for (;;) {
    const { rowCount } = await db.query(
      `with due as (update bare.document_due set done_at = now() where due_id in (
         select due_id from bare.document_due where done_at is null order by due_id limit 500) returning due_id)
       insert into bare.document overriding system value select d.* from due join document d using (due_id)`,
    )
    if (!rowCount) break
  }
  const bare = treeCpuMs(postmaster) - before
  say({
    what: 'receipts over the same rows written without numbers and hashes',
    value: cpuMs / bare,
    unit: '×',
    limit: 7,
  })
}

/** A shop without workers, so that later work such as receipts does not count. */
export async function pricesOfCountries(stage: Stage, scale: number, say: Say): Promise<void> {
  const [port, partyPort] = [await freePort(), await freePort()]
  const others = await openStage()
  const parties = await startParties(partyPort, port, others.databaseUrl)
  const shop = await startShop(port, partyPort, stage.databaseUrl, { ROLE: 'web' })
  const pids = [stage.postmaster, shop.pid ?? 0]
  try {
    const tokens = await players(stage.db, port)
    const orders = await ordersInBooks(port, pids, tokens, Math.round(2_000 * scale))
    say({ what: 'webCreate in a book over one at the base price', value: orders, unit: '×', limit: 1.08 })
    const settles = await settlesWithTax(stage, port, pids, Math.round(2_000 * scale))
    say({ what: 'settle with tax and a receipt due over a plain settle', value: settles, unit: '×', limit: 1.1 })
  } finally {
    await stopNode(shop)
    await stopNode(parties)
    await others.end()
  }
}
