import rateLimit from '@fastify/rate-limit'
import { AppError } from '@hc/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { FormerKey } from './platform/seal.ts'
import type { Ctx } from './ctx.ts'
import type { Wakeable } from './jobs/workers.ts'
import { groupOf, type Metrics } from './metrics.ts'
import type { Bonuses } from './shop/catalog/bonuses.ts'
import type { LastWays } from './shop/order/pay-channels.ts'
import type { Catalog } from './shop/catalog/catalog.ts'
import { documentRoutes } from './shop/document/document.routes.ts'
import { gameRoutes } from './shop/game/game.routes.ts'
import { webhookKeyRoutes } from './shop/game/webhook-keys.routes.ts'
import { analyticsRoutes } from './shop/analytics/analytics.routes.ts'
import { campaignRoutes } from './shop/campaign/campaign.routes.ts'
import { inboxRoutes } from './shop/payment/inbox.routes.ts'
import { demoAuthenticator } from './parties/demo-authenticator.ts'
import { demoOutbox } from './parties/demo-outbox.ts'
import { createAddressLimit } from './shop/order/address-limit.ts'
import { orderRoutes } from './shop/order/order.routes.ts'
import type { Law } from './shop/law/law.ts'
import type { Books } from './shop/market/books.ts'
import type { Markets } from './shop/market/markets.ts'
import type { Messages } from './shop/message/messages.ts'
import type { Content } from './shop/setting/content.ts'
import type { Passwords } from './shop/identity/password.ts'
import type { Sessions } from './shop/identity/session.ts'
import { marketRoutes } from './shop/market/market.routes.ts'
import { payRoutes } from './shop/payment/pay.routes.ts'
import { pointRoutes } from './shop/points/points.routes.ts'
import { settingRoutes } from './shop/setting/setting.routes.ts'
import { oauthRoutes } from './shop/identity/oauth/oauth.routes.ts'
import { supportRoutes } from './shop/support/support.routes.ts'
import { userRoutes } from './shop/identity/identity.routes.ts'
import { countryHeaders } from './shop/market/visitor.ts'
import { pictureRoute } from './shop/media/picture.route.ts'
import { withdrawalRoutes } from './shop/withdrawal/withdrawal.routes.ts'
import { privacyRoutes } from './shop/privacy/privacy.routes.ts'
import { demoGameParty } from './parties/demo-game/demo-game.ts'
import { demoHelpdesk } from './parties/helpdesk.ts'
import { demoVisitors } from './parties/visitors.ts'
import { partyCss } from './parties/html.ts'
import { orderLook } from './parties/sandbox/order-look.ts'
import { sandboxParty } from './parties/sandbox/sandbox.ts'
import { addressKey } from './platform/address.ts'
import type { Bus } from './platform/bus.ts'
import type { Query } from './platform/db.ts'
import { sourceStack } from './platform/source-stack.ts'
import { addressProof } from './http/address-proof.ts'
import { apiDocuments } from './http/api-documents.ts'
import { callRegistrar } from './http/calls.ts'
import { boundConnections } from './http/connections.ts'
import { createFastify } from './http/create-fastify.ts'
import { envelopePlugin, type Limit, refuseAddress, senderOf } from './http/envelope.ts'
import { answerKept, KeptAnswers } from './http/fast/kept-answers.ts'
import { secureAnswers } from './http/fast/security-headers.ts'
import { lifeOf } from './http/life.ts'
import { refuseOnFullHeap, shedLoad, watchHeap } from './http/overload.ts'
import { SenderCounts, storeOf } from './http/sender-counts.ts'
import { answerUnreadBodies } from './http/unread-bodies.ts'
import { seoRoutes } from './http/pages/seo.ts'

/** The most bytes of a refused body that are read, so that its sender reads why. */
const DROPPED_BYTES = 4 * 1024 * 1024
/** The window in which `RATE_LIMIT_PER_MINUTE` counts. */
const LIMIT_WINDOW_MS = 60_000
/** ms for a stopping process to answer the requests in hand. */
const LAST_ANSWERS_MS = 8_000

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => unknown
export type Pages = (fastify: FastifyInstance, answers: KeptAnswers) => Promise<PageHandler>

/** The parts of the players' side. Each route gets those that it uses. */
export type AppParts = {
  config: Config
  /** Keys of secrets that SESSION_SECRET lists no longer. */
  formerKeys: readonly FormerKey[]
  ctx: Ctx
  bus: Bus
  sessions: Sessions
  passwords: Passwords
  catalog: Catalog
  law: Law
  bonuses: Bonuses
  lastWays: LastWays
  books: Books
  markets: Markets
  content: Content
  messages: Messages
  /** The database of the demo's other parties, with schemas of their own that the shop never reads. */
  partyQuery: Query
  /** The database in the role that stores analytics events. */
  eventQuery: Query
  metrics: Metrics
  /** Wakes this process's workers for a job that is due now. */
  wake: (job: Wakeable) => void
  /** Statements of this process that are under way or wait for a connection. */
  pending: () => number
  /** True if the database is reachable and migrated, and this process has started. */
  ready: () => Promise<boolean>
}

