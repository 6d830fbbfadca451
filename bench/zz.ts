import { openStage, stopNode, freePort, post } from './stage.ts'
import { crowd, startOnce, startParties, startShop, players, roleOf, CLIENTS } from './shop.ts'
import { inTurns, measure } from './cpu.ts'
import { randomUUID } from 'node:crypto'
const stage = await openStage()
stage.db.on('error', () => undefined)
await stopNode(await startOnce(stage.databaseUrl))
await crowd(stage.db)
const [port, partyPort] = [await freePort(), await freePort()]
const others = await openStage()
others.db.on('error', () => undefined)
const parties = await startParties(partyPort, port, others.databaseUrl)
const shop = await startShop(port, partyPort, stage.databaseUrl, {
  ROLE: 'web',
  ...(process.env.PROF ? { NODE_OPTIONS: '' } : {}),
})
const tokens = await players(stage.db, port)
const JAPAN = { 'x-demo-country': 'JP' }
const ask = async (path: string, body: object, client: number, more: object) => {
  const { text } = await post(port, `/api/order/${path}`, JSON.stringify({ ...roleOf(client), ...body }), {
    token: tokens[client] ?? '',
    ...more,
  })
  if (!text.startsWith('{"code":0')) throw new Error(text)
  return text
}
const list = JSON.parse(await ask('webProduct', { local: true }, 0, JAPAN)) as any
const price_id = list.result.find((o: any) => o.cp_goods_id === 'gem_60')?.offer?.price_id
const wanted = { cp_goods_id: 'gem_60', channel_code: 'sandbox' }
const pids = [stage.postmaster, shop.pid ?? 0]
const r = await inTurns(11, (inBook) =>
  measure(pids, 600, CLIENTS, async (_i, client) => {
    await ask('webCreate', inBook ? { ...wanted, price_id } : wanted, client, {
      'idempotency-key': randomUUID(),
      ...JAPAN,
    })
  }),
)
console.log(JSON.stringify(r))
await stage.db.query('create extension if not exists pg_stat_statements').catch((e) => console.log(String(e)))
await stopNode(shop)
await stopNode(parties)
await others.end()
await stage.end()
