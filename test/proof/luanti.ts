import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { close, count, failures, rule } from '../kit/rules.ts'
import { sharedPostgres } from '../kit/shared-postgres.ts'
import { type Player, playerOf, type Shop, sleep, startShop, until } from '../kit/shop.ts'
import { LuantiClient } from './luanti/client.ts'
import { freeUdpPort, type GameServer, makeWorld, serverBinary, startServer } from './luanti/server.ts'

/**
 * A real game: Debian's Luanti server with the mod of integrations/luanti, a player who joins it over the network, buys
 * in the shop and finds the items in the inventory, once, through full bags, absence and kill -9.
 */
const SERVER = 'luanti1'
const SAVE_SECONDS = 1.5

/** A proxy between game and shop that can hold back the game's reports of grants. */
async function startGate(shopUrl: string): Promise<{ url: string; holdAcks: boolean; held: number; close(): void }> {
  const { port } = new URL(shopUrl)
  const gate = { url: '', holdAcks: false, held: 0, close: () => undefined as unknown }
  const server: Server = createServer((incoming, outgoing) => {
    if (gate.holdAcks && incoming.url?.endsWith('/ack')) {
      gate.held++
      incoming.destroy()
      return
    }
    const out = request(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    out.on('error', () => {
      outgoing.destroy()
    })
    incoming.pipe(out)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  gate.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  gate.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return gate
}
type Gate = Awaited<ReturnType<typeof startGate>>

type World = {
  shop: Shop
  gate: Gate
  dir: string
  port: number
  binary: string
  game: GameServer
  client: LuantiClient
  nora: Player
}

const gems = (world: World): number => world.client.items.get('hc_test:gem') ?? 0

async function join_(world: World, name = 'Nora'): Promise<void> {
  world.client = new LuantiClient(world.port, name)
  await Promise.race([
    world.client.joined,
    sleep(20_000).then(() => {
      throw new Error(`${name} could not join: ${world.game.log().slice(-1500)}`)
    }),
  ])
}

async function buy(world: World, goods: string): Promise<string> {
  const order = await world.nora.order(goods, 'sandbox', { server_id: SERVER, role_id: 'Nora' })
  await world.shop.outcome(order, 'paid')
  await until('the order is paid', async () => (await world.nora.record(order)).status >= 2)
  return order
}

const delivered = async (world: World, order: string): Promise<string> => {
  await until('the order is delivered', async () => (await world.nora.record(order)).status === 4, 30_000)
  const { rows } = await world.shop.db.query<{ proof: string }>(`select proof from outbox where order_no = $1`, [order])
  return rows[0]?.proof ?? ''
}
const same = (what: string, actual: unknown, want: unknown): void => {
  if (JSON.stringify(actual) !== JSON.stringify(want))
    throw new Error(`${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(want)}`)
}

async function restart(world: World): Promise<void> {
  world.client.vanish()
  world.game = await startServer(world.binary, world.dir)
}

const rules: [string, (world: World) => Promise<void>][] = [
  [
    'the server makes itself known to the shop, and a player who joins gets an account and a role',
    async (world) => {
      await join_(world)
      await until(
        'Nora is known',
        async () =>
          (
            await world.shop.db.query(
              `select 1 from game_role r join account a using (account_id) join game_server s using (server_id)
                where server_id = $1 and role_id = 'Nora' and a.uid = 'Nora' and s.name = 'Test Land'`,
              [SERVER],
            )
          ).rowCount === 1,
      )
    },
  ],
  [
    '/shop gives an address that signs the player in, once',
    async (world) => {
      world.client.say('/shop')
      const token = await until('the address comes', () =>
        Promise.resolve(/hctoken=([\w-]{43})/.exec(world.client.chat.join('\n'))?.[1]),
      )
      const answer = await world.shop.call('user/tmpWebTokenLogin', { token })
      same('the player', [answer.msg, answer.result?.uid], ['success', 'Nora'])
      same('a second time', (await world.shop.call('user/tmpWebTokenLogin', { token })).code === 0, false)
      world.nora = playerOf(world.shop, answer.result.token)
      same(
        'the roles',
        (await world.nora.call('user/webRole')).result.flatMap((item) => item.roles),
        [{ role_id: 'Nora', role_name: 'Nora', server_id: SERVER, level: 1 }],
      )
    },
  ],
  [
    "what is paid for lies in the player's inventory, with the bonus, and the order is delivered with the game's grant id",
    async (world) => {
      const order = await buy(world, 'gem_60')
      await until('the gems are there', () => Promise.resolve(gems(world) === 120))
      const proof = await delivered(world, order)
      if (!/^luanti_[0-9a-f]{16}$/.test(proof) || !world.game.log().includes(proof))
        throw new Error(`the grant ${proof} is not the game's`)
      await sleep(2_000)
      same('gems', gems(world), 120)
    },
  ],
  [
    'with a full inventory nothing is handed over by halves: it waits until there is room',
    async (world) => {
      world.client.say('/fill')
      await until('the bag is full', () => Promise.resolve(world.client.chat.includes('filled')))
      const before = gems(world)
      const order = await buy(world, 'gem_300')
      await until('the player hears of it', () =>
        Promise.resolve(world.client.chat.some((line) => line.includes('make room'))),
      )
      await sleep(1_500)
      same('the order', [(await world.nora.record(order)).status, gems(world)], [2, before])
      world.client.say('/clear')
      await until('the gems are there', () => Promise.resolve(gems(world) === 600))
      await delivered(world, order)
    },
  ],
  [
    'while the player is away the delivery waits, and others do not wait for it',
    async (world) => {
      world.client.leave()
      await sleep(1_000)
      const order = await buy(world, 'gem_60')
      await sleep(2_000)
      same('the order', (await world.nora.record(order)).status, 2)
      await join_(world)
      await until('the gems are there', () => Promise.resolve(gems(world) === 660))
      await delivered(world, order)
    },
  ],
  [
    'goods that this server does not know are refused',
    async (world) => {
      const order = await buy(world, 'pass_month')
      await until(
        'it is refused',
        async () => (await world.nora.call('order/check', { sdk_order_id: order })).result?.delivery === 'refused',
      )
    },
  ],
  [
    'killed before anything was saved, the server grants again, and once',
    async (world) => {
      // The save may come between grant and kill: tried until it did not.
      for (let attempt = 1; ; attempt++) {
        const before = gems(world)
        const order = await buy(world, 'gem_60')
        await until('the gems are there', () => Promise.resolve(gems(world) === before + 60))
        await world.game.kill('SIGKILL')
        await restart(world)
        await join_(world)
        await until('the gems are there, once', () => Promise.resolve(gems(world) === before + 60))
        const proof = await delivered(world, order)
        await sleep(2_500)
        same('gems', gems(world), before + 60)
        if (world.game.log().includes(`dlv_${order}: ${proof}`)) return
        if (attempt === 5) throw new Error('each of five kills came after the save')
      }
    },
  ],
  [
    'killed after the save and before the shop heard of it, the server says the same grant and gives nothing more',
    async (world) => {
      const before = gems(world)
      world.gate.holdAcks = true
      const order = await buy(world, 'gem_60')
      await until('the gems are there', () => Promise.resolve(gems(world) === before + 60))
      // The mod reports only after the player is saved.
      await until('it wants to tell', () => Promise.resolve(world.gate.held > 0))
      const granted = new RegExp(`dlv_${order}: (luanti_[0-9a-f]+)`).exec(world.game.log())?.[1]
      await world.game.kill('SIGKILL')
      same('the order', (await world.nora.record(order)).status, 2)
      await restart(world)
      await join_(world)
      world.gate.holdAcks = false
      same('the grant', await delivered(world, order), granted)
      await sleep(2_500)
      same('gems', gems(world), before + 60)
    },
  ],
  [
    'stopped before it told the shop, it tells it after its start, even while the player is away',
    async (world) => {
      const before = gems(world)
      world.gate.holdAcks = true
      const order = await buy(world, 'gem_60')
      await until('the gems are there', () => Promise.resolve(gems(world) === before + 60))
      await world.game.kill('SIGTERM')
      world.gate.holdAcks = false
      await restart(world)
      await delivered(world, order)
      await join_(world)
      await sleep(2_000)
      same('gems', gems(world), before + 60)
    },
  ],
]

async function run(): Promise<void> {
  const binary = serverBinary()
  const end = await sharedPostgres()
  const dir = await mkdtemp(join(tmpdir(), 'hc-luanti-'))
  const shop = await startShop({ GAME_URL: 'none' })
  const gate = await startGate(shop.url)
  const world = { shop, gate, dir, port: await freeUdpPort(), binary } as World
  try {
    await makeWorld(dir, world.port, {
      'hc_portal.url': gate.url,
      'hc_portal.key': 'demo-key',
      'hc_portal.secret': 'demo-game-secret',
      'hc_portal.server_id': SERVER,
      'hc_portal.server_name': 'Test Land',
      'hc_portal.items': 'gem_60 = hc_test:gem 60; gem_300 = hc_test:gem 300',
      'hc_portal.poll': '0.5',
      server_map_save_interval: String(SAVE_SECONDS),
    })
    world.game = await startServer(binary, dir)
    for (const [name, check] of rules) {
      await rule(name, async () => {
        try {
          await check(world)
        } catch (error) {
          throw new Error(`${String(error)}\n${world.game?.log().slice(-1500)}`, { cause: error })
        }
      })
      // Each rule begins where the one before ended.
      if (failures() > 0) break
    }
  } finally {
    world.client?.vanish()
    await world.game?.kill('SIGKILL')
    gate.close()
    await shop.stop()
    await end()
    await rm(dir, { recursive: true, force: true })
  }
}

try {
  await run()
} catch (error) {
  count('the game server can be started', error instanceof Error ? error.message : String(error))
}
close()
