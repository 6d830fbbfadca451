import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sleep, until } from '../../apps/server/src/testing/shop.ts'
import { openNetwork, type Network } from './network.ts'
import { fill, needPackages, servant } from './packages.ts'

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }
type Node = { etcd: ChildProcess; patroni: ChildProcess; dir: string }
export type Cluster = {
  network: Network
  /** Where HAProxy leads to whoever is the primary. */
  host: string
  port: number
  password: string
  /** Who leads, say all that answer (but one that is cut off); -1 while they do not agree. */
  primary(besides?: number): Promise<number>
  /** Waits until all three are there, one of them the synchronous standby. */
  whole(ms: number): Promise<void>
  /** kill -9 of Patroni and every postgres of a node, all in one moment. */
  kill(node: number): void
  restart(node: number): void
  versions: string
  stop(): Promise<void>
}

const files = {
  '/usr/bin/patroni': 'patroni', '/usr/bin/etcd': 'etcd-server', '/usr/lib/python3/dist-packages/etcd/__init__.py': 'python3-etcd', '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15', '/usr/sbin/pgbouncer': 'pgbouncer', '/usr/bin/setpriv': 'util-linux',
}
const childrenOf = (pid: number): number[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((one) => {
  try { return Number(readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === pid } catch { return false }
})
const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)]
const kill = (pids: readonly number[], signal: NodeJS.Signals): void => { for (const pid of pids) try { process.kill(pid, signal) } catch { /* ended */ } }

