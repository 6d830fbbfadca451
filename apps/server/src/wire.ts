import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createChannels } from '@hc/channels/registry'
import { endDemo } from '../seeds/end-demo.ts'
import { seedDemo } from '../seeds/demo.ts'
import { seedMarkets } from '../seeds/markets.ts'
import { seedStaff } from '../seeds/staff.ts'
import type { AppParts } from './app.ts'
import type { Config } from './config/config.ts'
import { type Ctx, fraction } from './ctx.ts'
import type { Wakeable, Workers } from './jobs/workers.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createBonuses } from './shop/catalog/bonuses.ts'
import { createLastWays } from './shop/order/pay-channels.ts'
import { loadCatalog } from './shop/catalog/catalog.ts'
import { createCourier, noCourier } from './shop/delivery/courier.ts'
import { gamePush } from './shop/delivery/game-push.ts'
import { gameKeySeal } from './shop/game/game-keys.ts'
import { createPasswords } from './shop/identity/password.ts'
import { createSessions } from './shop/identity/session.ts'
import { loadBooks } from './shop/market/books.ts'
import { createMarkets } from './shop/market/markets.ts'
import { createMessages, type Messages } from './shop/message/messages.ts'
import { alertTransport } from './shop/message/alert-transports.ts'
import { demoTransport, smsTransport, smtpTransport } from './shop/message/transports.ts'
import { loadLaw } from './shop/law/law.ts'
import { loadContent } from './shop/setting/content.ts'
import { asides } from './platform/background-work.ts'
import { openBus } from './platform/bus.ts'
import { createChanges } from './platform/changes.ts'
import { openClock } from './platform/clock.ts'
import type { Database } from './platform/db.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import { createSeal } from './platform/seal.ts'
import { formerKeys } from './platform/former-keys.ts'
import { openShopDatabase } from './platform/shop-database.ts'
import type { Databases } from './platform/databases.ts'

/**
 * `owner`: the database as the owner of its tables; null in a process that has only a pooler. `desk`: the database in
 * the desk's role; null in a process without a desk.
 */
export type Shop = { deps: AppParts; owner: Database | null; desk: Database | null; running: Running }
/** The parts that start after all others exist. */
export type Running = { workers: Workers | undefined; started: boolean }

/** Makes the parts of the shop, each from those above it. They are stopped in the opposite order. */
export async function wire(config: Config, log: Log, life: Pick<Lifecycle, 'add' | 'signal'>): Promise<Shop> {
  const { databases, direct } = await openShopDatabase(config, log, life)
  const { owner, shop: db, events } = databases
  const passwords = createPasswords(config.passwordPepper)
  if (config.opening === 'closed') await keepClosed(databases, life.signal)
  if (config.demo && owner)
    await seedDemo(owner.query, gameKeySeal(config.sessionSecrets), passwords, life.signal, config.brand)
  if (config.demoMarkets && owner) await seedMarkets(owner.query, config.brand)
  if (config.demo && owner) await seedStaff(owner.query, createSeal(config.sessionSecrets, 'desk totp'), passwords)
  if (!config.demo && !config.shadow) await endDemo(db.query, log)

  const clock = await openClock(db.query, log)
  life.add(stopping(clock))
  const metrics = createMetrics(db.query)
  const bus = openBus(direct, hearing(metrics, log))
  life.add(() => bus.stop())
  const changes = createChanges(db.query, bus, log, (topic) => metrics.reloadErrors.inc({ topic }))
  life.add(() => changes.stop())

  const aside = asides(log, (stop) => life.add(stop))
  const ctx = contextOf(config, { q: db.query, now: clock.now, log, aside, metrics })
  const messages = await messagesOf(config, ctx)
  life.add(stopping(messages))
  const catalog = await loadCatalog(db.query, changes, config.brand.named)
  const law = await loadLaw(db.query, changes, ctx.now)
  const books = await loadBooks(db.query, changes, ctx.now)
  // Pages show prices of countries and a right to withdraw, so this version counts their changes, too. Every cache of
  // pages uses it.
  const shownCatalog = { ...catalog, version: () => catalog.version() + books.version() + law.version() }
  const content = await loadContent(db.query, changes, config, shownCatalog, ctx.now)
  const sessions = createSessions(db.query, bus)
  const bonuses = createBonuses(db.query, bus)
  const markets = createMarkets(db.query, bus, books, ctx.now)

  const running: Running = { workers: undefined, started: false }
  const deps: AppParts = {
    config,
    formerKeys: await formerKeys(db.query, config.sessionSecrets),
    ctx,
    bus,
    metrics,
    messages,
    passwords,
    sessions,
    bonuses,
    lastWays: createLastWays(db.query, ctx.now),
    books,
    markets,
    catalog,
    law,
    content,
    partyQuery: (owner ?? db).query,
    eventQuery: events.query,
    pending: db.pending,
    wake: (job: Wakeable) => {
      running.workers?.wake(job)
    },
    ready: async () =>
      running.started &&
      !life.signal.aborted &&
      (await db.query({ text: 'select 1 from orders limit 1' }).then(
        () => true,
        () => false,
      )),
  }
  return { deps, owner, desk: databases.desk, running }
}

