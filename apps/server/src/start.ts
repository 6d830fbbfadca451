import { randomBytes, randomUUID } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { buildApp, errorInLog, type Pages, redactPaths } from './app.ts'
import { type Config, readConfig, withBrand } from './config/config.ts'
import { ConfigError } from './config/error.ts'
import { setupHouse } from './desk/setup/facts.ts'
import { sealChore } from './care/seals/seals.ts'
import { methodChore, seeMethodsSoon } from './shop/payment/see-methods.ts'
import { visitorsShelf, visitorsWindow } from './shop/market/shop-window.ts'
import { pageCountry } from './shop/market/visitor.ts'
import { guidePages } from './http/pages/guide.ts'
import { portalPlugin, renderNotFound } from './http/pages/portal.ts'
import { backupChores } from './care/backup/backup-chores.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { BUYER, issueDocuments } from './shop/document/issue-documents.ts'
import { documentFile, mailDocuments } from './shop/document/mail-documents.ts'
import { startWorkers } from './jobs/workers.ts'
import { lookSoon } from './desk/health/installation.ts'
import { heartbeatChore } from './desk/health/outside-heartbeat.ts'
import { insightChores } from './desk/reports/counting-jobs.ts'
import { previewed } from './desk/revisions/preview.ts'
import { createWatch } from './care/doctor/watch.ts'
import { followWithdrawals, withdrawalSeal } from './shop/withdrawal/follow-withdrawals.ts'
import { writeOrderLetters } from './shop/message/order-letters.ts'
import { siteOf } from './shop/message/site.ts'
import { gamePush } from './shop/delivery/game-push.ts'
import { arrivalChore } from './shop/delivery/measure-arrivals.ts'
import { exportData } from './shop/privacy/own-data.ts'
import { compareNightly } from './shop/payment/reconcile.ts'
import { settingInit } from './shop/setting/setting.routes.ts'
import type { Database } from './platform/db.ts'
import { VERSION } from './http/life.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import { linesTo } from './platform/log-lines.ts'
import { logTime } from './platform/log-time.ts'
import { createSeal } from './platform/seal.ts'
import { DEMO_STAFF_DOMAIN, DEMO_STAFF_PASSWORD } from './parties/demo-authenticator.ts'
import { type Shop, wire } from './wire.ts'

/** The interval between two heartbeats of a process. */
const PROCESS_MS = 60_000
/**
 * How long after its start a process frees the memory that the start left: the first rounds of its jobs have then
 * ended.
 */
const FREE_MS = 5_000
/** How long a stop waits for the database before it goes on to the requests in hand. */
const LEAVE_MS = 2_000

/**
 * Starts the process of the environment's settings. @throws if it cannot start, and what `life` throws if a stop is
 * requested meanwhile
 */
export async function start(life: Lifecycle, env: Record<string, string | undefined>): Promise<void> {
  const config = withBrand(readConfig(env))
  const log = openLog(config.logLevel)
  life.add(() => {
    log.flush()
    return Promise.resolve()
  })
  try {
    for (const line of config.openWays) log.warn(line)
    if (config.publishedSecrets.length > 0)
      log.warn(
        { settings: config.publishedSecrets },
        'strangers know these secrets of the public demo, and could forge what they sign: set your own',
      )
    const shop = await wire(config, log, life)
    if (config.role !== 'console') await listen(shop, log, life)
    const desk = await openDesk(shop, log, life)
    if (config.role === 'all' || config.role === 'worker') await work(shop, life)
    sayThere(shop, log, life)
    life.signal.throwIfAborted()
    // In one tick: a client that sees one of the two also sees the other.
    shop.running.started = true
    process.stdout.write(
      `HC Portal ready on http://localhost:${config.role === 'console' ? config.desk?.port : config.port}\n`,
    )
    if (desk && config.desk && config.demo)
      process.stdout.write(
        config.publicDemo
          ? `Desk on ${config.desk.url}: open to everybody, to look at\n`
          : `Desk on ${config.desk.url}: owner / ${DEMO_STAFF_PASSWORD}, codes at ${config.publicUrl}/demo/authenticator\n`,
      )
    if (config.demoHistory && shop.owner && (config.role === 'all' || config.role === 'worker'))
      life.add(makeHistory(shop, shop.owner, life.signal))
    // Writes the compile cache soon, so that the next start has it even after a kill.
    setTimeout(flushCompileCache, 1000).unref()
    setTimeout(freeWhatTheStartLeft, FREE_MS).unref()
  } catch (error) {
    if (config.dev && error instanceof Error && !(error instanceof ConfigError) && !life.signal.aborted)
      process.stderr.write(`${error.stack}\n`)
    throw error
  }
}

