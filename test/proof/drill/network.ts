import { execFileSync } from 'node:child_process'

/**
 * Three machines of their own, as network namespaces on a bridge where root may make them, else as addresses of the
 * loopback.
 */
export type Network = {
  kind: 'namespaces' | 'loopback'
  /** Addresses of the three nodes, and their allowed clients. */
  nodes: readonly [string, string, string]
  range: string
  /** The prefix that runs a command on a node as the database user. */
  on(node: number): string[]
  /** Takes a node off the network, and back. */
  cut(node: number): void
  heal(node: number): void
  /** The processes of a node, if the network can list them. */
  pids(node: number): number[]
  remove(): void
}

const PREFIX = 'hcdrill'
const ip = (...args: string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

function namespaces(as: readonly string[]): Network {
  const undo: (() => void)[] = []
  const remove = (): void => {
    for (const step of undo.reverse())
      try {
        step()
      } catch {
        /* gone with what it hung on */
      }
    undo.length = 0
  }
  try {
    ip('link', 'add', `${PREFIX}0`, 'type', 'bridge')
    undo.push(() => ip('link', 'del', `${PREFIX}0`))
    ip('addr', 'add', '198.18.20.9/24', 'dev', `${PREFIX}0`)
    ip('link', 'set', `${PREFIX}0`, 'up')
    for (const i of [1, 2, 3]) {
      ip('netns', 'add', `${PREFIX}-${i}`)
      undo.push(() => ip('netns', 'del', `${PREFIX}-${i}`))
      ip('link', 'add', `${PREFIX}${i}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `${PREFIX}-${i}`)
      undo.push(() => ip('link', 'del', `${PREFIX}${i}`))
      ip('link', 'set', `${PREFIX}${i}`, 'master', `${PREFIX}0`, 'up')
      ip('-n', `${PREFIX}-${i}`, 'addr', 'add', `198.18.20.1${i}/24`, 'dev', 'eth0')
      ip('-n', `${PREFIX}-${i}`, 'link', 'set', 'lo', 'up')
      ip('-n', `${PREFIX}-${i}`, 'link', 'set', 'eth0', 'up')
    }
  } catch (error) {
    remove()
    throw error
  }
  return {
    kind: 'namespaces',
    nodes: ['198.18.20.11', '198.18.20.12', '198.18.20.13'],
    range: '198.18.20.0/24',
    remove,
    on: (node) => ['ip', 'netns', 'exec', `${PREFIX}-${node + 1}`, ...as],
    cut: (node) => {
      ip('link', 'set', `${PREFIX}${node + 1}`, 'down')
    },
    heal: (node) => {
      ip('link', 'set', `${PREFIX}${node + 1}`, 'up')
    },
    pids: (node) =>
      ip('netns', 'pids', `${PREFIX}-${node + 1}`)
        .split('\n')
        .filter(Boolean)
        .map(Number),
  }
}

/**
 * Without namespaces an isolated node is a node with stopped processes: a weaker test, and the report
 * says so.
 */
function loopback(pidsOf: (node: number) => number[], as: readonly string[]): Network {
  const signal = (node: number, name: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of pidsOf(node))
      try {
        process.kill(pid, name)
      } catch {
        /* ended */
      }
  }
  return {
    kind: 'loopback',
    nodes: ['127.0.20.1', '127.0.20.2', '127.0.20.3'],
    range: '127.0.0.0/8',
    remove: () => undefined,
    pids: pidsOf,
    on: () => [...as],
    cut: (node) => signal(node, 'SIGSTOP'),
    heal: (node) => signal(node, 'SIGCONT'),
  }
}

/**
 * `--no-namespaces` runs the drill as on a machine without them. `as`: the prefix that makes a command the database
 * user's.
 */
export function openNetwork(pidsOf: (node: number) => number[], as: readonly string[]): Network {
  if (process.argv.includes('--no-namespaces')) return loopback(pidsOf, as)
  try {
    return namespaces(as)
  } catch {
    return loopback(pidsOf, as)
  }
}
