import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { until } from '../../kit/shop.ts'
import type { Podman, Ran } from './podman.ts'

type Service = {
  image: string
  /** Of those that `compose --profile` alone starts. */
  profiles?: string[]
  command?: string[]
  environment?: Record<string, string | number>
  volumes?: string[]
  networks?: string[] | Record<string, { ipv4_address?: string }>
  network_mode?: 'none'
  secrets?: string[]
  ports?: string[]
  depends_on?: string[] | Record<string, { condition: string }>
  restart?: string
  stop_grace_period?: string
  shm_size?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  user?: string
  env_file?: { path: string; required: boolean }[]
  stop_signal?: string
  healthcheck?: { test: string[]; interval: string; timeout: string; start_period: string; retries: number }
  security_opt?: string[]
  tmpfs?: string[]
  build?: { context: string; dockerfile: string; additional_contexts?: Record<string, string> }
}
const knownNames = new Set([
  'image',
  'profiles',
  'command',
  'environment',
  'volumes',
  'networks',
  'secrets',
  'ports',
  'depends_on',
  'restart',
  'stop_grace_period',
  'shm_size',
  'read_only',
  'cap_drop',
  'cap_add',
  'user',
  'network_mode',
  'env_file',
  'stop_signal',
  'healthcheck',
  'security_opt',
  'tmpfs',
  'build',
])
export type Compose = {
  services: Record<string, Service>
  /** All of them, or those that are named, with what they depend on. */
  up(only?: readonly string[]): Promise<void>
  /** `compose run --rm --no-deps`: what it printed. */
  once(service: string, command: readonly string[], ms?: number): Promise<Ran>
}
type Settings = {
  secrets: string
  /** The folder that ./ leads to. */
  folder?: string
  variables: Record<string, string>
  profile?: string
  /** Beside what the file says. */ more: (service: Service) => Record<string, string>
  /** Host ports instead of the file's. */ ports: Record<string, number>
}

/**
 * Brings up compose.yaml with bare podman: Debian 12's podman-compose is too old for fixed addresses. It knows the part
 * of the format that the file keeps to and refuses the rest, so that what is tried is what is written.
 */
export function readCompose(
  files: string | readonly [string, ...string[]],
  podman: Podman,
  { secrets, folder, variables, profile, more, ports }: Settings,
): Compose {
  const [file, ...others] = typeof files === 'string' ? [files] : files
  return bring(readOne(file, variables), others, podman, {
    secrets,
    folder: folder ?? dirname(file),
    variables,
    more,
    ports,
    ...(profile !== undefined && { profile }),
  })
}

type File = {
  name: string
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>
}
function readOne(file: string, variables: Record<string, string>): File {
  const text = readFileSync(file, 'utf8').replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, word: string | undefined) => {
      const value = variables[name] ?? (kind === '-' ? word : undefined)
      if (value === undefined) throw new Error(`${name}: ${word ?? 'no value'}`)
      return value
    },
  )
  return parse(text.replaceAll('$$', '$'), { merge: true }) as File
}

const targetOf = (volume: string): string => volume.split(':')[1] ?? ''
/** As compose puts one file over another. */
const merged = (base: Service, other: Partial<Service>): Service => ({
  ...base,
  ...other,
  environment: { ...base.environment, ...other.environment },
  secrets: [...new Set([...(base.secrets ?? []), ...(other.secrets ?? [])])],
  volumes: [
    ...(base.volumes ?? []).filter((volume) => !other.volumes?.some((more) => targetOf(more) === targetOf(volume))),
    ...(other.volumes ?? []),
  ],
})

