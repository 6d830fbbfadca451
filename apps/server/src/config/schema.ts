import { fileURLToPath } from 'node:url'
import { defaultLocale, locales } from '@hc/contract/locales'
import { z } from 'zod'
import { gatewaySettings } from './gateways.ts'
import { about, flag, isNetwork, postgres, several, web, whole, whsec, whsk } from './about.ts'
import { demo } from './demo.ts'
import { analytics, messages, sandbox, signIn } from './services.ts'

const start = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .meta(about('`production` turns the demo off and gives no secret a default')),
  PORT: whole.min(1).max(65535).default(8080).meta(about('The port that the process listens on')),
  HOST: z.string().min(1).default('0.0.0.0').meta(about('The address of the machine that the process listens on')),
  PUBLIC_URL: web.optional().meta(
    about('The address that players use; required in production', {
      byDefault: '`http://localhost:PORT`',
    }),
  ),
  ROLE: z
    .enum(['all', 'web', 'worker', 'console'])
    .default('all')
    .meta(
      about(
        '`web`, `worker` and `console` (the desk alone) for several processes on one `DATABASE_URL`; `all` is all three',
      ),
    ),
  ...demo,
  OPENING: z
    .enum(['open', 'closed'])
    .default('open')
    .meta(about('`closed`: a new shop, such as a box, sells nothing until `hc open`; `hc close` comes later')),
  SHADOW: flag
    .default(false)
    .meta(
      about(
        '1: `hc upgrade` tries a release on a copy of the database, with the built-in gateway and game, and no mail',
      ),
    ),
  DOCS_PUBLIC: flag.optional().meta(
    about('Whether the shop serves the documents of its version at `/docs/guide/`, and `/llms.txt`', {
      byDefault: '1 in the demo, else 0',
    }),
  ),
  PWA: flag
    .default(true)
    .meta(
      about(
        'The shop can be installed as an app, and has a service worker. 0: the worker that browsers have ends itself ' +
          'and deletes what it cached',
      ),
    ),
  BRAND_DIR: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../../../../brands/starfall', import.meta.url)))
    .meta(
      about("The folder with the publisher's name, look, company and legal pages: `docs/branding.md`", {
        byDefault: '`brands/starfall`',
      }),
    ),
  FORMER_ASSETS: z.string().min(1).optional().meta(about('The folder of hashed files of the release before')),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .meta(about('JSON lines on the error stream')),
  HEARTBEAT_URL: web
    .optional()
    .meta(
      about(
        'An address that the worker calls each minute (GET), so that somebody outside hears of silence. Its path is ' +
          'usually a secret',
        { role: 'worker' },
      ),
    ),
  METRICS_PUBLIC: flag.optional().meta(
    about('Whether `/metrics` answers on the public port', {
      byDefault: '1, in production 0',
    }),
  ),
}

const database = {
  DATA_DIR: z.string().min(1).default('.data').meta(about('The folder of the embedded database')),
  DATABASE_URL: postgres
    .optional()
    .meta(
      about(
        'A PostgreSQL server (15 or later) instead of the embedded one. A remote one ends with ' +
          '`?sslmode=verify-full&sslrootcert=FILE`',
      ),
    ),
  DATABASE_POOLER: flag
    .default(false)
    .meta(
      about(
        '1: `DATABASE_URL` is a pooler that assigns a connection for a transaction (PgBouncer): ' +
          '`deploy/database/shop-user.sql`',
      ),
    ),
  DATABASE_DIRECT_URL: postgres
    .optional()
    .meta(
      about(
        'The connection past the pooler, as the owner of the tables: migrations, LISTEN, cleaning up. Required with ' +
          '`DATABASE_POOLER`, except for `ROLE=web` outside the demo',
        { role: 'worker' },
      ),
    ),
  DB_POOL: whole.min(2).max(200).default(16).meta(about('Connections to the database that a process keeps')),
  DB_FSYNC: flag.default(true).meta(about('0: the embedded database skips fsync, for tests alone')),
}

