import type { FakeGateway } from '@hc/channels/testing/fake-gateway'
import { FakeStripe } from '@hc/channels/testing/fake-stripe'
import { afterAll, beforeAll } from 'vitest'
import { type DeskShop, startDeskShop } from './desk-shop.ts'
import type { Member } from './desk.ts'
import { enrolWith, firstOwner } from './desk-people.ts'
import { freePort, type Player, type Shop, startShop } from './shop.ts'
import { startTestGame, type TestGame } from './test-game.ts'

/**
 * Fixtures of a test file: each starts before the file's first rule, in the order of its lines, and stops after the
 * last one, in the opposite order.
 */
type Env = Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>)
type Fixture<T> = { what: string; start: () => Promise<T>; stop?: (value: T) => Promise<void> | void }

const settings = async (env: Env): Promise<Record<string, string>> => (typeof env === 'function' ? await env() : env)

/** An object that stands for another one, which is there later. Its methods know the other one as `this`. */
function standIn<T extends object>(what: string, real: () => T | undefined, parts: Partial<T> = {}): T {
  const valueOf = (): T => {
    const value = real()
    if (!value) throw new Error(`the ${what} starts before the first rule: use it in a rule or a hook`)
    return value
  }
  return new Proxy({} as T, {
    get: (_, key) => {
      if (key in parts) return Reflect.get(parts, key) as unknown
      const value = valueOf()
      const part: unknown = Reflect.get(value, key)
      return typeof part === 'function' ? (part.bind(value) as unknown) : part
    },
    set: (_, key, part) => Reflect.set(valueOf(), key, part),
    has: (_, key) => key in valueOf(),
    ownKeys: () => Reflect.ownKeys(valueOf()),
    getOwnPropertyDescriptor: (_, key) => ({
      configurable: true,
      enumerable: true,
      value: Reflect.get(valueOf(), key),
    }),
  })
}

/** A fixture of a kind that is not here. */
export function withFixture<T extends object>({ what, start, stop }: Fixture<T>, parts?: Partial<T>): T {
  let value: T | undefined
  beforeAll(async () => {
    value = await start()
  })
  afterAll(async () => {
    if (value) await stop?.(value)
  })
  return standIn(what, () => value, parts)
}

/** A shop with the demo's data, in a process and a database of its own. */
export const withShop = (env: Env = {}): Shop =>
  withFixture({ what: 'shop', start: async () => await startShop(await settings(env)), stop: (shop) => shop.stop() })

const passwords = { demo: 'Demo1234', rich: 'Rich1234' } as const

/** A player of the demo, signed in at a shop. */
export const withPlayer = (shop: Shop, account: keyof typeof passwords = 'demo'): Player =>
  withFixture({ what: `player ${account}`, start: async () => await shop.signIn(account, passwords[account]) })

/** A shop with a desk, a person for each role (`desk.as('finance')`), and a game whose answers the test chooses. */
export function withDesk(env: Env = {}): DeskShop {
  let shop: Shop | undefined
  return withFixture(
    {
      what: 'desk',
      start: async () => {
        const desk = await startDeskShop(await settings(env))
        shop = desk.shop
        return desk
      },
      stop: (desk) => desk.stop(),
    },
    { shop: standIn('shop', () => shop) },
  )
}

/** A shop whose desk has one person: its first owner, who came by the link of the command. */
export type OwnersShop = { shop: Shop; desk: string; owner: Member; invited: DeskShop['invited'] }
export function withFirstOwner(env: Env = {}): OwnersShop {
  let shop: Shop | undefined
  return withFixture<OwnersShop>(
    {
      what: 'desk of the first owner',
      start: async () => {
        const port = String(await freePort())
        const more = await settings(env)
        const desk = `http://localhost:${more.CONSOLE_PORT ?? port}`
        shop = await startShop({ CONSOLE_PORT: port, ...more })
        const { databaseUrl } = shop
        try {
          // Without the demo's people.
          await shop.rows('update desk.staff set suspended_at = now()')
          return {
            shop,
            desk,
            owner: await firstOwner(databaseUrl, desk, 'olga@shop.example'),
            invited: async (name, roles) => await enrolWith({ databaseUrl, desk }, name, roles),
          }
        } catch (error) {
          // After a failed start, nothing may keep the test's process alive.
          await shop.stop()
          throw error
        }
      },
      stop: async () => await shop?.stop(),
    },
    { shop: standIn('shop', () => shop) },
  )
}

/** A game whose answers the test chooses. */
export const withGame = (grantOf?: Parameters<typeof startTestGame>[0]): TestGame =>
  withFixture({ what: 'game', start: async () => await startTestGame(grantOf), stop: (game) => game.stop() })

/** A gateway that speaks a provider's API. */
export const withGateway = <G extends FakeGateway>(fake: () => G): G =>
  withFixture({ what: 'gateway', start: async () => await fake().start(), stop: (gateway) => gateway.stop() })

export const withStripe = (): FakeStripe => withGateway(() => new FakeStripe())

/** A shop that sells through a gateway, which tells it its news. */
export const withShopAt = (gateway: FakeGateway, env: Env = {}): Shop =>
  withFixture({
    what: 'shop',
    start: async () => {
      const shop = await startShop({ ...gateway.env(), ...(await settings(env)) })
      gateway.webhookUrl = `${shop.url}/api/pay/${gateway.code}/webhook`
      return shop
    },
    stop: (shop) => shop.stop(),
  })
