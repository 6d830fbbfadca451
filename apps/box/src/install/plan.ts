import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { StepError } from '../steps.ts'

/** What an install is to make. The server's command gives it what only the shop knows. */
export type Plan = {
  /** The folder of the release that runs this, and its version. */
  release: string
  version: string
  /** Debian's major version, and that of its PostgreSQL. */
  debian: string
  postgres: string
  shopHost: string
  deskHost: string
  ownerEmail: string | null
  /** The settings of the shop, in the order in which they are written. */
  settings: Readonly<Record<string, string>>
  /** The box's own answers, which it needs again to repair itself. */
  own: Readonly<Record<string, string>>
  /** Secrets that the answers bring, by the name of their setting. */
  secrets: Readonly<Record<string, string>>
  brandFrom: string | null
  flags: readonly string[]
  env: Readonly<Record<string, string>>
  hasSixth: boolean
  memoryKb: number
  /** The place of backups, and its credentials by the name of their file; null: there is none yet. */
  place: string | null
  placeFiles: Readonly<Record<string, string>>
  /** Another server of this machine has ports 80 and 443, and leads to the shop. */
  foreignEdge: boolean
}

/** Answers that are the box's own and no setting of the shop. */
export const ownAnswers = ['OWNER_EMAIL', 'BACKUP_TO', 'BRAND_FROM', 'ACME_SERVER', 'ACME_CA', 'EDGE'] as const
/** Answers that name a file with a credential of the place of backups, and what the box calls that file. */
export const placeAnswers: Readonly<Record<string, string>> = {
  BACKUP_SSH_FILE: 'backup_ssh',
  BACKUP_KNOWN_HOSTS_FILE: 'backup_known_hosts',
  BACKUP_RCLONE_FILE: 'rclone.conf',
}
/** Settings that the box makes by itself. */
export const ownSettings: readonly string[] = [
  'NODE_ENV',
  'DEMO',
  'ROLE',
  'PORT',
  'HOST',
  'TRUST_PROXY',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_POOLER',
  'CONSOLE_PORT',
  'CONSOLE_HOST',
  'CONSOLE_DATABASE_URL',
  'DATA_DIR',
  'BRAND_DIR',
]

/** Lines NAME=value, with or without quotes; `#` begins a comment. @throws StepError */
export function readAnswers(text: string, from: string): Record<string, string> {
  const answers: Record<string, string> = {}
  for (const [at, line] of text.split('\n').entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const [, name, value = ''] = /^([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/.exec(trimmed) ?? []
    if (name === undefined) throw new StepError(`${from}, line ${at + 1}: is not NAME=value`)
    answers[name] =
      /^"(.*)"$|^'(.*)'$/
        .exec(value)
        ?.slice(1)
        .find((part) => part !== undefined) ?? value
  }
  return answers
}

/** Lines that systemd reads as well. */
export const asLines = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${/[\s"'\\#$]/.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value}\n`)
    .join('')

/** Values of a file that `asLines` wrote; none if it is absent. */
export async function valuesOf(machine: Machine, path: string): Promise<Record<string, string>> {
  const text = await machine.files.read(path)
  return text === undefined ? {} : readAnswers(text, path)
}

const debians: Readonly<Record<string, string>> = { '12': '15', '13': '17' }

/** What the machine is. @throws StepError where it can be no box */
export async function machineFacts(
  machine: Machine,
): Promise<Pick<Plan, 'debian' | 'postgres' | 'hasSixth' | 'memoryKb'> & { cores: number; freeKb: number }> {
  const release = await valuesOf(machine, '/etc/os-release')
  const debian = release.VERSION_ID ?? ''
  const postgres = release.ID === 'debian' ? debians[debian] : undefined
  if (postgres === undefined)
    throw new StepError(`this is ${release.PRETTY_NAME ?? 'no Debian'}: a box needs Debian 13 or 12`)
  const { stdout: kind } = await machine.run('uname', ['-m'])
  if (kind.trim() !== 'x86_64') throw new StepError(`this processor is ${kind.trim()}: a box needs x86_64`)
  const memory = /^MemTotal:\s+(\d+)/m.exec((await machine.files.read('/proc/meminfo')) ?? '')?.[1]
  const { stdout: disk } = await machine.run('df', ['-Pk', '/'])
  return {
    debian,
    postgres,
    hasSixth: await machine.files.exists('/proc/net/if_inet6'),
    memoryKb: Number(memory),
    cores: Number((await machine.run('nproc', [])).stdout),
    freeKb: Number(disk.trim().split('\n').at(-1)?.split(/\s+/)[3]),
  }
}

/** The programs that listen on port 80 or 443; the edge of a box that is here already is none of them. */
export async function occupants(machine: Machine, installed: boolean): Promise<string[]> {
  const { stdout } = await machine.run('ss', ['-Hltnp'])
  const names = stdout
    .split('\n')
    .filter((line) => /[:.](80|443)\s/.test(line.split(/\s+/)[3]?.concat(' ') ?? ''))
    .map((line) => /users:\(\("([^"]+)/.exec(line)?.[1] ?? 'a program')
  return [...new Set(names)].filter((name) => !(installed && name === 'haproxy'))
}

/** Why this machine is too small or occupants; empty if it is not. */
export async function obstacles(
  machine: Machine,
  { cores, memoryKb, freeKb }: { cores: number; memoryKb: number; freeKb: number },
  { small, installed, foreignEdge }: { small: boolean; installed: boolean; foreignEdge: boolean },
): Promise<string[]> {
  const [needCores, needGb, needDisk] = small ? [1, 1.8, 8] : [2, 3.5, 20]
  const gb = (kb: number): string => (kb / 1024 ** 2).toFixed(1)
  const programs = foreignEdge ? [] : await occupants(machine, installed)
  return [
    ...(cores < needCores ? [`it has ${cores} core, and needs ${needCores}`] : []),
    ...(memoryKb < needGb * 1024 ** 2 ? [`it has ${gb(memoryKb)} GB of memory, and needs ${needGb}`] : []),
    ...(freeKb < needDisk * 1024 ** 2 && !installed ? [`it has ${gb(freeKb)} GB free, and needs ${needDisk}`] : []),
    ...(programs.length > 0
      ? [`${programs.join(', ')} listens on port 80 or 443, which the edge needs (--edge none leaves them to it)`]
      : []),
  ]
}

/** Whether a box is here already. */
export const isInstalled = (machine: Machine): Promise<boolean> => machine.files.exists(paths.current)