/** Makes the demo's history in the background. @returns what waits for the end of its present day */
function makeHistory({ deps: { config, ctx } }: Shop, owner: Database, signal: AbortSignal): () => Promise<void> {
  const start = performance.now()
  const history = import('../seeds/history/history.ts')
    .then(({ seedHistory }) => seedHistory({ owner, ctx, signal, sandboxUrl: `${config.publicUrl}/sandbox` }))
    .then((orders) => {
      if (orders > 0)
        ctx.log.info(
          { orders, ms: Math.round(performance.now() - start) },
          'the demo has thirty days of history now: DEMO_HISTORY=0 leaves it out of a fresh database',
        )
    })
    .catch((error: unknown) => {
      if (!signal.aborted) ctx.log.warn({ err: error }, "the demo's history has an end before today: a restart goes on")
    })
  return () => history
}

/** Runs a full garbage collection after the start, and returns the memory to the system. Decision 503. */
function freeWhatTheStartLeft(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function openLog(level: Config['logLevel']): Logger {
  return pino(
    {
      level,
      redact: { paths: redactPaths, censor: '[redacted]' },
      serializers: { err: errorInLog },
      base: null,
      timestamp: logTime(),
    },
    linesTo(2),
  )
}

/**
 * Writes a heartbeat of this process each minute for the desk's health page. At a graceful stop it writes that the
 * process leaves.
 */
function sayThere({ deps: { config, ctx } }: Shop, log: Logger, life: Lifecycle): void {
  const [id, started] = [randomUUID(), new Date()]
  const tell = async (text: string, values: readonly unknown[], failed: string): Promise<void> => {
    await ctx.q({ text }, values).catch((error: unknown) => log.warn({ err: error }, failed))
  }
  const say = (): Promise<void> =>
    tell(
      'select see_process($1, $2, $3, $4, $5)',
      [id, config.role, VERSION, started, new Date()],
      'this process could not record its heartbeat',
    )
  let beat = Promise.resolve()
  const timer = setInterval(() => {
    beat = say()
  }, PROCESS_MS)
  timer.unref()
  life.add(async () => {
    clearInterval(timer)
    // A heartbeat under way would write the row again.
    const farewell = beat.then(() =>
      tell('select leave_process($1)', [id], 'this process could not record that it leaves'),
    )
    await Promise.race([farewell, sleep(LEAVE_MS, undefined, { ref: false })])
  })
  beat = say()
}

/** Listens for requests. A worker has no pages. */
async function listen({ deps }: Shop, log: Logger, life: Lifecycle): Promise<void> {
  const { config, content } = deps
  const pages: Pages = async (fastify, answers) => {
    if (config.role === 'worker')
      return (_request, reply) => reply.code(404).send({ code: 10004, msg: 'NotFound', data: null })
    await portalPlugin(fastify, {
      brand: config.brand,
      game: config.game.name,
      publicUrl: config.publicUrl,
      loggerUrl: config.analytics.loggerUrl,
      dev: config.dev,
      webApp: config.webApp,
      formerAssets: config.formerAssets,
      preview: async (token, locale, shows) => {
        const then = await previewed(deps.ctx.q, token)
        return then && { ...content.preview(then, locale, shows), moment: then.moment }
      },
      answers,
      opening: () => deps.catalog.opening(),
      visitors: config.publicDemo
        ? {
            desk: config.consoleUrl ?? config.desk?.url ?? null,
            guide: config.docsPublic ? '/docs/guide/index.html' : null,
          }
        : null,
      mayLook: async (token) => (await previewed(deps.ctx.q, token)) !== undefined,
      shop: (request, query, locale) => visitorsWindow(deps, pageCountry(deps.config, request, query), locale),
      shelf: (request, query, locale) => visitorsShelf(deps, pageCountry(deps.config, request, query), locale),
      content: {
        ...content,
        init: (locale) => ({ ...settingInit(deps, locale, '/'), ...(deps.law.hasWithdrawal() && { withdraw: true }) }),
      },
    })
    if (config.docsPublic) await guidePages(fastify)
    return renderNotFound
  }
  const app = await buildApp(deps, log, pages)
  life.add(() => app.close())
  await app.listen({ port: config.port, host: config.host }).catch((error: Error) => {
    throw new ConfigError(`${/EADDRINUSE|EACCES/.test(error.message) ? 'PORT' : 'HOST'}: ${error.message}`)
  })
}

/**
 * The publisher's desk, on a port of its own. If another program has the port and no setting chose it, the shop sells
 * without a desk, and this returns false (decision 281).
 */
async function openDesk({ deps, desk: db }: Shop, log: Logger, life: Lifecycle): Promise<boolean> {
  const { config, ctx, passwords } = deps
  if (!config.desk || !db) return false
  const { port, host, wanted } = config.desk
  // A process without a desk loads none of its code.
  const { buildDesk } = await import('./desk.ts')
  const desk = await buildDesk({
    db,
    ctx,
    passwords,
    secrets: config.sessionSecrets,
    formerKeys: deps.formerKeys,
    logger: log,
    brand: config.brand,
    issuer: `${config.brand.site} desk`,
    publicUrl: config.publicUrl,
    databaseFolder: config.databaseUrl === undefined ? config.dataDir : null,
    live: config.live,
    setup: setupHouse(config, ctx.channels),
    heartbeatUrl: config.heartbeatUrl,
    forged: gamePush(
      { ...config.game, secrets: [`whsec_${randomBytes(32).toString('base64')}`], privateKeys: [] },
      ctx.now,
    ),
    channels: {
      names: new Map([...ctx.channels].map(([code, { name }]) => [code, name])),
      settings: { ...config.gateways, sandbox: config.sandbox },
      ask: ctx.channels,
    },
    trustProxy: config.trustProxy,
    requestTimeoutMs: config.requestTimeoutMs,
    rateLimitPerMinute: config.rateLimitPerMinute,
    connectionRefused: () => deps.metrics.connectionsRefused.inc(),
    dev: config.dev,
    alertPrivate: config.alertPrivate,
    lookMs: config.lookMs,
    mails: deps.messages.offered.has('email'),
    demo: config.demo,
    publicDemo: config.publicDemo ? { auditor: `auditor@${DEMO_STAFF_DOMAIN}` } : null,
    sandboxUrl: config.demo ? (config.sandbox?.url ?? null) : null,
    mailsStaff: deps.messages.offered.has('email') && !config.demo,
    ownData: (accountId) => exportData(deps, { accountId }, 'en-US'),
    promoteTrusted: config.promoteTrusted,
    deskLocale: config.deskLocale,
    site: siteOf(config),
    settings: config.desk,
  })
  life.add(() => desk.close())
  if (config.trustProxy > 0 && config.desk.allow.length > 0 && config.desk.proxies.length === 0)
    log.warn(
      'CONSOLE_ALLOW believes the address that TRUST_PROXY lets anybody write who reaches the desk’s port: ' +
        'CONSOLE_PROXIES names the networks of the proxies',
    )
  if (config.live && config.desk.databaseUrl === null)
    log.warn(
      'the desk could become the owner of the tables, and rewrite its audit and rules: CONSOLE_DATABASE_URL gives it a ' +
        'login that cannot (deploy/database/desk-user.sql)',
    )
  try {
    await desk.listen({ port, host })
    const people = await db.query({ text: 'select from desk.staff where suspended_at is null limit 1' })
    if (people.length === 0)
      log.warn(
        { desk: config.desk.url },
        'nobody can use the desk yet: npm run hc -- staff invite-owner EMAIL invites its owner',
      )
    return true
  } catch (error) {
    const { message } = error as Error
    if (!wanted && /EADDRINUSE|EACCES/.test(message)) {
      log.warn({ port }, 'this shop has no desk: its port is taken. CONSOLE_PORT names another one, 0 none')
      return false
    }
    throw new ConfigError(`${/EADDRINUSE|EACCES/.test(message) ? 'CONSOLE_PORT' : 'CONSOLE_HOST'}: ${message}`)
  }
}

/** Starts workers and housekeeping, if this process connects as the owner of the tables. */
async function work({ deps, owner, running }: Shop, life: Lifecycle): Promise<void> {
  if (!owner) return
  const { config, ctx, messages, catalog, metrics } = deps
  const { q, now, log } = ctx
  /** The watch's checks that fail now. */
  const failing = new Set<string>()
  const letters = { q, catalog, messages, site: siteOf(config), leaseSeconds: config.order.leaseSeconds }
  const buyers = createSeal(config.sessionSecrets, BUYER, deps.formerKeys)
  const printing = { q, catalog, channels: ctx.channels, game: config.game.name, seal: buyers }
  const workers = startWorkers(
    ctx,
    messages,
    (limit) =>
      writeOrderLetters(
        {
          ...letters,
          documentFile: async (order, number, locale) => await documentFile(printing, { order, number, locale }),
        },
        limit,
      ),
    () => followWithdrawals({ ...letters, messages, seal: withdrawalSeal(deps) }),
    {
      issue: (limit) => issueDocuments(q, buyers, limit),
      mail: () => mailDocuments({ ...letters, ...printing }),
    },
    createWatch(q, now, log, (check, n) => {
      metrics.broken.set({ check }, n)
      if (n > 0) failing.add(check)
      else failing.delete(check)
    }),
    (job, error) => {
      metrics.jobErrors.inc({ job })
      log.error({ job, err: error }, 'worker round failed; it will be tried again')
    },
    config.lookMs,
  )
  running.workers = workers
  life.add(() => workers.stop())
  const housekeeping = await startHousekeeping(
    owner.query,
    log,
    { ...config.analytics, supportDays: config.support.retentionDays, lookMs: config.lookMs },
    () => compareNightly(ctx),
    {
      ...methodChore({ q: owner.query, channels: ctx.channels, log }),
      ...arrivalChore({ q: owner.query, now }),
      ...sealChore(owner.query, config.sessionSecrets),
      ...backupChores({ q: owner.query, log }),
      ...heartbeatChore(owner.query, config.heartbeatUrl, config.outsideTimeoutMs),
      ...insightChores({
        db: owner,
        log,
        now,
        site: siteOf(config),
        seal: createSeal(config.sessionSecrets, 'message'),
        deskUrl: config.desk?.url ?? '',
        publicUrl: config.publicUrl,
        consoleUrl: config.consoleUrl,
        locale: config.deskLocale,
        broken: () => [...failing],
      }),
    },
    async () => {
      await lookSoon(owner.query, config.publicUrl)
      await seeMethodsSoon({ q: owner.query, channels: ctx.channels })
    },
  )
  life.add(() => housekeeping.stop())
}
