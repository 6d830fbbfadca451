import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readConfig, withBrand } from '../../config/config.ts'
import { settings as schema } from '../../config/schema.ts'

/** Names of settings whose values nobody may see: they are files of root, and no command prints them. */
const SECRET =
  /(_SECRETS?|_PEPPER|_PASSWORD|_PRIVATE_KEY|_API_KEY|_SECRET_KEY|_HMAC_KEYS|^CLIENT_KEY|^ANALYTICS_KEY|^SMTP_URL)$/
export const isSecret = (name: string): boolean => SECRET.test(name)
export const isSetting = (name: string): boolean => Object.hasOwn(schema.shape, name)
export const settingNames = (): string[] => Object.keys(schema.shape)

/** Stand-ins for the secrets that the box makes by itself, which are not there before the first install. */
const standIns = {
  CLIENT_KEY: 'to-be-made-by-hc',
  SESSION_SECRET: 'to-be-made-by-hc-install',
  PASSWORD_PEPPER: 'to-be-made-by-hc-install',
  ANALYTICS_KEY: 'to-be-made-by-hc',
  GAME_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
}

/** Checks a whole set as the shop's own start does: each role, and the brand. Null: it is right; else the sentence. */
export function checkSet(
  values: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
  secretsFolder: string | null,
): string | null {
  const keptSecrets =
    secretsFolder === null || !existsSync(secretsFolder)
      ? {}
      : Object.fromEntries(
          readdirSync(secretsFolder).map((name) => [name, readFileSync(`${secretsFolder}/${name}`, 'utf8').trim()]),
        )
  const base = {
    ...standIns,
    ...values,
    ...keptSecrets,
    ...secrets,
    NODE_ENV: 'production',
    DEMO: '0',
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    DATABASE_URL: 'postgres://hc_owner@%2Fvar%2Frun%2Fpostgresql/hc_portal',
  }
  try {
    withBrand(readConfig({ ...base, ROLE: 'web', PORT: '8101', CONSOLE_PORT: '0' }))
    withBrand(readConfig({ ...base, ROLE: 'worker', PORT: '8111', CONSOLE_PORT: '0' }))
    withBrand(readConfig({ ...base, ROLE: 'console', CONSOLE_PORT: '8121' }))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
