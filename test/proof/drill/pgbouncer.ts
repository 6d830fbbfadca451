import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { until } from '../../kit/shop.ts'
import { fill, needPackages, servant } from './packages.ts'

type Settings = {
  dir: string
  host: string
  port: number
  to: { host: string; port: number; name: string }
  users: Record<string, string>
  /** The prefix of another root; without it this machine's own runs. */ inside?: readonly string[]
  /** Folder of its certificates; without it everything goes in the clear, as on one machine it may. */ tls?: string
}

const answersAt = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: 1000 }, () => {
      socket.destroy()
      resolve(true)
    })
    for (const event of ['error', 'timeout'] as const)
      socket.on(event, () => {
        socket.destroy()
        resolve(false)
      })
  })

/** PgBouncer with the configuration of deploy/, in transaction mode, as the user that databases run as. */
export async function startPgbouncer({
  dir,
  host,
  port,
  to,
  users,
  tls,
  inside = [],
}: Settings): Promise<{ reload(): void; stop(): Promise<void> }> {
  if (inside.length === 0) needPackages({ '/usr/sbin/pgbouncer': 'pgbouncer' })
  const as = servant()
  mkdirSync(dir, { recursive: true })
  const text = fill('deploy/database/pgbouncer.ini', {
    DATABASE_HOST: to.host,
    DATABASE_PORT: to.port,
    DATABASE_NAME: to.name,
    LISTEN_HOST: host,
    LISTEN_PORT: port,
    RUN_DIR: dir,
    TLS_DIR: tls ?? '',
  })
  writeFileSync(
    join(dir, 'pgbouncer.ini'),
    tls === undefined ? text.replaceAll(/^(client|server)_tls_.*\n/gm, '') : text,
  )
  writeFileSync(
    join(dir, 'userlist.txt'),
    Object.entries(users)
      .map(([name, password]) => `"${name}" "${password}"\n`)
      .join(''),
    { mode: 0o600 },
  )
  if (as)
    for (const path of [dir, join(dir, 'pgbouncer.ini'), join(dir, 'userlist.txt')]) chownSync(path, as.uid, as.gid)
  const [program, ...args] = [...inside, '/usr/sbin/pgbouncer', '-q', join(dir, 'pgbouncer.ini')]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...(inside.length === 0 ? as : {}) })
  await until('PgBouncer', () => answersAt(host, port))
  return {
    reload: () => {
      child.kill('SIGHUP')
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = new Promise((resolve) => {
        child.once('exit', resolve)
      })
      child.kill('SIGINT')
      await exit
    },
  }
}
