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
const known = new Set([
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
    const one = services[service]
    if (!one) throw new Error(`no service ${service}`)
    const strange = Object.keys(one).filter((key) => !known.has(key))
    if (strange.length > 0) throw new Error(`${service}: ${strange.join(', ')} is not understood`)
    const flags = (flag: string, values: readonly string[] = []): string[] => values.flatMap((value) => [flag, value])
    const nets = Array.isArray(one.networks) ? Object.fromEntries(one.networks.map((net) => [net, {}])) : one.networks
    return [
      ...Object.entries(nets as Record<string, { ipv4_address?: string } | null>).flatMap(([net, at]) => [
        '--network',
        `${name}-${net}:alias=${service}${at?.ipv4_address ? `,ip=${at.ipv4_address}` : ''}`,
      ]),
      ...flags(
        '-e',
        Object.entries({ ...one.environment, ...more(one) }).map(([key, value]) => `${key}=${value}`),
      ),
      ...flags('-v', one.volumes),
      ...flags(
        '-v',
        one.secrets?.map((secret) => `${join(secrets, basename(secret))}:/run/secrets/${secret}:ro`),
      ),
      ...flags(
        '-p',
        one.ports?.map((port) => {
          const [host, , inside] = port.split(':')
          return `${host}:${ports[service]}:${inside}`
        }),
      ),
      ...flags('--cap-drop', one.cap_drop),
      ...flags('--security-opt', one.security_opt),
      ...flags('--tmpfs', one.tmpfs),
      ...(one.read_only ? ['--read-only'] : []),
      ...(one.restart ? ['--restart', one.restart] : []),
      ...(one.shm_size ? ['--shm-size', one.shm_size.replace('mb', 'm')] : []),
      ...(one.stop_grace_period ? ['--stop-timeout', one.stop_grace_period.replace('s', '')] : []),
      one.image,
      ...(one.command ?? []),
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
      const begun = new Map<string, Promise<void>>()
      const start = (service: string): Promise<void> => {
        const running =
          begun.get(service) ??
          (async () => {
            await Promise.all(alone(services[service] as Service).map(start))
            await podman.run(
              ['run', ...(ends.has(service) ? [] : ['-d']), '--name', service, ...argsOf(service)],
              180_000,
            )
          })()
        begun.set(service, running)
        return running
      }
      for (const service of Object.keys(services)) await start(service)
    },
  }
}
