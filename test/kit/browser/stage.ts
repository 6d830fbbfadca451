import type { RoleKey } from '@hc/contract/desk/permissions'
import { expect, it } from 'vitest'
import type { DeskShop } from '../desk-shop.ts'
import { withDesk, withFixture } from '../fixtures.ts'
import { freePort, type Shop, startShop } from '../shop.ts'
import { openBrowser, type Stagehand, type Visitor } from './browser.ts'
import { thirdParties } from './parties.ts'
import { type Scene, startScene } from './scene.ts'
import { signedIn } from './staff.ts'

/** Fixtures of the browser's tests: they start before a file's first rule, in the order of its lines. */

/** A browser. `base`: where addresses without a host lead. */
export const withBrowser = (base: () => string): Stagehand =>
  withFixture({ what: 'browser', start: async () => await openBrowser(base()), stop: (browser) => browser.end() })

/** A shop as players meet it, with all ways to sign in, and a browser that opens it. */
export function withPortal(env: Record<string, string> = {}): { shop: Shop; browser: Stagehand } {
  let end = (): void => undefined
  const shop = withFixture({
    what: 'shop',
    start: async () => {
      const parties = await thirdParties()
      end = parties.stop
      return await startShop({
        ...parties.env,
        RETRY_BASE_MS: '200',
        REPAIR_AFTER_SECONDS: '3',
        // Some journeys say where their player is.
        COUNTRY_HEADER: 'x-country',
        RATE_LIMIT_PER_MINUTE: '1000000',
        ANALYTICS_PER_MINUTE: '1000000',
        // As in the demo that anybody starts: a visitor who names no country sees dollars all the same.
        DEMO_MARKETS: '1',
        ...env,
      })
    },
    stop: async (shop) => {
      await shop.stop()
      end()
    },
  })
  return { shop, browser: withBrowser(() => shop.url) }
}

/** The same shop with its desk, whose people are those of the demo. */
export async function withPortalAndDesk(): Promise<{ shop: Shop; browser: Stagehand; desk: string }> {
  const port = String(await freePort())
  return { ...withPortal({ CONSOLE_PORT: port }), desk: `http://localhost:${port}` }
}

/** A desk whose people may do everything at once: no call asks them for a fresh factor in the first hour. */
export function withDeskAtWork(env: Parameters<typeof withDesk>[0] = {}): DeskShop {
  const at = withDesk(async () => ({
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...(typeof env === 'function' ? await env() : env),
  }))
  withFixture({
    what: 'fresh factor',
    start: async () => await at.rows(`update desk.staff_session set fresh_until = now() + interval '1 hour'`),
  })
  return at
}

/** Ends a visit, in which the browser had nothing to complain of. */
async function leave(visitor: Visitor): Promise<void> {
  expect(visitor.complaints, 'complaints').toEqual([])
  await visitor.close()
}

/** A visitor of the shop. */
export const withVisitor = (browser: Stagehand, options: Parameters<Stagehand['visit']>[0] = {}): Visitor =>
  withFixture({
    what: 'visitor',
    start: async () => await browser.visit(options),
    stop: leave,
  })

/** A person of the desk, signed in. */
export const withStaff = (at: DeskShop, browser: Stagehand, role: RoleKey): Visitor =>
  withFixture({
    what: `visitor ${role}`,
    start: async () => await signedIn(at, browser, role),
    stop: leave,
  })

/** A desk with something of everything on its pages. */
export const withScene = (): Scene =>
  withFixture({ what: 'scene', start: startScene, stop: async (scene) => await scene.at.stop() })

/**
 * Rules that do not touch each other, some at a time. Each gets its lane, for what can only be one at once: an
 * account.
 */
export function rulesAtOnce(
  lanes: number,
  rules: readonly { name: string; check: (lane: number) => Promise<void> }[],
): void {
  const free = Array.from({ length: lanes }, (_, lane) => lane)
  const queue: ((lane: number) => void)[] = []
  for (const { name, check } of rules)
    it.concurrent(name, async () => {
      const lane = free.shift() ?? (await new Promise<number>((resolve) => queue.push(resolve)))
      try {
        await check(lane)
      } finally {
        const next = queue.shift()
        if (next) next(lane)
        else free.push(lane)
      }
    })
}
