import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'

/** The advisory lock while logins are made: they belong to the whole server, and test files begin at the same time. */
const LOCK = 7_216_002
const scripts = { desk: ['desk-user.sql', 'hc_console'], shop: ['shop-user.sql', 'hc_shop'] } as const
/** The server of a test run listens on the loopback alone. */
const password = 'login-of-a-test-run'

/** The address of a database with a login of `deploy/database`, as an operator makes it. */
export async function loginAt(databaseUrl: string, whose: keyof typeof scripts): Promise<string> {
  const [file, login] = scripts[whose]
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [LOCK])
  await client.query(readFileSync(`deploy/database/${file}`, 'utf8').replaceAll(`:'password'`, `'${password}'`))
  await client.end()
  const url = new URL(databaseUrl)
  url.username = login
  url.password = password
  return url.href
}

/** A login of a test's own, with these words after `create role`, and its address. */
export async function otherLogin(databaseUrl: string, words: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `hc_login_${randomBytes(4).toString('hex')}`
  const ask = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await ask(`create role ${name} login password '${password}' ${words}`)
  const url = new URL(databaseUrl)
  url.username = name
  url.password = password
  return { url: url.href, drop: () => ask(`drop role ${name}`) }
}