/** Addresses without a rate limit: the files of pages, and monitoring. */
const free = /^\/(assets\/|art\/|brand\/|(healthz|readyz|metrics)$)/

/**
 * The fields of an error in the log. It omits the properties that libraries add, because they hold values of players
 * and of connections.
 */
export const errorInLog = (error: Error & { code?: unknown; constraint?: unknown }): object => ({
  type: error.constructor?.name ?? 'Error',
  message: error.message,
  code: error.code,
  constraint: error.constraint,
  stack: sourceStack(error.stack),
})

/** Fields of a log line whose values are replaced before the line is written: tokens, passwords and codes. */
export const redactPaths = [
  'req.headers.token',
  'req.headers.authorization',
  'req.headers.cookie',
  'passwd',
  'password',
  'token',
  'hctoken',
  'code',
  'data.code',
]

/** The whole HTTP side: API, webhooks, health, documents, the demo's other parties and, last, the pages. */
export async function buildApp(app: AppParts, logger: Logger, pages: Pages): Promise<FastifyInstance> {
  const { config } = app
  const fastify = createFastify({
    logger,
    requestTimeoutMs: config.requestTimeoutMs,
    trustProxy: config.trustProxy > 0 ? (_address: string, hop: number) => hop < config.trustProxy : false,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: true },
    frameworkErrors: (_error, request, reply) => void refuseAddress(request, reply, config.trustProxy, limit),
  })
  const lostRequests = new WeakSet<FastifyRequest>()
  const routes: string[] = []
  fastify.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((verb) => `${verb} ${url}`))
  })
  let limit: Limit = () => Promise.resolve(0)
  let notFound: PageHandler = (_request, reply) => reply.code(404).send()
  const connections = boundConnections(fastify.server, {
    max: config.maxConnections,
    perAddress: config.connectionsPerAddress,
    refused: () => app.metrics.connectionsRefused.inc(),
  })
  // Registered first: a route keeps the error handler that is set when the route is registered.
  envelopePlugin(
    fastify,
    app.ctx,
    (request, reply) => notFound(request, reply),
    (request) => limit(request),
  )
  parsers(fastify)
  answerUnreadBodies(fastify, { bytes: DROPPED_BYTES, requestTimeoutMs: config.requestTimeoutMs })
  hooks(fastify, app)
  secureAnswers(fastify, config.publicUrl.startsWith('https:'), !config.publicDemo)
  const senders = new SenderCounts()
  await fastify.register(rateLimit, {
    global: true,
    max: config.rateLimitPerMinute,
    timeWindow: LIMIT_WINDOW_MS,
    store: storeOf(senders),
    keyGenerator: (request) => addressKey(request.ip),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    errorResponseBuilder: (_request, context) => new AppError('TooManyRequests', null, Math.ceil(context.ttl / 1000)),
    allowList: (request) => !lostRequests.has(request) && free.test(request.url),
  })
  const countRequest = fastify.createRateLimit()
  // A request for a missing address counts for its sender, even if the address begins like a free one.
  limit = async (request) => {
    if (!free.test(request.url) && request.routeOptions.url !== undefined) return 0
    lostRequests.add(request)
    const { isExceeded, ttl } = { isExceeded: false, ttl: 0, ...(await countRequest(request)) }
    return isExceeded ? Math.ceil(ttl / 1000) : 0
  }
  const full = watchHeap()
  refuseOnFullHeap(fastify, full)
  let closing = false
  fastify.addHook('preClose', (next) => {
    closing = true
    connections.leave(LAST_ANSWERS_MS)
    next()
  })
  health(fastify, app)
  // A worker serves only its health. Players, gateways and the game call the web processes.
  if (config.role !== 'worker') await outside(fastify, app)
  const answers = new KeptAnswers(countryHeaders(config))
  notFound = await pages(fastify, answers)
  answerKept(fastify.server, {
    answers,
    version: () => app.content.version(),
    open: () => !closing && !full(),
    tooMany: (request) =>
      senders.hit(addressKey(senderOf(request, config.trustProxy)), LIMIT_WINDOW_MS).current >
      config.rateLimitPerMinute,
    answered: (request, reqId, ms) => {
      const { url = '' } = request
      noteAnswer(app, logger, { reqId, method: 'GET', url, status: 200, ms, ip: senderOf(request, config.trustProxy) })
    },
  })
  shedLoad(fastify.server, {
    pending: app.pending,
    pendingMax: Math.max(256, config.dbPool * 16),
    inHandMax: config.requestsInHand,
    slowLoopMs: config.loopDelayMs,
    refused: () => app.metrics.refused.inc(),
  })
  logger.debug({ routes }, 'routes')
  return fastify
}

