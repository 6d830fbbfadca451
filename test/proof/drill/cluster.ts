import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, copyFileSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sleep, until } from '../../kit/shop.ts'
import { childrenOf } from '../faults/machines.ts'
import { openNetwork, type Network } from './network.ts'
import { openDebian13 } from './debian13.ts'
import { fill, servant } from './packages.ts'
import { ask } from './tls.ts'

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }
type Node = { etcd: ChildProcess; patroni: ChildProcess | null; dir: string }
export type Cluster = {
  network: Network
  /** The HAProxy port that leads to the primary. */
  host: string
  port: number
  /** Folder of the passwords and certificates, as deploy/make-secrets.mjs makes them. */
  secrets: string
  secret(name: string): string
  /** The leader by all answers (except of an isolated node); -1 while they disagree. */
  primary(besides?: number): Promise<number>
  /** Waits until all three members run, one of them as synchronous standby. */
  whole(ms: number): Promise<void>
  /** kill -9 of Patroni and every postgres of a node at once. */
  kill(node: number): void
  restart(node: number): void
  /** Renews all certificates while it runs. */
  renew(): void
  versions: string
  /** The prefix with which a program of the same Debian runs as the database user. */
  inside: readonly string[]
  stop(): Promise<void>
}

const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)]
const kill = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      /* ended */
    }
}

/**
 * A Patroni cluster of three on one machine: Debian 13's packages, the templates of deploy/database, everything as the
 * postgres user.
 */
