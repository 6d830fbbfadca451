import { type DeskCallName, deskCalls } from '@hc/contract/desk/calls'
import { parseArgs } from 'node:util'
import type { ArticleItem, Product } from '@hc/contract/calls'
import { checkInvariants } from '../../../apps/server/src/care/doctor/invariants.ts'
import { otherShop } from '../../kit/other-shop.ts'
import { sharedPostgres } from '../../kit/shared-postgres.ts'
import { encrypt, freePort, type Shop, startShop, until } from '../../kit/shop.ts'
import { deskWalk } from './desk.ts'
import { extras } from './extras.ts'
import { gameWalk } from './game.ts'
import { createReport } from './report.ts'
import { hangUp, send } from './send.ts'
import { settled } from './state.ts'
import { DEMO, type Figures, walk, type World } from './walk.ts'

/**
 * Sends a real shop what no client should: seeded bodies of every call (fitting, with one thing wrong, garbage),
 * as nobody, with odd tokens, as one player and as another, and garbage at every other address; then every call of the
 * desk as somebody of each role. `node test/proof/fuzz/fuzz.ts --seed 7` replays a seed; `--only order/check` walks one
 * call, `--only desk` the desk alone, and `--only desk --only refund/part` one of its calls.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, only: { type: 'string', multiple: true, default: [] } },
})
const seed = Number(values.seed)
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes an integer')

/** The server's logged errors by message, which explain a 5xx. */
function listen(shop: Shop): Map<string, number> {
  const logged = new Map<string, number>()
  let rest = ''
  shop.process.stderr?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!/"level":(?:50|60|"error"|"fatal")/.test(line)) continue
      const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string; stack?: string } }
      const where = /(?:apps|packages)\/[\w/.-]+:\d+/.exec(err?.stack ?? '')?.[0] ?? ''
      const key = `${msg}: ${err?.message} ${where}`
      logged.set(key, (logged.get(key) ?? 0) + 1)
    }
  })
  return logged
}

async function prepare(shop: Shop): Promise<{ world: World; unpaid: string }> {
  const { token: endedToken } = await shop.signIn('demo', 'Demo1234')
  const demo = await shop.signIn('demo', 'Demo1234')
  const rich = await shop.signIn('rich', 'Rich1234')
  const spare = await shop.signIn('empty', 'Empty123')
  const goods = async (name: string, body: object): Promise<string[]> =>
    ((await demo.call(name, body)).result as Product[]).map((row) => row.cp_goods_id)
  const items = await goods('order/webProduct', { role_id: 'r1001', server_id: 's1' })
  const packs = await goods('order/webCoinProduct', {})
  const item = items[0] ?? ''
  const articles = ((await shop.call('setting/webArticle')).result as ArticleItem[]).map((row) => row.id)
  const unpaid = await demo.order(item)
  const points = await demo.order(item, 'hcpoint')
  const paid = await demo.order(item)
  await shop.outcome(paid, 'paid')
  await until('the paid order is delivered', async () => (await demo.record(paid))?.status === 4)
  const others = [
    await rich.order(item, 'hcpoint', { role_id: 'r1003' }),
    await rich.order(item, 'sandbox', { role_id: 'r1003' }),
    await rich.order(packs[0] ?? '', 'sandbox', { role_id: '', server_id: '' }),
  ]
  await settled(shop)
  const orders = [unpaid, points, paid, ...others]
  const figures: Figures = { requests: 0, refused: 0, successes: 0, none: 0, byClass: {}, byCode: {}, successesOf: {} }
  const hints = {
    role_id: ['r1001', 'r1003', 'r2001', 'r3001'],
    characterId: ['r1001', 'r1003', 'r2001'],
    server_id: ['s1', 's1', 's2', 's3'],
    serverId: ['s1', 's1', 's2', 's3'],
    cp_goods_id: [...items.slice(0, 4), ...packs.slice(0, 2)],
    channel_code: ['sandbox', 'hcpoint'],
    sdk_order_id: orders,
    paymentId: orders,
    paymentIds: orders,
    userId: [DEMO, '100003'],
    uid: [DEMO, '100003'],
    id: articles,
    email: ['nobody@example.com', 'someone@example.com'],
    code: ['WELCOME2026', 'welcome-2026'],
    data: Array.from({ length: 40 }, (_, at) =>
      encrypt(JSON.stringify({ areaCode: '49', phone: `30123456${at}`, type: 'login' })),
    ),
    account: ['nobody-1', 'nobody@example.com', 'empty', 'banned'],
    passwd: ['Wrong1234', 'AAAA', 'AAAAAAAAAAAAAAAAAAAAAA=='],
  }
  const sets = [
    ['r1001', 's1', item, 'sandbox'],
    ['r1001', 's1', items[1] ?? '', 'hcpoint'],
    ['r1003', 's1', item, 'sandbox'],
    ['r1003', 's1', items[1] ?? '', 'hcpoint'],
    ['r2001', 's2', item, 'sandbox'],
  ].map(([role_id = '', server_id = '', cp_goods_id = '', channel_code = '']) => ({
    role_id,
    server_id,
    cp_goods_id,
    channel_code,
    characterId: role_id,
    serverId: server_id,
  }))
  return { unpaid, world: { shop, report: createReport(), seed, demo, rich, spare, endedToken, hints, sets, figures } }
}

