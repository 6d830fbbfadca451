import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DeskClient, type DeskReply, type Member } from '@hc/test/desk'
import { PASSWORD } from '@hc/test/desk-people'
import { withFirstOwner, withFixture } from '@hc/test/fixtures'
import { deskProvider, ssoEnv } from '@hc/test/desk-provider'
import { freePort } from '@hc/test/shop'
import { Browser } from '@hc/test/third-parties'
import { codeAt } from './totp.ts'

const MIA = { sub: 'house|mia', email: 'mia@shop.example', verified: true }
const TIMEOUT_MS = 1500
const port = await freePort()
const desk = `http://localhost:${port}`
const house = withFixture({
  what: 'provider',
  start: async () => await deskProvider(desk),
  stop: (provider) => provider.stop(),
})
const at = withFirstOwner(() => ({
  CONSOLE_PORT: String(port),
  OUTSIDE_TIMEOUT_MS: String(TIMEOUT_MS),
  ...ssoEnv(house.url),
}))
const { shop } = at
let owner: Member

beforeAll(async () => {
  owner = at.owner
  await owner.client.call('staff/invite', { email: MIA.email, name: 'Mia', roles: ['support'] })
})
beforeEach(() => {
  house.mode = 'answers'
  house.someone = MIA
})

/** The address with which a browser returns from the provider. `change` alters the address that it was sent to. */
async function answerOf(url: string, change: (address: URL) => void = () => undefined, at = new Browser()) {
  const address = new URL(url)
  change(address)
  const back = await at.follow(address.toString(), `${desk}/sso`, 'x')
  return new URL(back).searchParams.toString()
}
type SignedIn = { client: DeskClient; query: string; answer: DeskReply<{ may: 'work' | 'enrol'; csrf: string }> }
async function signIn(change?: (address: URL) => void, at?: Browser): Promise<SignedIn> {
  const client = new DeskClient(desk)
  const { result } = await client.call('session/ssoOptions', {})
  const query = await answerOf(result.url, change, at)
  return { client, query, answer: await client.call('session/sso', { query }) }
}

