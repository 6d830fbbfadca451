import { randomBytes } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import { createChannels } from '@hc/channels/registry'
import { pino } from 'pino'
import { endDemo } from '../seeds/end-demo.ts'
import { seedDemo } from '../seeds/demo.ts'
import { buildApp, errorInLog, type Pages, redactPaths } from './app.ts'
import { readConfig, withBrand } from './config.ts'
import { ConfigError } from './config-error.ts'
import { buildDesk } from './desk.ts'
import { type Ctx, fraction } from './ctx.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { startWorkers, type Wakeable, type Workers } from './jobs/workers.ts'
import { createBonuses } from './modules/catalog/bonuses.ts'
import { loadCatalog } from './modules/catalog/catalog.ts'
import { createWatch } from './modules/doctor/watch.ts'
import { compareNightly } from './modules/payment/reconcile.ts'
import { createMessages } from './modules/message/messages.ts'
import { writeOrderLetters } from './modules/message/order-letters.ts'
import { siteOf } from './modules/message/site.ts'
import { demoTransport, smsTransport, smtpTransport } from './modules/message/transports.ts'
import { gameKeySeal } from './modules/game/game-keys.ts'
import { gamePush } from './modules/delivery/game-push.ts'
import { loadContent } from './modules/setting/content.ts'
import { settingInit } from './modules/setting/setting.routes.ts'
import { createPasswords } from './modules/identity/password.ts'
import { createSessions } from './modules/identity/session.ts'
import { openBus } from './platform/bus.ts'
import { createChanges } from './platform/changes.ts'
import { openClock } from './platform/clock.ts'
import { openDatabases } from './platform/databases.ts'
import { startEmbedded } from './platform/embedded-postgres.ts'
import { createMetrics } from './metrics.ts'
import { logTime } from './platform/log-time.ts'
import { createSeal } from './platform/seal.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import { awaitMigrations, migrate } from './platform/migrate.ts'
import { portalPlugin, renderNotFound } from './http/pages/portal.ts'