/** The sessions of the players live. The desk may end them, so this comes before it. */
async function sessionsLive({ report, demo, rich }: World): Promise<void> {
  report.unit('the sessions live')
  for (const player of [demo, rich])
    if ((await player.call('user/uinfo')).code !== 0) report.add('the sessions live', 'a session ended on the way')
}

/** The server still answers, and the books are right. */
async function ending({ shop, report }: World, logged: Map<string, number>): Promise<void> {
  for (const name of ['the server lives', 'no error is logged', 'the invariants hold']) report.unit(name)
  await settled(shop)
  const ready = await send(shop.url, { method: 'GET', path: '/readyz', headers: {}, body: null })
  if (ready.status !== 200 || shop.process.exitCode !== null || shop.process.signalCode !== null)
    report.add(
      'the server lives',
      `readyz ${ready.status}, exit code ${shop.process.exitCode}`,
      '',
      shop.errors().slice(-500),
    )
  for (const [what, times] of logged) report.add('no error is logged', `${what} (${times} times)`)
  const { violations } = await checkInvariants(
    async <R>({ text }: { text: string }) => (await shop.db.query(text)).rows as R[],
    { atRest: false },
  )
  for (const { name, rows } of violations)
    report.add('the invariants hold', name, '', JSON.stringify(rows).slice(0, 500))
}

const startMs = Date.now()
const end = await sharedPostgres()
const deskPort = await freePort()
const other = otherShop()
const shop = await startShop({
  CONSOLE_PORT: String(deskPort),
  PROMOTE_TRUSTED_KEYS: other.key,
  RATE_LIMIT_PER_MINUTE: '10000000',
  REPAIR_AFTER_SECONDS: '300',
  ORDER_EXPIRE_SECONDS: '3600',
  // Slowness by other suites on the machine is no finding.
  MAX_LOOP_DELAY_MS: '60000',
})
const logged = listen(shop)
const { world, unpaid } = await prepare(shop)
const deskOnly = values.only.includes('desk')
if (!deskOnly) await walk(world, values.only)
if (values.only.length === 0) await extras(world, unpaid)
if (values.only.length === 0 || values.only.includes('game')) await gameWalk(world)
await sessionsLive(world)
if (values.only.length === 0 || deskOnly) {
  const { reached, ...atDesk } = await deskWalk(
    world,
    `http://localhost:${deskPort}`,
    other,
    values.only.filter((name) => name !== 'desk'),
  )
  const never = (Object.keys(deskCalls) as DeskCallName[]).filter((name) => !reached.has(name))
  process.stdout.write(
    `${JSON.stringify({ desk: { ...atDesk, callsThatDidSomething: reached.size, neverSucceeded: never.length } })}\n`,
  )
  process.stdout.write(`calls of the desk that never succeeded: ${never.join(', ')}\n`)
}
await ending(world, logged)
hangUp()
await shop.stop()
await end()

const { report, figures } = world
const findings = report.findings()
process.stdout.write(
  `${JSON.stringify({ seed, seconds: Math.round((Date.now() - startMs) / 100) / 10, ...figures, findings: findings.length })}\n`,
)
for (const { unit, what, request, answer, times } of findings.slice(0, 20))
  process.stdout.write(`FOUND ${unit}: ${what}${times > 1 ? ` (${times} times)` : ''}\n  ${request}\n  ${answer}\n`)
for (const { unit, what, times } of findings.slice(20))
  process.stdout.write(`FOUND ${unit}: ${what.slice(0, 200)} (${times} times)\n`)
if (findings.length > 20)
  process.stdout.write(`and ${findings.length - 20} more, in: ${report.failedUnits().join('; ')}\n`)
process.stdout.write(`${report.count(true)} passed, ${report.count(false)} failed\n`)
process.exitCode = report.count(false) === 0 ? 0 : 1
