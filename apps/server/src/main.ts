import { randomBytes } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import { createChannels } from '@hc/channels/registry'
import { pino } from 'pino'
import { seedDemo } from '../seeds/demo.ts'
import { buildApp, errorInLog, type Pages, redactPaths } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { type Ctx, fraction } from './ctx.ts'
import { startWorkers, type Wakeable, type Workers } from './jobs/workers.ts'
import { createBonuses } from './modules/catalog/bonuses.ts'
import { loadCatalog } from './modules/catalog/catalog.ts'
import { createWatch } from './modules/doctor/watch.ts'
import { compareNightly } from './modules/order/reconcile.ts'
import { createMessages } from './modules/message/messages.ts'
import { demoTransport, smsTransport, smtpTransport } from './modules/message/transports.ts'
import { gameKeySeal } from './modules/game/game-keys.ts'
import { gamePush } from './modules/outbox/game-push.ts'
import { loadContent } from './modules/setting/content.ts'
import { settingInit } from './modules/setting/setting.routes.ts'
import { setPepper } from './modules/user/password.ts'
import { createSessions } from './modules/user/session.ts'
import { openBus } from './platform/bus.ts'
import { openClock } from './platform/clock.ts'
import { openDatabases } from './platform/databases.ts'
import { startEmbedded } from './platform/embedded-postgres.ts'
import { createMetrics } from './platform/metrics.ts'
import { createSeal } from './platform/seal.ts'
import { migrate } from './platform/migrate.ts'
import { portalPlugin, renderNotFound } from './plugins/portal.ts'

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel, redact: { paths: redactPaths, censor: '[redacted]' }, serializers: { err: errorInLog }, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false, minLength: 8192 }))
  // Lines are written in blocks, one system call for many, and at the latest after this pause (ms).
  const flushing = setInterval(() => { log.flush() }, 200)
  flushing.unref()
  const { add, stop, stopping } = lifecycle(() => { log.flush() })
  process.once('SIGINT', () => { void stop(0) })
  process.once('SIGTERM', () => { void stop(0) })
  try {
    for (const line of config.openWays) log.warn(line)
    const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir, { fsync: config.dbFsync })
    if (embedded) add(() => embedded.stop())
    const url = config.databaseUrl ?? embedded?.url ?? ''
    const direct = config.directUrl ?? (config.pooled ? null : url)
    if (direct !== null) await migrate(direct)
    setPepper(config.passwordPepper)
    const databases = await openDatabases({ url, directUrl: config.directUrl, pooled: config.pooled, max: config.dbPool }, log)
    add(() => databases.end())
    const { owner, shop: db } = databases
    if (config.demo && owner) await seedDemo(owner.query, gameKeySeal(config.sessionSecrets))
    const bus = openBus(direct, (error) => { log.warn({ err: error }, 'bus connection lost; polling goes on') })
    add(() => bus.stop())
    const clock = await openClock(db.query, log)
    add(() => { clock.stop(); return Promise.resolve() })
    if (config.game.url === null) log.info('no GAME_URL: deliveries wait until the game pulls them')
    const metrics = createMetrics(db.query)
    const ctx: Ctx = {
      q: db.query, now: clock.now, random: randomPool(), log, pause: (ms) => new Promise((done) => { setTimeout(done, ms) }),
      channels: createChannels({ sandbox: config.sandbox, ...config.gateways }, clock.now), game: gamePush(config.game, clock.now),
      alarm(event, data) {
        metrics.security.inc({ event })
        log.warn({ event, ...data }, 'security event')
      },
      order: {
        publicUrl: config.publicUrl, webhookBase: config.webhookBase, expireSeconds: config.orderExpireSeconds,
        repairAfterSeconds: config.repairAfterSeconds, lateCheckSeconds: config.lateCheckSeconds, leaseSeconds: config.leaseSeconds, reconcileSeconds: config.reconcileSeconds, limits: config.orderLimits, retry: config.retry,
      },
    }
    let workers: Workers | undefined
    const elsewhere = config.demo ? { email: demoTransport, sms: demoTransport } : {}
    const messages = createMessages({
      q: db.query, seal: createSeal(config.sessionSecrets, 'message'), log, random: () => fraction(ctx), leaseSeconds: config.leaseSeconds, keepBodies: config.demo,
      transports: {
        ...elsewhere, ...(config.mail ? { email: await smtpTransport(config.mail, config.mailFrom, new URL(config.publicUrl).hostname) } : {}),
        ...(config.sms ? { sms: smsTransport(config.sms, clock.now) } : {}),
      },
    })
    add(() => { messages.stop(); return Promise.resolve() })
    const deps = {
      config, ctx, bus, metrics, messages, partyQuery: (owner ?? db).query, eventQuery: databases.events.query, sessions: createSessions(db.query, bus, Date.now), bonuses: createBonuses(db.query, bus, Date.now),
      catalog: await loadCatalog(db.query, bus), content: await loadContent(db.query, bus, config.game.name),
      pending: db.pending,
      wake: (job: Wakeable) => { workers?.wake(job) },
      ready: () => db.query({ text: 'select 1 from orders limit 1' }).then(() => true, () => false),
    }
    const pages: Pages = async (fastify) => {
      if (config.role === 'worker') return (_request, reply) => reply.code(404).send({ code: 10004, msg: 'NotFound', data: null })
      await portalPlugin(fastify, {
        publicUrl: config.publicUrl, loggerUrl: config.analytics.loggerUrl, dev: config.dev,
        content: { ...deps.content, init: (locale) => settingInit(deps, locale, '/') },
      })
      return renderNotFound
    }
    const app = await buildApp(deps, log, pages)
    add(() => app.close())
    await app.listen({ port: config.port, host: config.host }).catch((error: Error) => {
      throw new ConfigError(`${/EADDRINUSE|EACCES/.test(error.message) ? 'PORT' : 'HOST'}: ${error.message}`)
    })
    if (config.role !== 'web' && owner) {
      workers = startWorkers(ctx, messages, createWatch(db.query, clock.now, log, (check, n) => { metrics.broken.set({ check }, n) }), (job, error) => {
        metrics.jobErrors.inc({ job })
        log.error({ job, err: error }, 'worker round failed; it will be tried again')
      })
      const { startHousekeeping } = await import('./jobs/housekeeping.ts')
      const housekeeping = await startHousekeeping(owner.pool, log, config.analytics, () => compareNightly(ctx))
      const running = workers
      add(async () => { await running.stop(); await housekeeping.stop() })
    }
    process.stdout.write(`HC Portal ready on http://localhost:${config.port}\n`)
    // What was compiled is kept now, for the next start after a kill, too.
    setTimeout(flushCompileCache, 1000).unref()
  } catch (error) {
    // A stop in the middle of the start takes things away under it: that is no failure.
    if (stopping()) return
    process.stderr.write(`HC Portal cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
    if (!(error instanceof ConfigError) && error instanceof Error && config.dev) process.stderr.write(`${error.stack}\n`)
    await stop(1)
  }
}

/** Randomness from the system in blocks: asking it for ten bytes at a time costs more than a query's parsing. */
function randomPool(): (bytes: number) => Uint8Array {
  let block = randomBytes(4096)
  let used = 0
  return (bytes) => {
    if (used + bytes > block.length) { block = randomBytes(4096); used = 0 }
    used += bytes
    return block.subarray(used - bytes, used)
  }
}

/**
 * What was started last is stopped first, once: workers finish their round, requests in hand are answered, the database
 * goes last. Nothing more can be started once a stop has begun.
 */
function lifecycle(flush: () => void): { add: (stop: () => Promise<void>) => void; stop: (code: number) => Promise<void>; stopping: () => boolean } {
  const stops: (() => Promise<void>)[] = []
  let ending: Promise<void> | undefined
  return {
    stopping: () => ending !== undefined,
    add(stop) {
      if (ending) { void stop().catch(() => undefined); throw new Error('stopped while starting') }
      stops.unshift(stop)
    },
    stop: (code) => ending ??= (async () => {
      setTimeout(() => process.exit(code || 1), 20_000).unref()
      for (const stop of stops) await stop().catch((error: unknown) => { process.stderr.write(`while stopping: ${String(error)}\n`) })
      flush()
      process.exit(code)
    })(),
  }
}

try {
  await start()
} catch (error) {
  process.stderr.write(`HC Portal cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
