import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { paths } from '@hc/box/paths'
import { readAnswers } from '@hc/box/install/plan'
import { codes, say } from './member.ts'

/** The user of the system as whom commands of the shop work: the database knows it as the owner of the tables. */
const USER = 'hc-core'
const DATABASE = 'postgres://hc_owner@%2Fvar%2Frun%2Fpostgresql/hc_portal'

/** What a process of the box gets: its settings, and its secrets from their files. */
export function boxEnvironment(): Record<string, string> {
  const settings = readAnswers(readFileSync(paths.settings, 'utf8'), paths.settings)
  const secrets = readdirSync(paths.secrets).map((name) => [
    name,
    readFileSync(`${paths.secrets}/${name}`, 'utf8').trim(),
  ])
  return {
    ...settings,
    ...(Object.fromEntries(secrets) as Record<string, string>),
    NODE_ENV: 'production',
    DEMO: '0',
    DATABASE_URL: DATABASE,
  }
}

/**
 * On a box, a command of the shop works with the shop's settings and as its user: root is dropped before anything of
 * the shop is loaded. Elsewhere, and for a database that DATABASE_URL names (the copy of a proof), it works with the
 * environment that it has.
 */
export function enterShop(): Promise<void> {
  if (!existsSync(paths.settings) || process.env.DATABASE_URL !== undefined) return Promise.resolve()
  if (process.getuid?.() !== 0) {
    say('the settings of the box are for root alone: sudo hc …')
    process.exit(codes.needsRoot)
  }
  // A copy of the database is named by who calls: its books are checked as the shop's own.
  const { DATABASE_URL: url = DATABASE } = process.env
  Object.assign(process.env, boxEnvironment(), { DATABASE_URL: url })
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((row) => row.split(':'))
    .find(([name]) => name === USER)
  const [uid, gid] = [Number(line?.[2]), Number(line?.[3])]
  if (!(uid > 0 && gid > 0)) throw new Error(`there is no user ${USER}: hc install makes it`)
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
  process.env.USER = USER
  return Promise.resolve()
}
