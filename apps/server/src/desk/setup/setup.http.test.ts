import { beforeAll, describe, expect, it } from 'vitest'
import { deskCommand } from '@hc/test/desk'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()
const { shop } = at

type Tested = 'address' | 'gateway' | 'game' | 'mail' | 'alerts'
const read = async () => (await at.owner.call('setup/read', {})).result
const stateOf = async (step: string): Promise<readonly unknown[]> => {
  const row = (await read()).steps.find((candidate) => candidate.step === step)
  return [row?.state, row?.key]
}
/** Ten seconds later. */
const later = (): Promise<unknown> => at.rows(`update desk.setup_test set at = at - interval '11 seconds'`)
const test = async (step: Tested, code?: string) => {
  await later()
  return (await at.owner.call('setup/test', { step, ...(code === undefined ? {} : { code }) })).result
}
/** The code of the newest letter, as the demo's outbox shows it. */
const codeSent = async (): Promise<string> => {
  const page = await (await fetch(`${shop.url}/demo/outbox`)).text()
  return /(\d{6}) is your test code/.exec(page)?.[1] ?? ''
}

describe('"Open your shop"', () => {
  beforeAll(async () => {
    await at.rows('delete from desk.setup_test')
  })
  it('lists eleven steps, of which tests alone make those done that ask another party', async () => {
    const { steps, mode, open, done } = await read()
    expect([steps.length, mode, open]).toEqual([11, 'demo', false])
    expect(done).toBe(steps.filter(({ state }) => state === 'done').length)
    const unproved = ['address', 'mail', 'legal', 'alerts', 'backup', 'order']
    expect(steps.filter(({ step, state }) => unproved.includes(step) && state === 'done')).toEqual([])
    expect(steps.filter(({ must }) => !must).map(({ step }) => step)).toEqual(['alerts', 'order'])
  })
  it('is for operations and owners', async () => {
    for (const role of ['support', 'finance', 'content', 'auditor'] as const)
      expect((await at.as(role).call('setup/read', {})).msg).toBe('NotAllowed')
    expect((await at.as('ops').call('setup/read', {})).code).toBe(0)
  })
  it('proves the address by a nonce that this shop alone can answer, and one audit line tells of the test', async () => {
    expect(await stateOf('address')).toEqual(['todo', 'untested'])
    const before = (await at.audited('setup/test')).length
    expect(await test('address')).toMatchObject({ ok: true, outcome: 'answers' })
    expect((await at.audited('setup/test')).slice(before)).toMatchObject([{ kind: 'setup', target: 'address' }])
    expect(await stateOf('address')).toEqual(['done', 'answers'])
    const [row] = await at.rows(`select step, by, ok, subject from desk.setup_test order by test_id desc limit 1`)
    expect(row).toMatchObject({ step: 'address', ok: true, subject: shop.url.replace('127.0.0.1', 'localhost') })
    expect((await fetch(`${shop.url}/.well-known/hc-portal/0`)).status).toBe(404)
  })
  it('forgets a proof of another address', async () => {
    await at.rows(`update desk.setup_test set subject = 'https://old.example.com' where step = 'address'`)
    expect(await stateOf('address')).toEqual(['todo', 'untested'])
  })
  it('takes one test of a step in ten seconds, and names the seconds to wait', async () => {
    await test('address')
    const soon = await at.owner.call('setup/test', { step: 'address' })
    expect([soon.status, soon.msg]).toEqual([422, 'TestTooSoon'])
    expect(soon.data?.wait).toBeGreaterThan(0)
    expect((await at.owner.call('setup/test', { step: 'gateway' })).code).toBe(0)
  })
  it('makes and cancels a payment at the sandbox', async () => {
    expect(await test('gateway')).toMatchObject({ ok: true, outcome: 'made' })
    const payments = await at.rows(`select status from sandbox.payment where title = 'Connection test'`)
    expect(payments.map(({ status }) => status)).toContain('cancelled')
  })
  it('is content with a game that rejects an impossible delivery and a forged one, and with no other', async () => {
    expect(await test('game')).toMatchObject({ ok: false, outcome: 'granted' })
    expect(await stateOf('game')).toEqual(['broken', 'granted'])
    // It reads no signature.
    at.game.says = { refused: 'no such character' }
    expect(await test('game')).toMatchObject({ ok: false, outcome: 'unsigned' })
    at.game.says = 'nothing'
    expect(await test('game')).toMatchObject({ ok: false, outcome: 'silent', detail: 'HTTP 503' })
    at.game.says = 'yes'
    await shop.restart({ GAME_URL: `${shop.url}/demo/game/deliver` })
    expect(await stateOf('game')).toEqual(['attention', 'untested'])
    expect(await test('game')).toMatchObject({ ok: true, outcome: 'refuses' })
    expect(await stateOf('game')).toEqual(['done', 'refuses'])
    expect(await at.rows('select from demo_game.granted where role_id like $1', 'hc-%')).toEqual([])
  })
  it('believes that mail arrives once the code is typed back, and counts five tries', async () => {
    expect(await test('mail')).toMatchObject({ ok: null, outcome: 'sent' })
    const code = await codeSent()
    expect(code).toMatch(/^\d{6}$/)
    expect((await read()).steps.find(({ step }) => step === 'mail')).toMatchObject({ state: 'attention', asks: true })
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await at.owner.call('setup/test', { step: 'mail', code: wrong })).result).toMatchObject({
      outcome: 'wrong',
    })
    expect((await at.as('ops').call('setup/test', { step: 'mail', code })).result.ok).toBe(false)
    expect((await at.owner.call('setup/test', { step: 'mail', code })).result).toMatchObject({ ok: true })
    expect(await stateOf('mail')).toEqual(['done', 'typed'])
    await test('mail')
    for (let n = 0; n < 5; n++) await at.owner.call('setup/test', { step: 'mail', code: wrong })
    expect((await at.owner.call('setup/test', { step: 'mail', code: await codeSent() })).result.ok).toBe(false)
    expect(await stateOf('mail')).toEqual(['broken', 'wrong'])
  })
  it('proves a place of alerts by a code, which another place needs of its own', async () => {
    expect(await stateOf('alerts')).toEqual(['todo', 'none'])
    expect(await test('alerts')).toMatchObject({ ok: false, outcome: 'none' })
    const place = { kind: 'email', name: 'Night', address: 'night@shop.example', enabled: true } as const
    expect((await at.owner.call('alert/saveChannel', place)).code).toBe(0)
    expect(await stateOf('alerts')).toEqual(['attention', 'untested'])
    await test('alerts')
    await at.owner.call('setup/test', { step: 'alerts', code: await codeSent() })
    expect(await stateOf('alerts')).toEqual(['done', 'typed'])
    await at.rows('update desk.alert_channel set enabled = false')
    expect(await stateOf('alerts')).toEqual(['todo', 'none'])
  })
  it('takes a backup as done by a night’s proof, once the owner’s key opened one', async () => {
    const proof = async (equal: boolean | null, hoursAgo = 1) =>
      await at.rows(`insert into desk.backup_proof
        (backup, place, taken_at, proved_at, seconds, bytes, last_moment, equal, detail) values ('base-1', '/mnt', now() - interval '2 days', now() - interval '${hoursAgo} hours', 41, 1000,
        now() - interval '${hoursAgo} hours', ${equal}, 'base-1.age is damaged')`)
    const clear = async () => {
      await at.rows('begin; set local session_replication_role = replica; delete from desk.backup_proof; commit')
      await at.rows('delete from desk.backup_key')
    }
    try {
      await proof(true)
      expect(await stateOf('backup')).toEqual(['attention', 'key'])
      await at.rows(`select desk.note_backup_key('base-1', 'ada')`)
      expect(await stateOf('backup')).toEqual(['done', 'proved'])
      await proof(null)
      expect(await stateOf('backup')).toEqual(['done', 'proved'])
      await proof(false)
      expect(await stateOf('backup')).toEqual(['broken', 'unequal'])
      await clear()
      await proof(true, 30)
      expect(await stateOf('backup')).toEqual(['attention', 'late'])
      await proof(null)
      expect(await stateOf('backup')).toEqual(['attention', 'unproved'])
    } finally {
      await clear()
    }
  })
  it('sees what is made true elsewhere: a verified backup, a product without a picture, the last owner', async () => {
    const takenAt = new Date(Date.now() - 3_600_000).toISOString()
    await deskCommand(
      { databaseUrl: shop.databaseUrl, desk: at.desk },
      'backup',
      'verified',
      'base-1',
      '--taken',
      takenAt,
      '--by',
      'ada',
    )
    expect(await stateOf('backup')).toEqual(['done', 'verified'])
    await at.rows(`update desk.backup_verified set taken_at = now() - interval '28 hours',
      verified_at = now() - interval '27 hours'`)
    expect(await stateOf('backup')).toEqual(['attention', 'old'])
    expect(await stateOf('products')).toEqual(['done', 'complete'])
    await at.rows(`update product set icon = '' where cp_goods_id = 'gem_300'`)
    expect(await stateOf('products')).toEqual(['attention', 'lacking'])
    expect((await stateOf('countries'))[0]).toBe('done')
    expect((await stateOf('team'))[0]).toBe('done')
  })
  it('prints the same list on the command line, which fails while the shop cannot open', async () => {
    const { steps } = await read()
    const failed = await deskCommand({ databaseUrl: shop.databaseUrl, desk: at.desk }, 'check', '--json').catch(
      (error: unknown) => error as { stdout: string; code: number },
    )
    expect(typeof failed === 'string' ? 0 : failed.code).toBe(1)
    const printed = JSON.parse(typeof failed === 'string' ? failed : failed.stdout) as Awaited<ReturnType<typeof read>>
    // The process has another address than this command was given.
    const rows = printed.steps.filter(({ step }) => !['address', 'game'].includes(step))
    expect(rows.map(({ step, state, key }) => [step, state, key])).toEqual(
      steps.filter(({ step }) => !['address', 'game'].includes(step)).map(({ step, state, key }) => [step, state, key]),
    )
  })
})
