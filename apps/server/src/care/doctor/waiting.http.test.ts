import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { operator } from '@hc/test/operator'
import { waitingKinds } from './waiting.ts'
import { withShop } from '@hc/test/fixtures'

const shop = withShop({ ROLE: 'web' })

/** The states that `guard_outbox` allows. */
const states = ['pending', 'unknown', 'confirmed', 'refused', 'failed', 'parked', 'held', 'cancelled', 'recall']

/** A web process alone: no worker moves the rows while the test looks at them. */
beforeAll(async () => {
  await shop.db.query(
    `insert into outbox (outbox_id, kind, order_no, payload, state, proof, run_at, created_at, ended_at)
     select case kind when 'deliver' then 'dlv_' else '' end || kind || '_' || state, kind, kind || '_' || state,
       jsonb_build_object('txn', kind || state), state, 'P', now(), now() - interval '1 hour', now() - interval '1 minute'
     from unnest(array['deliver', 'refund', 'recall']) kind, unnest($1::text[]) state
     where (kind = 'refund' or state not in ('failed', 'held')) and (kind = 'deliver' or state <> 'recall')`,
    [states],
  )
  await shop.db.query(
    `insert into inbox (channel_code, event_id, kind, order_no, raw, state, received_at)
     select 'sandbox', state || n, 'paid', '', '{}', state, now() - interval '2 hours'
     from unnest(array['new', 'done', 'parked']) state, generate_series(1, 2) n order by state, n`,
  )
  await shop.db.query(
    `insert into dispute (channel_code, dispute_id, order_no, txn, amount_cents, currency, stage, reason, opened_at,
       closed_at, also_money)
     select 'sandbox', 'd-' || stage, '', 'T', 1, 'USD', stage, '', now() - interval '3 hours',
       now() - interval '2 days', true from unnest(array['opened', 'won', 'lost']) stage`,
  )
  await shop.db.query(
    `insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
     select 'sandbox', kind, 'T-' || kind, 'O-' || kind, '{}', now() - interval '4 hours'
     from unnest(array['missing_here', 'missing_there', 'amount_differs', 'paid_back_twice']) kind`,
  )
})

describe('what waits in the shop', () => {
  it('is one list, in which each entry has its own key and a document with the steps', () => {
    const keys = waitingKinds.map((waitingKind) => waitingKind.key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(
      waitingKinds.filter((waitingKind) => !existsSync(waitingKind.runbook)).map((waitingKind) => waitingKind.key),
    ).toEqual([])
  })

  it('is counted by the doctor, one line for each subject that an operator decides', async () => {
    const { text } = await operator('doctor', ['--json'], { DATABASE_URL: shop.databaseUrl })
    const { waiting: lines } = JSON.parse(text) as { waiting: { what: string; n: number; example: string }[] }
    expect(lines.map(({ what, n, example }) => [what, n, example])).toEqual([
      ['deliveries that the game refused', 1, 'deliver_refused'],
      ['deliveries that were given up', 1, 'deliver_parked'],
      ['refunds that are refused, given up or held', 3, 'refund_held'],
      ['refunds that failed at the gateway: the player has not been paid', 1, 'refund_failed'],
      ['items that the game did not take back', 2, 'recall_parked'],
      ['webhooks that found no order', 2, '5'],
      ['disputes awaiting a response', 1, 'd-opened'],
      ['disputes that were lost with no record of the money', 1, 'd-lost'],
      ['money that went back twice: elsewhere, and by the gateway too', 1, 'O-paid_back_twice'],
      ["differences from a gateway's report", 3, 'T-amount_differs'],
    ])
  })

  it('names the book and the country where prices include a tax that has no rate', async () => {
    const lines = async (): Promise<unknown[]> => {
      const { text } = await operator('doctor', ['--json'], { DATABASE_URL: shop.databaseUrl })
      const { waiting: all } = JSON.parse(text) as { waiting: { what: string; n: number; example: string }[] }
      return all.filter(({ what }) => what.startsWith('countries')).map(({ n, example }) => [n, example])
    }
    await shop.db.query(`insert into price_book (book_id, currency, tax) values ('taxed', 'USD', 'inclusive')`)
    await shop.db.query(`insert into book_country (country, book_id) values ('QA', 'taxed')`)
    expect(await lines()).toEqual([[1, 'taxed QA']])
    await shop.db.query(`insert into tax_rate (country, valid_from, rate_ppm, name, source)
      values ('QA', '2020-01-01', 50000, 'VAT', 'test')`)
    expect(await lines()).toEqual([])
    await shop.db.query(`delete from book_country where country = 'QA'`)
  })

  it('is counted by the metrics, queue by queue, with the age of the oldest row', async () => {
    const text = await (await fetch(`${shop.url}/metrics`)).text()
    const read = (name: string): [string, number][] =>
      [...text.matchAll(new RegExp(`^${name}\\{queue="(\\w+)"\\} (\\d+)$`, 'gm'))].map(([, queue = '', n]) => [
        queue,
        Number(n),
      ])
    expect(read('hc_backlog')).toEqual([
      ['deliveries', 2],
      ['refunds', 2],
      ['inbox', 2],
      ['operator', 9],
      ['inbox_parked', 2],
      ['disputes', 1],
      ['books_differ', 4],
      ['undelivered', 4],
    ])
    const hours = read('hc_backlog_oldest_seconds').map(([queue, seconds]) => [queue, Math.floor(seconds / 3600)])
    expect(Object.fromEntries(hours)).toEqual({
      deliveries: 1,
      refunds: 1,
      inbox: 2,
      operator: 0,
      inbox_parked: 0,
      disputes: 3,
      books_differ: 4,
      undelivered: 1,
    })
  })

  it('names withdrawals that are open after ten days, whether for the gateway or for a person', async () => {
    await shop.db.query(
      `insert into withdrawal (number, same_key, order_no, name, contact, locale, text_version, stated_at, outcome,
         closed_at, address)
       select 'W-' || o || days, convert_to(o || days, 'utf8'), o || days, '', '', 'en-US', 1,
         now() - days * interval '1 day', o, case when o = 'waived' then now() end, ''
       from unnest(array['refund', 'person', 'waived']) o, unnest(array[9, 11]) days`,
    )
    const { text } = await operator('doctor', ['--json'], { DATABASE_URL: shop.databaseUrl })
    const { waiting: all } = JSON.parse(text) as { waiting: { what: string; n: number; example: string }[] }
    expect(all.filter(({ what }) => what.startsWith('withdrawals')).map(({ what, n }) => [what, n])).toEqual([
      ['withdrawals that a person compares with their order', 2],
      ['withdrawals still open after ten days', 2],
    ])
  })
})
