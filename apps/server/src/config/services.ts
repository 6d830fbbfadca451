import { z } from 'zod'
import { about, flag, web, whole, whsec } from './about.ts'

/** The settings of services beside the shop: sign-in by third parties, mail, SMS, counting, the sandbox. */
export const signIn = {
  OAUTH_LINK_BY_EMAIL: flag
    .default(true)
    .meta(about('Whether Google and Apple find an account by its email: decisions 44 and 156')),
  GOOGLE_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .meta(
      about('Sign-in by Google. Register `PUBLIC_URL/api/user/oauth/google/callback`; the other providers likewise'),
    ),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional().meta(about("Google's secret of that client")),
  GOOGLE_ISSUER: web.default('https://accounts.google.com').meta(about('Another address of Google, for tests')),
  APPLE_CLIENT_ID: z.string().min(1).optional().meta(about('Sign-in by Apple: the services id')),
  APPLE_TEAM_ID: z.string().min(1).optional().meta(about("The publisher's team at Apple")),
  APPLE_KEY_ID: z.string().min(1).optional().meta(about('The id of `APPLE_PRIVATE_KEY`')),
  APPLE_PRIVATE_KEY: z
    .string()
    .includes('PRIVATE KEY', { message: 'must be a PKCS#8 key in PEM' })
    .optional()
    .meta(about('PKCS#8 in PEM, as Apple hands it out')),
  APPLE_ISSUER: web.default('https://appleid.apple.com').meta(about('Another address of Apple, for tests')),
  FACEBOOK_APP_ID: z.string().min(1).optional().meta(about('Sign-in by Facebook')),
  FACEBOOK_APP_SECRET: z.string().min(1).optional().meta(about("Facebook's secret of that app")),
  FACEBOOK_DIALOG_URL: web.default('https://www.facebook.com/v21.0').meta(about("Facebook's sign-in page")),
  FACEBOOK_GRAPH_URL: web.default('https://graph.facebook.com/v21.0').meta(about("Facebook's API")),
  WECHAT_APP_ID: z.string().min(1).optional().meta(about('Sign-in by WeChat')),
  WECHAT_APP_SECRET: z.string().min(1).optional().meta(about("WeChat's secret of that app")),
  WECHAT_OPEN_URL: web.default('https://open.weixin.qq.com').meta(about("WeChat's sign-in page")),
  WECHAT_API_URL: web.default('https://api.weixin.qq.com').meta(about("WeChat's API")),
}

export const messages = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta(about('Where mail leaves: `smtp://user:password@host:587`', { byDefault: "the demo's outbox" })),
  MAIL_FROM: z
    .string()
    .min(3)
    .max(200)
    .optional()
    .meta(about('The sender of mail', { byDefault: "the game's name and `no-reply@` the host of `PUBLIC_URL`" })),
  SMS_URL: web.optional().meta(about('The SMS provider: `docs/sms.md`', { byDefault: "the demo's outbox" })),
  SMS_SECRET: whsec
    .optional()
    .meta(about('Signs SMS: `whsec_` and Base64. Required with `SMS_URL`. A list while rotating')),
  SMS_PER_DAY: whole
    .min(0)
    .default(5000)
    .meta(about('SMS that all players together may cause', { unit: 'a day' })),
  CUSTOMER_SERVICE_URL: web.optional().meta(
    about('Customer service, opened with a signed ticket', {
      byDefault: "the demo's help desk",
    }),
  ),
  SUPPORT_EMAIL: z
    .email('is not an email address')
    .optional()
    .meta(
      about('Where requests of players who cannot log in are mailed; without it they are only kept', {
        byDefault: "the brand's",
      }),
    ),
  SUPPORT_PER_HOUR: whole
    .min(1)
    .default(200)
    .meta(about('Such requests from all addresses', { unit: 'an hour' })),
  SUPPORT_PER_HOUR_PER_ADDRESS: whole
    .min(1)
    .optional()
    .meta(
      about('Such requests from one address', {
        unit: 'an hour',
        byDefault: '5, in the demo 50',
      }),
    ),
  SUPPORT_RETENTION_DAYS: whole
    .min(1)
    .max(3650)
    .default(180)
    .meta(about('How long such a request is kept', { unit: 'days' })),
}

export const analytics = {
  ANALYTICS_CONSENT: z
    .enum(['eu', 'always', 'never'])
    .default('eu')
    .meta(
      about(
        'Whom the portal asks before it counts visits: everybody, nobody, or `eu` (EU, EEA, UK and Switzerland, ' +
          'by time zone)',
      ),
    ),
  ANALYTICS_RETENTION_DAYS: whole
    .min(1)
    .max(3650)
    .default(90)
    .meta(about('How long events are kept', { unit: 'days' })),
  ANALYTICS_PER_MINUTE: whole
    .min(1)
    .default(120)
    .meta(about('Batches of events from one address', { unit: 'a minute' })),
  LOGGER_URL: z
    .literal('none')
    .or(web)
    .optional()
    .meta(
      about('Another logging host (`/log/time` and `/log/events` on it); `none`: nothing is counted', {
        byDefault: 'this server',
      }),
    ),
}

export const sandbox = {
  SANDBOX_URL: web
    .optional()
    .meta(about('The sandbox gateway', { byDefault: 'the built-in one in the demo, else none' })),
  SANDBOX_PAGE_URL: web.optional().meta(about('Where its pages are, if not at `SANDBOX_URL`')),
  SANDBOX_API_KEY: z
    .string()
    .min(8)
    .optional()
    .meta(about('Its key', { byDefault: 'demo only' })),
  SANDBOX_WEBHOOK_SECRET: whsec
    .optional()
    .meta(about('Signs its webhooks: `whsec_` and Base64. A list while rotating', { byDefault: 'demo only' })),
  DEMO_METHODS: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1')
    .meta(about('Whether the sandbox gateway also has a test bank and a test voucher, which pay later')),
}