async function outside(fastify: FastifyInstance, app: AppParts): Promise<void> {
  apiDocuments(fastify, app.config.publicUrl)
  const register = callRegistrar(fastify, app)
  userRoutes(register, app)
  privacyRoutes(register, app)
  supportRoutes(register, app)
  withdrawalRoutes(register, app)
  settingRoutes(register, app)
  orderRoutes(register, app, createAddressLimit(app.config.ordersPerMinutePerAddress, app.ctx.now))
  documentRoutes(register, app)
  pointRoutes(register, app)
  campaignRoutes(register, app)
  marketRoutes(register, app)
  await analyticsRoutes(fastify, app)
  payRoutes(fastify, app)
  await inboxRoutes(fastify, app)
  await oauthRoutes(fastify, app)
  await gameRoutes(fastify, app)
  webhookKeyRoutes(fastify, app)
  addressProof(fastify, app.config.sessionSecrets[0] ?? '')
  seoRoutes(fastify, app)
  pictureRoute(fastify, app.ctx.q)
  if (app.config.demo || app.config.shadow) await demoParties(fastify, app)
}

/** Only JSON is accepted (415 otherwise). An empty body is an empty object. Keys that poison prototypes are refused. */
export function parsers(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, next) => {
    const text = body.toString()
    if (text.trim() === '') {
      next(null, {})
      return
    }
    // PostgreSQL's text cannot hold NUL, and no field of ours needs one. Decision 29.
    if (/\\u0000/.test(text)) {
      next(new AppError('InvalidParams', { issues: [{ path: '', message: 'the body has a NUL character' }] }))
      return
    }
    void parseJson(request, text, next)
  })
}

type Answer = { reqId?: string; method: string; url: string; status: number; ms: number; ip: string }

/** Counts an answer and writes its log line. `reqId` is for a logger that does not add it itself. */
function noteAnswer(
  { metrics }: AppParts,
  logger: Pick<Logger, 'info'>,
  { reqId, method, url, status, ms, ip }: Answer,
): void {
  metrics.requests.inc({ status: `${Math.floor(status / 100)}xx` })
  const group = groupOf(url)
  if (group !== null) {
    metrics.groupSeconds.observe({ group }, ms / 1000)
    if (status >= 500) metrics.groupFailed.inc({ group })
  }
  logger.info(
    {
      ...(reqId === undefined ? {} : { reqId }),
      method,
      path: url.split('?')[0],
      status,
      ms: Math.round(ms * 10) / 10,
      ip,
    },
    'request',
  )
}

function hooks(fastify: FastifyInstance, app: AppParts): void {
  fastify.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) {
      reply.header('cache-control', 'no-store')
      const type = request.headers['content-type']
      // A body that is not JSON is refused before any other work. Cookies never authenticate, so no form can act for a
      // player.
      if (
        type !== undefined &&
        !/^application\/json\b/i.test(type) &&
        !/^\/api\/(pay|user\/oauth)\//.test(request.url)
      ) {
        next(new AppError('UnsupportedMediaType'))
        return
      }
    }
    next()
  })
  fastify.addHook('onResponse', (request, reply, next) => {
    const { method, url, ip } = request
    noteAnswer(app, request.log, { method, url, status: reply.statusCode, ms: reply.elapsedTime, ip })
    next()
  })
}

function health(fastify: FastifyInstance, app: AppParts): void {
  fastify.get('/healthz', (request) => lifeOf(request))
  fastify.get('/readyz', async (_request, reply) => {
    const ready = await app.ready()
    return await reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' })
  })
  fastify.get('/metrics', async (request, reply) => {
    if (!app.config.metricsPublic) throw new AppError('NotFound')
    return await reply.type(app.metrics.registry.contentType).send(await app.metrics.registry.metrics())
  })
}

/** The demo's other parties. They share only this process with the shop, and exchange signed HTTP requests with it. */
async function demoParties(
  fastify: FastifyInstance,
  { catalog, config, ctx, messages, partyQuery }: AppParts,
): Promise<void> {
  fastify.get('/demo/party.css', (_request, reply) =>
    reply.type('text/css').header('cache-control', 'public, max-age=3600').send(partyCss(config.brand)),
  )
  demoHelpdesk(fastify, {
    company: config.brand.seller.name,
    shop: `http://127.0.0.1:${config.port}`,
    keyId: 'demo-key',
    secret: 'demo-game-secret',
  })
  const visitorOf = config.publicDemo
    ? demoVisitors(fastify, {
        q: partyQuery,
        secrets: config.sessionSecrets,
        https: config.publicUrl.startsWith('https:'),
      })
    : null
  demoOutbox(fastify, messages, config.brand.site, visitorOf)
  demoAuthenticator(fastify, config.brand.site, Date.now)
  await demoGameParty(fastify, { game: config.game.name, q: partyQuery, secrets: config.game.secrets })
  if (config.sandbox) {
    const sandbox = await sandboxParty(fastify, {
      q: partyQuery,
      pageBase: `${config.publicUrl}/sandbox`,
      apiKey: config.sandbox.apiKey,
      webhookSecret: config.sandbox.webhookSecrets[0] ?? '',
      webhookBase: config.order.webhookBase,
      shop: { game: config.game.name, logo: config.brand.art.logo, show: orderLook(ctx.q, catalog) },
    })
    fastify.addHook('preClose', () => sandbox.stop())
  }
}
