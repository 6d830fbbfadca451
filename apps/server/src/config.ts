import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Brand, notLive, readBrand } from './modules/brand/brand.ts'
import { wayTo } from './config-database.ts'
import { gatewaySettings, readGateways } from './config-gateways.ts'
import { ConfigError } from './config-error.ts'

const flag = z.enum(['0', '1', 'true', 'false']).transform((v) => v === '1' || v === 'true')
const whsec = z
  .string()
  .regex(
    /^whsec_[A-Za-z0-9+/=]{24,}(,whsec_[A-Za-z0-9+/=]{24,})*$/,
    'must be whsec_ followed by at least 24 Base64 characters; to rotate, list several separated by commas, newest first',
  )
/** Secrets that rotate without a stop: the first one signs, all of them are believed. */
const several = (text: string): string[] => text.split(',').map((one) => one.trim())

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(1).max(65535).default(8080),
  HOST: z.string().min(1).default('0.0.0.0'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  /** The folder with the publisher's name, look and company (docs/branding.md). */
  BRAND_DIR: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../../../brands/starfall', import.meta.url))),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /**
   * 1: DATABASE_URL is a pooler that gives a connection for a transaction (PgBouncer): see
   * deploy/database/shop-user.sql.
   */
  DATABASE_POOLER: flag.default(false),
  /** Past the pooler, as the owner of the tables: migrations, LISTEN, cleaning up. */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DB_POOL: z.coerce.number().int().min(2).max(200).default(16),
  /** The embedded database may skip fsync in tests alone. */
  DB_FSYNC: flag.default(true),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DEMO: flag.optional(),
  CLIENT_KEY: z.string().length(16, 'must have exactly 16 characters').optional(),
  SESSION_SECRET: z
    .string()
    .refine(
      (text) => several(text).every((one) => one.length >= 16),
      'must have at least 16 characters; to rotate, list several separated by commas, newest first',
    )
    .optional(),
  /** Mixed into every password's hash and kept outside the database; once set it must stay. */
  PASSWORD_PEPPER: z.string().min(16).optional(),
  ANALYTICS_KEY: z.string().min(8).optional(),
  /** Whom the portal asks before it counts visits: players in Europe by their time zone, everybody, nobody. */
  ANALYTICS_CONSENT: z.enum(['eu', 'always', 'never']).default('eu'),
  ANALYTICS_RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  ANALYTICS_PER_MINUTE: z.coerce.number().int().min(1).default(120),
  /** Another logging host; `none`: nothing is counted. */
  LOGGER_URL: z
    .literal('none')
    .or(z.url({ protocol: /^https?$/ }))
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  METRICS_PUBLIC: flag.optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(10).default(6000),
  ORDER_EXPIRE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
  /** 0: no limits, as in the demo. */
  ORDERS_UNPAID_MAX: z.coerce.number().int().min(0).max(1000).optional(),
  ORDERS_PER_HOUR_MAX: z.coerce.number().int().min(1).max(10_000).default(30),
  /**
   * 0: no limit, as in the demo, and where no TRUST_PROXY says whose address a request's is: a proxy's own would be
   * everybody's. Counted by each process.
   */
  ORDERS_PER_MINUTE_PER_ADDRESS: z.coerce.number().int().min(0).max(100_000).optional(),
  REPAIR_AFTER_SECONDS: z.coerce.number().min(0.1).max(3600).default(10),
  LATE_CHECK_SECONDS: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be seconds, separated by commas')
    .default('600,3600,86400'),
  RECONCILE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
  OUTSIDE_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  LEASE_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  RETRY_BASE_MS: z.coerce.number().int().min(10).max(60_000).default(2000),
  RETRY_CAP_MS: z.coerce.number().int().min(10).max(86_400_000).default(3_600_000),
  CUSTOMER_SERVICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  GAME_ID: z.string().min(1).default('hc1'),
  /** By default the brand's. */
  GAME_NAME: z.string().min(1).optional(),
  /** `none`: nothing is pushed, the game pulls its deliveries. */
  GAME_URL: z
    .literal('none')
    .or(z.url({ protocol: /^https?$/ }))
    .optional(),
  /** Where the game is asked to take back what was refunded. */
  GAME_RECALL_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * What opens the game on a player's device: a page, or a scheme of the game's own. Never one that runs or reads
   * anything here.
   */
  GAME_LAUNCH_URL: z
    .literal('none')
    .or(z.url({ protocol: /^(?!javascript|data|vbscript|file|blob|about)[a-z][a-z0-9+.-]*$/ }))
    .optional(),
  GAME_WEBHOOK_SECRET: whsec.optional(),
  /** 'uniform' answers an unknown account like a wrong password; 'detailed' has the specification's keys. */
  AUTH_ERRORS: z.enum(['detailed', 'uniform']).default('detailed'),
  SIGN_IN_FAILURES_PER_ADDRESS: z.coerce.number().int().min(5).optional(),
  CODES_PER_HOUR_PER_ADDRESS: z.coerce.number().int().min(1).optional(),
  SMS_PER_DAY: z.coerce.number().int().min(0).default(5000),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).max(200).optional(),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_SECRET: whsec.optional(),
  /** Where requests of players who cannot log in go. */
  SUPPORT_EMAIL: z.email('is not an email address').optional(),
  SUPPORT_PER_HOUR: z.coerce.number().int().min(1).default(200),
  SUPPORT_PER_HOUR_PER_ADDRESS: z.coerce.number().int().min(1).optional(),
  SUPPORT_RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(180),
  OAUTH_LINK_BY_EMAIL: flag.default(true),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  APPLE_CLIENT_ID: z.string().min(1).optional(),
  APPLE_TEAM_ID: z.string().min(1).optional(),
  APPLE_KEY_ID: z.string().min(1).optional(),
  /** PKCS#8 in PEM, as Apple hands it out. */
  APPLE_PRIVATE_KEY: z.string().includes('PRIVATE KEY', { message: 'must be a PKCS#8 key in PEM' }).optional(),
  APPLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://appleid.apple.com'),
  FACEBOOK_APP_ID: z.string().min(1).optional(),
  FACEBOOK_APP_SECRET: z.string().min(1).optional(),
  FACEBOOK_DIALOG_URL: z.url({ protocol: /^https?$/ }).default('https://www.facebook.com/v21.0'),
  FACEBOOK_GRAPH_URL: z.url({ protocol: /^https?$/ }).default('https://graph.facebook.com/v21.0'),
  WECHAT_APP_ID: z.string().min(1).optional(),
  WECHAT_APP_SECRET: z.string().min(1).optional(),
  WECHAT_OPEN_URL: z.url({ protocol: /^https?$/ }).default('https://open.weixin.qq.com'),
  WECHAT_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.weixin.qq.com'),
  SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where the sandbox's pages are, if not at SANDBOX_URL. */
  SANDBOX_PAGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The header in which the proxy in front says the player's country, in lower case: cf-ipcountry, x-country-code. */
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'is a header name in lower case')
    .optional(),
  /** Requests that a process works on at once before it refuses to let more browse. */
  MAX_REQUESTS_IN_HAND: z.coerce.number().int().min(10).default(1000),
  MAX_LOOP_DELAY_MS: z.coerce.number().int().min(20).default(150),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).default(10_000),
  /** Of one address; 0: no cap of its own. By default a quarter of all, and none behind a proxy: its is everybody's. */
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).optional(),
  /** ms for the whole of a request, its headers included. */
  REQUEST_TIMEOUT_MS: z.coerce.number().int().min(500).default(60_000),
  SANDBOX_API_KEY: z.string().min(8).optional(),
  SANDBOX_WEBHOOK_SECRET: whsec.optional(),
  ...gatewaySettings,
})

