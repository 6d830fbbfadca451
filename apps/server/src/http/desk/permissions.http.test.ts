import { type DeskCallName, deskCalls } from '@hc/contract/desk/calls'
import type { DeskCall } from '@hc/contract/desk/call'
import { needsFresh } from '@hc/contract/desk/call'
import { homeCalls } from '@hc/contract/desk-home'
import { freshPermissions, permissions, right, roleKeys } from '@hc/contract/desk/permissions'
import { describe, expect, it } from 'vitest'
import { DeskClient } from '@hc/test/desk'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()
const { shop } = at
const names = Object.keys(deskCalls) as DeskCallName[]
const specOf = (name: DeskCallName): DeskCall => deskCalls[name]
const guarded = names.filter((name) => specOf(name).auth !== 'none')

type Answer = { status: number; msg: string; data: Record<string, unknown> | null }

/** Sends a body that no call accepts: a caller with the right gets an error about the body, and nothing is done. */
async function ask(client: DeskClient, name: DeskCallName, headers: Record<string, string> = {}): Promise<Answer> {
  return await client.call(name, { 'no such field': true } as never, { headers })
}
const summary = ({ status, msg }: Answer): string => `${status} ${msg}`
const without = (client: DeskClient, change: Partial<DeskClient>): DeskClient =>
  Object.assign(new DeskClient(at.desk), { cookie: client.cookie, csrf: client.csrf }, change)

describe('the page of the desk', () => {
  /** The calls that a page names to Home, in order; none: it names nothing. */
  const namedCalls = async (cookie: string, path = '/'): Promise<string[]> => {
    const page = await fetch(`${at.desk}${path}`, { headers: { cookie } })
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    return /<meta name="desk-home" content="([^"]*)">/.exec(await page.text())?.[1]?.split(' ') ?? []
  }
  it.each(roleKeys)('names to Home what %s may read of it, and nothing that would be refused', async (role) => {
    const readable = homeCalls.filter((name) => {
      const { permission } = specOf(name)
      const { mark, decides } = permission === 'own' ? { mark: 'do', decides: false } : right(role, permission)
      return mark !== null || decides
    })
    expect(await namedCalls(at.as(role).cookie)).toEqual(readable)
  })
  it('names nothing to a visitor, with a session that is none, or at another address', async () => {
    expect(await namedCalls('')).toEqual([])
    expect(await namedCalls(`hc_desk=${'a'.repeat(43)}`)).toEqual([])
    expect(await namedCalls(at.as('owner').cookie, '/orders')).toEqual([])
  })
  it('begins with Home’s texts in the language of the browser, and those files are there', async () => {
    const headers = { cookie: at.as('owner').cookie, 'accept-language': 'de-DE,de;q=0.9' }
    const page = await (await fetch(`${at.desk}/`, { headers })).text()
    const paths = [...page.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]+)">/g)].map(
      ([, path]) => path ?? '',
    )
    expect(paths.map((path) => path.split('/').slice(-2).join('/'))).toEqual(['de-DE/core.json', 'de-DE/home.json'])
    for (const path of paths) expect((await fetch(`${at.desk}${path}`)).status).toBe(200)
  })
})

