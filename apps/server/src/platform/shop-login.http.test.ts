import { describe, expect, it } from 'vitest'
import { loginAt } from '@hc/test/desk-login'
import { stopProgram } from '@hc/test/program'
import { asAdmin, copyDatabase, freePort, launch, sleep } from '@hc/test/shop'
import pg from 'pg'

/** As on a box: PostgreSQL without a pooler, the web process with the shop's login, the worker as the owner. */
const env = {
  DEMO: '0',
  CLIENT_KEY: 'client-key-of-16',
  SESSION_SECRET: 'a-session-secret-of-this-test',
  ANALYTICS_KEY: 'a-key-of-this-test',
  GAME_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
}

describe('a web process with the login of the shop and no pooler', () => {
  it('waits until the worker has migrated, then listens to the bus itself and owns nothing', async () => {
    const owner = await copyDatabase('template0')
    const db = new pg.Pool({ connectionString: owner, max: 1 })
    const started: Awaited<ReturnType<typeof launch>>[] = []
    try {
      let state = 'waits'
      const web = launch(await freePort(), await loginAt(owner, 'shop'), { ...env, ROLE: 'web' }).then((program) => {
        state = 'ready'
        started.push(program)
        return program
      })
      await sleep(1500)
      expect(state).toBe('waits')
      started.push(await launch(await freePort(), owner, { ...env, ROLE: 'worker' }))
      const { errors } = await web
      expect(errors()).toContain('the database is not migrated yet')
      const of = async (name: string) =>
        (
          await db.query(
            `select distinct usename from pg_stat_activity where datname = current_database()
              and application_name = $1 order by usename`,
            [name],
          )
        ).rows.map(({ usename }: { usename: string }) => usename)
      await expect.poll(() => of('hc-portal bus')).toContain('hc_shop')
      expect(errors()).not.toMatch(/"level":(50|60)|permission denied/)
    } finally {
      for (const program of started) await stopProgram(program)
      await db.end()
      await asAdmin(`drop database ${new URL(owner).pathname.slice(1)} with (force)`)
    }
  })
})