const BEGIN_MS = 250
/** A shop that begins closed sells nothing before its row says so. Only the owner of the tables may write it. */
async function keepClosed({ owner, shop }: Databases, signal: AbortSignal): Promise<void> {
  if (owner) {
    await owner.query({ text: 'select begin_closed()' })
    return
  }
  for (;;) {
    const [row] = await shop.query<{ began: boolean }>({ text: 'select exists (select from opening) as began' })
    if (row?.began) return
    await sleep(BEGIN_MS, undefined, { signal })
  }
}

const stopping = (part: { stop(): void }) => (): Promise<void> => {
  part.stop()
  return Promise.resolve()
}

/** Reports the state of the bus's connection. */
const hearing = (metrics: Metrics, log: Log) => ({
  lost(error: unknown) {
    metrics.busLost.inc()
    metrics.listening.set(0)
    log.warn({ err: error }, 'the bus lost its connection: changes are found by polling until it is back')
  },
  connected() {
    metrics.listening.set(1)
  },
})

/** The context of the use cases. */
function contextOf(config: Config, parts: Pick<Ctx, 'q' | 'now' | 'log' | 'aside'> & { metrics: Metrics }): Ctx {
  const { q, now, log, aside, metrics } = parts
  if (config.game.url === null) log.info({}, 'no GAME_URL: deliveries wait until the game pulls them')
  const base: Omit<Ctx, 'courier'> = {
    q,
    now,
    log,
    aside,
    pause: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms)
      }),
    random: randomPool(),
    channels: createChannels({ sandbox: config.sandbox, ...config.gateways }, now),
    game: gamePush(config.game, now),
    alarm(event, data) {
      metrics.security.inc({ event })
      log.warn({ event, ...data }, 'security event')
    },
    order: config.order,
  }
  return { ...base, courier: config.role === 'web' ? noCourier : createCourier(base) }
}

/** Letters leave through the configured transports. In the demo, mail and SMS without one stay in the demo's outbox. */
async function messagesOf(config: Config, ctx: Ctx): Promise<Messages> {
  const { mail, mailFrom, sms, publicUrl, demo, shadow, brand } = config
  const icon = brand.files.get(brand.art.icon192)?.body
  const alerts = {
    secret: config.sessionSecrets[0] ?? '',
    allowPrivate: config.alertPrivate,
    timeoutMs: config.requestTimeoutMs,
  }
  return createMessages({
    q: ctx.q,
    seal: createSeal(config.sessionSecrets, 'message'),
    log: ctx.log,
    random: () => fraction(ctx),
    leaseSeconds: config.order.leaseSeconds,
    keepBodies: demo,
    transports: {
      ...(demo || shadow ? { email: demoTransport, sms: demoTransport } : {}),
      ...(mail ? { email: await smtpTransport(mail, mailFrom, new URL(publicUrl).hostname, icon) } : {}),
      ...(sms ? { sms: smsTransport(sms, ctx.now) } : {}),
      ...(shadow
        ? {}
        : {
            webhook: alertTransport('webhook', alerts, ctx.now),
            slack: alertTransport('slack', alerts, ctx.now),
          }),
    },
  })
}

/** Reads the system's randomness in blocks: to read ten bytes at a time would cost more than parsing a query. */
function randomPool(): (bytes: number) => Uint8Array {
  let block = randomBytes(4096)
  let used = 0
  return (bytes) => {
    if (used + bytes > block.length) {
      block = randomBytes(4096)
      used = 0
    }
    used += bytes
    return block.subarray(used - bytes, used)
  }
}