/** @throws where it cannot start, and what `life` throws where it is to stop meanwhile */
export async function start(life: Lifecycle, env: Record<string, string | undefined>): Promise<void> {
  const config = withBrand(readConfig(env))
  const log = pino(
    {
      level: config.logLevel,
      redact: { paths: redactPaths, censor: '[redacted]' },
      serializers: { err: errorInLog },
      base: null,
      timestamp: logTime(),
    },
    pino.destination({ dest: 2, sync: false, minLength: 8192 }),
  )
  // Lines are written in blocks, one system call for many, and at the latest after this pause (ms).
  const flushing = setInterval(() => {
    log.flush()
  }, 200)
  flushing.unref()
  const { signal } = life
  const add: Lifecycle['add'] = (stop) => {
    life.add(stop)
  }
  add(() => {
    log.flush()
    return Promise.resolve()
  })
  try {
    for (const line of config.openWays) log.warn(line)
    const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir, { fsync: config.dbFsync, signal })
    if (embedded) add(() => embedded.stop())
    const url = config.databaseUrl ?? embedded?.url ?? ''
    const direct = config.directUrl ?? (config.pooled ? null : url)
    if (direct !== null) await migrate(direct, { signal })
    else
      await awaitMigrations(
        url,
        (lacks) => {
          log.warn({ lacks }, 'the database is not migrated yet: a process with DATABASE_DIRECT_URL does it')
        },
        { signal },
      )
    const passwords = createPasswords(config.passwordPepper)
    const databases = await openDatabases(
      {
        url,
        directUrl: config.directUrl,
        pooled: config.pooled,
        max: config.dbPool,
        desk: config.desk !== null,
      },
      log,
    )
    add(() => databases.end())
    const { owner, shop: db } = databases
    if (config.demo && owner)
      await seedDemo(owner.query, gameKeySeal(config.sessionSecrets), passwords, signal, config.brand)
    if (!config.demo) await endDemo(db.query, log)
    const clock = await openClock(db.query, log)
    add(() => {
      clock.stop()
      return Promise.resolve()
    })
    if (config.game.url === null) log.info('no GAME_URL: deliveries wait until the game pulls them')
    const metrics = createMetrics(db.query)
    const bus = openBus(direct, {
      lost(error) {
        metrics.busLost.inc()
        metrics.listening.set(0)
        log.warn({ err: error }, 'the connection on which changes are heard is lost: they are found by asking')
      },
      connected() {
        metrics.listening.set(1)
      },
    })
    add(() => bus.stop())
    const changes = createChanges(db.query, bus, log, (topic) => {
      metrics.reloadErrors.inc({ topic })
    })
    add(() => changes.stop())
    const ctx: Ctx = {
      q: db.query,
      now: clock.now,
      pause: (ms) =>
        new Promise((done) => {
          setTimeout(done, ms)
        }),
      random: randomPool(),
      log,
      channels: createChannels({ sandbox: config.sandbox, ...config.gateways }, clock.now),
      game: gamePush(config.game, clock.now),
      alarm(event, data) {
        metrics.security.inc({ event })
        log.warn({ event, ...data }, 'security event')
      },
      order: {
        publicUrl: config.publicUrl,
        webhookBase: config.webhookBase,
        expireSeconds: config.orderExpireSeconds,
        repairAfterSeconds: config.repairAfterSeconds,
        lateCheckSeconds: config.lateCheckSeconds,
        leaseSeconds: config.leaseSeconds,
        reconcileSeconds: config.reconcileSeconds,
        limits: config.orderLimits,
        retry: config.retry,
      },
    }
    let workers: Workers | undefined
    let started = false
    const elsewhere = config.demo ? { email: demoTransport, sms: demoTransport } : {}
    const messages = createMessages({
      q: db.query,
      seal: createSeal(config.sessionSecrets, 'message'),
      log,
      random: () => fraction(ctx),
      leaseSeconds: config.leaseSeconds,
      keepBodies: config.demo,
      transports: {
        ...elsewhere,
        ...(config.mail
          ? { email: await smtpTransport(config.mail, config.mailFrom, new URL(config.publicUrl).hostname) }
          : {}),
        ...(config.sms ? { sms: smsTransport(config.sms, clock.now) } : {}),
      },
    })
    add(() => {
      messages.stop()
      return Promise.resolve()
    })
    const catalog = await loadCatalog(db.query, changes)
    const deps = {
      config,
      ctx,
      bus,
      metrics,
      messages,
      passwords,
      partyQuery: (owner ?? db).query,
      eventQuery: databases.events.query,
      sessions: createSessions(db.query, bus, Date.now),
      bonuses: createBonuses(db.query, bus, Date.now),
      catalog,
      content: await loadContent(db.query, changes, config, catalog, ctx.now),
      pending: db.pending,
      wake: (job: Wakeable) => {
        workers?.wake(job)
      },
      ready: () =>
        started && !signal.aborted
          ? db.query({ text: 'select 1 from orders limit 1' }).then(
              () => true,
              () => false,
            )
          : Promise.resolve(false),
    }
    const pages: Pages = async (fastify) => {
      if (config.role === 'worker')
        return (_request, reply) => reply.code(404).send({ code: 10004, msg: 'NotFound', data: null })
      await portalPlugin(fastify, {
        brand: config.brand,
        game: config.game.name,
        publicUrl: config.publicUrl,
        loggerUrl: config.analytics.loggerUrl,
        dev: config.dev,
        content: { ...deps.content, init: (locale) => settingInit(deps, locale, '/') },
      })
      return renderNotFound
    }
    if (config.role !== 'console') {
      const app = await buildApp(deps, log, pages)
      add(() => app.close())
      await app.listen({ port: config.port, host: config.host }).catch((error: Error) => {
        throw new ConfigError(`${/EADDRINUSE|EACCES/.test(error.message) ? 'PORT' : 'HOST'}: ${error.message}`)
      })
    }
    if (config.desk && databases.desk) {
      const { desk } = config
      const console = await buildDesk({
        db: databases.desk,
        ctx,
        passwords,
        seal: createSeal(config.sessionSecrets, 'desk totp'),
        logger: log,
        issuer: `${config.brand.site} desk`,
        trustProxy: config.trustProxy,
        requestTimeoutMs: config.requestTimeoutMs,
        settings: desk,
      })
      add(() => console.close())
      await console.listen({ port: desk.port, host: desk.host }).catch((error: Error) => {
        throw new ConfigError(`${/EADDRINUSE|EACCES/.test(error.message) ? 'CONSOLE_PORT' : 'CONSOLE_HOST'}: ${error.message}`)
      })
    }
    if ((config.role === 'all' || config.role === 'worker') && owner) {
      workers = startWorkers(
        ctx,
        messages,
        (limit) =>
          writeOrderLetters(
            { q: db.query, catalog: deps.catalog, messages, site: siteOf(config), leaseSeconds: config.leaseSeconds },
            limit,
          ),
        createWatch(db.query, clock.now, log, (check, n) => {
          metrics.broken.set({ check }, n)
        }),
        (job, error) => {
          metrics.jobErrors.inc({ job })
          log.error({ job, err: error }, 'worker round failed; it will be tried again')
        },
      )
      const running = workers
      add(() => running.stop())
      const housekeeping = await startHousekeeping(
        owner.query,
        log,
        { ...config.analytics, supportDays: config.support.retentionDays },
        () => compareNightly(ctx),
      )
      add(() => housekeeping.stop())
    }
    signal.throwIfAborted()
    // In one tick: who waits for either finds the other true as well.
    started = true
    process.stdout.write(`HC Portal ready on http://localhost:${config.role === 'console' && config.desk ? config.desk.port : config.port}\n`)
    // What was compiled is kept now, for the next start after a kill, too.
    setTimeout(flushCompileCache, 1000).unref()
  } catch (error) {
    if (config.dev && error instanceof Error && !(error instanceof ConfigError) && !signal.aborted)
      process.stderr.write(`${error.stack}\n`)
    throw error
  }
}

/** Randomness from the system in blocks: asking it for ten bytes at a time costs more than a query's parsing. */
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