describe('single sign-on', () => {
  it('lets an invited person in with a verified address, with the roles of the invitation', async () => {
    const { client, answer } = await signIn()
    expect(answer).toMatchObject({ msg: 'success', result: { may: 'work' } })
    const { result: me } = await client.call('session/me', {})
    expect(me).toMatchObject({ email: MIA.email, name: 'Mia', roles: ['support'], fresh: false, may: 'work' })
    const { answer: again } = await signIn()
    expect(again.msg).toBe('success')
    const { rows } = await shop.db.query(
      `select line from desk.audit where action = 'session/sso' and line like '%' || $1 || '%'`,
      [MIA.email],
    )
    expect(rows).toEqual([])
  })
  it('rejects an unverified address and an address without an invitation', async () => {
    house.someone = { sub: 'house|not-mia', email: MIA.email, verified: false }
    expect((await signIn()).answer.msg).toBe('SsoNotInvited')
    house.someone = { sub: 'house|eve', email: 'eve@shop.example', verified: true }
    expect((await signIn()).answer.msg).toBe('SsoNotInvited')
    const { rows } = await shop.db.query(`select 1 from desk.staff where email = 'eve@shop.example'`)
    expect(rows).toEqual([])
  })
  it('knows a person by the subject, whatever address they have now', async () => {
    for (const now of [
      { email: 'mia.married@shop.example', verified: true },
      { email: MIA.email, verified: false },
    ]) {
      house.someone = { sub: MIA.sub, ...now }
      const { client, answer } = await signIn()
      expect(answer.msg).toBe('success')
      expect((await client.call('session/me', {})).result.email).toBe(MIA.email)
    }
  })
  it('asks the userinfo endpoint where the token does not say that the address is verified', async () => {
    await owner.client.call('staff/invite', { email: 'uma@shop.example', name: 'Uma', roles: ['support'] })
    house.someone = { sub: 'house|uma', email: 'uma@shop.example', verified: true }
    house.silentToken = true
    expect((await signIn()).answer.msg).toBe('success')
    house.silentToken = false
  })
  it('rejects an address that belonged to another person of the provider before', async () => {
    house.someone = { ...MIA, sub: 'house|another-mia' }
    expect((await signIn()).answer.msg).toBe('SsoNotInvited')
  })
  it('rejects an expired invitation', async () => {
    await owner.client.call('staff/invite', { email: 'late@shop.example', name: 'Late', roles: ['support'] })
    await shop.db.query(`update desk.staff_invitation set expires_at = now() where email = 'late@shop.example'`)
    house.someone = { sub: 'house|late', email: 'late@shop.example', verified: true }
    expect((await signIn()).answer.msg).toBe('SsoNotInvited')
  })
  it('rejects a suspended person', async () => {
    await shop.db.query('update desk.staff set suspended_at = now() where email = $1', [MIA.email])
    expect((await signIn()).answer.msg).toBe('SsoNotInvited')
    await shop.db.query('update desk.staff set suspended_at = null where email = $1', [MIA.email])
  })
  it('rejects a nonce, state or verifier other than the ones with which the browser left', async () => {
    expect((await signIn((address) => address.searchParams.set('nonce', 'n'.repeat(43)))).answer.msg).toBe('SsoRefused')
    expect((await signIn((address) => address.searchParams.set('state', 's'.repeat(43)))).answer.msg).toBe('SsoRefused')
    const other = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
    expect((await signIn((address) => address.searchParams.set('code_challenge', other))).answer.msg).toBe('SsoRefused')
  })
  it('accepts an answer once, and only from the browser that started the sign-in', async () => {
    const { client, query, answer } = await signIn()
    expect(answer.msg).toBe('success')
    expect((await client.call('session/sso', { query })).msg).toBe('SsoRefused')
    // The same code with a state of its own: the provider has spent it.
    const { result } = await client.call('session/ssoOptions', {})
    const mixed = new URLSearchParams(query)
    mixed.set('state', new URL(result.url).searchParams.get('state') ?? '')
    expect((await client.call('session/sso', { query: mixed.toString() })).msg).toBe('SsoRefused')
    // Somebody else's answer, which a link brings: this browser never left for it.
    const left = new DeskClient(desk)
    const { result: options } = await left.call('session/ssoOptions', {})
    const foreignQuery = await answerOf(options.url)
    const victim = new DeskClient(desk)
    await victim.call('session/ssoOptions', {})
    expect((await victim.call('session/sso', { query: foreignQuery })).msg).toBe('SsoRefused')
    expect((await new DeskClient(desk).call('session/sso', { query: foreignQuery })).msg).toBe('SsoRefused')
  })
  it('reports a provider that does not answer in time, and keeps the other sign-in methods open', async () => {
    const client = new DeskClient(desk)
    const { result } = await client.call('session/ssoOptions', {})
    const query = await answerOf(result.url)
    house.mode = 'hangs'
    expect((await client.call('session/sso', { query })).msg).toBe('SsoNoAnswer')
    await shop.restart()
    expect((await client.call('session/ssoOptions', {})).msg).toBe('SsoNoAnswer')
    house.mode = 'answers'
    expect((await client.call('session/ssoOptions', {})).msg).toBe('success')
    expect((await signIn()).answer.msg).toBe('success')
  })
  it('asks the provider for a fresh factor in a step-up, and accepts only the same person', async () => {
    const browser = new Browser()
    const { client } = await signIn(undefined, browser)
    const invite = () => client.call('session/ssoStepUpOptions', {})
    const pages = house.pages
    const { result } = await invite()
    const address = new URL(result.url)
    expect([address.searchParams.get('max_age'), address.searchParams.get('prompt')]).toEqual(['0', 'login'])
    const query = await answerOf(result.url, undefined, browser)
    expect(house.pages).toBe(pages + 1)
    const key = 'step-up-key-1'
    const stepped = await client.call('session/ssoStepUp', { query }, { key })
    expect(stepped.result.fresh_until).toBeGreaterThan(Date.now() / 1000 + 200)
    expect((await client.call('session/me', {})).result.fresh).toBe(true)
    expect((await client.call('session/ssoStepUp', { query }, { key })).result).toEqual(stepped.result)
    expect((await client.call('session/ssoStepUp', { query })).msg).toBe('SsoRefused')

    await shop.db.query('update desk.staff_session set fresh_until = now()')
    await owner.client.call('staff/invite', { email: 'ben@shop.example', name: 'Ben', roles: ['support'] })
    house.someone = { sub: 'olga', email: 'olga@shop.example', verified: true }
    const other = await invite()
    const otherQuery = await answerOf(other.result.url)
    expect((await client.call('session/ssoStepUp', { query: otherQuery })).msg).toBe('SsoNotInvited')
    expect((await client.call('session/me', {})).result.fresh).toBe(false)
  })
  it('accepts no factor that is older than the step-up or has no time', async () => {
    const { client } = await signIn()
    house.someone = { ...MIA, shownAt: Math.floor(Date.now() / 1000) - 600 }
    const { result } = await client.call('session/ssoStepUpOptions', {})
    expect((await client.call('session/ssoStepUp', { query: await answerOf(result.url) })).msg).toBe('SsoRefused')
    house.someone = MIA
    const { result: quiet } = await client.call('session/ssoStepUpOptions', {})
    const query = await answerOf(quiet.url, (address) => {
      address.searchParams.delete('max_age')
      address.searchParams.delete('prompt')
    })
    expect((await client.call('session/ssoStepUp', { query })).msg).toBe('SsoRefused')
    expect((await client.call('session/me', {})).result.fresh).toBe(false)
  })
  it('accepts no sign-in answer for a step-up, and no step-up answer for a sign-in', async () => {
    const { client } = await signIn()
    const { result } = await new DeskClient(desk).call('session/ssoOptions', {})
    expect((await client.call('session/ssoStepUp', { query: await answerOf(result.url) })).msg).toBe('SsoRefused')
    const { result: up } = await client.call('session/ssoStepUpOptions', {})
    expect((await new DeskClient(desk).call('session/sso', { query: await answerOf(up.url) })).msg).toBe('SsoRefused')
  })
})

