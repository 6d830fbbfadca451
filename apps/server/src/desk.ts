import type { FastifyInstance } from 'fastify'
import { AppError } from '@hc/contract/errors'
import type { Locale } from '@hc/contract/locales'
import type { Logger } from 'pino'
import { parsers } from './app.ts'
import { boundConnections } from './http/connections.ts'
import { createFastify } from './http/create-fastify.ts'
import { allowList } from './http/desk/allow-list.ts'
import { deskCookie } from './http/desk/cookie.ts'
import { deskPages } from './http/desk/desk-pages.ts'
import { payMarks } from './http/pages/portal-bundle.ts'
import type { Brand } from './shop/brand/brand.ts'
import { artRoutes } from './shop/brand/brand.routes.ts'
import { deskRegistrar } from './http/desk/desk-calls.ts'
import { auditorOf } from './http/desk/visitor.ts'
import { envelopePlugin, sendError } from './http/envelope.ts'
import { secureAnswers } from './http/fast/security-headers.ts'
import { guidePages } from './http/pages/guide.ts'
import { lifeOf } from './http/life.ts'
import { answerUnreadBodies } from './http/unread-bodies.ts'
import type { Ctx, Game } from './ctx.ts'
import { correctionRoutes } from './desk/ledger/correction.routes.ts'
import { lawRoutes } from './desk/law/law.routes.ts'
import { BUYER } from './shop/document/issue-documents.ts'
import { documentDeskRoutes } from './desk/documents/documents.routes.ts'
import { appealRoutes } from './desk/appeals/appeals.routes.ts'
import { currencyRoutes } from './desk/currencies/currencies.routes.ts'
import { priceRoutes } from './desk/prices/prices.routes.ts'
import { withdrawalDeskRoutes } from './desk/withdrawals/withdrawals.routes.ts'
import { withdrawalSeal } from './shop/withdrawal/follow-withdrawals.ts'
import { gameKeyRoutes } from './desk/game-keys/game-keys.routes.ts'
import { gameKeySeal } from './shop/game/game-keys.ts'
import { taxReportRoutes } from './desk/reports/tax-report.routes.ts'
import { ledgerRoutes } from './desk/ledger/ledger.routes.ts'
import { periodRoutes } from './desk/months/months.routes.ts'
import { settlementRoutes } from './desk/payouts/payouts.routes.ts'
import { refundRoutes } from './desk/refunds/refunds.routes.ts'
import { approvalRoutes } from './desk/approvals/approval.routes.ts'
import { tellOwners, watchApprovals } from './desk/approvals/due-requests.ts'
import { auditRoutes } from './desk/audit/audit.routes.ts'
import { orderDeskRoutes } from './desk/orders/orders.routes.ts'
import { playerExportRoutes } from './desk/players/player-export.routes.ts'
import { playerRoutes } from './desk/players/players.routes.ts'
import { disputeRoutes } from './desk/disputes/disputes.routes.ts'
import { webhookRoutes } from './desk/webhooks/webhooks.routes.ts'
import { waitingRoutes } from './desk/waiting/waiting.routes.ts'
import { deliveryRoutes } from './desk/deliveries/deliveries.routes.ts'
import { todayRoutes } from './desk/today/today.routes.ts'
import { moneyReportRoutes } from './desk/reports/money.routes.ts'
import { pointsRoutes } from './desk/points/points.routes.ts'
import { searchRoutes } from './desk/search/search.routes.ts'
import { viewRoutes } from './desk/views/views.routes.ts'
import { remarkRoutes } from './desk/remarks/remarks.routes.ts'
import { ruleRoutes } from './desk/approvals/rules.routes.ts'
import { grantRoutes } from './desk/staff/grant.routes.ts'
import type { Site } from './shop/message/site.ts'
import { alertRoutes } from './desk/alerts/alerts.routes.ts'
import { reportRoutes } from './desk/reports/reports.routes.ts'
import { healthRoutes } from './desk/health/health.routes.ts'
import { addressProof } from './http/address-proof.ts'
import { setupRoutes } from './desk/setup/setup.routes.ts'
import type { SetupHouse } from './desk/setup/facts.ts'
import { roleRoutes } from './desk/roles/roles.routes.ts'
import { campaignRoutes } from './desk/campaigns/campaign.routes.ts'
import { startRoutes } from './desk/campaigns/start.routes.ts'
import { importRoutes } from './desk/imports/imports.routes.ts'
import { promoteRoutes } from './desk/promotion/promotion.routes.ts'
import { watchImports } from './desk/imports/step-imports.ts'
import { articleRoutes } from './desk/articles/articles.routes.ts'
import { methodRoutes } from './desk/channels/method.routes.ts'
import { channelRoutes, type ConfiguredChannels, seeSecrets, shopMode } from './desk/channels/channels.routes.ts'
import { homeRoutes } from './desk/home/home.routes.ts'
import { previewRoutes } from './desk/revisions/preview.routes.ts'
import { productRoutes } from './desk/products/products.routes.ts'
import { revisionRoutes } from './desk/revisions/revisions.routes.ts'
import { mediaRoutes } from './desk/media/media.routes.ts'
import { pictureRoute } from './shop/media/picture.route.ts'
import { staffLetters } from './desk/staff/letters.ts'
import type { SsoSettings } from './desk/staff/staff-deps.ts'
import { staffRoutes } from './desk/staff/staff.routes.ts'
import type { Passwords } from './shop/identity/password.ts'
import type { Database } from './platform/db.ts'
import type { WeighedCalls } from './http/desk/weighed-calls.ts'
import { createSeal, type FormerKey } from './platform/seal.ts'

