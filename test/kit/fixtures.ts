import type { FakeGateway } from '@hc/channels/testing/fake-gateway'
import { FakeStripe } from '@hc/channels/testing/fake-stripe'
import { afterAll, beforeAll } from 'vitest'
import { type DeskShop, startDeskShop } from './desk-shop.ts'
import { type Player, type Shop, startShop } from './shop.ts'

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
