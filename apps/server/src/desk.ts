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
import { channelMarks } from './http/pages/portal-bundle.ts'
import type { Brand } from './modules/brand/brand.ts'
import { artRoutes } from './modules/brand/brand.routes.ts'
import { deskRegistrar } from './http/desk/desk-calls.ts'
import { envelopePlugin, sendError } from './http/envelope.ts'
import { secureAnswers } from './http/fast/security-headers.ts'
import { answerUnreadBodies } from './http/unread-bodies.ts'
import type { Ctx } from './ctx.ts'
import { correctionRoutes } from './modules/desk-finance/correction.routes.ts'
import { lawRoutes } from './modules/law/desk-law.routes.ts'
import { BUYER } from './modules/document/issue-documents.ts'
import { documentDeskRoutes } from './modules/desk-queues/documents.routes.ts'
import { appealRoutes } from './modules/desk-prices/appeals.routes.ts'
import { currencyRoutes } from './modules/desk-prices/currencies.routes.ts'
import { priceRoutes } from './modules/desk-prices/prices.routes.ts'
import { withdrawalDeskRoutes } from './modules/desk-queues/withdrawals.routes.ts'
import { withdrawalSeal } from './modules/withdrawal/follow-withdrawals.ts'
import { gameKeyRoutes } from './modules/game/desk-keys.routes.ts'
import { gameKeySeal } from './modules/game/game-keys.ts'
import { taxReportRoutes } from './modules/desk-finance/tax-report.routes.ts'
import { ledgerRoutes } from './modules/desk-finance/ledger.routes.ts'
import { periodRoutes } from './modules/desk-finance/period.routes.ts'
import { settlementRoutes } from './modules/desk-finance/settlement.routes.ts'
import { moneyRoutes } from './modules/desk-finance/money.routes.ts'
import { approvalRoutes } from './modules/desk-approvals/approval.routes.ts'
import { tellOwners, watchApprovals } from './modules/desk-approvals/due-requests.ts'
import { auditRoutes } from './modules/desk-audit/audit.routes.ts'
import { orderDeskRoutes } from './modules/desk-orders/orders.routes.ts'
import { playerExportRoutes } from './modules/desk-players/player-export.routes.ts'
import { playerRoutes } from './modules/desk-players/players.routes.ts'
import { disputeRoutes } from './modules/desk-queues/disputes.routes.ts'
import { queueRoutes } from './modules/desk-queues/queues.routes.ts'
import type { Site } from './modules/message/site.ts'
import { alertRoutes } from './modules/desk-insight/alert.routes.ts'
import { reportRoutes } from './modules/desk-insight/report.routes.ts'
import { insightRoutes } from './modules/desk-insight/insight.routes.ts'
import { roleRoutes } from './modules/desk-staff/role.routes.ts'
import { campaignRoutes } from './modules/desk-campaigns/campaign.routes.ts'
import { startRoutes } from './modules/desk-campaigns/start.routes.ts'
import { importRoutes } from './modules/desk-files/import.routes.ts'
import { promoteRoutes } from './modules/desk-files/promote.routes.ts'
import { watchImports } from './modules/desk-files/step-imports.ts'
import { articleRoutes } from './modules/desk-editing/article.routes.ts'
import { channelRoutes, type ConfiguredChannels, seeSecrets } from './modules/desk-editing/channel.routes.ts'
import { homeRoutes } from './modules/desk-editing/home.routes.ts'
import { previewRoutes } from './modules/desk-editing/preview.routes.ts'
import { productRoutes } from './modules/desk-editing/product.routes.ts'
import { revisionRoutes } from './modules/desk-editing/revision.routes.ts'
import { mediaRoutes } from './modules/media/media.routes.ts'
import { pictureRoute } from './modules/media/picture.route.ts'
import { staffLetters } from './modules/desk-staff/letters.ts'
import type { SsoSettings } from './modules/desk-staff/staff-deps.ts'
import { staffRoutes } from './modules/desk-staff/staff.routes.ts'
import type { Passwords } from './modules/identity/password.ts'
import type { Database } from './platform/db.ts'
import type { WeighedCalls } from './http/desk/weighed-calls.ts'
import { createSeal } from './platform/seal.ts'

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
  logger: Logger
  issuer: string
  /** The shop's address for players. */
  publicUrl: string
  /** The data directory, if this process runs the database itself; otherwise null. */
  databaseFolder: string | null
  channels: Omit<ConfiguredChannels, 'secrets'>
  trustProxy: number
  requestTimeoutMs: number
  /** Requests of one address that a process answers in a minute. */
  rateLimitPerMinute: number
  /** A connection beyond the bounds was closed. */
  connectionRefused: () => void
  /** Alerts may go to addresses in a private network. */
  alertPrivate: boolean
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
  fastify.addHook('preClose', (done) => {
    connections.leave(LAST_ANSWERS_MS)
    done()
  })
  envelopePlugin(
    fastify,
    ctx,
    (request, reply) => pages.notFound(request, reply) ?? sendError(reply, new AppError('NotFound')),
    () => Promise.resolve(0),
  )
  parsers(fastify)
  const allowed = allowList(settings.allow)
  fastify.addHook('onRequest', (request, reply, done) => {
    if (allowed && !allowed(request.ip)) {
      // Whatever the caller still sends is nobody's.
      void reply.code(404).header('connection', 'close').send()
      return
    }
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
    done()
  })
  answerUnreadBodies(fastify, { bytes: DROPPED_BYTES, requestTimeoutMs: parts.requestTimeoutMs })
  secureAnswers(fastify, secure)
  const pages = await deskPages(fastify, parts.dev, settings.sso)
  fastify.get('/healthz', () => ({ status: 'ok' }))
  const cookie = deskCookie(secure)
  const origin = new URL(settings.url).origin
  const calls: WeighedCalls = new Map()
  const register = deskRegistrar(fastify, {
    db,
    seal: createSeal(parts.secrets, 'desk answer'),
    cookie,
    origin,
    idleMinutes: settings.idleMinutes,
    openCalls: Math.ceil(parts.rateLimitPerMinute / OPEN_SHARE),
    approvals: {
      calls,
      tellAlone: tellOwners(createSeal(parts.secrets, 'message'), parts.site, origin, parts.deskLocale),
    },
  })
  staffRoutes(register, db, {
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
  roleRoutes(register)
  auditRoutes(register, db)
  moneyRoutes(register)
  const books = { db, now: ctx.now }
  ledgerRoutes(register, books)
  correctionRoutes(register)
  settlementRoutes(register, books)
  periodRoutes(register, books)
  taxReportRoutes(register, books)
  orderDeskRoutes(register, { db, ctx, mails: parts.mails })
  playerRoutes(register, { db, ctx })
  playerExportRoutes(register, parts)
  queueRoutes(register, { db, ctx })
  disputeRoutes(register, { ctx })
  approvalRoutes(register, calls, db)
  insightRoutes(register, ctx.now, new Set(parts.channels.names.keys()), parts)
  reportRoutes(register, db)
  gameKeyRoutes(register, db, gameKeySeal(parts.secrets))
  lawRoutes(register)
  documentDeskRoutes(register, books, createSeal(parts.secrets, BUYER))
  priceRoutes(register)
  currencyRoutes(register)
  appealRoutes(register)
  withdrawalDeskRoutes(register, { db }, withdrawalSeal({ sessionSecrets: [...parts.secrets] }))
  alertRoutes(register, {
    seal: createSeal(parts.secrets, 'message'),
    site: parts.site,
    deskUrl: origin,
    locale: parts.deskLocale,
    secret: parts.secrets[0] ?? '',
    allowPrivate: parts.alertPrivate,
  })
  const approvals = watchApprovals(db, calls, parts.logger)
  const imports = watchImports(db, parts.logger)
  fastify.addHook('onClose', async () => {
    await Promise.all([approvals.stop(), imports.stop()])
  })
  productRoutes(register)
  revisionRoutes(register)
  const channels = { ...parts.channels, secrets: parts.secrets }
  channelRoutes(register, channels, ctx.now)
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
  mediaRoutes(register, db)
  pictureRoute(fastify, db.query)
  artRoutes(fastify, parts.brand, channelMarks(parts.dev))
  await fastify.ready()
  return fastify
}
