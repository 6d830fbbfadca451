import type { DeskCall } from '@hc/contract/desk/call'
import { type DeskCallName, deskCalls } from '@hc/contract/desk/calls'
import {
  dataKind,
  dataKinds,
  dataRows,
  fieldsOfAnswer,
  guardedFields,
  openNames,
  plainNames,
  readerOf,
} from '@hc/contract/desk/data-rights'
import { permissions } from '@hc/contract/desk/permissions'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { DeskClient } from '@hc/test/desk'
import { until } from '@hc/test/shop'
import { readable } from './data-rights.ts'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()

const names = Object.keys(deskCalls) as DeskCallName[]
const specOf = (name: DeskCallName): DeskCall => deskCalls[name]

/** What each kind of data looks like in this shop. `note`: the words about an order, of staff. */
type Marks = { order: string[]; player: string[]; reference: string[] }
let reader: DeskClient
let marks: Marks
let uid: string

const SECRET_NOTE = 'threatens to sue over this order'
const PLAYER_NOTE = 'calls from another continent'
const day = new Date().toISOString().slice(0, 10)

/** The person `reader` has exactly these rights from now on. */
async function mayOnly(rights: readonly string[]): Promise<void> {
  const marksOf = Object.fromEntries(rights.map((right) => [right, 'do']))
  await at.rows(`update desk.role set permissions = $1, decides = '{}' where role_key = 'reader'`, marksOf)
}

beforeAll(async () => {
  const { shop } = at
  const demo = await shop.signIn('demo', 'Demo1234')
  const delivered = await demo.order('gem_300')
  const pack = await demo.order('coin_500')
  for (const order of [delivered, pack]) await shop.outcome(order, 'paid')
  await until(
    'the delivery',
    async () => (await at.rows('select 1 from orders where status = 4 having count(*) = 2'))[0],
  )
  at.game.says = { refused: 'no such character' }
  const refused = await demo.order('gem_60')
  await shop.outcome(refused, 'paid')
  const open = await demo.order('gem_60')
  await until('the refusal', async () => (await at.rows(`select 1 from outbox where state = 'refused'`))[0])
  const [account] = await at.rows('select uid from orders where order_no = $1', refused)
  uid = String(account?.uid)
  const [capture] = await at.rows('select txn from capture where order_no = $1', refused)
  const txn = String(capture?.txn)
  await at.rows(
    `insert into dispute (channel_code, dispute_id, order_no, txn, amount_cents, currency, stage, reason, due_at,
        opened_at) values ('sandbox', 'dsp_of_a_buyer', $1, $2, 99, 'USD', 'opened', 'fraud', now(), now())`,
    refused,
    txn,
  )
  await at.rows(
    `insert into inbox (channel_code, event_id, kind, order_no, txn, raw, state)
      values ('sandbox', 'evt_of_a_gateway', 'paid', $1, $2, '{}', 'parked')`,
    refused,
    txn,
  )
  await at.rows(
    `insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
      values ('sandbox', 'amount_differs', $2, $1, '{"ours": 1}', now())`,
    refused,
    txn,
  )
  await at.rows(
    `insert into account_market (account_id, country, source, since, change_from, appeal, appealed_at)
      select account_id, 'JP', 'declared', now(), now(), 'asked', now() from account where uid = $1
      on conflict (account_id) do update set appeal = 'asked', appealed_at = now()`,
    uid,
  )
  await at.rows(`insert into desk.role (role_key, name, built_in, permissions, decides, limits)
    values ('reader', 'Reader', false, '{}', '{}', '{}')`)
  await at.rows(`insert into desk.staff_role (staff_id, role_key)
    select staff_id, 'reader' from desk.staff where email = 'auditor@shop.example'`)
  await at.rows(`delete from desk.staff_role where role_key = 'auditor'`)
  reader = at.as('auditor')
  const lead = at.as('lead')
  for (const [kind, target, text] of [
    ['order', refused, SECRET_NOTE],
    ['player', uid, PLAYER_NOTE],
  ] as const)
    await lead.call('remark/write', { kind, target, text, ticket: '', for_role: 'reader' })
  for (const page of ['/orders', '/deliveries', '/finance/journals'])
    await lead.call('view/save', { page, name: 'One buyer', query: `uid=${uid}&order_no=${refused}`, shared: true })
  const [role] = await at.rows(
    'select name from game_role where account_id = (select account_id from account where uid = $1)',
    uid,
  )
  marks = {
    order: [refused, open, delivered, pack, SECRET_NOTE],
    player: [uid, String(role?.name), PLAYER_NOTE],
    reference: [txn, 'dsp_of_a_buyer', 'evt_of_a_gateway'],
  }
})

