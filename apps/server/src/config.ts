import { resolve } from 'node:path'
import { z } from 'zod'

const flag = z.enum(['0', '1', 'true', 'false']).transform((v) => v === '1' || v === 'true')
const whsec = z.string().regex(/^whsec_[A-Za-z0-9+/=]{24,}$/, 'must be whsec_ and at least 24 base64 characters')

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(1).max(65535).default(8080),
  HOST: z.string().min(1).default('0.0.0.0'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DB_POOL: z.coerce.number().int().min(2).max(200).default(16),
  /** The embedded database may skip fsync in tests alone. */
  DB_FSYNC: flag.default(true),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DEMO: flag.optional(),
  CLIENT_KEY: z.string().length(16, 'must have exactly 16 characters').optional(),
  SESSION_SECRET: z.string().min(16).optional(),
  ANALYTICS_KEY: z.string().min(8).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  METRICS_PUBLIC: flag.optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(10).default(6000),
  ORDER_EXPIRE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
  REPAIR_AFTER_SECONDS: z.coerce.number().min(0.1).max(3600).default(10),
  LATE_CHECK_SECONDS: z.string().regex(/^\d+(,\d+)*$/, 'must be seconds, separated by commas').default('600,3600,86400'),
  OUTSIDE_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  LEASE_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  RETRY_BASE_MS: z.coerce.number().int().min(10).max(60_000).default(2000),
  RETRY_CAP_MS: z.coerce.number().int().min(10).max(86_400_000).default(3_600_000),
  CUSTOMER_SERVICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  GAME_ID: z.string().min(1).default('hc1'),
  GAME_NAME: z.string().min(1).default('Starfall Chronicles'),
  GAME_URL: z.url({ protocol: /^https?$/ }).optional(),
  GAME_WEBHOOK_SECRET: whsec.optional(),
  SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_API_KEY: z.string().min(8).optional(),
  SANDBOX_WEBHOOK_SECRET: whsec.optional(),
})

export type Config = ReturnType<typeof readConfig>

export class ConfigError extends Error {}

const demoSecrets = {
  CLIENT_KEY: 'hcportal-demo-01',
  SESSION_SECRET: 'demo-session-secret-0001',
  ANALYTICS_KEY: 'demo-analytics-key',
  GAME_WEBHOOK_SECRET: `whsec_${Buffer.from('demo-game-delivery-secret-000001').toString('base64')}`,
  SANDBOX_API_KEY: 'sandbox-demo-api-key',
  SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.from('demo-sandbox-webhook-secret-0001').toString('base64')}`,
}

/** Reads and checks the environment. @throws ConfigError with one line that names each wrong variable. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
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
    if (value) return value
    if (production || !demo) throw new ConfigError(`${name}: is required when ${production ? 'NODE_ENV=production' : 'DEMO=0'}`)
    return demoSecrets[name]
  }
  const self = `http://127.0.0.1:${c.PORT}`
  const publicUrl = (c.PUBLIC_URL ?? `http://localhost:${c.PORT}`).replace(/\/+$/, '')
  if (production && c.PUBLIC_URL === undefined) throw new ConfigError('PUBLIC_URL: is required when NODE_ENV=production')
  if (!demo && c.GAME_URL === undefined) throw new ConfigError('GAME_URL: is required when DEMO=0')
  return {
    production, demo, port: c.PORT, host: c.HOST, publicUrl, role: c.ROLE, logLevel: c.LOG_LEVEL,
    dev: env.HC_DEV === '1',
    dataDir: resolve(c.DATA_DIR), databaseUrl: c.DATABASE_URL, dbPool: c.DB_POOL, dbFsync: c.DB_FSYNC,
    clientKey: secret('CLIENT_KEY'), sessionSecret: secret('SESSION_SECRET'), analyticsKey: secret('ANALYTICS_KEY'),
    metricsPublic: c.METRICS_PUBLIC ?? !production, trustProxy: c.TRUST_PROXY, rateLimitPerMinute: c.RATE_LIMIT_PER_MINUTE,
    orderExpireSeconds: c.ORDER_EXPIRE_SECONDS, repairAfterSeconds: c.REPAIR_AFTER_SECONDS,
    lateCheckSeconds: c.LATE_CHECK_SECONDS.split(',').map(Number),
    retry: { baseMs: c.RETRY_BASE_MS, capMs: c.RETRY_CAP_MS }, leaseSeconds: c.LEASE_SECONDS, outsideTimeoutMs: c.OUTSIDE_TIMEOUT_MS,
    customerServiceUrl: c.CUSTOMER_SERVICE_URL ?? `${publicUrl}/demo/helpdesk`,
    game: {
      id: c.GAME_ID, name: c.GAME_NAME, url: c.GAME_URL ?? `${self}/demo/game/deliver`,
      secret: secret('GAME_WEBHOOK_SECRET'), timeoutMs: c.OUTSIDE_TIMEOUT_MS,
    },
    sandbox: demo || c.SANDBOX_URL ? {
      url: (c.SANDBOX_URL ?? `${self}/sandbox`).replace(/\/+$/, ''), apiKey: secret('SANDBOX_API_KEY'),
      webhookSecrets: [secret('SANDBOX_WEBHOOK_SECRET')], timeoutMs: c.OUTSIDE_TIMEOUT_MS,
    } : null,
    /** Where our own process hears webhooks of parties on this machine. */
    webhookBase: demo && c.PUBLIC_URL === undefined ? self : publicUrl,
  }
}