/** Somebody dropped a film instead of a picture: it is read to its end, so that its sender reads why it is refused. */
const DROPPED_BYTES = 128 * 1024 * 1024
/** Of the requests that a process answers to one address, this part may be calls of the desk without a session. */
const OPEN_SHARE = 20
/** Once the desk closes, open answers have this long. */
const LAST_ANSWERS_MS = 8_000
/** Connections at once: a publisher has fewer people than players. */
const CONNECTIONS = { most: 1_000, ofOneAddress: 100 }

export type DeskParts = {
  db: Database
  ctx: Ctx
  passwords: Passwords
  /** The installation's secrets, for sealed data. */
  secrets: readonly string[]
  /** Keys of secrets that are not listed any longer. */
  formerKeys: readonly FormerKey[]
  logger: Logger
  issuer: string
  /** The shop's address for players. */
  publicUrl: string
  /** The data directory, if this process runs the database itself; otherwise null. */
  databaseFolder: string | null
  /** It takes real money. */
  live: boolean
  /** What "Open your shop" asks of the settings. */
  setup: SetupHouse
  heartbeatUrl: string | null
  /** The game, called with signatures that it must not believe. */
  forged: Game
  channels: Omit<ConfiguredChannels, 'secrets'>
  trustProxy: number
  requestTimeoutMs: number
  /** Requests of one address that a process answers in a minute. */
  rateLimitPerMinute: number
  /** A connection beyond the bounds was closed. */
  connectionRefused: () => void
  /** Alerts may go to addresses in a private network. */
  alertPrivate: boolean
  /** The longest pause between two looks for scheduled work. */
  lookMs: number
  /** It has the demo's data and gateway. */
  demo: boolean
  /** The public demo: the address of the person that every visitor is. Else null. */
  publicDemo: { auditor: string } | null
  /** Where the demo's gateway is, and its game beside it; null where it is no demo. */
  sandboxUrl: string | null
  /** This shop sends mail. */
  mails: boolean
  /** Mail reaches the staff's own mailboxes: not in the demo, whose mails everybody reads. */
  mailsStaff: boolean
  /** All data that a player may see of themselves. */
  ownData: (accountId: number) => Promise<Record<string, unknown>>
  /** Public keys of the shops whose promotions this one accepts. */
  promoteTrusted: readonly string[]
  /** The language of the desk's letters and alerts. */
  deskLocale: Locale
  /** Pages from source, with hot reload. */
  dev: boolean
  /** Its pictures of goods are shown beside their names. */
  brand: Brand
  /** The shop's name in letters to the staff. */
  site: Site
  settings: {
    url: string
    idleMinutes: number
    sessionHours: number
    allow: readonly string[]
    /** The networks of the proxies that say the caller's address; empty: whoever connects. */
    proxies: readonly string[]
    sso: SsoSettings | null
  }
}

