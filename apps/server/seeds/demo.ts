import type { Brand } from '../src/shop/brand/brand.ts'
import type { Passwords } from '../src/shop/identity/password.ts'
import type { Query } from '../src/platform/db.ts'
import type { Seal } from '../src/platform/seal.ts'
import { demoOf } from './brand-demo.ts'
import { seedCampaigns } from './campaigns.ts'
import { seedLaw } from './law.ts'

/**
 * The demo's data (contract, section 9). Each row is made once; a second start changes nothing, and what a start
 * without the demo has ended does not come back. @throws where it is to stop meanwhile
 */
export async function seedDemo(
  database: Query,
  seal: Seal,
  passwords: Passwords,
  signal: AbortSignal,
  brand: Brand,
): Promise<void> {
  const q: Query = (statement, args) => {
    signal.throwIfAborted()
    return database(statement, args)
  }
  const [seeding] = await q<{ done: boolean }>({
    text: `select exists (select 1 from account where login = 'banned') or exists (select 1 from demo_ended) as done`,
  })
  const [seeded] = await q<{ yes: boolean }>({ text: 'select exists (select 1 from article) as yes' })
  if (!seeded?.yes) await (await import('./content.ts')).seedContent(q, brand)
  await seedKey(q, seal)
  if (!seeding?.done) {
    await seedGame(q, brand)
    await seedPlayers(q, passwords)
  }
  await seedCampaigns(q, demoOf(brand)?.rebate)
  await seedLaw(q)
}

const servers = [
  ['s1', 'Aurora', 0],
  ['s2', 'Borealis', 0],
  ['s3', 'Cinder', 1],
] as const
/** The home page's shelf, in its order. */
const shelf = ['gem_60', 'gem_300', 'gem_980', 'gem_1980', 'pass_month', 'coin_1000']
// id, cents, bonus in percent, tag, quantity
const items = [
  ['gem_60', 99, 100, '', 60],
  ['gem_300', 499, 100, '', 300],
  ['gem_980', 1499, 100, '', 980],
  ['gem_1980', 2999, 100, '', 1980],
  ['gem_3280', 4999, 100, '', 3280],
  ['gem_6480', 9999, 100, '', 6480],
  ['pass_month', 999, 0, 'pass', null],
] as const
const packs = [
  ['coin_500', 500, 0, '', null],
  ['coin_1000', 1000, 5, '', null],
  ['coin_5000', 5000, 10, '', null],
  ['coin_10000', 10000, 15, '', null],
] as const

async function seedGame(q: Query, brand: Brand): Promise<void> {
  const { goodsTexts } = demoOf(brand) ?? (await import('./goods.ts'))
  for (const [sort, [id, name, status]] of servers.entries()) {
    await q(
      {
        text: 'insert into game_server (server_id, name, status, sort) values ($1, $2, $3, $4) on conflict do nothing',
      },
      [id, name, status, sort],
    )
  }
  const products = [...items.map((row) => ['item', ...row] as const), ...packs.map((row) => ['coin', ...row] as const)]
  for (const [sort, [kind, id, cents, bonus, tag, quantity]] of products.entries()) {
    await q(
      {
        text: `insert into product (cp_goods_id, kind, price_cents, bonus_pct, icon, tag, sort, texts, quantity, featured)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
      },
      [
        id,
        kind,
        cents,
        bonus,
        `/art/items/${id}.svg`,
        tag,
        sort,
        JSON.stringify(goodsTexts[id] ?? {}),
        quantity,
        shelf.includes(id) ? shelf.indexOf(id) : null,
      ],
    )
  }
  for (const [sort, code] of ['sandbox', 'hcpoint'].entries()) {
    await q({ text: 'insert into payment_channel (channel_code, sort) values ($1, $2) on conflict do nothing' }, [
      code,
      sort,
    ])
  }
}

const players = [
  {
    login: 'demo',
    password: 'Demo1234',
    uid: '100001',
    email: 'demo@example.com',
    phone: '+15550100001',
    emailLogin: true,
    disabled: false,
  },
  {
    login: 'empty',
    password: 'Empty123',
    uid: '100002',
    email: 'empty@example.com',
    phone: null,
    emailLogin: false,
    disabled: false,
  },
  { login: 'rich', password: 'Rich1234', uid: '100003', email: null, phone: null, emailLogin: true, disabled: false },
  { login: 'banned', password: 'Banned12', uid: '100004', email: null, phone: null, emailLogin: true, disabled: true },
]
const roles = [
  ['100001', 's1', 'r1001', 'Astra', 62],
  ['100001', 's1', 'r1002', 'Bront', 18],
  ['100001', 's2', 'r2001', 'Celes', 41],
  ['100001', 's3', 'r3001', 'Dune', 7],
  ['100003', 's1', 'r1003', 'Midas', 88],
] as const

/**
 * The game's key is sealed anew at each start: the installation's secret may be another. A revoked one stays revoked.
 */
async function seedKey(q: Query, seal: Seal): Promise<void> {
  await q(
    {
      text: `insert into game_key (key_id, sealed, created_at) values ('demo-key', $1, app_now())
           on conflict (key_id) do update set sealed = excluded.sealed where game_key.revoked_at is null`,
    },
    [seal.close('demo-game-secret')],
  )
}

async function seedPlayers(q: Query, passwords: Passwords): Promise<void> {
  for (const player of players) {
    const hash = await passwords.admit({ account: player.uid, address: 'the seed' }, (inTurn) =>
      inTurn((hashing) => hashing.hash(player.password)),
    )
    await q(
      {
        text: `insert into account (uid, login, password_hash, email, phone, email_login, disabled) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      },
      [player.uid, player.login, hash, player.email, player.phone, player.emailLogin, player.disabled],
    )
  }
  for (const [uid, server, role, name, level] of roles) {
    await q(
      {
        text: `insert into game_role (server_id, role_id, account_id, name, level) select $2, $3, account_id, $4, $5 from account where uid = $1 on conflict do nothing`,
      },
      [uid, server, role, name, level],
    )
  }
  await q({ text: `select grant_points('100003', 40000, 10000, 'opening')` })
}
