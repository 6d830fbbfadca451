import type { DeskCall } from '@hc/contract/desk/call'
import { type DeskCallName, deskCalls } from '@hc/contract/desk/calls'
import { right } from '@hc/contract/desk/permissions'
import { visitorMay } from '@hc/contract/public-demo'
import { keysOf } from '@hc/domain/record'
import { describe, expect, it } from 'vitest'
import { DeskClient } from '@hc/test/desk'
import { withShop } from '@hc/test/fixtures'
import { freePort } from '@hc/test/shop'

const port = String(await freePort())
const desk = `http://localhost:${port}`
const shop = withShop({ PUBLIC_DEMO: '1', CONSOLE_PORT: port, RATE_LIMIT_PER_MINUTE: '10000' })
const names = keysOf(deskCalls)
const specOf = (name: DeskCallName): DeskCall => deskCalls[name]
/** A call's answer to a body that no call accepts. */
const ask = async (client: DeskClient, name: DeskCallName): Promise<string> => {
  const { status, msg } = await client.call(name, { 'no such field': true } as never)
  return `${status} ${msg}`
}
const countRows = async (): Promise<unknown> =>
  await shop.rows(`select (select count(*)::int from desk.audit) as audit, (select count(*)::int from desk.command)
    as commands, (select count(*)::int from desk.staff_session) as sessions, (select count(*)::int from desk.approval)
    as requests, (select count(*)::int from desk.staff_failure) as failures`)

describe('the desk of the public demo', () => {
  it('answers every call that writes, signs in or reveals with InYourOwnShop, and writes nothing', async () => {
    const before = await countRows()
    const refused = names.filter((name) => !visitorMay(name, specOf(name)))
    expect(names.filter((name) => specOf(name).changes && !refused.includes(name))).toEqual([])
    expect(names.filter((name) => specOf(name).auth === 'none' && !refused.includes(name))).toEqual([])
    const client = new DeskClient(desk)
    const answers = new Set<string>()
    for (const name of refused) answers.add(await ask(client, name))
    expect([...answers]).toEqual(['403 InYourOwnShop'])
    const { code } = await client.call('remark/write', {
      kind: 'order',
      target: 'x',
      text: 'words',
      ticket: '',
      for_role: '',
    })
    expect(code).toBe(10_010)
    expect(await countRows()).toEqual(before)
  })
  it('shows what the auditor may read, without a password, and nothing else', async () => {
    const client = new DeskClient(desk)
    const { result: me } = await client.call('session/me', {})
    expect(me).toMatchObject({ name: 'Ada Auditor', roles: ['auditor'], visitor: true, mode: 'demo', may: 'work' })
    const answers: Record<string, string> = {}
    const expectedAnswers: Record<string, string> = {}
    for (const name of names.filter((candidate) => visitorMay(candidate, specOf(candidate)))) {
      const { permission } = specOf(name)
      const { mark, decides } = permission === 'own' ? { mark: 'do', decides: false } : right('auditor', permission)
      expectedAnswers[name] = mark !== null || decides ? '400 InvalidParams' : '403 NotAllowed'
      answers[name] = await ask(client, name)
    }
    expect(answers).toEqual(expectedAnswers)
  })
  it('is no other person’s desk for a cookie of a session', async () => {
    const client = new DeskClient(desk)
    client.cookie = `hc_desk=${'a'.repeat(43)}`
    expect((await client.call('session/me', {})).result.roles).toEqual(['auditor'])
  })
  it('says nothing of a visitor in its audit, who may take a list along', async () => {
    const client = new DeskClient(desk)
    const now = Math.floor(Date.now() / 1000)
    const headers = { 'user-agent': 'zqvisitor', 'x-request-id': 'zqvisitor' }
    // A page that is larger than a screen's is an export, and so a line.
    const { msg } = await client.call('order/list', { from: now - 86_400, to: now, size: 500 } as never, { headers })
    expect(msg).toBe('success')
    const lines = await shop.rows<{ line: string }>(`select line from desk.audit where line like '%order/list%'`)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.line).toContain('job:visitor')
    expect(lines[0]?.line).not.toMatch(/zq|127\.0\.0\.1/)
  })
  it('is in no search engine', async () => {
    for (const path of ['/', '/orders', '/healthz'])
      expect((await fetch(desk + path)).headers.get('x-robots-tag'), path).toContain('noindex')
  })
})
