import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { env, stdout } from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { type Delivery, handler, listener, publicKeys, type Recall } from './hc-portal.ts'

/**
 * A whole game that handles deliveries and recalls. `GAME_WEBHOOK_SECRET` is the secret that it shares with the shop;
 * with `HC_URL` it uses the shop's public keys instead and shares no secret.
 */
const { GAME_WEBHOOK_SECRET = '', HC_URL = '', GAME_DB = 'game.db', GAME_PORT = '9000' } = env
const items = new Set(['gem_60', 'gem_300'])
const roles = new Set(['s1/r1001'])

const db = new DatabaseSync(GAME_DB)
db.exec(`create table if not exists granted (
    delivery_id text primary key, grant_id text not null, taken_back int not null default 0);
  create table if not exists bag (role text, item text, quantity int, primary key (role, item));`)

/** Runs `work` in one transaction. */
function atOnce<T>(work: () => T): T {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

const statement = db.prepare('select grant_id, taken_back from granted where delivery_id = ?')
const note = db.prepare('insert into granted (delivery_id, grant_id, taken_back) values (?, ?, ?)')
const put = db.prepare(
  'insert into bag values (?, ?, ?) on conflict do update set quantity = quantity + excluded.quantity',
)
const grantOf = (id: string) => statement.get(id) as { grant_id: string; taken_back: number } | undefined

/** The note and the items are one transaction, and the delivery's id is unique in it, so nothing is granted twice. */
function deliver(it: Delivery): { grant_id: string } | { refused: string } {
  const role = `${it.server_id}/${it.role_id}`
  return atOnce(() => {
    const before = grantOf(it.delivery_id)
    if (before) return { grant_id: before.grant_id }
    if (!roles.has(role)) return { refused: 'no such role' }
    if (!it.items.every(({ cp_goods_id }) => items.has(cp_goods_id))) return { refused: 'no such item' }
    const grant_id = randomUUID()
    note.run(it.delivery_id, grant_id, 0)
    for (const { cp_goods_id, quantity } of it.items) put.run(role, cp_goods_id, quantity)
    return { grant_id }
  })
}

/**
 * A recall of a delivery that was never granted is noted, too: if the delivery arrives later, it finds the note and
 * grants nothing.
 */
function recall(it: Recall): { taken_back: true } {
  return atOnce(() => {
    const before = grantOf(it.delivery_id)
    if (!before) note.run(it.delivery_id, randomUUID(), 1)
    else if (before.taken_back === 0) {
      for (const { cp_goods_id, quantity } of it.items) put.run(`${it.server_id}/${it.role_id}`, cp_goods_id, -quantity)
      db.prepare('update granted set taken_back = 1 where delivery_id = ?').run(it.delivery_id)
    }
    return { taken_back: true }
  })
}

const keys = HC_URL ? publicKeys(HC_URL) : GAME_WEBHOOK_SECRET.split(',')
const push = listener(handler({ keys, deliver, recall }))
createServer((request, response) => {
  if (request.method !== 'GET') {
    void push(request, response)
    return
  }
  // The character's items, for the conformance run.
  const bag = db.prepare('select item as cp_goods_id, quantity from bag').all()
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items: bag }))
}).listen(Number(GAME_PORT), () => {
  stdout.write('ready\n')
})
