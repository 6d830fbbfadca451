import { createHash, randomBytes } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { locales } from '@hc/contract/locales'
import { timeId } from '@hc/domain/order-no'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Letter, type Player, sleep, until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ RETRY_BASE_MS: '100' })
const demo = withPlayer(shop)

let order = ''
let number = ''

beforeAll(async () => {
  await shop.db.query(`select open_currency('JPY')`)
  await shop.db.query(`insert into legal_entity (entity_id, name, address, country, tax_ids)
    values ('seller', 'Seller Ltd', '1 Main Street\n10115 Berlin', 'DE', '{"VAT": "DE1"}')`)
  order = await buy()
  number = await until('the receipt', async () => {
    const { result } = await demo.call('order/receipt', { sdk_order_id: order })
    return result.documents[0]?.number
  })
})

/** A paid order in yen with 10 % of tax inside, made by a buyer who reads Japanese. */
async function buy(player: Player = demo, role = 'r1001'): Promise<string> {
  const { rows } = await shop.db.query<{ order_no: string }>(
    `select order_no from place_order($1, $2, null, null, 'gem_60', 'item', 160, 0, 'sandbox', 's1', $4, 300, 30,
      '', null, null, '⭐ スタージェム60個', null, 'ja-JP', 'JPY', null, 99, $3)`,
    [
      createHash('sha256').update(player.token).digest(),
      timeId(Date.now(), randomBytes(10)),
      JSON.stringify({ market: 'JP', entity_id: 'seller', tax_country: 'JP', tax_name: '消費税', rate_ppm: 100_000 }),
      role,
    ],
  )
  const no = rows[0]?.order_no ?? ''
  await player.pay(no)
  return no
}
const outbox = async (): Promise<Letter[]> => (await shop.letters()).filter(({ kind }) => kind === 'document')

/**
 * The texts that the file gives to whoever copies it or hears it read, where its glyphs do not say them. A carriage
 * return before the end of a stream is its last byte: without it one file of 256 could not be inflated.
 */
const spokenIn = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .flatMap(([, stream = '']) => {
      try {
        return [inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')]
      } catch {
        return []
      }
    })
    .flatMap((content) => [...content.matchAll(/\/ActualText \(\xfe\xff((?:\\.|[^\\)])*)\)/gs)])
    .map(([, bytes = '']) => {
      const plain = bytes.replace(
        /\\(.)/gs,
        (_all, sign: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[sign] ?? sign,
      )
      return Buffer.from(plain, 'latin1').swap16().toString('utf16le')
    })

describe('a receipt as a file', () => {
  it.each(locales)('is a PDF with every letter that it needs, in %s', async (locale) => {
    const answer = await demo.call('order/receiptPdf', { sdk_order_id: order, number }, { 'accept-language': locale })
    expect(answer.msg).toBe('success')
    const pdf = Buffer.from(answer.result.pdf, 'base64')
    expect(answer.result.name).toBe(`${number}.pdf`)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.toString('latin1')).toMatch(/\/FontFile[23]/)
    // Whole faces have megabytes.
    expect(pdf.length).toBeLessThan(300_000)
    // A reader that does not see the page is told its language, its heading, and which label belongs to which value.
    const structure = pdf.toString('latin1')
    expect(structure).toMatch(/\/Marked true/)
    expect(structure).toContain(`/Lang (${locale})`)
    expect(structure.match(/\/S \/H1\b/g)).toHaveLength(1)
    for (const type of ['Document', 'P', 'Table', 'TR', 'TH', 'TD'])
      expect(structure).toMatch(new RegExp(`/S /${type}\\b`))
    expect(structure).toMatch(/\/Scope \/Row/)
    // A picture has no glyph, and the Thai sara am is drawn as two: the text behind them is the right one.
    const spoken = spokenIn(pdf)
    expect(spoken.some((text) => text.includes('⭐ スタージェム60個'))).toBe(true)
    if (locale === 'th-TH') expect(spoken.filter((text) => text.includes('ำ')).length).toBeGreaterThan(0)
  })

  it('is found by its buyer alone, and an unknown number is not found', async () => {
    const rich = await shop.signIn('rich', 'Rich1234')
    expect((await rich.call('order/receiptPdf', { sdk_order_id: order, number })).msg).toBe('OrderNotFound')
    expect((await demo.call('order/receiptPdf', { sdk_order_id: order, number: 'SELLER-R-2026-999999' })).msg).toBe(
      'OrderNotFound',
    )
  })

  it('goes with the one mail about payment and delivery, and has no mail of its own', async () => {
    const mailed = async (): Promise<Letter[]> => (await shop.letters()).filter(({ text }) => text.includes(order))
    const [mail] = await until('the mail', async () => {
      const letters = await mailed()
      return letters.length > 0 && letters
    })
    expect(mail).toMatchObject({ target: 'demo@example.com', kind: 'order_paid', files: [`${number}.pdf`] })
    expect(mail?.subject).toContain('お支払いとお届けが完了しました')
    expect(
      (await shop.db.query('select 1 from document_due where order_no = $1 and mailed_at is not null', [order]))
        .rowCount,
    ).toBe(1)
    const { rows } = await shop.db.query(`select octet_length(body) as bytes from message where order_no = $1`, [order])
    expect(rows).toHaveLength(1)
    expect(rows[0].bytes).toBeGreaterThan(20_000)
  })

  it('comes by a mail of its own if it was not written in time, in the language of the order, with labelled facts', async () => {
    await shop.db.query(`update document_due set mailed_at = null, lease_until = default where order_no = $1`, [order])
    const mail = await until('the mail', async () => (await outbox()).find(({ subject }) => subject.includes(number)))
    for (const part of [
      number,
      '領収書',
      '消費税',
      'Seller Ltd',
      order,
      '税務登録番号（VAT）：DE1',
      'アカウントID 100001, demo@example.com',
      'Starfall',
      'Sandbox Pay',
    ])
      expect(mail.subject + mail.text).toContain(part)
    expect(mail.files).toEqual([`${number}.pdf`])
  })

  it('is not mailed to a player who turned mail about orders off, and no process retries it', async () => {
    await demo.call('user/receipts', { on: false })
    const no = await buy()
    await until(
      'it is done with',
      async () =>
        (await shop.db.query('select 1 from document_due where order_no = $1 and mailed_at is not null', [no]))
          .rowCount,
    )
    expect((await outbox()).filter(({ text }) => text.includes(no))).toEqual([])
    await demo.call('user/receipts', { on: true })
  })

  it('comes for everybody in turn: a player who asks for many at once waits for their own alone', async () => {
    const rich = await shop.signIn('rich', 'Rich1234')
    const { rows } = await shop.db.query<{ role_id: string }>(
      `select role_id from game_role join account using (account_id) where login = 'rich' and server_id = 's1'`,
    )
    const otherOrder = await buy(rich, rows[0]?.role_id)
    const [receipt] = await until('the receipt', async () => {
      const { result } = await rich.call('order/receipt', { sdk_order_id: otherOrder })
      return result.documents.length > 0 && result.documents
    })
    const flooding = new AbortController()
    // Each loop asks for files that nobody has printed yet.
    const other = await buy()
    const { documents } = await until('another receipt', async () => {
      const { result } = await demo.call('order/receipt', { sdk_order_id: other })
      return result.documents.length > 0 && result
    })
    const body = { sdk_order_id: other, number: documents[0]?.number ?? '' }
    const flood = Array.from({ length: 12 }, async (_, at) => {
      for (let n = at; !flooding.signal.aborted; n++) {
        const { code } = await demo.call('order/receiptPdf', body, {
          'accept-language': locales[n % locales.length] ?? '',
        })
        // Two requests of an account wait; the others are refused at once.
        if (code !== 0) await sleep(50)
      }
    })
    for (const locale of locales.slice(0, 5)) {
      const ownBody = { sdk_order_id: otherOrder, number: receipt?.number ?? '' }
      expect((await rich.call('order/receiptPdf', ownBody, { 'accept-language': locale })).msg, locale).toBe('success')
    }
    flooding.abort()
    await Promise.all(flood)
  })
})