function bring(
  { name, services: every, networks }: File,
  others: readonly string[],
  podman: Podman,
  { secrets, folder, variables, profile, more, ports }: Settings & { folder: string },
): Compose {
  for (const other of others)
    for (const [service, part] of Object.entries(readOne(other, variables).services))
      every[service] = merged(every[service] ?? ({} as Service), part)
  const services = Object.fromEntries(
    Object.entries(every).filter(([, { profiles }]) => !profiles || profiles.includes(profile ?? '')),
  )
  const alone = ({ depends_on: on = [] }: Service): string[] => (Array.isArray(on) ? on : Object.keys(on))
  const ends = new Set(
    Object.values(services).flatMap(({ depends_on: on = {} }) =>
      Array.isArray(on)
        ? []
        : Object.entries(on)
            .filter(([, { condition }]) => condition === 'service_completed_successfully')
            .map(([other]) => other),
    ),
  )

  /** What podman has no flag for: the lines of an env_file, without compose's quotes. */
  const linesOf = ({ env_file: list = [] }: Service): string[] =>
    list.flatMap(({ path, required }) => {
      const place = resolve(folder, path)
      if (!required && !existsSync(place)) return []
      return readFileSync(place, 'utf8')
        .split('\n')
        .filter((line) => /^[A-Z]/.test(line))
        .map((line) => line.replace(/='(.*)'$/, '=$1'))
    })
  const volumeOf = (text: string): string =>
    text.startsWith('./')
      ? `${resolve(folder, text.slice(0, text.indexOf(':')))}${text.slice(text.indexOf(':'))}`
      : text
  const healthOf = ({ healthcheck: health }: Service): string[] =>
    health === undefined
      ? []
      : [
          '--health-cmd',
          health.test[0] === 'CMD-SHELL' ? `${health.test[1]}` : JSON.stringify(health.test.slice(1)),
          '--health-interval',
          health.interval,
          '--health-timeout',
          health.timeout,
          '--health-start-period',
          health.start_period,
          '--health-retries',
          String(health.retries),
        ]

  function argsOf(service: string): string[] {
    const candidate = services[service]
    if (!candidate) throw new Error(`no service ${service}`)
    const strange = Object.keys(candidate).filter((key) => !knownNames.has(key))
    if (strange.length > 0) throw new Error(`${service}: ${strange.join(', ')} is not understood`)
    const flags = (flag: string, values: readonly string[] = []): string[] => values.flatMap((value) => [flag, value])
    const nets = Array.isArray(candidate.networks ?? [])
      ? Object.fromEntries(((candidate.networks ?? []) as string[]).map((net) => [net, {}]))
      : candidate.networks
    return [
      ...Object.entries(nets as Record<string, { ipv4_address?: string } | null>).flatMap(([net, at]) => [
        '--network',
        `${name}-${net}:alias=${service}${at?.ipv4_address ? `,ip=${at.ipv4_address}` : ''}`,
      ]),
      ...flags('-e', [
        ...linesOf(candidate),
        ...Object.entries({ ...candidate.environment, ...more(candidate) }).map(([key, value]) => `${key}=${value}`),
      ]),
      ...(candidate.network_mode ? ['--network', candidate.network_mode] : []),
      ...flags('-v', candidate.volumes?.map(volumeOf)),
      ...flags(
        '-v',
        candidate.secrets?.map((secret) => `${join(secrets, basename(secret))}:/run/secrets/${secret}:ro`),
      ),
      ...flags(
        '-p',
        candidate.ports?.map((port) => {
          const [host, , inside] = port.split(':')
          return inside === undefined
            ? `127.0.0.1:${ports[host ?? '']}:${port.split(':')[1]}`
            : `${host}:${ports[service]}:${inside}`
        }),
      ),
      ...flags('--cap-drop', candidate.cap_drop),
      ...flags('--cap-add', candidate.cap_add),
      ...(candidate.user ? ['--user', candidate.user] : []),
      ...(candidate.stop_signal ? ['--stop-signal', candidate.stop_signal] : []),
      ...healthOf(candidate),
      ...flags('--security-opt', candidate.security_opt),
      ...flags('--tmpfs', candidate.tmpfs),
      ...(candidate.read_only ? ['--read-only'] : []),
      ...(candidate.restart ? ['--restart', candidate.restart] : []),
      ...(candidate.shm_size ? ['--shm-size', candidate.shm_size.replace('mb', 'm')] : []),
      ...(candidate.stop_grace_period ? ['--stop-timeout', candidate.stop_grace_period.replace('s', '')] : []),
      candidate.image,
      ...(candidate.command ?? []),
    ]
  }
  /** Podman's own timer of health needs systemd. */
  const healthy = (service: string): Promise<true> =>
    until(
      `${service} is healthy`,
      async () => (await podman.attempt(['healthcheck', 'run', service])).code === 0,
      120_000,
    )
  const networksMade = new Set<string>()
  async function makeNetworks(): Promise<void> {
    for (const [net, { internal, ipam }] of Object.entries(networks)) {
      if (networksMade.has(net)) continue
      networksMade.add(net)
      await podman.run([
        'network',
        'create',
        ...(internal ? ['--internal'] : []),
        ...(ipam ? ['--subnet', ipam.config[0]?.subnet ?? ''] : []),
        `${name}-${net}`,
      ])
    }
  }
  /** Those that a service waits for until they are healthy. */
  const awaitedBy = (service: string): string[] => {
    const on = services[service]?.depends_on ?? {}
    return Array.isArray(on)
      ? []
      : Object.entries(on).flatMap(([other, { condition }]) => (condition === 'service_healthy' ? [other] : []))
  }
  return {
    services,
    async once(service, command, ms = 120_000) {
      await makeNetworks()
      const args = argsOf(service)
      const words = services[service]?.command?.length ?? 0
      // No port, no watch and no second life of it: the service itself may run.
      const isOfService = (arg = ''): boolean => arg === '-p' || arg === '--restart' || arg.startsWith('--health-')
      const rest = args
        .slice(0, args.length - words)
        .filter((arg, at, all) => !isOfService(arg) && !isOfService(all[at - 1]))
      return await podman.attempt(['run', '--rm', ...rest, ...command], ms)
    },
    async up(only) {
      await makeNetworks()
      const starts = new Map<string, Promise<void>>()
      const start = (service: string): Promise<void> => {
        const running =
          starts.get(service) ??
          (async () => {
            await Promise.all(alone(services[service] as Service).map(start))
            await Promise.all(awaitedBy(service).map(healthy))
            await podman.run(
              ['run', ...(ends.has(service) ? [] : ['-d']), '--name', service, ...argsOf(service)],
              180_000,
            )
          })()
        starts.set(service, running)
        return running
      }
      // Those that wait for nobody begin first: others may wait until these are healthy.
      const names = [...(only ?? Object.keys(services))]
      for (const service of names.filter((name) => awaitedBy(name).length === 0)) await start(service)
      for (const service of names) await start(service)
    },
  }
}