describe('every call of the desk', () => {
  it('names a permission of the table, or concerns only the caller', () => {
    const knownPermissions = new Set([...permissions, 'own'])
    expect(names.filter((name) => !knownPermissions.has(specOf(name).permission))).toEqual([])
  })
  it.each(roleKeys)('is open to %s exactly as the table says', async (role) => {
    const answers: Record<string, string> = {}
    const expectedAnswers: Record<string, string> = {}
    for (const name of guarded) {
      const { permission } = specOf(name)
      const { mark, decides } = permission === 'own' ? { mark: 'do', decides: false } : right(role, permission)
      expectedAnswers[name] = mark !== null || decides ? '400 InvalidParams' : `403 NotAllowed`
      answers[name] = summary(await ask(at.as(role), name))
    }
    expect(answers).toEqual(expectedAnswers)
  })
  it('shows each figure to those whose right allows it: notes, players, revenue and numbers of orders', async () => {
    const [content, support, auditor] = [at.as('content'), at.as('support'), at.as('auditor')]
    for (const [kind, right] of [
      ['order', 'order.read'],
      ['player', 'player.read'],
      ['finding', 'refund.read'],
      ['dispute', 'dispute.read'],
    ] as const) {
      expect((await support.call('remark/list', { kind, target: 'x' })).msg).toBe('success')
      for (const answer of [
        await content.call('remark/list', { kind, target: 'x' }),
        await content.call('remark/write', { kind, target: 'x', text: 'words', ticket: '', for_role: '' }),
      ])
        expect([kind, answer.msg, answer.data]).toEqual([kind, 'NotAllowed', { permission: right }])
    }
    const explanation = { kind: 'redeem' as const, id: 'x', uid: 'x', server_id: 's1', role_id: 'r1', code: '' }
    expect((await content.call('campaign/explain', explanation)).data).toEqual({ permission: 'player.read' })
    expect((await support.call('campaign/explain', explanation)).msg).not.toBe('NotAllowed')
    const money = ['gross_cents', 'points', 'refunded_cents']
    for (const client of [content, support]) {
      const { now, before, others } = (await client.call('today/read', {})).result
      expect([...Object.keys(now), ...Object.keys(before)].filter((key) => money.includes(key))).toEqual([])
      expect(others).toEqual([])
    }
    expect(Object.keys((await auditor.call('today/read', {})).result.now)).toEqual(expect.arrayContaining(money))
    const demo = await shop.signIn('demo', 'Demo1234')
    const order = await demo.order('gem_60')
    expect((await content.call('pulse/read', {})).result.newest).toBe('')
    expect((await support.call('pulse/read', {})).result.newest).toBe(order)
  })
  it('is closed without a session, to a player’s token, an ended session and a suspended person', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    expect((await player.call('user/uinfo')).msg).toBe('success')
    await shop.db.query(`update desk.staff set suspended_at = now() where email = 'support@shop.example'`)
    await shop.db.query(
      `update desk.staff_session set ends_at = now()
        where staff_id = (select staff_id from desk.staff where email = 'content@shop.example')`,
    )
    const nobody = new DeskClient(at.desk)
    const asPlayer = without(nobody, { cookie: `hc_desk=${player.token}` })
    for (const name of guarded)
      for (const client of [nobody, asPlayer, at.as('support'), at.as('content')])
        expect(summary(await ask(client, name)), name).toBe('401 StaffSessionOver')
    await shop.db.query('update desk.staff set suspended_at = null')
  })
  it('that writes requires the header of the session and a request from its own site', async () => {
    const { owner } = at
    const bare = without(owner, { csrf: '' })
    for (const name of guarded) {
      const expectedAnswer = specOf(name).changes ? '403 Forbidden' : '400 InvalidParams'
      expect(summary(await ask(bare, name)), name).toBe(expectedAnswer)
      expect(summary(await ask(owner, name, { 'sec-fetch-site': 'same-site' })), name).toBe('403 Forbidden')
      expect(summary(await ask(owner, name, { 'sec-fetch-site': 'cross-site' })), name).toBe('403 Forbidden')
      const old = { 'sec-fetch-site': '', origin: 'https://elsewhere.example' }
      expect(summary(await ask(owner, name, old)), name).toBe('403 Forbidden')
    }
  })
  it('that gives, takes, sells or reveals needs a factor of the last five minutes, and no other that changes does', async () => {
    const { owner } = at
    expect([...freshPermissions].filter((freshPermission) => !permissions.includes(freshPermission))).toEqual([])
    const age = async (fresh: string) =>
      await shop.db.query(`update desk.staff_session set fresh_until = now() + $1::interval`, [fresh])
    await age('-1 second')
    const ownCalls = guarded.filter((name) => {
      const { permission, auth } = specOf(name)
      const { mark, decides } = permission === 'own' ? { mark: 'do', decides: false } : right('owner', permission)
      return auth === 'staff' && (mark !== null || decides)
    })
    const stopped: string[] = []
    for (const name of ownCalls) if (summary(await ask(owner, name)) === '428 StepUpNeeded') stopped.push(name)
    await age('5 minutes')
    expect(stopped.toSorted()).toEqual(ownCalls.filter((name) => needsFresh(specOf(name))).toSorted())
    for (const name of [
      'refund/part',
      'points/adjust',
      'campaign/start',
      'code/export',
      'withdrawal/decide',
      'settlement/book',
    ])
      expect(stopped).toContain(name)
  })
  it('is unknown to the players’ listener, and the desk does not know the players’ calls', async () => {
    for (const name of names) {
      const answer = await fetch(`${shop.url}/console/api/${name}`, { method: 'POST' })
      expect(answer.status, name).toBe(404)
    }
    for (const path of ['/api/user/login', '/api/order/webCreate', '/game/v1/deliveries', '/metrics', '/main/home'])
      expect((await fetch(at.desk + path, { method: path.startsWith('/api') ? 'POST' : 'GET' })).status, path).toBe(404)
  })
})