/** Bodies of the calls that need one; a call without a row that names nobody. */
const bodies = (): Record<string, readonly object[]> => {
  const [order_no = ''] = marks.order
  const span = { from: day, to: day }
  const keys = { uid }
  const now = Math.floor(Date.now() / 1000)
  return {
    'search/find': [...marks.order, ...marks.player, ...marks.reference].map((text) => ({ text })),
    'order/read': [{ order_no }],
    'remark/list': [
      { kind: 'order', target: order_no },
      { kind: 'player', target: uid },
    ],
    'delivery/againPlan': [{ since: now - 86_400 }],
    'dispute/read': [{ channel: 'sandbox', dispute_id: 'dsp_of_a_buyer' }],
    'inbox/read': [{ id: 1 }],
    'view/list': ['/orders', '/deliveries', '/finance/journals', '/waiting'].map((page) => ({ page })),
    'player/find': [{ text: uid }],
    'player/read': [keys],
    'player/orders': [keys],
    'player/points': [keys],
    'player/deliveries': [keys],
    'player/redeemed': [keys],
    'player/sessions': [keys],
    'player/exports': [{ account_id: 1 }],
    'player/exportTake': [],
    'approval/list': [{ which: 'mine' }, { which: 'past' }, { which: 'to_decide' }],
    'approval/read': [{ approval_no: 1 }],
    'report/money': [span],
    'report/channels': [{ from: now - 86_400, to: now }],
    'refund/parts': [{ order_no }],
    'points/read': [keys],
    'product/read': [{ id: 'gem_60' }],
    'revision/list': [{ kind: 'product', target: 'gem_60' }],
    'revision/read': [{ kind: 'product', target: 'gem_60', version: 1 }],
    'calendar/list': [{ from: now - 86_400, to: now + 86_400 }],
    'article/read': [{ id: '1' }],
    'article/export': [{ locale: 'de-DE' }],
    'content/clean': [{ html: '<p>x</p>' }],
    'home/read': [{ locale: 'en-US' }],
    'ledger/journal': [{ journal_id: 1 }],
    'ledger/export': [{ from: now - 86_400, to: now, form: 'csv' }],
    'settlement/read': [{ channel: 'sandbox', payout: 'po_1' }],
    'campaign/read': [{ kind: 'redeem', id: 'welcome-2026' }],
    'campaign/requests': [{ kind: 'redeem', id: 'welcome-2026' }],
    'campaign/explain': [{ kind: 'rebate', id: 'x', uid, server_id: 's1', role_id: 'r1001' }],
    'campaign/dryRun': [{ kind: 'rebate', id: 'x' }],
    'import/read': [{ import_id: 1 }],
    'import/lines': [{ import_id: 1 }],
    'export/file': [{ kind: 'products' }],
    'gamekey/take': [],
    'report/funnel': [span],
    'report/counts': [{ kind: 'refunds', ...span }],
    'report/tax': [span],
    'document/read': [{ number: 'R-1' }],
    'book/prices': [{ book_id: 'x' }],
    'book/preview': [{ country: 'DE' }],
    'appeal/read': [keys],
  }
}

/** Every call that reads, with its bodies. */
const reportCalls = (): [DeskCallName, object][] =>
  names
    .filter((name) => specOf(name).auth === 'staff' && !specOf(name).changes)
    .flatMap((name) => (bodies()[name] ?? [{}]).map((body): [DeskCallName, object] => [name, body]))