/** The publisher's desk. Its listener has no route of the players, and theirs has no route of the desk. */
export async function buildDesk(parts: DeskParts): Promise<FastifyInstance> {
  const { db, ctx, settings, trustProxy } = parts
  const isProxy = allowList(settings.proxies) ?? (() => true)
  const fastify = createFastify({
    logger: parts.logger,
    requestTimeoutMs: parts.requestTimeoutMs,
    trustProxy: trustProxy > 0 ? (address: string, hop: number) => hop < trustProxy && isProxy(address) : false,
  })
  const secure = settings.url.startsWith('https:')
  const connections = boundConnections(fastify.server, {
    max: CONNECTIONS.most,
    // Behind a proxy all connections have its address.
    perAddress: trustProxy > 0 ? null : CONNECTIONS.ofOneAddress,
    refused: parts.connectionRefused,
  })
  fastify.addHook('preClose', (next) => {
    connections.leave(LAST_ANSWERS_MS)
    next()
  })
  envelopePlugin(
    fastify,
    ctx,
    (request, reply) => pages.notFound(request, reply) ?? sendError(reply, new AppError('NotFound')),
    () => Promise.resolve(0),
  )
  parsers(fastify)
  const allowed = allowList(settings.allow)
  fastify.addHook('onRequest', (request, reply, next) => {
    if (allowed && !allowed(request.ip)) {
      // Whatever the caller still sends is nobody's.
      void reply.code(404).header('connection', 'close').send()
      return
    }
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
    next()
  })
  answerUnreadBodies(fastify, { bytes: DROPPED_BYTES, requestTimeoutMs: parts.requestTimeoutMs })
  secureAnswers(fastify, secure, parts.publicDemo === null)
  const cookie = deskCookie(secure)
  const pages = await deskPages(fastify, parts.dev, settings.sso, { db, cookie, idleMinutes: settings.idleMinutes })
  await guidePages(fastify)
  fastify.get('/healthz', (request) => lifeOf(request))
  addressProof(fastify, parts.secrets[0] ?? '')
  const origin = new URL(settings.url).origin
  const calls: WeighedCalls = new Map()
  const register = deskRegistrar(fastify, {
    db,
    seal: createSeal(parts.secrets, 'desk answer'),
    cookie,
    origin,
    idleMinutes: settings.idleMinutes,
    openCalls: Math.ceil(parts.rateLimitPerMinute / OPEN_SHARE),
    visitors: parts.publicDemo && { who: auditorOf(parts.publicDemo.auditor), calls: parts.rateLimitPerMinute },
    approvals: {
      calls,
      tellAlone: tellOwners(createSeal(parts.secrets, 'message'), parts.site, origin, parts.deskLocale),
    },
  })
  staffRoutes(register, db, {
    mode: shopMode(parts.demo, parts.channels),
    visitors: parts.publicDemo !== null,
    q: db.query,
    passwords: parts.passwords,
    seal: createSeal(parts.secrets, 'desk totp'),
    cookie,
    now: ctx.now,
    origin,
    issuer: parts.issuer,
    sessionHours: settings.sessionHours,
    log: parts.logger,
    sso: settings.sso,
    ssoSeal: createSeal(parts.secrets, 'desk sso'),
    ssoCookie: deskCookie(secure, '_sso'),
    mails: parts.mailsStaff,
    letters: staffLetters(createSeal(parts.secrets, 'message'), parts.site, origin, parts.deskLocale),
  })
  grantRoutes(register)
  roleRoutes(register)
  ruleRoutes(register)
  auditRoutes(register, db)
  pointsRoutes(register)
  const books = { db, now: ctx.now }
  ledgerRoutes(register, books)
  correctionRoutes(register)
  settlementRoutes(register, books)
  periodRoutes(register, books)
  taxReportRoutes(register, books)
  orderDeskRoutes(register, { db, ctx, mails: parts.mails })
  playerRoutes(register, { db, ctx })
  playerExportRoutes(register, parts)
  waitingRoutes(register, db)
  deliveryRoutes(register, { db, ctx })
  refundRoutes(register, { db, ctx })
  disputeRoutes(register, { db, ctx })
  webhookRoutes(register, db)
  searchRoutes(register)
  remarkRoutes(register)
  viewRoutes(register)
  approvalRoutes(register, calls, db)
  todayRoutes(register, parts)
  const { box, heartbeat } = parts.setup
  healthRoutes(register, new Set(parts.channels.names.keys()), {
    ...parts,
    heartbeat: heartbeat || (box ? false : null),
  })
  setupRoutes(register, {
    db,
    ctx,
    house: parts.setup,
    forged: parts.forged,
    seal: createSeal(parts.secrets, 'message'),
    secret: parts.secrets[0] ?? '',
    heartbeatUrl: parts.heartbeatUrl,
    site: parts.site,
  })
  moneyReportRoutes(register, ctx.now)
  reportRoutes(register, db)
  gameKeyRoutes(register, db, gameKeySeal(parts.secrets))
  lawRoutes(register)
  documentDeskRoutes(register, books, createSeal(parts.secrets, BUYER, parts.formerKeys))
  priceRoutes(register)
  currencyRoutes(register)
  appealRoutes(register)
  withdrawalDeskRoutes(
    register,
    { db },
    withdrawalSeal({ config: { sessionSecrets: [...parts.secrets] }, formerKeys: parts.formerKeys }),
  )
  alertRoutes(register, {
    seal: createSeal(parts.secrets, 'message'),
    site: parts.site,
    deskUrl: origin,
    locale: parts.deskLocale,
    secret: parts.secrets[0] ?? '',
    allowPrivate: parts.alertPrivate,
  })
  const approvals = watchApprovals(db, calls, parts.logger, parts.lookMs)
  const imports = watchImports(db, parts.logger, parts.lookMs)
  fastify.addHook('onClose', async () => {
    await Promise.all([approvals.stop(), imports.stop()])
  })
  productRoutes(register)
  revisionRoutes(register)
  const channels = { ...parts.channels, secrets: parts.secrets }
  channelRoutes(register, channels, ctx.now)
  methodRoutes(register)
  await seeSecrets(db.query, channels)
  articleRoutes(register, db)
  campaignRoutes(register, books)
  startRoutes(register, ctx.now)
  importRoutes(register, db)
  promoteRoutes(register, {
    seal: createSeal(parts.secrets, 'promotion'),
    shop: parts.publicUrl,
    trusted: parts.promoteTrusted,
    now: ctx.now,
  })
  homeRoutes(register)
  previewRoutes(register, parts.publicUrl)
  mediaRoutes(register, db, [...parts.brand.artFiles.keys()].toSorted())
  pictureRoute(fastify, db.query)
  artRoutes(fastify, parts.brand, payMarks(parts.dev))
  await fastify.ready()
  return fastify
}
