import { beforeAll, describe, expect, it } from 'vitest'
import { deskCommand, DeskClient } from '@hc/test/desk'
import { gameClient } from '@hc/test/game-client'
import { openYen, soldInYen } from '@hc/test/seller'
import { until } from '@hc/test/shop'
import { withDesk, withPlayer } from '@hc/test/fixtures'
import { codeAt } from '../../desk/staff/totp.ts'

const FORMER = 'demo-session-secret-0001'
const NEWEST = 'the-newest-session-secret-0001'

const at = withDesk({ COUNTRY_HEADER: 'x-country', TRUST_PROXY: '1' })
const { shop } = at
const demo = withPlayer(shop)
const reason = 'the buyer wrote to us'
const order = { receipt: '', withdrawal: '' }

type Seals = { ok: boolean; kinds: { name: string; moved: number; left: number; lost: number }[] }
const seals = async (secrets: string, ...args: string[]): Promise<Seals> => {
  const place = { databaseUrl: shop.databaseUrl, desk: at.desk, env: { SESSION_SECRET: secrets } }
  const output = await deskCommand(place, 'seals', ...args, '--json').catch((error: { stdout: string }) => error.stdout)
  return JSON.parse(output) as Seals
}
const sumOf = ({ kinds }: Seals, what: 'moved' | 'left' | 'lost'): number =>
  kinds.reduce((sum, kind) => sum + kind[what], 0)
/** Restarts the shop with these secrets. */
const restart = async (secrets: string): Promise<void> => await shop.restart({ SESSION_SECRET: secrets })

/** What each kind of sealed row is for: the game's calls, a code at the desk, a receipt, a statement, a signed file. */
async function works(): Promise<Record<string, unknown>> {
  const ticket = await demo.call('user/uinfo').then(({ result }) => new URL(result.customer_service).searchParams)
  const { email, password, secret } = at.member('finance')
  await at.rows('update desk.staff_totp set last_step = 0')
  const signedIn = await new DeskClient(at.desk).call('session/password', {
    email,
    password,
    code: codeAt(secret, Date.now()),
  })
  const [number] = (await at.as('support').call('document/list', { order_no: order.receipt })).result.rows
  const document = await at.as('support').call('document/reveal', { number: number?.number ?? '', reason })
  const statement = await at.as('lead').call('withdrawal/reveal', { number: order.withdrawal, reason })
  const verified = await gameClient(shop.url).send('POST', '/game/v1/tickets/verify', { ticket: ticket.get('ticket') })
  return {
    game: verified.result,
    desk: signedIn.msg,
    receipt: document.result.buyer !== '',
    statement: statement.result,
    file: (await at.owner.call('promote/export', { kinds: ['block'] })).msg,
  }
}
const WELL = {
  game: { uid: '100001' },
  desk: 'success',
  receipt: true,
  statement: { name: 'Maman Muster', contact: 'mum@example.com' },
  file: 'success',
}

beforeAll(async () => {
  const no = await demo.order('coin_500')
  await demo.pay(no)
  await demo.reach(no, 4)
  const { result } = await shop.call('withdraw/state', {
    name: 'Maman Muster',
    sdk_order_id: no,
    contact: 'mum@example.com',
  })
  order.withdrawal = (await shop.call('withdraw/confirm', { statement: result.statement })).result.number
  await openYen(shop)
  order.receipt = await soldInYen(shop, demo, 150)
  await until('the receipt', async () => {
    const { rows } = (await at.as('support').call('document/list', { order_no: order.receipt })).result
    return rows.length === 1
  })
  await at.owner.call('promote/export', { kinds: ['block'] })
})

describe('an older SESSION_SECRET', () => {
  it('is needed by nothing of a shop that has one secret', async () => {
    expect(await works()).toEqual(WELL)
    const count = await seals(FORMER)
    expect([count.ok, sumOf(count, 'left'), sumOf(count, 'lost')]).toEqual([true, 0, 0])
  })
  it('is needed by what it sealed, until that moves to the newest one; a count changes nothing', async () => {
    const both = `${NEWEST},${FORMER}`
    const count = await seals(both)
    expect(count.ok).toBe(false)
    expect(count.kinds.filter(({ left }) => left > 0).map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'keys of receipts and statements',
        "the game's keys",
        'authenticator apps of the desk',
        'the key that signs promotion files',
      ]),
    )
    expect(sumOf(await seals(both), 'left')).toBe(sumOf(count, 'left'))
    await restart(both)
    expect(await works()).toEqual(WELL)
    await at.rows(`update message set state = 'sent', ended_at = now() where state = 'pending'`)
    const move = await seals(both, '--move')
    expect([move.ok, sumOf(move, 'lost')]).toEqual([true, 0])
    expect(sumOf(move, 'moved')).toBeGreaterThan(3)
    const again = await seals(both, '--move')
    expect([again.ok, sumOf(again, 'moved')]).toEqual([true, 0])
  })
  it('can be dropped then: the game, the desk, receipts, statements and signed files work without it', async () => {
    await restart(NEWEST)
    expect(await works()).toEqual(WELL)
    const { rows } = (await at.as('support').call('document/list', { order_no: order.receipt })).result
    const read = await at.as('auditor').call('document/read', { number: rows[0]?.number ?? '' })
    expect(read.result.holds).toBe(true)
  })
  it('can be dropped once more after the next one: keys that are kept move along', async () => {
    const third = 'the-third-session-secret-0001'
    await restart(`${third},${NEWEST}`)
    await at.rows(`update message set state = 'sent', ended_at = now() where state = 'pending'`)
    expect((await seals(`${third},${NEWEST}`, '--move')).ok).toBe(true)
    await restart(third)
    expect(await works()).toEqual(WELL)
  })
  it('that is dropped too early is named by what no secret opens', async () => {
    const count = await seals('a-secret-that-sealed-nothing-01')
    expect([count.ok, sumOf(count, 'left')]).toEqual([false, 0])
    expect(sumOf(count, 'lost')).toBeGreaterThan(3)
  })
})
