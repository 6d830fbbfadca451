import type { SessionInfo } from '@hc/contract/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gameClient } from '@hc/test/game-client'
import { encrypt, read, type Reply, sleep, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

/** Each request names its sender's address. None is refused for the rate of requests or for a slow machine. */
const env = { TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '1000000', MAX_LOOP_DELAY_MS: '60000' }
const shop = withShop(env)
beforeEach(async () => {
  await shop.db.query('delete from sign_in_failure; delete from verification_code; delete from message')
})

const from = (ip: string): Record<string, string> => ({ 'x-forwarded-for': ip })
const body = (account: string, passwd: string): object => ({
  channel_code: 'account',
  account,
  passwd: encrypt(passwd),
  encrypt: 1,
})
const login = (account: string, passwd: string, ip = '203.0.113.1'): Promise<Reply<SessionInfo>> =>
  shop.call('user/login', body(account, passwd), from(ip))
const many = <T>(n: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))
const tally = (answers: readonly Reply[]): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const { msg } of answers) sums[msg] = (sums[msg] ?? 0) + 1
  return sums
}
/** `n` addresses of one IPv6 customer. */
const sixty4 = (n: number): string[] => Array.from({ length: n }, (_, i) => `2001:db8:7:7::${(i + 1).toString(16)}`)