const secrets = {
  CLIENT_KEY: z
    .string()
    .length(16, 'must have exactly 16 characters')
    .optional()
    .meta(about('The AES key of the password field, which every browser gets', { byDefault: 'demo only' })),
  SESSION_SECRET: z
    .string()
    .refine(
      (text) => several(text).every((secret) => secret.length >= 16),
      'must have at least 16 characters; to rotate, list several separated by commas, newest first',
    )
    .optional()
    .meta(
      about(
        "Signs tickets and codes, and seals the game's keys: at least 16 characters. A list while rotating: `hc seals` says when the old one may go",
        {
          byDefault: 'demo only',
        },
      ),
    ),
  PASSWORD_PEPPER: z
    .string()
    .min(16)
    .optional()
    .meta(
      about(
        'Added to every password hash and never stored in the database. Once set it must stay: players could no ' +
          'longer log in',
      ),
    ),
  ANALYTICS_KEY: z
    .string()
    .min(8)
    .optional()
    .meta(about('The key of the analytics signature, which every page knows', { byDefault: 'demo only' })),
  GAME_WEBHOOK_SECRET: whsec
    .optional()
    .meta(about('Signs pushed deliveries: `whsec_` and Base64. A list while rotating', { byDefault: 'demo only' })),
  GAME_WEBHOOK_PRIVATE_KEY: whsk
    .optional()
    .meta(
      about(
        'Signs pushed deliveries by ed25519 too: `whsk_` and Base64. Its public key is at ' +
          '`/.well-known/hc-webhook-keys.json`. A list while rotating',
      ),
    ),
}

const limits = {
  TRUST_PROXY: whole
    .min(0)
    .max(10)
    .default(0)
    .meta(about("How many proxies in front are trusted to say the client's address")),
  RATE_LIMIT_PER_MINUTE: whole
    .min(10)
    .default(6000)
    .meta(
      about("Requests from one address that a process answers; the game's API has twice as many", { unit: 'a minute' }),
    ),
  ORDERS_UNPAID_MAX: whole
    .min(0)
    .max(1000)
    .optional()
    .meta(
      about('Unpaid orders that a player may have at once. 0 turns this limit and `ORDERS_PER_HOUR_MAX` off', {
        byDefault: '10, in the demo 0',
      }),
    ),
  ORDERS_PER_HOUR_MAX: whole
    .min(1)
    .max(10_000)
    .default(30)
    .meta(about('Orders that a player may make', { unit: 'an hour' })),
  ORDERS_PER_MINUTE_PER_ADDRESS: whole
    .min(0)
    .max(100_000)
    .optional()
    .meta(
      about(
        "Orders from one address, counted by each process. 0: no limit, for a proxy's own address would be everybody's",
        {
          unit: 'a minute',
          byDefault: '120; 0 in the demo or without `TRUST_PROXY`',
        },
      ),
    ),
  AUTH_ERRORS: z
    .enum(['detailed', 'uniform'])
    .default('detailed')
    .meta(about('`uniform` answers an unknown account like a wrong password')),
  SIGN_IN_FAILURES_PER_ADDRESS: whole
    .min(5)
    .optional()
    .meta(
      about('Failed sign-ins from one address', {
        unit: 'in 15 minutes',
        byDefault: '100, in the demo 1,000',
      }),
    ),
  CODES_PER_HOUR_PER_ADDRESS: whole
    .min(1)
    .optional()
    .meta(
      about('Codes that one address may ask for', {
        unit: 'an hour',
        byDefault: '30, in the demo 300',
      }),
    ),
  MAX_REQUESTS_IN_HAND: whole
    .min(10)
    .default(1000)
    .meta(
      about(
        'Requests in progress above which a process answers browsing with 503; payments and webhooks may have more',
      ),
    ),
  MAX_LOOP_DELAY_MS: whole
    .min(20)
    .default(150)
    .meta(about('Delay of the event loop above which a process answers browsing with 503', { unit: 'ms' })),
  MAX_CONNECTIONS: whole.min(10).default(10_000).meta(about('Connections at once')),
  MAX_CONNECTIONS_PER_ADDRESS: whole
    .min(0)
    .optional()
    .meta(
      about('Connections at once from one address. 0: no cap of its own', {
        byDefault: 'a quarter of `MAX_CONNECTIONS`; 0 with `TRUST_PROXY`',
      }),
    ),
  REQUEST_TIMEOUT_MS: whole
    .min(500)
    .default(60_000)
    .meta(about('Time for a whole request, its headers included', { unit: 'ms' })),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'is a header name in lower case')
    .optional()
    .meta(about("The header in which the proxy in front names the player's country, in lower case: `cf-ipcountry`")),
  BASE_PRICE: z
    .enum(['on', 'off'])
    .default('on')
    .meta(
      about(
        'Whether a client that names no price may buy at the base price, in dollars, where the country has its own',
      ),
    ),
}