/** A Patroni cluster of three on one machine: Debian's packages, the templates of deploy/database, everything as the postgres user. */
export async function openCluster(dir: string): Promise<Cluster> {
  needPackages(files)
  const as = servant()
  const nodes: Node[] = []
  const postmaster = (node: number): number => { try { return Number(readFileSync(join(nodes[node]?.dir ?? '', 'data/postmaster.pid'), 'utf8').split('\n')[0]) } catch { return 0 } }
  const serverPids = (node: number): number[] => { const pid = postmaster(node); return pid > 0 ? familyOf(pid) : [] }
  const patroniPids = (node: number): number[] => { const pid = nodes[node]?.patroni.pid; return pid ? familyOf(pid) : [] }
  const network = openNetwork((node) => { const etcd = nodes[node]?.etcd.pid; return [...(etcd ? [etcd] : []), ...patroniPids(node), ...serverPids(node)] })
  const launch = (node: number, log: string, command: string, args: string[]): ChildProcess => {
    const out = openSync(join(dir, `${log}.log`), 'a')
    const [file = '', ...more] = [...network.on(node), command, ...args]
    return spawn(file, more, { stdio: ['ignore', out, out], cwd: '/', env: { PATH: '/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' } })
  }
  const own = (path: string): string => { if (as) chownSync(path, as.uid, as.gid); return path }
  const password = 'drill-superuser'
  const peers = network.nodes.map((host, i) => `n${i + 1}=http://${host}:2380`).join(',')
  const etcd = (node: number): ChildProcess => {
    const host = network.nodes[node] ?? ''
    return launch(node, `etcd-${node + 1}`, '/usr/bin/etcd', ['--name', `n${node + 1}`, '--data-dir', join(dir, `n${node + 1}/etcd`), '--enable-v2=true',
      '--listen-client-urls', `http://${host}:2379`, '--advertise-client-urls', `http://${host}:2379`, '--listen-peer-urls', `http://${host}:2380`, '--initial-advertise-peer-urls', `http://${host}:2380`,
      '--initial-cluster', peers, '--initial-cluster-state', 'new', '--initial-cluster-token', 'hc-drill', '--log-level', 'warn'])
  }
  const patroni = (node: number): ChildProcess => launch(node, `patroni-${node + 1}`, '/usr/bin/python3', ['/usr/bin/patroni', join(dir, `n${node + 1}/patroni.yml`)])
  const ask = (path: string): Promise<any[]> => Promise.all(network.nodes.map((host) => fetch(`http://${host}:8008${path}`, { signal: AbortSignal.timeout(1500) }).then((answer) => answer.json(), () => null)))
  const views = async (): Promise<Member[][]> => (await ask('/cluster') as ({ members?: Member[] } | null)[]).map((view) => view?.members ?? [])
  const leaderOf = (view: Member[]): string => view.find((one) => one.role === 'leader')?.name ?? ''
  /** All three say the same: one that had been cut off believes in itself for a moment after it is back. */
  const ready = async (): Promise<boolean> => {
    const all = await views()
    return new Set(all.map(leaderOf)).size === 1 && all.every((view) => view.length === 3 && new Set(view.map((one) => one.timeline)).size === 1
      && view.every((one) => one.state === 'running' || one.state === 'streaming') && view.some((one) => one.role === 'leader') && view.some((one) => one.role === 'sync_standby'))
  }
  const port = 5000 + Math.floor(Math.random() * 900)
  let haproxy: ChildProcess | undefined
  const stop = async (): Promise<void> => {
    kill(nodes.flatMap((_, i) => network.pids(i)), 'SIGCONT')
    kill(nodes.flatMap((_, i) => patroniPids(i)), 'SIGKILL')
    kill(nodes.flatMap((_, i) => serverPids(i)), 'SIGKILL')
    kill(nodes.flatMap((node) => node.etcd.pid ? [node.etcd.pid] : []), 'SIGKILL')
    if (network.kind === 'namespaces') kill(nodes.flatMap((_, i) => network.pids(i)), 'SIGKILL')
    if (haproxy?.pid) kill([haproxy.pid], 'SIGKILL')
    await sleep(500)
    network.remove()
  }
  try {
    own(dir)
    for (const i of [0, 1, 2]) {
      const at = join(dir, `n${i + 1}`)
      for (const path of [at, join(at, 'etcd'), join(at, 'run'), join(at, 'data')]) { mkdirSync(path, { mode: 0o700 }); own(path) }
      writeFileSync(join(at, 'patroni.yml'), fill('deploy/database/patroni.yml', {
        NODE_NAME: `n${i + 1}`, NODE_ADDRESS: network.nodes[i] ?? '', ETCD_HOSTS: network.nodes.map((host) => `${host}:2379`).join(','), DATA_DIR: join(at, 'data'), RUN_DIR: join(at, 'run'),
        SHARED_BUFFERS: '128MB', CLUSTER_NETWORK: network.range, SUPERUSER_PASSWORD: password, REPLICATION_PASSWORD: 'drill-replication', WATCHDOG: 'off',
      }), { mode: 0o600 })
      own(join(at, 'patroni.yml'))
    }
    writeFileSync(join(dir, 'haproxy.cfg'), fill('deploy/database/haproxy.cfg', {
      LISTEN_HOST: '127.0.0.1', LISTEN_PORT: port, ...Object.fromEntries(network.nodes.flatMap((host, i) => [[`NODE_${i + 1}`, `n${i + 1}`], [`NODE_${i + 1}_ADDRESS`, host]])),
    }))
    for (const i of [0, 1, 2]) nodes.push({ etcd: etcd(i), patroni: null as unknown as ChildProcess, dir: join(dir, `n${i + 1}`) })
    await until('etcd', async () => await fetch(`http://${network.nodes[0]}:2379/health`).then(async (answer) => (await answer.text()).includes('true'), () => false), 30_000)
    for (const [i, node] of nodes.entries()) node.patroni = patroni(i)
    haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', join(dir, 'haproxy.cfg')], { stdio: ['ignore', openSync(join(dir, 'haproxy.log'), 'a'), openSync(join(dir, 'haproxy.log'), 'a')] })
    await until('a whole cluster', ready, 90_000)
  } catch (error) { await stop(); throw error }
  const [first] = await ask('/patroni') as ({ patroni?: { version?: string }; server_version?: number } | null)[]
  return {
    network, host: '127.0.0.1', port, password, stop,
    versions: `Patroni ${first?.patroni?.version}, PostgreSQL ${Math.floor((first?.server_version ?? 0) / 10_000)}.${(first?.server_version ?? 0) % 10_000}`,
    async primary(besides) {
      const seen = (await views()).filter((view, node) => node !== besides && view.length > 0).map(leaderOf)
      return seen[0] && new Set(seen).size === 1 ? Number(seen[0].slice(1)) - 1 : -1
    },
    async whole(ms) { await until('a whole cluster again', ready, ms) },
    kill(node) { kill([...patroniPids(node), ...serverPids(node)], 'SIGKILL') },
    restart(node) { const at = nodes[node]; if (at) at.patroni = patroni(node) },
  }
}
