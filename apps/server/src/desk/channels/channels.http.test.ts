import { describe, expect, it } from 'vitest'
import type { DeskMethod } from '@hc/contract/desk/channels'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()

describe('a question to a gateway', () =>
  it('asks for one line of its books, reports a gateway without books, and leaves an audit line', async () => {
    const finance = at.as('finance')
    const { result } = await finance.call('channel/try', { code: 'sandbox' })
    expect(['answers', 'none']).toContain(result.state)
    expect((await finance.call('channel/try', { code: 'hcpoint' })).result.state).toBe('none')
    expect((await finance.call('channel/try', { code: 'nobody' })).msg).toBe('NotFound')
    expect((await at.as('support').call('channel/try', { code: 'sandbox' })).msg).toBe('NotAllowed')
    expect(await at.audited('channel/try')).toMatchObject([
      { kind: 'channel', target: 'sandbox' },
      { kind: 'channel', target: 'hcpoint' },
      { kind: 'call' },
    ])
  }))

describe('a plan', () => {
  it('is not moved by a person who saw an older date', async () => {
    const [plan] = await at.rows(
      `insert into desk.scheduled_change (kind, target, patch, based_on, local_time, zone, at, planned_by)
        values ('product', 'gem_300', '{"sort": 9}', 1, '2031-03-01 10:00', 'UTC', '2031-03-01 10:00Z', 'staff:1')
        returning change_id::int as id, extract(epoch from at)::int as at`,
    )
    const { id, at: seen_at } = plan as { id: number; at: number }
    const to = (day: string) => ({
      id,
      seen_at,
      when: { local: `2031-03-${day}T10:00`, zone: 'UTC', which: '' as const },
    })
    const moved = await at.as('owner').call('product/replan', to('05'))
    expect(moved.result.at).toBe(seen_at + 4 * 86_400)
    const late = await at.as('owner').call('product/replan', to('07'))
    expect([late.status, late.msg, late.data?.at]).toEqual([409, 'VersionConflict', seen_at + 4 * 86_400])
  })
  it('that two people agreed on needs two people to move or withdraw it', async () => {
    const [plan] = await at.rows(
      `insert into desk.scheduled_change (kind, target, patch, based_on, local_time, zone, at, planned_by)
        values ('channel', 'sandbox', '{"max_cents": 5000}', 1, '2031-03-01 10:00', 'UTC', '2031-03-01 10:00Z',
          'staff:1') returning change_id::int as id, extract(epoch from at)::int as at`,
    )
    const { id, at: seen_at } = plan as { id: number; at: number }
    const when = { local: '2031-03-05T10:00', zone: 'UTC', which: '' as const }
    const body = { id, seen_at, when, reason: 'the bank asked for it' }
    expect((await at.as('support').call('channel/replan', body)).msg).toBe('NotAllowed')
    const past = { ...body, when: { ...when, local: '2021-03-05T10:00' } }
    expect((await at.as('ops').call('channel/replan', past)).msg).toBe('TimePassed')
    const moving = await at.as('ops').call('channel/replan', body)
    const withdrawing = await at.as('ops').call('channel/replan', { ...body, when: null })
    expect([moving.status, withdrawing.status]).toEqual([202, 202])
    const agreed = async (answer: { data: Record<string, unknown> | null }): Promise<string> => {
      const yes = { approval_no: Number(answer.data?.approval), yes: true }
      return (await at.as('finance').call('approval/decide', yes)).result.state
    }
    const stands = () => at.rows(`select state, at::text from desk.scheduled_change where change_id = ${id}`)
    expect(await stands()).toMatchObject([{ state: 'waiting', at: '2031-03-01 10:00:00+00' }])
    expect(await agreed(moving)).toBe('done')
    expect(await stands()).toMatchObject([{ state: 'waiting', at: '2031-03-05 10:00:00+00' }])
    // The request was made for another moment of the plan.
    expect(await agreed(withdrawing)).toBe('stale')
    const again = { ...body, seen_at: seen_at + 4 * 86_400, when: null }
    expect(await agreed(await at.as('ops').call('channel/replan', again))).toBe('done')
    expect(await stands()).toMatchObject([{ state: 'withdrawn' }])
  })
})