describe('wrong passwords', () => {
  it('are checked ten times and not once more, however many come at once, over two processes', async () => {
    const second = await shop.beside()
    const at = (url: string, i: number): Promise<Reply> =>
      fetch(`${url}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...from(`203.0.113.${i}`) },
        body: JSON.stringify(body('rich', `Wrong-${i}`)),
      }).then((answer) => read(answer))
    const answers = await many(200, (i) => at(i % 2 ? second.url : shop.url, i))
    await second.stop()
    const { InvalidPassword: checked = 0, SystemBusy: refused = 0 } = tally(answers)
    expect(checked).toBeLessThanOrEqual(10)
    expect(checked + refused).toBe(200)
    const busy = answers.filter(({ msg }) => msg === 'SystemBusy')
    for (const { headers } of busy) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    for (let i = 0; i < 10; i++) await login('rich', `Wrong-${i}`)
    expect(await login('rich', 'Rich1234')).toMatchObject({ status: 429, msg: 'SystemBusy' })
  })

  it('block a right password that comes as the fifty-first of sixty', async () => {
    const answers = await many(60, (i) => login('rich', i === 50 ? 'Rich1234' : `Wrong-${i}`, `203.0.113.${i}`))
    expect(tally(answers).success).toBeUndefined()
  })

  it('count only while they are wrong: right ones at once give their tries back', async () => {
    for (let i = 0; i < 8; i++) await login('rich', 'Wrong-1')
    for (let round = 0; round < 3; round++) {
      expect(tally(await many(6, () => login('rich', 'Rich1234')))).toEqual({ success: 6 })
    }
    expect((await shop.db.query('select count(*)::int as n from sign_in_failure')).rows[0].n).toBe(8)
  })

  it('of one address never exceed its limit, parallel ones included', async () => {
    await shop.restart({ ...env, SIGN_IN_FAILURES_PER_ADDRESS: '12' })
    const guesses = await many(40, (i) => login(`player${i}`, 'Guess-123'))
    expect(tally(guesses)).toEqual({ GameAccountNotFound: 12, SystemBusy: 28 })
    const byPhone = (i: number): Promise<Reply> =>
      shop.call(
        'user/login',
        { channel_code: 'phone', account: `+155501${10000 + i}`, code: '123456' },
        from('203.0.113.2'),
      )
    const codes = await many(40, byPhone)
    expect(tally(codes)).toEqual({ MobileAccountNotFound: 12, SystemBusy: 28 })
    await shop.restart(env)
  })
})

describe('a flood of sign-ins', () => {
  beforeAll(async () => {
    const operations = Array.from({ length: 30 }, (_, i) => ({
      type: 'account',
      uid: `f${i}`,
      account: `flood${i}`,
      emailLogin: true,
      disabled: false,
    }))
    await gameClient(shop.url).send('POST', '/game/v1/bulk', { operations })
    await shop.db.query(`update account set password_hash = (select password_hash from account where login = 'demo')
      where login like 'flood%'`)
  })
  /** Keeps `n` sign-ins in flight until it is told to stop; `served` counts those that signed in. */
  type Flood = { served: () => number; stop: () => Promise<Reply[]> }
  function flood(n: number, attempt: (i: number) => Promise<Reply>): Flood {
    const state = { going: true }
    const answers: Reply[] = []
    const ended = many(n, async (i) => {
      // A caller that is refused at once tries again only after a pause.
      do {
        answers.push(await attempt(i))
        await sleep(500)
      } while (state.going)
    })
    return {
      served: () => answers.filter(({ code }) => code === 0).length,
      stop: async () => {
        state.going = false
        await ended
        return answers
      },
    }
  }
  /** Fifteen sign-ins of another player: how many succeed, and the longest in ms. */
  async function others(ip: string, atOnce: boolean): Promise<{ signedIn: number; longest: number }> {
    const times: number[] = []
    const attempt = async (): Promise<boolean> => {
      const start = performance.now()
      const { code } = await login('rich', 'Rich1234', ip)
      times.push(performance.now() - start)
      return code === 0
    }
    const ends: boolean[] = []
    if (atOnce) ends.push(...(await many(15, attempt)))
    else for (let i = 0; i < 15; i++) ends.push(await attempt())
    return { signedIn: ends.filter(Boolean).length, longest: Math.max(...times) }
  }

  const NEIGHBOUR = '198.51.100.1'
  const EVERYWHERE = ['203.0.113.9', NEIGHBOUR]
  it.each([
    ['one account, from one address', () => ({ account: 'demo', ip: NEIGHBOUR }), EVERYWHERE],
    [
      'one account, from many addresses',
      (i: number) => ({ account: 'demo', ip: `198.51.100.${1 + (i % 5)}` }),
      EVERYWHERE,
    ],
    // A player at the flood's own address is not measured: seventy requests for other accounts share it.
    ['many accounts, from one address', (i: number) => ({ account: `flood${i % 30}`, ip: NEIGHBOUR }), ['203.0.113.9']],
  ])(
    'of %s, slows itself: another player signs in',
    async (_what, whose, addresses) => {
      const alone = await others('203.0.113.9', true)
      const { served, stop } = flood(70, (i) => {
        const { account, ip } = whose(i)
        return login(account, 'Demo1234', ip)
      })
      await until('the flood', () => Promise.resolve(served() > 4))
      const measured = []
      for (const ip of addresses)
        for (const atOnce of [false, true]) {
          const before = served()
          measured.push({ ip, atOnce, ...(await others(ip, atOnce)), floodServed: served() - before })
        }
      const flooded = await stop()
      process.stdout.write(`${JSON.stringify({ alone, measured, flood: tally(flooded) })}\n`)
      for (const { signedIn } of measured) expect(signedIn).toBeGreaterThanOrEqual(14)
      // Turns are fair: while fifteen wait, the flood gets about one turn for each of theirs.
      const together = measured.filter(({ atOnce }) => atOnce)
      for (const { floodServed } of together) expect(floodServed).toBeLessThanOrEqual(15 * 2 + 10)
      // The flood's own right passwords are limited, and the answer names when to try again.
      const refused = flooded.filter(({ msg }) => msg === 'SystemBusy')
      expect(refused.length).toBeGreaterThan(0)
      for (const { status, headers } of refused) {
        expect([[429, 503].includes(status), Number(headers.get('retry-after')) > 0]).toEqual([true, true])
      }
      // Seventy password hashes in flight take long on a slow machine.
    },
    240_000,
  )
})

describe('with AUTH_ERRORS=uniform', () => {
  const ask = async (account: string, passwd: string): Promise<object> => {
    const { status, code, msg, data } = await login(account, passwd)
    return { status, code, msg, data }
  }
  beforeAll(async () => await shop.restart({ ...env, AUTH_ERRORS: 'uniform' }))
  afterAll(async () => await shop.restart(env))

  it('twelve tries are answered alike for an account, for none, for a disabled one, and for any email', async () => {
    const rows = []
    for (const [account, passwd] of [
      ['demo', 'Wrong-1'],
      ['nobody', 'Wrong-1'],
      ['banned', 'Banned12'],
      ['nobody@example.com', 'Wrong-1'],
      ['empty@example.com', 'Empty123'],
      ['100003', 'Wrong-1'],
    ] as const) {
      const answers = []
      for (let i = 0; i < 12; i++) answers.push(await ask(account, passwd))
      rows.push(answers)
    }
    for (const row of rows) expect(row).toEqual(rows[0])
    expect(rows[0]?.map((answer) => (answer as Reply).msg)).toEqual([
      ...Array.from({ length: 10 }, () => 'InvalidPassword'),
      'SystemBusy',
      'SystemBusy',
    ])
  })

  it('tries at an email do not tell whose login it is, and no account has more than ten checked', async () => {
    for (let i = 0; i < 12; i++) await ask('demo@example.com', 'Wrong-1')
    const [knownAnswers, unknown] = [[], []] as [object[], object[]]
    for (let i = 0; i < 12; i++) {
      knownAnswers.push(await ask('demo', 'Wrong-1'))
      unknown.push(await ask('nobody', 'Wrong-1'))
    }
    expect(knownAnswers).toEqual(unknown)
    expect((await login('100001', 'Demo1234')).msg).toBe('InvalidPassword')
    await shop.db.query('delete from sign_in_failure')
    expect((await login('100001', 'Demo1234')).code).toBe(0)
  })
})

describe('an IPv6 customer', () => {
  it('is one address to every limit: requests, failed sign-ins, codes, orders', async () => {
    await shop.restart({
      ...env,
      SIGN_IN_FAILURES_PER_ADDRESS: '10',
      CODES_PER_HOUR_PER_ADDRESS: '10',
      ORDERS_PER_MINUTE_PER_ADDRESS: '10',
      RATE_LIMIT_PER_MINUTE: '60',
    })
    const answers = async (ask: (ip: string, i: number) => Promise<Reply>): Promise<number[]> => {
      const messages = []
      for (const [i, ip] of sixty4(12).entries()) messages.push((await ask(ip, i)).msg)
      return messages.flatMap((msg, i) => (msg === 'SystemBusy' || msg === 'AuthCodeSendTooFrequently' ? [i] : []))
    }
    const { token } = (await login('rich', 'Rich1234')).result
    expect(await answers((ip, i) => login(`nobody${i}`, 'Wrong-1', ip))).toEqual([10, 11])
    expect(
      await answers((ip, i) =>
        shop.call('user/email/code/send', { email: `nobody${i}@example.com`, type: 'reset' }, from(ip)),
      ),
    ).toEqual([10, 11])
    const order = { role_id: 'r1003', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'hcpoint' }
    expect(await answers((ip) => shop.call('order/webCreate', order, { token, ...from(ip) }))).toEqual([10, 11])
    const requests = await many(40, (i) => shop.call('setting/time', {}, from(sixty4(40)[i] ?? '')))
    expect(requests.filter(({ status }) => status === 429)).toHaveLength(16)
    expect((await shop.call('setting/time', {}, from('2001:db8:7:8::1'))).code).toBe(0)
  })

  it('whose IPv4 address is written as IPv6 has one limit for both', async () => {
    await shop.db.query('delete from sign_in_failure')
    const spellings = ['203.0.113.77', '::ffff:203.0.113.77', '::ffff:cb00:714d', '0:0:0:0:0:ffff:203.0.113.77']
    const answers = []
    for (let i = 0; i < 12; i++) answers.push((await login(`nobody${i}`, 'Wrong-1', spellings[i % 4])).msg)
    expect(answers.filter((msg) => msg === 'SystemBusy')).toHaveLength(2)
    expect((await login('nobody', 'Wrong-1', '::ffff:203.0.113.78')).msg).toBe('GameAccountNotFound')
    await shop.restart(env)
  })
})

describe('codes that somebody else asks for', () => {
  const send = (ip: string, email = 'demo@example.com'): Promise<Reply> =>
    shop.call('user/email/code/send', { email, type: 'reset' }, from(ip))
  const later = (minutes: number): Promise<unknown> =>
    shop.db.query(`update verification_code set created_at = created_at - make_interval(mins => $1)`, [minutes])
  const codes = async (): Promise<string[]> => {
    const letters = await shop.letters()
    return letters.flatMap(({ target, code }) => (target === 'demo@example.com' && code ? [code] : []))
  }

  it('shut nobody out: the owner still gets a valid code in the same minute and on the same day', async () => {
    for (let i = 0; i < 10; i++) {
      expect((await send('198.51.100.66')).code).toBe(0)
      await later(2)
    }
    expect((await send('198.51.100.66')).msg).toBe('AuthCodeSendTooFrequently')
    const before = new Set(await codes())
    expect((await send('203.0.113.5')).code).toBe(0)
    const ownersCode = await until("the owner's code", async () => (await codes()).find((code) => !before.has(code)))
    expect((await send('198.51.100.67')).code).toBe(0)
    expect((await send('203.0.113.5')).msg).toBe('AuthCodeSendTooFrequently')
    const reset = {
      data: encrypt(JSON.stringify({ email: 'demo@example.com', code: ownersCode, password: 'Demo1234' })),
    }
    expect((await shop.call('user/email/psw/reset', reset, from('203.0.113.5'))).code).toBe(0)
  })

  it('do not fill a mailbox: all addresses together send thirty a day, then one each', async () => {
    for (const email of ['demo@example.com', 'nobody@example.com']) {
      for (let i = 0; i < 30; i++) {
        expect((await send(`198.51.100.${i % 10}`, email)).code).toBe(0)
        if (i % 10 === 9) await later(2)
      }
      expect((await send('198.51.100.1', email)).msg).toBe('AuthCodeSendTooFrequently')
      expect((await send('203.0.113.50', email)).code).toBe(0)
      await later(2)
      expect((await send('203.0.113.50', email)).msg).toBe('AuthCodeSendTooFrequently')
    }
  })
})
