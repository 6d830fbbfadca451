import { keysOf } from '@hc/domain/record'
import type { OrderSettings } from '../ctx.ts'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Brand, notLive, readBrand } from '../shop/brand/brand.ts'
import { wayTo } from './database.ts'
import { several } from './about.ts'
import { readGateways } from './gateways.ts'
import { settings as schema } from './schema.ts'
import { shadowSettings } from './shadow.ts'
import { ConfigError } from './error.ts'

export type Config = Settings & { brand: Brand; game: { name: string }; mailFrom: string }
/** The settings of the environment, before the brand is read. */
export type Settings = ReturnType<typeof readConfig>

const demoSecrets = {
  CLIENT_KEY: 'hcportal-demo-01',
  SESSION_SECRET: 'demo-session-secret-0001',
  ANALYTICS_KEY: 'demo-analytics-key',
  GAME_WEBHOOK_SECRET: `whsec_${Buffer.from('demo-game-delivery-secret-000001').toString('base64')}`,
  SANDBOX_API_KEY: 'sandbox-demo-api-key',
  SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.from('demo-sandbox-webhook-secret-0001').toString('base64')}`,
}

/** `NAME_FILE` holds the path of a file with the value of `NAME`, so that the environment need not hold a secret. */
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

const complete = <K extends string>(values: Record<K, string | undefined>): values is Record<K, string> =>
  Object.values(values).every((value) => value !== undefined)

/**
 * Settings that must be set together: returns all of them, or null for none. @throws ConfigError that names the missing
 * ones
 */
function together<K extends string>(values: Record<K, string | undefined>): Record<K, string> | null {
  if (complete(values)) return values
  const entries = Object.entries<string | undefined>(values)
  const missing = entries.filter(([, value]) => value === undefined).map(([name]) => name)
  if (missing.length === entries.length) return null
  throw new ConfigError(
    `${missing.join(', ')}: is required because ${entries.find(([, value]) => value !== undefined)?.[0] ?? ''} is set`,
  )
}

/** What strangers type must not leave the machine, and nobody pays in a demo. @throws ConfigError */
function checkPublicDemo(
  c: { SMTP_URL?: unknown; SMS_URL?: unknown; PAYMENTS_MODE?: string | undefined },
  demo: boolean,
): void {
  if (!demo) throw new ConfigError('PUBLIC_DEMO: needs DEMO=1')
  for (const name of ['SMTP_URL', 'SMS_URL'] as const)
    if (c[name] !== undefined)
      throw new ConfigError(`${name}: must not be set when PUBLIC_DEMO=1, because visitors could write to anybody`)
  if (c.PAYMENTS_MODE === 'live') throw new ConfigError('PAYMENTS_MODE: must not be live when PUBLIC_DEMO=1')
}

/** Reads and checks the environment. @throws ConfigError with one line that names each wrong variable. */
export function readConfig(env: Record<string, string | undefined>) {
  const values = Object.fromEntries(
    Object.entries(withFiles(env)).filter(([, value]) => value !== undefined && value !== ''),
  )
  const settings = values.SHADOW === '1' ? shadowSettings(values, values.PORT ?? '8080') : values
  const parsed = schema.safeParse(settings)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  }
  const c = parsed.data
  const production = c.NODE_ENV === 'production'
  const demo = c.DEMO ?? !production
  const publicDemo = c.PUBLIC_DEMO
  if (publicDemo) checkPublicDemo(c, demo)
  /** A demo for the people of one machine, and not for strangers. */
  const atHome = demo && !publicDemo
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
  if (c.DATABASE_URL === undefined && c.CONSOLE_DATABASE_URL !== undefined)
    throw new ConfigError('DATABASE_URL: is required because CONSOLE_DATABASE_URL is set')
  /** This process needs no connection of the tables' owner. */
  const ownerless = c.ROLE === 'web' || (c.ROLE === 'console' && c.CONSOLE_DATABASE_URL !== undefined)
  if (c.DATABASE_POOLER && c.DATABASE_DIRECT_URL === undefined && (demo || !ownerless))
    throw new ConfigError(
      'DATABASE_DIRECT_URL: is required because DATABASE_POOLER=1, except outside the demo for ROLE=web, and for ' +
        'ROLE=console with CONSOLE_DATABASE_URL',
    )
  const consolePort = c.CONSOLE_PORT ?? (c.PORT > 0 && c.PORT < 65_535 ? c.PORT + 1 : 0)
  // In production, a shop without an address for the desk has no desk.
  const deskIsSet = !production || c.CONSOLE_URL !== undefined || c.CONSOLE_PORT !== undefined || c.ROLE === 'console'
  const hasDesk = consolePort > 0 && deskIsSet && (c.ROLE === 'all' || c.ROLE === 'console')
  if (c.ROLE === 'console' && !hasDesk)
    throw new ConfigError('CONSOLE_PORT: must not be 0 when ROLE=console, which runs the desk alone')
  if (hasDesk && production && c.CONSOLE_URL === undefined)
    throw new ConfigError('CONSOLE_URL: is required when NODE_ENV=production (CONSOLE_PORT=0 turns the desk off)')
  const consoleUrl = (c.CONSOLE_URL ?? `http://localhost:${consolePort}`).replace(/\/+$/, '')
  // Cookies do not distinguish ports (RFC 6265, 8.5), and the relying party of a passkey is a host.
  const deskHost = new URL(consoleUrl).hostname
  if (hasDesk && deskHost !== 'localhost' && deskHost === new URL(publicUrl).hostname)
    throw new ConfigError('CONSOLE_URL: needs a host name of its own, not that of PUBLIC_URL')
  const ways = (['DATABASE_URL', 'DATABASE_DIRECT_URL', 'CONSOLE_DATABASE_URL'] as const).flatMap((name) =>
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
  const oidc = together({
    CONSOLE_OIDC_ISSUER: c.CONSOLE_OIDC_ISSUER,
    CONSOLE_OIDC_CLIENT_ID: c.CONSOLE_OIDC_CLIENT_ID,
    CONSOLE_OIDC_CLIENT_SECRET: c.CONSOLE_OIDC_CLIENT_SECRET,
  })
  if (c.CONSOLE_OIDC_ONLY && !oidc)
    throw new ConfigError('CONSOLE_OIDC_ISSUER: is required because CONSOLE_OIDC_ONLY is set')
  if (production && oidc && !oidc.CONSOLE_OIDC_ISSUER.startsWith('https:'))
    throw new ConfigError('CONSOLE_OIDC_ISSUER: must begin with https:// when NODE_ENV=production')
  const sms = together({ SMS_URL: c.SMS_URL, SMS_SECRET: c.SMS_SECRET })
  return {
    production,
    demo,
    /** This process tries a release on a copy of the database. */
    shadow: c.SHADOW,
    publicDemo,
    demoMarkets: demo && c.DEMO_MARKETS,
    demoHistory: demo && c.DEMO_HISTORY && c.OPENING === 'open',
    opening: c.OPENING,
    port: c.PORT,
    host: c.HOST,
    publicUrl,
    /** The desk's address, also in a process without a desk; null: none is set. */
    consoleUrl: c.CONSOLE_URL?.replace(/\/+$/, '') ?? null,
    heartbeatUrl: c.HEARTBEAT_URL ?? null,
    webApp: c.PWA,
    docsPublic: c.DOCS_PUBLIC ?? demo,
    role: c.ROLE,
    logLevel: c.LOG_LEVEL,
    dev: env.HC_DEV === '1',
    dataDir: resolve(c.DATA_DIR),
    brandDir: resolve(c.BRAND_DIR),
    formerAssets: c.FORMER_ASSETS ?? null,
    live: c.PAYMENTS_MODE === 'live',
    databaseUrl: c.DATABASE_URL,
    directUrl: c.DATABASE_DIRECT_URL ?? null,
    pooled: c.DATABASE_POOLER,
    dbPool: c.DB_POOL,
    dbFsync: c.DB_FSYNC,
    /** The publisher's desk; null in a process without a desk. */
    desk: hasDesk
      ? {
          port: consolePort,
          /** The settings ask for a desk, so the start fails if its port is taken. */
          wanted: c.CONSOLE_PORT !== undefined || c.CONSOLE_URL !== undefined || c.ROLE === 'console',
          host: c.CONSOLE_HOST,
          /** The desk's own login at the database; null: it comes as the owner of the tables. */
          databaseUrl: c.CONSOLE_DATABASE_URL ?? null,
          url: consoleUrl,
          allow: c.CONSOLE_ALLOW ?? [],
          proxies: c.CONSOLE_PROXIES ?? [],
          idleMinutes: c.CONSOLE_IDLE_MINUTES,
          sessionHours: c.CONSOLE_SESSION_HOURS,
          sso: oidc && {
            issuer: oidc.CONSOLE_OIDC_ISSUER,
            clientId: oidc.CONSOLE_OIDC_CLIENT_ID,
            clientSecret: oidc.CONSOLE_OIDC_CLIENT_SECRET,
            only: c.CONSOLE_OIDC_ONLY,
            timeoutMs: c.OUTSIDE_TIMEOUT_MS,
          },
        }
      : null,
    /** The language of the desk's letters and alerts. */
    deskLocale: c.CONSOLE_LOCALE,
    /** The desk may send alerts to addresses in a private network. */
    alertPrivate: c.ALERT_PRIVATE,
    /** Public keys of the shops whose promotions the desk accepts. */
    promoteTrusted: c.PROMOTE_TRUSTED_KEYS ?? [],
    /** Secrets that the public demo has and everybody knows. */
    publishedSecrets: publicDemo ? keysOf(demoSecrets).filter((name) => secret(name) === demoSecrets[name]) : [],
    /** In production: a warning for each database URL without verified TLS. */
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
    metricsPublic: c.METRICS_PUBLIC ?? !(production || publicDemo),
    trustProxy: c.TRUST_PROXY,
    rateLimitPerMinute: c.RATE_LIMIT_PER_MINUTE,
    maxConnections: c.MAX_CONNECTIONS,
    connectionsPerAddress:
      // Decision 179.
      (c.MAX_CONNECTIONS_PER_ADDRESS ?? (c.TRUST_PROXY > 0 ? 0 : Math.floor(c.MAX_CONNECTIONS / 4))) || null,
    requestTimeoutMs: c.REQUEST_TIMEOUT_MS,
    countryHeader: c.COUNTRY_HEADER,
    /** A client that names no price buys at the base price everywhere. */
    basePrice: c.BASE_PRICE === 'on',
    /** The settings that use cases see (`Ctx`). */
    order: {
      publicUrl,
      /** The base address of our webhooks: this machine's own in a demo without PUBLIC_URL. */
      webhookBase: c.SHADOW || (demo && c.PUBLIC_URL === undefined) ? self : publicUrl,
      expireSeconds: c.ORDER_EXPIRE_SECONDS,
      repairAfterSeconds: c.REPAIR_AFTER_SECONDS,
      lateCheckSeconds: c.LATE_CHECK_SECONDS.split(',').map(Number),
      leaseSeconds: c.LEASE_SECONDS,
      reconcileSeconds: c.RECONCILE_SECONDS,
      limits:
        (c.ORDERS_UNPAID_MAX ?? (atHome ? 0 : 10)) === 0
          ? null
          : { unpaid: c.ORDERS_UNPAID_MAX ?? 10, hourly: c.ORDERS_PER_HOUR_MAX },
      retry: { baseMs: c.RETRY_BASE_MS, capMs: c.RETRY_CAP_MS },
    } satisfies OrderSettings,
    ordersPerMinutePerAddress: (c.ORDERS_PER_MINUTE_PER_ADDRESS ?? (atHome || c.TRUST_PROXY === 0 ? 0 : 120)) || null,
    lookMs: c.LOOK_SECONDS * 1000,
    requestsInHand: c.MAX_REQUESTS_IN_HAND,
    loopDelayMs: c.MAX_LOOP_DELAY_MS,
    outsideTimeoutMs: c.OUTSIDE_TIMEOUT_MS,
    customerServiceUrl: c.CUSTOMER_SERVICE_URL ?? `${publicUrl}/demo/helpdesk`,
    game: {
      id: c.GAME_ID,
      name: c.GAME_NAME ?? null,
      url: c.GAME_URL === 'none' ? null : (c.GAME_URL ?? (demo ? `${self}/demo/game/deliver` : null)),
      recallUrl: c.GAME_RECALL_URL ?? (demo && c.GAME_URL === undefined ? `${self}/demo/game/recall` : null),
      launchUrl: c.GAME_LAUNCH_URL === 'none' ? '' : (c.GAME_LAUNCH_URL ?? (demo ? '/demo/game' : '')),
      secrets: several(secret('GAME_WEBHOOK_SECRET')),
      privateKeys: c.GAME_WEBHOOK_PRIVATE_KEY ? several(c.GAME_WEBHOOK_PRIVATE_KEY) : [],
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
            allMethods: c.DEMO_METHODS,
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
      /** People and tests use the demo from one address, so its limits are higher. */
      failuresPerAddress: c.SIGN_IN_FAILURES_PER_ADDRESS ?? (atHome ? 1000 : 100),
      codesPerHourPerAddress: c.CODES_PER_HOUR_PER_ADDRESS ?? (atHome ? 300 : 30),
      smsPerDay: c.SMS_PER_DAY,
    },
    mail: c.SMTP_URL ? { smtpUrl: c.SMTP_URL, timeoutMs: c.OUTSIDE_TIMEOUT_MS } : null,
    mailFrom: c.MAIL_FROM ?? null,
    sms: sms ? { url: sms.SMS_URL, secrets: several(sms.SMS_SECRET), timeoutMs: c.OUTSIDE_TIMEOUT_MS } : null,
    support: {
      email: c.SUPPORT_EMAIL ?? null,
      perHour: c.SUPPORT_PER_HOUR,
      perHourPerAddress: c.SUPPORT_PER_HOUR_PER_ADDRESS ?? (atHome ? 50 : 5),
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
  }
}

/** Adds the brand of the settings' BRAND_DIR. @throws ConfigError with a line for each mistake in the brand. */
export function withBrand(settings: Settings): Config {
  const { brand, mistakes } = readBrand(settings.brandDir)
  const refused = brand && settings.live ? notLive(brand) : mistakes
  if (!brand || refused.length > 0) throw new ConfigError(refused.map((line) => `BRAND_DIR: ${line}`).join('\n'))
  const name = settings.game.name ?? brand.game
  const from = `${name.replace(/[<>"]/g, '')} <no-reply@${new URL(settings.publicUrl).hostname}>`
  const support = { ...settings.support, email: settings.support.email ?? brand.support.email }
  return { ...settings, brand, support, game: { ...settings.game, name }, mailFrom: settings.mailFrom ?? from }
}