export type Config = Settings & { brand: Brand; game: { name: string }; mailFrom: string }
/** What the environment says, before the brand is read. */
export type Settings = ReturnType<typeof readConfig>

/** The demo's content names it, too; nobody reads it. */

const demoSecrets = {
  CLIENT_KEY: 'hcportal-demo-01',
  SESSION_SECRET: 'demo-session-secret-0001',
  ANALYTICS_KEY: 'demo-analytics-key',
  GAME_WEBHOOK_SECRET: `whsec_${Buffer.from('demo-game-delivery-secret-000001').toString('base64')}`,
  SANDBOX_API_KEY: 'sandbox-demo-api-key',
  SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.from('demo-sandbox-webhook-secret-0001').toString('base64')}`,
}

/**
 * `NAME_FILE` holds the path of a file with the value of `NAME`, so that a secret need not stand in the environment.
 */
function withFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = Object.entries(env).flatMap(([name, path]) => {
    const target = name.slice(0, -'_FILE'.length)
    if (!name.endsWith('_FILE') || !path || !(target in schema.shape)) return []
    if (env[target]) throw new ConfigError(`${name}: ${target} is set as well; set only one of the two`)
    try {
      return [[target, readFileSync(path, 'utf8').trim()] as const]
    } catch {
      throw new ConfigError(`${name}: the file cannot be read`)
    }
  })
  return { ...env, ...Object.fromEntries(read) }
}

/** Settings that only make sense together: all of them, or none. @throws ConfigError that names what is missing */
function together<K extends string>(values: Record<K, string | undefined>): Record<K, string> | null {
  const entries = Object.entries<string | undefined>(values)
  const missing = entries.filter(([, value]) => value === undefined).map(([name]) => name)
  if (missing.length === entries.length) return null
  if (missing.length > 0)
    throw new ConfigError(
      `${missing.join(', ')}: is required because ${entries.find(([, value]) => value !== undefined)?.[0] ?? ''} is set`,
    )
  return values as Record<K, string>
}

/** Reads and checks the environment. @throws ConfigError with one line that names each wrong variable. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(withFiles(env)).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  }
  const c = parsed.data
  const production = c.NODE_ENV === 'production'
  const demo = c.DEMO ?? !production
  /** In production no secret has a default; the demo has its own. */
  const secret = (name: keyof typeof demoSecrets): string => {
    const value = c[name]
    if (production && value === demoSecrets[name])
      throw new ConfigError(`${name}: is set to the demo's published value; choose your own`)
    if (value) return value
    if (production || !demo)
      throw new ConfigError(`${name}: is required when ${production ? 'NODE_ENV=production' : 'DEMO=0'}`)
    return demoSecrets[name]
  }
  const self = `http://127.0.0.1:${c.PORT}`
  const publicUrl = (c.PUBLIC_URL ?? `http://localhost:${c.PORT}`).replace(/\/+$/, '')
  if (production && c.PUBLIC_URL === undefined)
    throw new ConfigError('PUBLIC_URL: is required when NODE_ENV=production')
  if (c.DATABASE_URL === undefined && (c.DATABASE_POOLER || c.DATABASE_DIRECT_URL))
    throw new ConfigError(
      `DATABASE_URL: is required because ${c.DATABASE_POOLER ? 'DATABASE_POOLER' : 'DATABASE_DIRECT_URL'} is set`,
    )
  if (c.DATABASE_POOLER && c.DATABASE_DIRECT_URL === undefined && (demo || c.ROLE !== 'web'))
    throw new ConfigError(
      'DATABASE_DIRECT_URL: is required because DATABASE_POOLER=1, except for ROLE=web outside the demo',
    )
  const ways = (['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const).flatMap((name) =>
    c[name] === undefined ? [] : [wayTo(name, c[name])],
  )
  for (const { refused } of ways) if (refused !== null) throw new ConfigError(refused)
  const google = together({ GOOGLE_CLIENT_ID: c.GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: c.GOOGLE_CLIENT_SECRET })
  const apple = together({
    APPLE_CLIENT_ID: c.APPLE_CLIENT_ID,
    APPLE_TEAM_ID: c.APPLE_TEAM_ID,
    APPLE_KEY_ID: c.APPLE_KEY_ID,
    APPLE_PRIVATE_KEY: c.APPLE_PRIVATE_KEY,
  })
  const facebook = together({ FACEBOOK_APP_ID: c.FACEBOOK_APP_ID, FACEBOOK_APP_SECRET: c.FACEBOOK_APP_SECRET })
  const wechat = together({ WECHAT_APP_ID: c.WECHAT_APP_ID, WECHAT_APP_SECRET: c.WECHAT_APP_SECRET })
  const sms = together({ SMS_URL: c.SMS_URL, SMS_SECRET: c.SMS_SECRET })
  return {
    production,
    demo,
    port: c.PORT,
    host: c.HOST,
    publicUrl,
    role: c.ROLE,
    logLevel: c.LOG_LEVEL,
    dev: env.HC_DEV === '1',
    dataDir: resolve(c.DATA_DIR),
    brandDir: resolve(c.BRAND_DIR),
    live: c.PAYMENTS_MODE === 'live',
    databaseUrl: c.DATABASE_URL,
    directUrl: c.DATABASE_DIRECT_URL ?? null,
    pooled: c.DATABASE_POOLER,
    dbPool: c.DB_POOL,
    dbFsync: c.DB_FSYNC,
    /** One line for each address of a database that production would reach without verified TLS. */
    openWays: production ? ways.flatMap(({ open }) => open ?? []) : [],
    clientKey: secret('CLIENT_KEY'),
    sessionSecrets: several(secret('SESSION_SECRET')),
    passwordPepper: c.PASSWORD_PEPPER ?? null,
    analyticsKey: secret('ANALYTICS_KEY'),
    analytics: {
      consent: c.ANALYTICS_CONSENT,
      retentionDays: c.ANALYTICS_RETENTION_DAYS,
      perMinute: c.ANALYTICS_PER_MINUTE,
      /** null: this server itself. */
      loggerUrl: c.LOGGER_URL === 'none' ? '' : (c.LOGGER_URL?.replace(/\/+$/, '').replace(/\/log$/, '') ?? null),
    },
    metricsPublic: c.METRICS_PUBLIC ?? !production,
    trustProxy: c.TRUST_PROXY,
    rateLimitPerMinute: c.RATE_LIMIT_PER_MINUTE,
    maxConnections: c.MAX_CONNECTIONS,
    connectionsPerAddress:
      (c.MAX_CONNECTIONS_PER_ADDRESS ?? (c.TRUST_PROXY > 0 ? 0 : Math.floor(c.MAX_CONNECTIONS / 4))) || null,
    requestTimeoutMs: c.REQUEST_TIMEOUT_MS,
    countryHeader: c.COUNTRY_HEADER,
    orderExpireSeconds: c.ORDER_EXPIRE_SECONDS,
    repairAfterSeconds: c.REPAIR_AFTER_SECONDS,
    orderLimits:
      (c.ORDERS_UNPAID_MAX ?? (demo ? 0 : 10)) === 0
        ? null
        : { unpaid: c.ORDERS_UNPAID_MAX ?? 10, hourly: c.ORDERS_PER_HOUR_MAX },
    ordersPerMinutePerAddress: (c.ORDERS_PER_MINUTE_PER_ADDRESS ?? (demo || c.TRUST_PROXY === 0 ? 0 : 120)) || null,
    requestsInHand: c.MAX_REQUESTS_IN_HAND,
    loopDelayMs: c.MAX_LOOP_DELAY_MS,
    lateCheckSeconds: c.LATE_CHECK_SECONDS.split(',').map(Number),
    retry: { baseMs: c.RETRY_BASE_MS, capMs: c.RETRY_CAP_MS },
    leaseSeconds: c.LEASE_SECONDS,
    reconcileSeconds: c.RECONCILE_SECONDS,
    outsideTimeoutMs: c.OUTSIDE_TIMEOUT_MS,
    customerServiceUrl: c.CUSTOMER_SERVICE_URL ?? `${publicUrl}/demo/helpdesk`,
    game: {
      id: c.GAME_ID,
      name: c.GAME_NAME ?? null,
      url: c.GAME_URL === 'none' ? null : (c.GAME_URL ?? (demo ? `${self}/demo/game/deliver` : null)),
      recallUrl: c.GAME_RECALL_URL ?? (demo && c.GAME_URL === undefined ? `${self}/demo/game/recall` : null),
      launchUrl: c.GAME_LAUNCH_URL === 'none' ? '' : (c.GAME_LAUNCH_URL ?? (demo ? '/demo/game' : '')),
      secrets: several(secret('GAME_WEBHOOK_SECRET')),
      timeoutMs: c.OUTSIDE_TIMEOUT_MS,
    },
    sandbox:
      demo || c.SANDBOX_URL
        ? {
            url: (c.SANDBOX_URL ?? `${self}/sandbox`).replace(/\/+$/, ''),
            apiKey: secret('SANDBOX_API_KEY'),
            pageOrigin: new URL(c.SANDBOX_PAGE_URL ?? c.SANDBOX_URL ?? publicUrl).origin,
            webhookSecrets: several(secret('SANDBOX_WEBHOOK_SECRET')),
            timeoutMs: c.OUTSIDE_TIMEOUT_MS,
          }
        : null,
    gateways: readGateways(c, {
      production,
      timeoutMs: c.OUTSIDE_TIMEOUT_MS,
      together,
      refuse: (line) => {
        throw new ConfigError(line)
      },
    }),
    signIn: {
      uniformErrors: c.AUTH_ERRORS === 'uniform',
      /** The demo is tried out from one address by people and tests alike. */
      failuresPerAddress: c.SIGN_IN_FAILURES_PER_ADDRESS ?? (demo ? 1000 : 100),
      codesPerHourPerAddress: c.CODES_PER_HOUR_PER_ADDRESS ?? (demo ? 300 : 30),
      smsPerDay: c.SMS_PER_DAY,
    },
    mail: c.SMTP_URL ? { smtpUrl: c.SMTP_URL, timeoutMs: c.OUTSIDE_TIMEOUT_MS } : null,
    mailFrom: c.MAIL_FROM ?? null,
    sms: sms ? { url: sms.SMS_URL, secrets: several(sms.SMS_SECRET), timeoutMs: c.OUTSIDE_TIMEOUT_MS } : null,
    support: {
      email: c.SUPPORT_EMAIL ?? null,
      perHour: c.SUPPORT_PER_HOUR,
      perHourPerAddress: c.SUPPORT_PER_HOUR_PER_ADDRESS ?? (demo ? 50 : 5),
      retentionDays: c.SUPPORT_RETENTION_DAYS,
    },
    oauth: {
      linkByEmail: c.OAUTH_LINK_BY_EMAIL,
      timeoutMs: c.OUTSIDE_TIMEOUT_MS,
      google: google
        ? { issuer: c.GOOGLE_ISSUER, clientId: google.GOOGLE_CLIENT_ID, clientSecret: google.GOOGLE_CLIENT_SECRET }
        : null,
      apple: apple
        ? {
            issuer: c.APPLE_ISSUER,
            clientId: apple.APPLE_CLIENT_ID,
            teamId: apple.APPLE_TEAM_ID,
            keyId: apple.APPLE_KEY_ID,
            privateKey: apple.APPLE_PRIVATE_KEY,
          }
        : null,
      facebook: facebook
        ? {
            dialogUrl: c.FACEBOOK_DIALOG_URL,
            graphUrl: c.FACEBOOK_GRAPH_URL,
            appId: facebook.FACEBOOK_APP_ID,
            appSecret: facebook.FACEBOOK_APP_SECRET,
          }
        : null,
      wechat: wechat
        ? {
            openUrl: c.WECHAT_OPEN_URL,
            apiUrl: c.WECHAT_API_URL,
            appId: wechat.WECHAT_APP_ID,
            appSecret: wechat.WECHAT_APP_SECRET,
          }
        : null,
    },
    /** Where our own process hears webhooks of parties on this machine. */
    webhookBase: demo && c.PUBLIC_URL === undefined ? self : publicUrl,
  }
}

/** The settings with the brand that their folder has. @throws ConfigError with a line for each mistake in it. */
export function withBrand(settings: Settings): Config {
  const { brand, mistakes } = readBrand(settings.brandDir)
  const refused = brand && settings.live ? notLive(brand) : mistakes
  if (!brand || refused.length > 0) throw new ConfigError(refused.map((line) => `BRAND_DIR: ${line}`).join('\n'))
  const name = settings.game.name ?? brand.game
  const from = `${name.replace(/[<>"]/g, '')} <no-reply@${new URL(settings.publicUrl).hostname}>`
  const support = { ...settings.support, email: settings.support.email ?? brand.support.email }
  return { ...settings, brand, support, game: { ...settings.game, name }, mailFrom: settings.mailFrom ?? from }
}