const orders = {
  ORDER_EXPIRE_SECONDS: whole
    .min(1)
    .max(86_400)
    .default(300)
    .meta(about('Time to pay an order, where its channel needs no longer one', { unit: 's' })),
  REPAIR_AFTER_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(3600)
    .default(10)
    .meta(about('Time after which the shop asks a gateway about an order for the first time', { unit: 's' })),
  LATE_CHECK_SECONDS: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be seconds, separated by commas')
    .default('600,3600,86400')
    .meta(about("Pauses after an order's end at which the shop asks for late money", { unit: 's', role: 'worker' })),
  RECONCILE_SECONDS: whole
    .min(1)
    .max(86_400)
    .default(60)
    .meta(about("Pause between two readings of a gateway's own books", { unit: 's', role: 'worker' })),
  LOOK_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(15)
    .default(15)
    .meta(about('Longest pause between two looks for scheduled work: chores, imports, what was agreed', { unit: 's' })),
  OUTSIDE_TIMEOUT_MS: whole
    .min(100)
    .max(60_000)
    .default(10_000)
    .meta(about('Time for an answer of a gateway, the game, a sign-in provider, SMS or mail', { unit: 'ms' })),
  LEASE_SECONDS: whole
    .min(1)
    .max(600)
    .default(30)
    .meta(about('Time for which one process alone works on a row', { unit: 's' })),
  RETRY_BASE_MS: whole
    .min(10)
    .max(60_000)
    .default(2000)
    .meta(about('First pause before a delivery or a refund is retried; pauses grow', { unit: 'ms', role: 'worker' })),
  RETRY_CAP_MS: whole
    .min(10)
    .max(86_400_000)
    .default(3_600_000)
    .meta(about('Longest pause before a retry', { unit: 'ms', role: 'worker' })),
}

const game = {
  GAME_ID: z.string().min(1).default('hc1').meta(about("The game's id, as clients see it")),
  GAME_NAME: z
    .string()
    .min(1)
    .optional()
    .meta(about("The game's name", { byDefault: "the brand's" })),
  GAME_URL: z
    .literal('none')
    .or(web)
    .optional()
    .meta(
      about('Where deliveries are pushed to. Without it, or with `none`, the game pulls them', {
        byDefault: 'the demo game, else none',
      }),
    ),
  GAME_RECALL_URL: web.optional().meta(
    about('Where the game is asked to take back what was refunded. Without it an operator asks', {
      byDefault: 'the demo game, else none',
      role: 'worker',
    }),
  ),
  GAME_LAUNCH_URL: z
    .literal('none')
    .or(z.url({ protocol: /^(?!javascript|data|vbscript|file|blob|about)[a-z][a-z0-9+.-]*$/ }))
    .optional()
    .meta(
      about(
        "What _Start game_ opens: a page, or the game's own scheme (`starfall://`), never one that runs or reads " +
          'anything here. Without it, or with `none`, the link says _Download_',
        {
          byDefault: "the demo game's page, else none",
        },
      ),
    ),
}

