import { codeAt } from '../../../apps/server/src/desk/staff/totp.ts'
import { castOf, type KnownCall, later, type Props, reason } from './desk-cast.ts'
import { aboutCampaigns, aboutFiles } from './desk-known-files.ts'
import { deskTrouble } from './desk-scene.ts'

const DAY_MS = 86_400_000
const when = null
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
/** One pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Bodies with which the desk's calls succeed, in the order of the calls. */
export async function knownCalls(props: Props): Promise<KnownCall[]> {
  const { shop, spare, scene } = props
  await deskTrouble(shop, spare.email)
  const all: KnownCall[] = []
  const cast = castOf(props, all)
  const { add, text, number, read, decided } = cast
  const staff = async (name: string): Promise<number> =>
    await number(`select staff_id from desk.staff where name = '${name}'`)

  const from = dayOf(Date.now() - 5 * DAY_MS)
  const to = dayOf(Date.now())
  for (const name of ['report/money', 'report/funnel', 'report/tax'] as const) add(name, () => ({ from, to }))
  add('report/counts', () => ({ kind: 'support', by: 'action', from, to }))
  add('report/weekly', async () => {
    const { report_id } = await read('report/save', { name: 'Mine', kind: 'money', days: 7, weekly: false })
    return { report_id, weekly: true }
  })
  add('report/forget', async () => ({ report_id: await number('select max(report_id) from desk.saved_report') }))
  add('remark/done', async () => {
    const target = await text('select order_no from orders order by order_no limit 1')
    const note = { kind: 'order', target, text: 'Please look', ticket: '', for_role: 'owner' } as const
    return { remark_id: (await read('remark/write', note)).remark_id }
  })
  add('view/save', () => ({ page: '/orders', name: 'Mine', query: 'status=4' }))
  aboutMoney()
  aboutTrouble()
  aboutGoods()
  aboutWords()
  aboutCountries()
  aboutCampaigns(cast)
  aboutFiles(cast)
  aboutPlayers()
  aboutPeople()
  aboutDoors()
  add('channel/off', async () => {
    const version = await number(`select version from payment_channel where channel_code = 'sandbox'`)
    return { code: 'sandbox', version, reason }
  })
  add('sales/pause', async () => ({ paused: true, version: (await read('sales/state', {})).version, reason }))
  return all

  function aboutMoney(): void {
    const paid = `select order_no from orders where channel_code = 'sandbox' order by paid_cents desc, 1 limit 1`
    add('ledger/journal', async () => ({ journal_id: await number('select max(journal_id) from ledger_journal') }))
    add('ledger/number', async () => ({ ...(await read('ledger/numbers', {})), reason }))
    add('ledger/correct', () => ({
      unit: 'USD',
      entries: [
        { account: 'bank', amount: -7 },
        { account: 'differences', amount: 7 },
      ],
      reason,
    }))
    add('refund/part', async () => ({ order_no: await text(paid), cents: 90_000, reason }), 'support')
    add('refund/settleElsewhere', async () => ({ order_no: await text(paid), reference: 'bank 1', txn: '', reason }))
    add('refund/close', async () => ({ order_no: await text(paid), reason }))
    add('hold/release', async () => ({ order_no: await text(paid), reason }), 'lead')
    add('hold/seen', async () => ({ order_no: await text(paid), reason }), 'lead')
    const order_no = scene.bought
    add('order/read', () => ({ order_no }))
    add('order/ask', () => ({ order_no }))
    add('refund/parts', () => ({ order_no }))
    add('refund/make', () => ({ order_no, reason }))
    for (const name of ['refund/retry', 'refund/settleGateway'] as const)
      add(name, () => ({ order_no, reason, ...(name === 'refund/retry' ? {} : { reference: 'RF-1' }) }), 'lead')
    add('hold/points', () => ({ order_no, take: true, reason }), 'lead')
    add(
      'period/close',
      async () => {
        const { next, next_is_over, zone } = await read('period/list', {})
        const before = dayOf(Date.parse(`${dayOf(Date.now()).slice(0, 7)}-01`) - DAY_MS).slice(0, 7)
        return { month: next_is_over ? next : before, zone, reason }
      },
      'finance',
    )
    add('order/retell', () => ({ number: scene.refused, reason }), 'support')
    add('recall/close', () => ({ number: scene.recalled, reason }), 'lead')
    add('points/adjust', () => ({ uid: '100001', basic: 0, present: 5, reason }))
    // An unknown line, and a fee, which is booked as it is.
    const csv = `payout,paid_at,kind,reference,gross_cents,fee_cents\npo_1,${from},capture,unknown,499,30
po_2,${from},fee,fee_1,0,30\n`
    add('settlement/import', () => ({ channel: 'sandbox', csv }), 'finance', { alone: true })
    add('settlement/discard', () => ({ channel: 'sandbox', payout: 'po_1', lines: 1, reason }), 'finance')
    add('settlement/book', () => ({ channel: 'sandbox', payout: 'po_2' }), 'finance')
    const document = `select document_number(series, number) from document order by 1 limit 1`
    add('document/read', async () => ({ number: await text(document) }))
    add('document/reveal', async () => ({ number: await text(document), reason }))
  }

  function aboutTrouble(): void {
    const LOST_EVENTS = `from inbox where event_id like 'fuzz-%'`
    add('inbox/read', async () => ({ id: await number(`select min(inbox_id) ${LOST_EVENTS}`) }))
    add('inbox/rework', async () => ({ id: await number(`select max(inbox_id) ${LOST_EVENTS}`), reason }))
    add('inbox/close', async () => ({ id: await number(`select max(inbox_id) ${LOST_EVENTS}`), reason }))
    add('finding/settle', () => ({ channel: 'sandbox', kind: 'missing_here', txn: 'T-77', reason }))
    const open = 'select max(alert_id) from desk.alert where closed_at is null'
    add('alert/acknowledge', async () => ({ alert_id: await number(open) }))
    add('alert/mute', async () => ({
      alert_id: await number(open),
      until: Math.floor((Date.now() + DAY_MS) / 1000),
      reason,
    }))
    add('alert/saveRule', async () => ({
      rule: 'reveals',
      threshold: 20,
      window_minutes: 1440,
      quiet_from: 0,
      quiet_to: 0,
      enabled: true,
      version: await number(`select version from desk.alert_rule where rule_key = 'reveals'`),
    }))
    add('alert/saveChannel', () => ({ name: 'Ops', address: 'ops@shop.example', enabled: true }))
    add('alert/test', async () => ({ channel_id: await number('select max(channel_id) from desk.alert_channel') }))
    const dispute = { channel: 'sandbox', dispute_id: 'dp_fuzz' }
    add('dispute/read', () => dispute)
    add('dispute/work', async () => ({
      ...dispute,
      version: await number(`select coalesce(max(version), 0) from desk.dispute_work where dispute_id = 'dp_fuzz'`),
      state: 'gathering',
      text: 'The game granted it at once.',
      files: [{ name: 'chat.pdf', where: 'help desk, ticket 12' }],
    }))
    add('withdrawal/reveal', () => ({ number: scene.withdrawn[0] ?? '', reason }))
    add('withdrawal/decide', () => ({
      number: scene.withdrawn[0] ?? '',
      order_no: scene.refused,
      outcome: 'refused',
      reason,
    }))
    const appeal = async () => {
      const { country, appealed_at } = await read('appeal/read', { uid: '100003' })
      return { uid: '100003', granted: true, country, appealed_at: appealed_at ?? 0, reason }
    }
    add('appeal/answer', appeal, 'support')
  }

  function aboutGoods(): void {
    const product = async () => {
      const id = await text(`select cp_goods_id from product where kind = 'item' order by 1 limit 1`)
      const { product: now } = await read('product/read', { id })
      return { ...now, id, reason, when }
    }
    add('product/text', async () => {
      const { id, version, texts, icon } = await product()
      return { id, version, texts, icon, reason, when }
    })
    add('product/sell', async () => {
      const { id, version, active, sort, tag, featured } = await product()
      return { id, version, active, sort, tag, featured: featured === 0 ? 1 : 0, reason, when }
    })
    add('product/arrange', async () => ({
      kind: 'item',
      products: (await read('product/list', {}))
        .filter(({ kind }) => kind === 'item')
        .toReversed()
        .map(({ id, version }) => ({ id, version })),
      reason,
    }))
    add('product/price', async () => {
      const { id, version, price_cents } = await product()
      return { id, version, price_cents: price_cents + 1, reason, when }
    })
    add('product/bonus', async () => {
      const { id, version, bonus_pct } = await product()
      return { id, version, bonus_pct: bonus_pct === 10 ? 20 : 10, reason, when }
    })
    add('product/create', async () => {
      const { texts, icon, tag } = await product()
      return {
        id: 'fuzz_1',
        kind: 'item',
        price_cents: 199,
        bonus_pct: 0,
        quantity: 1,
        icon,
        tag,
        sort: 99,
        texts,
        reason,
      }
    })
    const channel = async () => (await read('channel/list', {})).find(({ code }) => code === 'sandbox')
    add('channel/rules', async () => {
      const now = await channel()
      return (
        now && {
          code: now.code,
          version: now.version,
          sort: now.sort + 1,
          countries: null,
          currencies: null,
          min_cents: null,
          max_cents: 90_000,
          reason,
          when,
        }
      )
    })
    const waitingChange = (kind: string): string =>
      `select max(change_id) from desk.scheduled_change where kind = '${kind}' and state = 'waiting'`
    add('channel/replan', async () => ({ id: await number(waitingChange('channel')), when: null, reason }))
    add('product/replan', async () => {
      const { id, version, active, sort, tag, featured } = await product()
      await read('product/sell', { id, version, active, sort, tag, featured, reason, when: later })
      return { id: await number(waitingChange('product')), when: null, reason }
    })
    add('revision/read', async () => ({
      kind: 'product',
      target: await text(`select target from desk.revision where kind = 'product' order by 1 limit 1`),
      version: await number(
        `select version from desk.revision where kind = 'product' order by target, version limit 1`,
      ),
    }))
    add('channel/on', async () => ({ code: 'sandbox', version: (await channel())?.version ?? 0, reason }), 'ops')
    const campaign = `select campaign_id from redeem_campaign order by 1 limit 1`
    add('campaign/dryRun', async () => ({ kind: 'redeem', id: await text(campaign) }))
  }

  function aboutWords(): void {
    const article = async () =>
      await read('article/read', { id: await text(`select id from article where state = 'live' order by 1 limit 1`) })
    add('article/save', async () => ({ id: null, version: 0, body: (await article()).body, reason }))
    add('article/mark', async () => {
      const { id, version, body } = await article()
      return { id, version, pinned: !body.pinned, hot: body.hot, reason }
    })
    add('article/publish', async () => {
      const { id, version } = await article()
      return { id, version, reason, when }
    })
    add('article/replan', async () => {
      const { id, version } = await article()
      await read('article/publish', { id, version, reason, when: later })
      return {
        id: await number(`select max(change_id) from desk.scheduled_change where kind = 'article'`),
        when: null,
        reason,
      }
    })
    add('article/takeDown', async () => {
      const { id, version } = await article()
      return { id, version, reason, when }
    })
    add('home/save', async () => {
      const { version, body } = await read('home/read', { locale: 'en-US' })
      return body ? { locale: 'en-US', version, body, reason } : undefined
    })
    add('home/publish', async () => {
      const { version } = await read('home/read', { locale: 'en-US' })
      return { locale: 'en-US', version, reason, when }
    })
    add('home/replan', async () => {
      const { version } = await read('home/read', { locale: 'en-US' })
      await read('home/publish', { locale: 'en-US', version, reason, when: later })
      return {
        id: await number(`select max(change_id) from desk.scheduled_change where kind = 'block'`),
        when: null,
        reason,
      }
    })
    add('preview/make', () => ({ moment: null, locale: 'en-US', path: '/main/home' }))
    add('media/upload', () => ({ data: PICTURE, alt: {} }))
    add('media/alt', async () => ({ hash: await text('select hash from desk.media limit 1'), alt: {} }))
  }

  function aboutCountries(): void {
    add('law/enable', () => ({ countries: ['DE'], reason }))
    add('law/end', () => ({ countries: ['DE'], reason }))
    add('book/prices', () => ({ book_id: 'fuzz' }))
    add('book/preview', () => ({ country: 'DE' }))
    add('book/save', () => ({
      book_id: 'fuzz',
      version: 1,
      currency: 'USD',
      entity_id: null,
      tax: 'none',
      protected: false,
      countries: ['QJ'],
      points_minor: 1_000,
      reason,
    }))
    add('price/save', async () => ({
      book_id: 'fuzz',
      lines: [
        { cp_goods_id: await text('select cp_goods_id from product order by 1 limit 1'), amount_minor: 500, seen: 0 },
      ],
      starts: null,
      ends: null,
      reason,
    }))
    decided('price/save')
    add('price/end', async () => ({
      price_id: await number(`select max(price_id) from price where book_id = 'fuzz'`),
      ends: null,
      reason,
    }))
    add('currency/open', () => ({ code: 'EUR', reason }))
    decided('currency/open')
    add('currency/close', () => ({ code: 'EUR', reason }))
    add('currency/rule', async () => ({
      channel: 'sandbox',
      currency: 'JPY',
      version: await number(`select coalesce(max(version), 0) from channel_rule
        where channel_code = 'sandbox' and currency = 'JPY'`),
      countries: null,
      min_minor: 100,
      max_minor: null,
      sort: 1,
      merchant_of_record: false,
      reason,
    }))
    const methodVersion = () =>
      number(`select version from channel_method where channel_code = 'sandbox' and method = 'sandbox_bank'`)
    add('channel/method', async () => ({
      channel: 'sandbox',
      method: 'sandbox_bank',
      version: await methodVersion(),
      countries: null,
      currencies: null,
      min_minor: 100,
      max_minor: null,
      settles: null,
      sort: 2,
      enabled: true,
      reason,
    }))
    add('channel/methodOff', async () => ({
      channel: 'sandbox',
      method: 'sandbox_bank',
      version: await methodVersion(),
      reason,
    }))
    add('currency/entity', () => ({
      entity_id: 'fuzz',
      version: 0,
      name: 'Fuzz Ltd',
      address: '1 Main Street',
      country: 'IE',
      tax_ids: {},
      evidence_min: 1,
      reason,
    }))
    add('currency/rate', () => ({
      country: 'QK',
      name: 'VAT',
      rate_ppm: 100_000,
      valid_from: dayOf(Date.now() + 30 * DAY_MS),
      valid_to: null,
      source: 'the law',
      seen: 0,
      reason,
    }))
    add('gamekey/rotate', () => ({ reason }), 'ops')
    decided('gamekey/rotate', 'owner')
    add(
      'gamekey/take',
      async () => ({
        grant_no: await number('select max(grant_no) from desk.game_key_grant where taken_at is null'),
      }),
      'ops',
      { alone: true },
    )
    add('gamekey/revoke', () => ({ key_id: 'demo-key', reason }), 'ops')
  }

  function aboutPlayers(): void {
    const account = `select account_id from account where uid = '100003'`
    add('player/export', async () => ({ account_id: await number(account), reason }), 'lead')
    decided('player/export', 'owner')
    add(
      'player/exportTake',
      async () => ({ export_no: await number('select max(export_no) from desk.player_export') }),
      'lead',
    )
    add('player/erase', async () => ({ account_id: await number(account), reason }), 'lead')
  }

  function aboutPeople(): void {
    add('staff/endSessions', async () => ({ staff_id: await staff('auditor'), reason }))
    add('staff/review', async () => ({ staff_id: await staff('auditor'), roles: ['auditor'] }))
    add('staff/suspend', async () => ({ staff_id: await staff('auditor'), suspended: true, reason }))
    add('staff/grantRole', async () => ({ staff_id: await staff('content'), role: 'owner', given: true, reason }))
    add('role/edit', () => ({ role: 'fuzz', version: 0, name: 'F', permissions: {}, decides: [], limits: {}, reason }))
    add('rule/edit', () => ({
      rule: 'fuzz',
      version: 0,
      permission: 'refund.make',
      condition: 'above',
      amount: 1,
      decided_by: 'refund.make',
      people: 1,
      active: true,
      reason,
    }))
    add('approval/read', async () => ({
      approval_no: await number('select max(approval_no) from desk.approval'),
    }))
    add('approval/withdraw', async () => ({
      approval_no: await number(`select approval_no from desk.approval where state = 'open' and call = 'role/edit'
        order by 1 desc limit 1`),
    }))
    for (const call of ['ledger/correct', 'points/adjust', 'product/price', 'product/bonus', 'channel/rules'] as const)
      decided(call)
  }

  /** Sign-ins and step-ups. */
  function aboutDoors(): void {
    const { client, email, password, secret } = spare
    const code = (): string => codeAt(secret, Date.now())
    const link = async (): Promise<string> => {
      const invited = { email: `new${Date.now()}@shop.example`, name: 'New', roles: ['support'] }
      return (await read('staff/invite', invited)).url.split('#')[1] ?? ''
    }
    const unused = async (): Promise<unknown> => await shop.db.query('update desk.staff_totp set last_step = 0')
    add('staff/invite', () => ({ email: `asked${Date.now()}@shop.example`, name: 'New', roles: ['support'] }))
    add('invitation/read', async () => ({ token: await link() }))
    add('invitation/accept', async () => ({ token: await link(), password: 'Lantern-harbour-43' }))
    add('session/password', async () => {
      await unused()
      return { email, password, code: code() }
    })
    const his = { client }
    add(
      'session/stepUp',
      async () => {
        await unused()
        return { code: code() }
      },
      'support',
      his,
    )
    add(
      'factor/totpConfirm',
      async () => ({ code: codeAt((await client.call('factor/totpBegin', {})).result.secret, Date.now()) }),
      'support',
      his,
    )
    add('factor/passkeyRemove', () => ({ credential_id: 'fuzz-passkey' }), 'support', his)
    add('session/changePassword', () => ({ present: password, password }), 'support', his)
    add('staff/takeBackInvitation', async () => {
      const email = 'taken-back@shop.example'
      await read('staff/invite', { email, name: 'Taken Back', roles: ['support'] })
      return { email, reason }
    })
    add('session/recover', async () => {
      const { codes } = (await client.call('factor/recoveryCodes', {})).result
      return { email, password, recovery_code: codes[0] ?? '' }
    })
  }
}
