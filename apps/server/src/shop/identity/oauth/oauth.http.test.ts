import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { withFixture, withShop } from '@hc/test/fixtures'
import { gameClient, type GameClient } from '@hc/test/game-client'
import { freePort, type Reply } from '@hc/test/shop'
import { Browser, facebookFake, oidcServer, type Person, wechatFake } from '@hc/test/third-parties'

let person: Person = { sub: 'g-1', email: 'demo@example.com', verified: true, hd: 'example.com' }
let facebookId = 'fb-1'
let wechatPerson: { openid: string; unionid?: string } | 'refuses' = { openid: 'wx-open', unionid: 'wx-union' }

// The providers must know the shop's address before it starts.
const port = await freePort()
const site = `http://127.0.0.1:${port}`
const back = (name: string): string => `${site}/api/user/oauth/${name}/callback`
const apple = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const parties = withFixture({
  what: 'parties',
  start: async () => ({
    google: await oidcServer(
      { id: 'google-client', secret: 'google-secret', redirectUri: back('google') },
      () => person,
    ),
    apple: await oidcServer({ id: 'com.example.shop', secret: 'unused', redirectUri: back('apple') }, () => person, {
      publicKey: apple.publicKey,
      keyId: 'KEY1',
      teamId: 'TEAM1',
    }),
    facebook: await facebookFake({ id: 'fb-app', secret: 'fb-secret' }, () => facebookId),
    wechat: await wechatFake({ id: 'wx-app', secret: 'wx-secret' }, () => wechatPerson),
  }),
  stop: (started) => {
    for (const party of Object.values(started)) party.stop()
  },
})
const shop = withShop(() => ({
  PORT: String(port),
  PUBLIC_URL: site,
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  GOOGLE_ISSUER: parties.google.url,
  APPLE_CLIENT_ID: 'com.example.shop',
  APPLE_TEAM_ID: 'TEAM1',
  APPLE_KEY_ID: 'KEY1',
  APPLE_PRIVATE_KEY: apple.privateKey,
  APPLE_ISSUER: parties.apple.url,
  FACEBOOK_APP_ID: 'fb-app',
  FACEBOOK_APP_SECRET: 'fb-secret',
  FACEBOOK_DIALOG_URL: parties.facebook.url,
  FACEBOOK_GRAPH_URL: parties.facebook.url,
  WECHAT_APP_ID: 'wx-app',
  WECHAT_APP_SECRET: 'wx-secret',
  WECHAT_OPEN_URL: parties.wechat.url,
  WECHAT_API_URL: parties.wechat.url,
}))

const start = (provider: string, more = ''): string => `${shop.url}/api/user/oauth/${provider}/start${more}`
/** Goes through the whole sign-in, and returns the query that /login gets. */
const journey = async (provider: string, more = ''): Promise<URLSearchParams> =>
  new URL(await new Browser().follow(start(provider, more), `${shop.url}/login`, person.sub)).searchParams
/** Moves the database's clock, and so the shop's. */
const clock = async (minutes: number): Promise<void> => {
  const setting = `alter database %I set hc.clock_offset_ms = ${minutes * 60_000}`
  await shop.db.query(`do $$ begin execute format('${setting}', current_database()); end $$`)
  await shop.restart()
}
const game = (): GameClient => gameClient(shop.url)
const put = (uid: string, account: string, more: object = {}): Promise<Reply> =>
  game().send('PUT', `/game/v1/accounts/${uid}`, { account, emailLogin: true, disabled: false, ...more })
const byGoogle = async (who: Person): Promise<string | null> => {
  person = who
  return (await journey('google')).get('google')
}
const exchange = (token: string | null): Promise<Reply> => shop.call('user/tmpWebTokenLogin', { token: token ?? '' })