/** Reads everything, or what a right opens; gives each answer as text, with its call. */
async function everything(
  client: DeskClient,
  right?: string,
): Promise<{ name: DeskCallName; msg: string; text: string }[]> {
  const answers = []
  for (const [name, body] of reportCalls()) {
    const { permission } = specOf(name)
    // Each other call is refused before it reads: permissions.http.test.ts.
    if (right !== undefined && permission !== 'own' && permission !== right) continue
    const { msg, result, data } = await client.call(name, body as never)
    expect(msg, `${name} ${JSON.stringify(body)}`).not.toBe('InvalidParams')
    answers.push({ name, msg, text: JSON.stringify({ result, data }) })
  }
  return answers
}
/** Rights to something as a whole, with every name in it: what a gateway sent, the audit, the books as a file. */
const wholes: readonly string[] = ['order.bodies', 'audit.read', 'ledger.export']
const reading = permissions.filter((permission) =>
  names.some((name) => !specOf(name).changes && specOf(name).permission === permission),
)
const showing = (answers: { name: DeskCallName; text: string }[], words: readonly string[]): string[] => [
  ...new Set(
    answers.flatMap(({ name, text }) => words.filter((word) => text.includes(word)).map((word) => `${name} ${word}`)),
  ),
]

describe('data has its own right, whatever call carries it:', () => {
  it('each field of each answer says by which right it is read', () => {
    const unknown = names.flatMap((name) =>
      fieldsOfAnswer(specOf(name).result)
        .filter((field) => readerOf(name, field) === 'unknown')
        .map(({ path }) => `${name} ${path}`),
    )
    expect(unknown).toEqual([])
    const paths = new Set(
      names.flatMap((name) => fieldsOfAnswer(specOf(name).result).map(({ path }) => `${name} ${path}`)),
    )
    expect(dataRows.filter((row) => !paths.has(row))).toEqual([])
    const used = new Set(names.flatMap((name) => fieldsOfAnswer(specOf(name).result).map((field) => field.name)))
    expect(
      [...plainNames].filter((plainName) => !used.has(plainName) || openNames.has(plainName) || dataKind(plainName)),
    ).toEqual([])
    const rights = [
      ...Object.values(dataKinds).flatMap((kind) => kind.rights),
      ...names.flatMap((name) => guardedFields(name, specOf(name)).flatMap((guardedField) => guardedField.rights)),
    ]
    expect(rights.filter((right) => !permissions.includes(right))).toEqual([])
  })
  it('a new field of a sensitive or unknown name needs a right before its call can be served', () => {
    const call = (result: z.ZodType): DeskCall => ({ ...specOf('today/read'), result })
    const field = (shape: z.ZodRawShape) => fieldsOfAnswer(z.object({ rows: z.array(z.object(shape)) })).at(-1)
    const who = (shape: z.ZodRawShape) => readerOf('today/read', field(shape) ?? { path: '', name: '', blank: null })
    expect(who({ order_no: z.string() })).toEqual({ rights: ['order.read'] })
    expect(who({ detail: z.string() })).toBe('unknown')
    expect(who({ shoe_size: z.number() })).toBe('unknown')
    expect(() => readable('today/read', call(z.object({ gross_cents: z.number() })))).toThrow(
      /gross_cents needs a right/,
    )
    const blank = readable(
      'today/read',
      call(z.object({ rows: z.array(z.object({ uid: z.string(), n: z.number() })) })),
    )
    const answer = { rows: [{ uid: '7', n: 1 }] }
    expect(blank(answer, { permissions: { 'today.read': 'do' } })).toEqual({ rows: [{ uid: '', n: 1 }] })
    expect(blank(answer, { permissions: { 'player.read': 'do' } })).toEqual(answer)
  })
  it('a person with every right reads each kind of it', async () => {
    await mayOnly(reading)
    const answers = await everything(reader)
    const show = (words: readonly string[]) => new Set(showing(answers, words).map((line) => line.split(' ')[0]))
    expect([...show(marks.order)]).toEqual(
      expect.arrayContaining(['order/list', 'waiting/list', 'dispute/list', 'view/list', 'pulse/read', 'remark/list']),
    )
    expect([...show(marks.player)]).toEqual(
      expect.arrayContaining(['order/list', 'player/read', 'waiting/list', 'appeal/list']),
    )
    expect([...show(marks.reference)]).toEqual(expect.arrayContaining(['finding/list', 'dispute/list', 'waiting/list']))
  })
  it.each(['order', 'player'] as const)('without the right to the %s nobody reads of it, by any call', async (kind) => {
    await mayOnly(reading.filter((permission) => permission !== `${kind}.read` && !wholes.includes(permission)))
    expect(showing(await everything(reader), marks[kind])).toEqual([])
  })
  it('without a right about payments nobody reads a gateway’s number', async () => {
    const { rights } = dataKinds.reference
    await mayOnly(reading.filter((permission) => ![...rights, ...wholes, 'order.read'].includes(permission)))
    expect(showing(await everything(reader), marks.reference)).toEqual([])
  })
  it('without a right to sums nobody reads what was sold or given', async () => {
    const { rights } = dataKinds.revenue
    await mayOnly(reading.filter((permission) => !(rights as readonly string[]).includes(permission)))
    const today = (await reader.call('today/read', {})).result
    expect(Object.keys(today.now)).not.toContain('gross_cents')
    expect(today.others).toEqual([])
    expect((await reader.call('product/list', {})).result.map(({ sales }) => sales).filter(Boolean)).toEqual([])
    const campaigns = (await reader.call('campaign/list', {})).result.rows
    expect(campaigns.length).toBeGreaterThan(0)
    for (const { kind, id } of campaigns) {
      const { given, forecast_cents } = (await reader.call('campaign/read', { kind, id })).result
      expect([given, forecast_cents]).toEqual([null, null])
    }
    await mayOnly(reading)
    const { kind, id } = campaigns[0] ?? { kind: 'redeem', id: '' }
    expect((await reader.call('campaign/read', { kind, id })).result.given).toMatchObject({
      grants: expect.any(Number) as number,
    })
  })
  it('a call with the right to its page alone shows no order, no player and no number of a gateway', async () => {
    for (const permission of reading) {
      await mayOnly([permission])
      const answers = await everything(reader, permission)
      if (wholes.includes(permission)) continue
      if (permission !== 'order.read') expect(showing(answers, marks.order), permission).toEqual([])
      if (permission !== 'player.read') expect(showing(answers, marks.player), permission).toEqual([])
      const numbers: readonly string[] = [...dataKinds.reference.rights, 'order.read']
      if (!numbers.includes(permission)) expect(showing(answers, marks.reference), permission).toEqual([])
    }
  })
  it('a person who may not read players or orders does not learn whether one exists', async () => {
    await mayOnly(permissions.filter((permission) => permission !== 'player.read' && permission !== 'order.read'))
    const reason = 'to see whether there is one'
    for (const id of [uid, 'nobody-at-all']) {
      for (const answer of [
        await reader.call('points/adjust', { uid: id, basic: 1, present: 0, reason }),
        await reader.call('points/read', { uid: id }),
        await reader.call('ledger/journals', { uid: id }),
      ])
        expect([answer.msg, answer.data]).toEqual(['NotAllowed', { permission: 'player.read' }])
    }
    for (const order_no of [marks.order[0] ?? '', 'no-such-order'])
      for (const answer of [
        await reader.call('refund/make', { order_no, reason }),
        await reader.call('refund/parts', { order_no }),
        await reader.call('document/list', { order_no }),
      ])
        expect([answer.msg, answer.data]).toEqual(['NotAllowed', { permission: 'order.read' }])
    expect((await reader.call('ledger/journals', {})).msg).toBe('success')
  })
})
