import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import type { Podman } from './podman.ts'

type Service = {
  image: string
  command?: string[]
  environment?: Record<string, string | number>
  volumes?: string[]
  networks: string[] | Record<string, { ipv4_address?: string }>
  secrets?: string[]
  ports?: string[]
  depends_on?: string[] | Record<string, { condition: string }>
  restart?: string
  stop_grace_period?: string
  shm_size?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  tmpfs?: string[]
  build?: { context: string; dockerfile: string }
}
const knownNames = new Set([
  'image',
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
  'security_opt',
  'tmpfs',
  'build',
])
export type Compose = { services: Record<string, Service>; up(): Promise<void> }
type Settings = {
  secrets: string
  variables: Record<string, string>
  /** Beside what the file says. */ more: (service: Service) => Record<string, string>
  /** Host ports instead of the file's. */ ports: Record<string, number>
}

/**
 * Brings up compose.yaml with bare podman: Debian 12's podman-compose is too old for fixed addresses. It knows the part
 * of the format that the file keeps to and refuses the rest, so that what is tried is what is written.
 */
export function readCompose(file: string, podman: Podman, { secrets, variables, more, ports }: Settings): Compose {
  const text = readFileSync(file, 'utf8').replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, word: string | undefined) => {
      const value = variables[name] ?? (kind === '-' ? word : undefined)
      if (value === undefined) throw new Error(`${name}: ${word ?? 'no value'}`)
      return value
    },
  )
  const { name, services, networks } = parse(text, { merge: true }) as {
    name: string
    services: Record<string, Service>
    networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>
  }
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

  function argsOf(service: string): string[] {
    const candidate = services[service]
    if (!candidate) throw new Error(`no service ${service}`)
    const strange = Object.keys(candidate).filter((key) => !knownNames.has(key))
    if (strange.length > 0) throw new Error(`${service}: ${strange.join(', ')} is not understood`)
    const flags = (flag: string, values: readonly string[] = []): string[] => values.flatMap((value) => [flag, value])
    const nets = Array.isArray(candidate.networks)
      ? Object.fromEntries(candidate.networks.map((net) => [net, {}]))
      : candidate.networks
    return [
      ...Object.entries(nets as Record<string, { ipv4_address?: string } | null>).flatMap(([net, at]) => [
        '--network',
        `${name}-${net}:alias=${service}${at?.ipv4_address ? `,ip=${at.ipv4_address}` : ''}`,
      ]),
      ...flags(
        '-e',
        Object.entries({ ...candidate.environment, ...more(candidate) }).map(([key, value]) => `${key}=${value}`),
      ),
      ...flags('-v', candidate.volumes),
      ...flags(
        '-v',
        candidate.secrets?.map((secret) => `${join(secrets, basename(secret))}:/run/secrets/${secret}:ro`),
      ),
      ...flags(
        '-p',
        candidate.ports?.map((port) => {
          const [host, , inside] = port.split(':')
          return `${host}:${ports[service]}:${inside}`
        }),
      ),
      ...flags('--cap-drop', candidate.cap_drop),
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
  return {
    services,
    async up() {
      for (const [net, { internal, ipam }] of Object.entries(networks))
        await podman.run([
          'network',
          'create',
          ...(internal ? ['--internal'] : []),
          ...(ipam ? ['--subnet', ipam.config[0]?.subnet ?? ''] : []),
          `${name}-${net}`,
        ])
      const starts = new Map<string, Promise<void>>()
      const start = (service: string): Promise<void> => {
        const running =
          starts.get(service) ??
          (async () => {
            await Promise.all(alone(services[service] as Service).map(start))
            await podman.run(
              ['run', ...(ends.has(service) ? [] : ['-d']), '--name', service, ...argsOf(service)],
              180_000,
            )
          })()
        starts.set(service, running)
        return running
      }
      for (const service of Object.keys(services)) await start(service)
    },
  }
}
