import { randomBytes } from 'node:crypto'
import { gatewaySettings } from './gateways.ts'

/** Settings that lead out of the machine, beside those of the gateways. */
const OUTWARD =
  /^(GAME_(URL|RECALL_URL|LAUNCH_URL)|SMTP_URL|MAIL_FROM|SMS_\w+|(GOOGLE|APPLE|FACEBOOK|WECHAT)_\w+|CONSOLE_OIDC_\w+|SANDBOX_\w+|LOGGER_URL|(PUBLIC_)?DEMO\w*)$/

/**
 * The settings of a process that tries a release on a copy (SHADOW=1): those of the shop, but for all that lead to a
 * gateway, a game, a mailbox or a phone. In their place stand the built-in gateway and game of this very process, whose
 * secrets nobody knows.
 */
export function shadowSettings(
  settings: Record<string, string | undefined>,
  port: string,
): Record<string, string | undefined> {
  const inward = Object.entries(settings).filter(
    ([name]) => !Object.hasOwn(gatewaySettings, name) && !OUTWARD.test(name),
  )
  const self = `http://127.0.0.1:${port}`
  return {
    ...Object.fromEntries(inward),
    DEMO: '0',
    SANDBOX_URL: `${self}/sandbox`,
    SANDBOX_API_KEY: randomBytes(16).toString('hex'),
    SANDBOX_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    // Pages are named as players would see them, and nobody opens one.
    SANDBOX_PAGE_URL: settings.PUBLIC_URL,
    GAME_URL: `${self}/demo/game/deliver`,
    GAME_RECALL_URL: `${self}/demo/game/recall`,
  }
}