describe('a payment channel', () => {
  const channel = async (code: string) => {
    const channelRow = (await at.as('finance').call('channel/list', {})).result.find((entry) => entry.code === code)
    if (!channelRow) throw new Error(code)
    return channelRow
  }
  it('says whether it takes real money, and counts its open disputes', async () => {
    expect([(await channel('sandbox')).mode, (await channel('hcpoint')).mode]).toEqual(['test', null])
    const dispute = `insert into dispute (channel_code, dispute_id, order_no, txn, amount_cents, currency, stage,
      reason, opened_at) values ('sandbox', $1, 'x', 'x', 1, 'USD', $2, 'fraud', now())`
    await at.rows(dispute, 'd1', 'opened')
    await at.rows(dispute, 'd2', 'opened')
    await at.rows(dispute, 'd3', 'won')
    expect((await channel('sandbox')).disputes).toBe(2)
  })
  it('shows since when each secret is set; a new value changes the date, a new key of the shop does not', async () => {
    const ages = async () =>
      (await channel('sandbox')).secrets.map(({ name, seen_at: seenAt }) => [name, seenAt] as const)
    expect((await ages()).length).toBeGreaterThan(0)
    await at.rows(`update desk.secret_seen set seen_at = now() - interval '400 days'`)
    const before = await ages()
    const [, first = 0] = before[0] ?? []
    expect(Date.now() / 1000 - first).toBeGreaterThan(399 * 86_400)
    const fresh = { SESSION_SECRET: 'another-session-secret-0001,demo-session-secret-0001' }
    await at.shop.restart(fresh)
    expect(await ages()).toEqual(before)
    await at.shop.restart({ ...fresh, SANDBOX_API_KEY: 'another-sandbox-api-key' })
    const changed = (await ages()).filter(([name, time]) =>
      before.every((entry) => entry[0] !== name || entry[1] !== time),
    )
    expect(changed.map(([name]) => /key/i.test(name))).toEqual([true])
    await at.shop.restart()
    const goneRows = await at.rows('select count(*)::int as n from desk.secret_seen where gone_at is not null')
    expect(goneRows).toMatchObject([{ n: expect.any(Number) as number }])
    expect(JSON.stringify(await at.rows('select * from desk.secret_seen'))).not.toContain('sandbox-api-key')
  })
  it('shows a request to change its rules until the request is decided', async () => {
    const { version, sort } = await channel('sandbox')
    const body = {
      code: 'sandbox',
      version,
      sort,
      countries: null,
      currencies: null,
      min_cents: null,
      max_cents: 7_000,
    }
    const answer = await at.as('ops').call('channel/rules', { ...body, reason: 'the bank asked for it' })
    const no = Number(answer.data?.approval)
    expect((await channel('sandbox')).requests).toMatchObject([{ approval_no: no, call: 'channel/rules', by: 'ops' }])
    expect((await channel('hcpoint')).requests).toEqual([])
    await at.as('finance').call('approval/decide', { approval_no: no, yes: false })
    expect((await channel('sandbox')).requests).toEqual([])
  })
})

describe('a method of a payment channel', () => {
  const of = async (method: string): Promise<DeskMethod> => {
    const { result } = await at.as('ops').call('channel/methods', {})
    const row = result.find((candidate) => candidate.channel === 'sandbox' && candidate.method === method)
    if (!row) throw new Error(`no method ${method}`)
    return row
  }
  const rules = {
    channel: 'sandbox',
    method: 'sandbox_voucher',
    countries: ['NL'],
    currencies: null,
    min_minor: null,
    max_minor: null,
    settles: 'minutes' as const,
    sort: 5,
    enabled: true,
    reason: 'the bank asked for it',
  }
  it('is switched off at once, and a stale version says so', async () => {
    const { version, seen_at: lastSeen } = await of('sandbox_bank')
    expect(lastSeen).toBe(undefined)
    const off = { channel: 'sandbox', method: 'sandbox_bank', version, reason: 'its bank is away' }
    expect((await at.as('support').call('channel/methodOff', off)).msg).toBe('NotAllowed')
    expect((await at.as('ops').call('channel/methodOff', off)).result).toEqual({ version: version + 1 })
    expect((await of('sandbox_bank')).enabled).toBe(false)
    expect((await at.as('ops').call('channel/methodOff', off)).msg).toBe('VersionConflict')
    expect((await at.as('ops').call('channel/methodOff', { ...off, method: 'nothing' })).msg).toBe('RowNotFound')
    expect(await at.audited('channel/methodOff')).toContainEqual(
      expect.objectContaining({ kind: 'channel', target: 'sandbox' }),
    )
  })
  it('changes its rules with a second person alone', async () => {
    const { version } = await of('sandbox_voucher')
    const request = await at.as('ops').call('channel/method', { ...rules, version })
    expect(request.status).toBe(202)
    expect(await of('sandbox_voucher')).toMatchObject({ version })
    const yes = { approval_no: Number(request.data?.approval), yes: true }
    expect((await at.as('finance').call('approval/decide', yes)).result.state).toBe('done')
    expect(await of('sandbox_voucher')).toMatchObject({ version: version + 1, countries: ['NL'], settles: 'minutes' })
  })
})