const desk = {
  CONSOLE_PORT: whole
    .min(0)
    .max(65535)
    .optional()
    .meta(about("The port of the publisher's desk. 0: no desk in this process", { byDefault: '`PORT` + 1' })),
  CONSOLE_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta(about('The address of the machine that the desk listens on')),
  CONSOLE_URL: web
    .optional()
    .meta(
      about(
        "The desk's own address, on a host of its own: cookies and passkeys know no ports. Required in production " +
          'where the desk runs',
        { byDefault: '`http://localhost:CONSOLE_PORT`' },
      ),
    ),
  CONSOLE_ALLOW: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every(isNetwork), 'must be networks like 10.0.0.0/8 or 2001:db8::/32, separated by commas')
    .optional()
    .meta(
      about('The networks that may reach the desk, by the address that `TRUST_PROXY` gives; others get a bare 404', {
        byDefault: 'all',
      }),
    ),
  CONSOLE_PROXIES: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every(isNetwork), 'must be networks like 10.0.0.0/8 or 2001:db8::/32, separated by commas')
    .optional()
    .meta(
      about(
        "The networks of the proxies in front of the desk. With `TRUST_PROXY`, a caller's address is believed only from " +
          'them',
        { byDefault: 'whoever connects' },
      ),
    ),
  CONSOLE_DATABASE_URL: postgres
    .optional()
    .meta(
      about(
        'The database for the desk, with a login that may be nothing but `hc_desk`: `deploy/database/desk-user.sql`. ' +
          'It goes past any pooler. With `ROLE=console`, no other connection needs the owner of the tables',
        { byDefault: 'the owner of the tables, who takes that role' },
      ),
    ),
  CONSOLE_LOCALE: z
    .enum(locales)
    .default(defaultLocale)
    .meta(
      about('The language of the alerts and letters that the desk sends; on its pages each person chooses their own'),
    ),
  CONSOLE_IDLE_MINUTES: whole
    .min(1)
    .max(720)
    .default(30)
    .meta(about('Time without a call after which a session at the desk is over', { unit: 'min' })),
  CONSOLE_SESSION_HOURS: whole
    .min(1)
    .max(72)
    .default(12)
    .meta(about('Time after which a session at the desk is over in any case', { unit: 'h' })),
  CONSOLE_OIDC_ISSUER: web
    .optional()
    .meta(
      about(
        "The OpenID Connect provider that signs the desk's people in. The address of the client there is " +
          '`CONSOLE_URL` with `/sso` behind it',
        { byDefault: 'no single sign-on' },
      ),
    ),
  CONSOLE_OIDC_CLIENT_ID: z.string().min(1).optional().meta(about("The desk's name at that provider")),
  CONSOLE_OIDC_CLIENT_SECRET: z.string().min(1).optional().meta(about('Its secret there')),
  CONSOLE_OIDC_ONLY: flag
    .default(false)
    .meta(about('1: people of the desk sign in at that provider alone; a recovery code still opens it')),
  PROMOTE_TRUSTED_KEYS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine(
      (list) => list.every((key) => /^[A-Za-z0-9_-]{43}$/.test(key)),
      'must be public keys as the page Promotion of the other shop shows them, separated by commas',
    )
    .optional()
    .meta(
      about('The public keys of the shops whose promotions this one takes: of the shop where things are tried', {
        byDefault: 'none',
      }),
    ),
  ALERT_PRIVATE: flag
    .default(false)
    .meta(
      about("1: alerts may go to web hooks within a private network and over http, for a chat server of one's own"),
    ),
}

/** Every setting, by the headings of docs/settings.md (`node scripts/run.mjs settings` writes it). */
export const settingGroups = {
  'The start': start,
  'The database': database,
  Secrets: secrets,
  'Limits and throttles': limits,
  'Orders and outside calls': orders,
  'The game': game,
  "The publisher's desk": desk,
  'Sign-in by third parties': signIn,
  'Mail, SMS and customer service': messages,
  Analytics: analytics,
  'The sandbox gateway': sandbox,
  'Payment gateways': gatewaySettings,
}

export const settings = z.object({
  ...start,
  ...database,
  ...secrets,
  ...limits,
  ...orders,
  ...game,
  ...desk,
  ...signIn,
  ...messages,
  ...analytics,
  ...sandbox,
  ...gatewaySettings,
})