describe('a third-party sign-in', () => {
  it('is offered where it is configured', async () => {
    expect((await shop.call('setting/init')).result.loginMethods).toEqual([
      'account',
      'phone',
      'facebook',
      'google',
      'apple',
      'wechat',
    ])
    expect((await fetch(start('myspace'))).status).toBe(404)
  })

  it('by Google links the account whose email Google vouches for, once and for all', async () => {
    const query = await journey('google', '?redirect=%2Fmain%2Frecharge%3Ftab%3Dpacks')
    expect(query.get('redirect')).toBe('/main/recharge?tab=packs')
    const code = query.get('google')
    expect(code).toMatch(/^[\w-]{43}$/)
    expect(await exchange(code)).toMatchObject({ code: 0, result: { account: 'demo' } })
    expect((await exchange(code)).msg).toBe('AuthFail')
    // From now on only the subject counts, even if the email changes.
    person = { sub: 'g-1', email: 'somebody@else.example', verified: false }
    expect(await exchange((await journey('google')).get('google'))).toMatchObject({
      code: 0,
      result: { account: 'demo' },
    })
  })

  it('by Google is refused for an email that is unknown, unverified or of a disabled account', async () => {
    for (const someone of [
      { sub: 'g-2', email: 'nobody@example.com', verified: true, hd: 'example.com' },
      { sub: 'g-3', email: 'rich@gmail.com', verified: false },
    ]) {
      person = someone
      expect((await journey('google')).get('google')).toBe('false')
    }
    await shop.db.query(`insert into external_identity (provider, subject, account_id, made_by)
      select 'google', 'g-4', account_id, 'game' from account where login = 'banned'`)
    person = { sub: 'g-4', email: 'x@example.com', verified: true }
    expect((await journey('google')).get('google')).toBe('false')
  })

  it('by Apple comes back by form post, with a client secret signed for each call', async () => {
    person = { sub: 'a-1', email: 'demo@example.com', verified: true }
    const query = await journey('apple')
    expect(await exchange(query.get('appleId'))).toMatchObject({ code: 0, result: { account: 'demo' } })
  })

  it("by Facebook and WeChat finds the account that the game named, and nobody else's", async () => {
    expect((await journey('facebook')).get('facebook')).toBe('false')
    await shop.db.query(`insert into external_identity (provider, subject, account_id, made_by)
      select v.p, v.s, account_id, 'game' from account, (values ('facebook', 'fb-1'), ('wechat', 'wx-union')) v(p, s)
       where login = 'rich'`)
    expect(await exchange((await journey('facebook')).get('facebook'))).toMatchObject({
      code: 0,
      result: { account: 'rich' },
    })
    expect(await exchange((await journey('wechat')).get('wechat'))).toMatchObject({
      code: 0,
      result: { account: 'rich' },
    })
    wechatPerson = { openid: 'wx-open' }
    expect((await journey('wechat')).get('wechat')).toBe('false')
    wechatPerson = 'refuses'
    expect((await journey('wechat')).get('wechat')).toBe('false')
    facebookId = 'fb-2'
    expect((await journey('facebook')).get('facebook')).toBe('false')
  })

  it('keeps the wish for a long session, and its code is good for a minute', async () => {
    person = { sub: 'g-1', email: '', verified: false }
    const long = await exchange((await journey('google', '?remember=1')).get('google'))
    const [row] = (
      await shop.db.query(
        `select remember from session s join account a using (account_id) where a.login = 'demo'
          and revoked_at is null`,
      )
    ).rows
    expect([long.code, row.remember]).toEqual([0, true])
    const code = (await journey('google')).get('google')
    await shop.db.query(`update one_time_token set expires_at = expires_at - interval '61 seconds'`)
    expect((await exchange(code)).msg).toBe('AuthFail')
  })

  it('with the state of another browser, or an old, used or invented state, signs nobody in', async () => {
    facebookId = 'fb-1'
    const attacker = new Browser()
    const redirect = await attacker.go(start('facebook'))
    const dialog = await attacker.go(redirect.location ?? '')
    const victim = new Browser()
    expect((await victim.go(dialog.location ?? '')).location).toBe(`${shop.url}/login?facebook=false`)
    expect((await victim.go(`${shop.url}/api/user/oauth/facebook/callback?code=x&state=made-up`)).location).toBe(
      `${shop.url}/login?facebook=false`,
    )
    const ownBrowser = new Browser()
    const page = await ownBrowser.go((await ownBrowser.go(start('facebook'))).location ?? '')
    expect((await ownBrowser.go(page.location ?? '')).location).not.toContain('false')
    expect((await ownBrowser.go(page.location ?? '')).location).toContain('false')
    const late = new Browser()
    const waiting = await late.go((await late.go(start('facebook'))).location ?? '')
    await clock(11)
    expect((await late.go(waiting.location ?? '')).location).toContain('false')
    await clock(0)
  })

  it('stores nothing when it begins and one row when the provider has answered', async () => {
    const rows = async (): Promise<number> =>
      (await shop.db.query('select count(*)::int as n from oauth_state')).rows[0].n
    const before = await rows()
    for (let i = 0; i < 20; i++) {
      const left = await fetch(start('facebook', `?redirect=%2Fmain%2Fevent%3Fpage%3D${i}`), { redirect: 'manual' })
      expect(left.status).toBe(302)
    }
    await new Browser().go(`${shop.url}/api/user/oauth/facebook/callback?code=x&state=made-up`)
    expect(await rows()).toBe(before)
    facebookId = 'fb-1'
    expect((await exchange((await journey('facebook')).get('facebook'))).code).toBe(0)
    expect(await rows()).toBe(before + 1)
  })

  it('counts once, also for a browser that keeps its cookie', async () => {
    wechatPerson = { openid: 'wx-open', unionid: 'wx-union' }
    const departure = await fetch(start('wechat'), { redirect: 'manual' })
    const cookie = departure.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const state = new URL(departure.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const returns = async (): Promise<string> =>
      (
        await fetch(`${shop.url}/api/user/oauth/wechat/callback?code=wx-code&state=${state}`, {
          redirect: 'manual',
          headers: { cookie },
        })
      ).headers.get('location') ?? ''
    const ends = await Promise.all([returns(), returns(), returns()])
    expect(ends.filter((end) => !end.includes('wechat=false'))).toHaveLength(1)
  })

  it('leads back to a path of this site alone', async () => {
    for (const redirect of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      expect((await journey('google', `?redirect=${encodeURIComponent(redirect)}`)).get('redirect')).toBe('/main/home')
    }
  })

  it('by an email is only for one that may sign in, of an account that has no other link', async () => {
    expect(await byGoogle({ sub: 'e-1', email: 'empty@example.com', verified: true, hd: 'example.com' })).toBe('false')
    await put('l1', 'lia', { email: 'lia@gmail.com', password: 'Lia-12345' })
    const lia: Person = { sub: 'l-1', email: 'lia@gmail.com', verified: true }
    expect(await exchange(await byGoogle(lia))).toMatchObject({ code: 0, result: { account: 'lia' } })
    expect(await byGoogle({ sub: 'l-2', email: 'lia@gmail.com', verified: true })).toBe('false')
    expect((await exchange(await byGoogle(lia))).code).toBe(0)
  })

  it("by Google trusts an address of Google's own or of a domain that it manages, and no other", async () => {
    await put('l2', 'leo', { email: 'leo@example.org' })
    expect(await byGoogle({ sub: 'o-1', email: 'leo@example.org', verified: true })).toBe('false')
    expect(await byGoogle({ sub: 'o-1', email: 'leo@gmail.com.example.org', verified: true })).toBe('false')
    const managed = await byGoogle({ sub: 'o-1', email: 'leo@example.org', verified: true, hd: 'example.org' })
    expect(await exchange(managed)).toMatchObject({ code: 0, result: { account: 'leo' } })
  })

  it('by an email ends with the email, with the right to sign in by it, and with the password', async () => {
    const max: Person = { sub: 'm-1', email: 'max@gmail.com', verified: true }
    const moved: Person = { ...max, email: 'elsewhere@gmail.com' }
    const linked = async (): Promise<void> => {
      await put('l3', 'max', { email: 'max@gmail.com', password: 'Max-12345' })
      expect((await exchange(await byGoogle(max))).code).toBe(0)
      expect((await exchange(await byGoogle(moved))).code).toBe(0)
    }
    for (const change of [
      { email: 'new-max@gmail.com' },
      { email: null },
      { emailLogin: false },
      { password: 'Other-777' },
    ]) {
      await linked()
      await put('l3', 'max', change)
      expect([change, await byGoogle(moved)]).toEqual([change, 'false'])
    }
  })

  it('that the game named stays, whatever becomes of email and password', async () => {
    await put('l4', 'mo', { email: 'mo@gmail.com', password: 'Mo-123456', identities: { google: 'n-1' } })
    await put('l4', 'mo', { email: 'new-mo@gmail.com', password: 'Other-777', emailLogin: false })
    const code = await byGoogle({ sub: 'n-1', email: 'x@example.com', verified: false })
    expect(await exchange(code)).toMatchObject({ code: 0, result: { account: 'mo' } })
  })

  it('opens no session with a code from before the password was replaced or the account disabled', async () => {
    await put('l5', 'nia', { email: 'nia@gmail.com', password: 'Nia-12345' })
    for (const change of [{ password: 'Other-777' }, { disabled: true }]) {
      const code = await byGoogle({ sub: 'n-5', email: 'nia@gmail.com', verified: true })
      expect(code).not.toBe('false')
      await put('l5', 'nia', change)
      await put('l5', 'nia')
      expect((await exchange(code)).msg).toBe('AuthFail')
    }
  })

  it('is refused while the provider is away, and the shop goes on', async () => {
    parties.google.stop()
    parties.facebook.stop()
    for (const provider of ['google', 'facebook']) {
      const left = await fetch(start(provider), { redirect: 'manual' })
      expect(left.status === 302 || left.headers.get('location')?.includes('false')).toBe(true)
    }
    const browser = new Browser()
    const departure = await browser.go(start('facebook'))
    const state = new URL(departure.location ?? '').searchParams.get('state') ?? ''
    expect((await browser.go(`${shop.url}/api/user/oauth/facebook/callback?code=c&state=${state}`)).location).toContain(
      'facebook=false',
    )
    expect((await shop.call('setting/time')).code).toBe(0)
  })
})