export async function openCluster(dir: string): Promise<Cluster> {
  const root = openDebian13(dir)
  const as = servant()
  const nodes: Node[] = []
  const postmaster = (node: number): number => {
    try {
      return Number(readFileSync(join(nodes[node]?.dir ?? '', 'data/postmaster.pid'), 'utf8').split('\n')[0])
    } catch {
      return 0
    }
  }
  const serverPids = (node: number): number[] => {
    const pid = postmaster(node)
    return pid > 0 ? familyOf(pid) : []
  }
  const patroniPids = (node: number): number[] => {
    const pid = nodes[node]?.patroni?.pid
    return pid ? familyOf(pid) : []
  }
  const network = openNetwork((node) => {
    const etcd = nodes[node]?.etcd.pid
    return [...(etcd ? [etcd] : []), ...patroniPids(node), ...serverPids(node)]
  }, root.asUser)
  const launch = (
    node: number,
    log: string,
    command: string,
    args: string[],
    env: Record<string, string> = {},
  ): ChildProcess => {
    const out = openSync(join(dir, `${log}.log`), 'a')
    const [file = '', ...more] = [...network.on(node), command, ...args]
    return spawn(file, more, {
      stdio: ['ignore', out, out],
      cwd: '/',
      env: { PATH: '/usr/lib/postgresql/17/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
    })
  }
  const ownedBy = (path: string): string => {
    if (as) chownSync(path, as.uid, as.gid)
    return path
  }
  const secrets = join(dir, 'secrets')
  const secret = (name: string): string => readFileSync(join(secrets, name), 'utf8')
  const certificates = (...args: string[]): void => {
    execFileSync(process.execPath, ['deploy/certificates.mjs', secrets, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    for (const name of readdirSync(secrets)) ownedBy(join(secrets, name))
  }
  const entry = (node: number, log: string, ...args: string[]): ChildProcess =>
    launch(node, log, '/bin/sh', [join(dir, 'entry.sh'), ...args], {
      SECRETS: secrets,
      RUN_DIR: join(dir, `n${node + 1}/run`),
      TLS_DIR: join(dir, `n${node + 1}/tls`),
      ETCD_DATA_DIR: join(dir, `n${node + 1}/etcd`),
      ETCD_LOG_LEVEL: 'warn',
      NODE_NAME: `n${node + 1}`,
      NODE_ADDRESS: network.nodes[node] ?? '',
      LISTEN_HOST: network.nodes[node] ?? '',
      ETCD_CLUSTER: network.nodes.map((host, i) => `n${i + 1}=https://${host}:2380`).join(','),
    })
  const etcd = (node: number): ChildProcess => entry(node, `etcd-${node + 1}`, 'etcd')
  const patroni = (node: number): ChildProcess =>
    launch(node, `patroni-${node + 1}`, '/usr/bin/python3', ['/usr/bin/patroni', join(dir, `n${node + 1}/patroni.yml`)])
  const askAll = (path: string): Promise<unknown[]> =>
    Promise.all(
      network.nodes.map((host) =>
        ask(`https://${host}:8008${path}`, { tls: secrets }).then(
          ({ text }) => JSON.parse(text) as unknown,
          () => null,
        ),
      ),
    )
  const views = async (): Promise<Member[][]> =>
    ((await askAll('/cluster')) as ({ members?: Member[] } | null)[]).map((view) => view?.members ?? [])
  const leaderOf = (view: Member[]): string => view.find((member) => member.role === 'leader')?.name ?? ''
  /** All three agree: an isolated node still takes itself for the leader for a moment after its return. */
  const ready = async (): Promise<boolean> => {
    const all = await views()
    return (
      new Set(all.map(leaderOf)).size === 1 &&
      all.every(
        (view) =>
          view.length === 3 &&
          new Set(view.map((member) => member.timeline)).size === 1 &&
          view.every((member) => member.state === 'running' || member.state === 'streaming') &&
          view.some((member) => member.role === 'leader') &&
          view.some((member) => member.role === 'sync_standby'),
      )
    )
  }
  const port = 5000 + Math.floor(Math.random() * 900)
  let haproxy: ChildProcess | undefined
  const stop = async (): Promise<void> => {
    kill(
      nodes.flatMap((_, i) => network.pids(i)),
      'SIGCONT',
    )
    kill(
      nodes.flatMap((_, i) => patroniPids(i)),
      'SIGKILL',
    )
    kill(
      nodes.flatMap((_, i) => serverPids(i)),
      'SIGKILL',
    )
    kill(
      nodes.flatMap((node) => (node.etcd.pid ? [node.etcd.pid] : [])),
      'SIGKILL',
    )
    if (network.kind === 'namespaces')
      kill(
        nodes.flatMap((_, i) => network.pids(i)),
        'SIGKILL',
      )
    if (haproxy?.pid) kill([haproxy.pid], 'SIGKILL')
    await sleep(500)
    network.remove()
    root.close()
  }
  try {
    ownedBy(dir)
    mkdirSync(secrets)
    certificates(
      '--etcd',
      network.nodes.join(','),
      '--postgres',
      ['n1', 'n2', 'n3', ...network.nodes].join(','),
      '--pgbouncer',
      'pgbouncer',
    )
    execFileSync(process.execPath, ['deploy/make-secrets.mjs', secrets], { stdio: ['ignore', 'ignore', 'inherit'] })
    copyFileSync('deploy/database/entry.sh', join(dir, 'entry.sh'))
    for (const i of [0, 1, 2]) {
      const at = join(dir, `n${i + 1}`)
      for (const path of [at, join(at, 'etcd'), join(at, 'run'), join(at, 'data')]) {
        mkdirSync(path, { mode: 0o700 })
        ownedBy(path)
      }
      writeFileSync(
        join(at, 'patroni.yml'),
        fill('deploy/database/patroni.yml', {
          NODE_NAME: `n${i + 1}`,
          NODE_ADDRESS: network.nodes[i] ?? '',
          ETCD_HOSTS: network.nodes.map((host) => `${host}:2379`).join(','),
          DATA_DIR: join(at, 'data'),
          RUN_DIR: join(at, 'run'),
          TLS_DIR: join(at, 'tls'),
          SHARED_BUFFERS: '128MB',
          CLUSTER_NETWORK: network.range,
          SUPERUSER_PASSWORD: secret('superuser_password'),
          REPLICATION_PASSWORD: secret('replication_password'),
          REST_PASSWORD: secret('rest_password'),
          WATCHDOG: 'off',
          ARCHIVE_MODE: 'off',
          BOOTSTRAP: 'initdb',
          TEMPLATES: '/etc/hc',
        }),
        { mode: 0o600 },
      )
      ownedBy(join(at, 'patroni.yml'))
    }
    writeFileSync(
      join(dir, 'haproxy.cfg'),
      fill('deploy/database/haproxy.cfg', {
        LISTEN_HOST: '127.0.0.1',
        LISTEN_PORT: port,
        TLS_DIR: secrets,
        ...Object.fromEntries(
          network.nodes.flatMap((host, i) => [
            [`NODE_${i + 1}`, `n${i + 1}`],
            [`NODE_${i + 1}_ADDRESS`, host],
          ]),
        ),
      }),
    )
    for (const i of [0, 1, 2]) nodes.push({ etcd: etcd(i), patroni: null, dir: join(dir, `n${i + 1}`) })
    await until(
      'etcd',
      async () =>
        await ask(`https://${network.nodes[0]}:2379/health`, { tls: secrets, as: 'patroni' }).then(
          ({ text }) => text.includes('true'),
          () => false,
        ),
      30_000,
    )
    for (const [i, node] of nodes.entries()) node.patroni = patroni(i)
    const [chroot = '', ...inRoot] = root.asRoot
    haproxy = spawn(chroot, [...inRoot, '/usr/sbin/haproxy', '-db', '-f', join(dir, 'haproxy.cfg')], {
      stdio: ['ignore', openSync(join(dir, 'haproxy.log'), 'a'), openSync(join(dir, 'haproxy.log'), 'a')],
    })
    await until('a whole cluster', ready, 90_000)
  } catch (error) {
    await stop()
    throw error
  }
  const [first] = (await askAll('/patroni')) as ({ patroni?: { version?: string }; server_version?: number } | null)[]
  return {
    network,
    host: '127.0.0.1',
    port,
    secrets,
    secret,
    inside: root.asUser,
    stop,
    versions: `Patroni ${first?.patroni?.version}, PostgreSQL ${Math.floor((first?.server_version ?? 0) / 10_000)}.${(first?.server_version ?? 0) % 10_000}`,
    async primary(besides) {
      const entries = (await views()).filter((view, node) => node !== besides && view.length > 0).map(leaderOf)
      return entries[0] && new Set(entries).size === 1 ? Number(entries[0].slice(1)) - 1 : -1
    },
    async whole(ms) {
      await until('a whole cluster again', ready, ms)
    },
    kill(node) {
      kill([...patroniPids(node), ...serverPids(node)], 'SIGKILL')
    },
    renew() {
      certificates('--renew')
      for (const node of nodes.keys())
        entry(node, `renew-${node + 1}`, 'renew').once('exit', () => {
          const pid = nodes[node]?.patroni?.pid
          if (pid) kill([pid], 'SIGHUP')
        })
    },
    restart(node) {
      const at = nodes[node]
      if (at) at.patroni = patroni(node)
    },
  }
}