describe('the numbers of a series', () => {
  it('have no gap, and each receipt is written once, even if the writing process is killed', async () => {
    const MANY = 12_000
    const no = (i: string): string => `'K' || lpad(${i}::text, 25, '0')`
    const documentCount = async (): Promise<number> =>
      Number((await shop.db.query(`select count(*) as n from document where order_no like 'K0%'`)).rows[0].n)
    // The test needs many due receipts, not their payments. No mail is wanted.
    await shop.db.query(`alter table orders disable trigger user;
      insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, currency, channel_code,
          created_at, expires_at)
        select ${no('i')}, account_id, uid, 'item', 'gem_60', 160, 'JPY', 'sandbox', now(), now()
          from generate_series(1, ${MANY}) i, account where login = 'demo';
      alter table orders enable trigger user;
      insert into order_terms (order_no, tax_country, tax_name, rate_ppm)
        select ${no('i')}, 'JP', '消費税', 100000 from generate_series(1, ${MANY}) i;
      insert into document_due (order_no, entity_id, kind, source, gross_minor, tax_minor, rate_ppm, at, mailed_at)
        select ${no('i')}, 'seller', 'receipt', ${no('i')}, 160, 15, 100000, now(), now()
          from generate_series(1, ${MANY}) i`)
    let kills = 0
    for (const share of [0, 0.2, 0.4]) {
      await until('some are written', async () => (await documentCount()) > MANY * share)
      shop.process.kill('SIGKILL')
      if ((await documentCount()) < MANY) kills++
      await shop.restart()
    }
    // The kills happened during the work.
    expect(kills).toBeGreaterThan(0)
    await until('all are written', async () => (await documentCount()) >= MANY)
    const { rows } = await shop.db.query(`with chain as (
        select due_id, coalesce(lag(hash) over (order by number), ''::bytea) as before from document
         where kind = 'receipt')
      select count(*)::int as n, count(distinct d.number)::int as numbers, max(d.number)::int as last,
        count(distinct d.due_id)::int as dues, bool_and(d.hash = document_hash(d)) as sealed,
        bool_and(d.prev_hash = c.before) as chained,
        (select s.next::int - 1 from document_series s where s.series = d.series) as given
      from document d join chain c using (due_id) group by d.series`)
    const n = rows[0]?.n
    expect(rows).toEqual([{ n, numbers: n, last: n, dues: n, sealed: true, chained: true, given: n }])
    expect(n).toBeGreaterThan(MANY)
  })
})