describe('the pages of the desk', () =>
  it('name the provider if one is configured', async () => {
    expect(await (await fetch(`${desk}/`)).text()).toContain(
      `<meta name="desk-sso" content="${new URL(house.url).host}">`,
    )
  }))

describe('single sign-on alone', () => {
  it('closes passkeys, passwords and invitations by password, but not a recovery code', async () => {
    await shop.db.query(`update desk.staff_session set fresh_until = now() + interval '5 minutes'`)
    const { result: codes } = await owner.client.call('factor/recoveryCodes', {})
    const { client: mia } = await signIn()
    const { result: up } = await mia.call('session/ssoStepUpOptions', {})
    await mia.call('session/ssoStepUp', { query: await answerOf(up.url) })
    const { result: hers } = await mia.call('factor/recoveryCodes', {})
    await shop.restart({ CONSOLE_OIDC_ONLY: '1' })
    const client = new DeskClient(desk)
    const { email, password, secret } = owner
    const code = codeAt(secret, Date.now())
    expect((await client.call('session/password', { email, password, code })).msg).toBe('WayClosed')
    expect((await client.call('session/passkeyOptions', {})).msg).toBe('WayClosed')
    const credential = { id: 'x', type: 'public-key' as const }
    expect((await client.call('session/passkey', { credential })).msg).toBe('WayClosed')
    expect((await client.call('invitation/accept', { token: 'x'.repeat(32), password: PASSWORD })).msg).toBe(
      'WayClosed',
    )
    expect((await signIn()).answer.msg).toBe('success')
    const recovery = codes.codes[0] ?? ''
    const wrong = { email, password: 'wrong-wrong-wrong', recovery_code: recovery }
    expect((await client.call('session/recover', wrong)).msg).toBe('StaffSignInFailed')
    expect((await client.call('session/recover', { email, password: '', recovery_code: recovery })).msg).toBe(
      'StaffSignInFailed',
    )
    expect((await client.call('session/recover', { email, password, recovery_code: recovery })).result.may).toBe(
      'enrol',
    )
    // A person who never had a password needs none.
    const mias = { email: MIA.email, password: '', recovery_code: hers.codes[0] ?? '' }
    expect((await new DeskClient(desk).call('session/recover', mias)).result.may).toBe('enrol')
    expect((await new DeskClient(desk).call('session/recover', mias)).msg).toBe('StaffSignInFailed')
  })
})
