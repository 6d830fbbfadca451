import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { close, count } from '../../kit/rules.ts'
import { needPackages } from '../drill/packages.ts'
import type { Authority } from './authority.ts'
import { type Box, HOSTS, type Ran } from './machine.ts'

/** What the suite `box` and its drills share: the machine they need, the publisher's answers, and the world's facts. */

export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

/** Ends the program as skipped, or with HC_BOX=required as failed. */
export function skip(reason: string): never {
  if (process.env.HC_BOX === 'required') {
    count('the box is proved', `HC_BOX=required: ${reason}`)
    close()
  }
  process.stdout.write(`skipped: ${reason}\n0 passed, 0 failed\n`)
  process.exit(0)
}
/** Ends the program as skipped where a box cannot be booted. */
export function needBox(): void {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version')) skip('for this system is no Debian')
  if (process.getuid?.() !== 0) skip('for it boots a machine, and this user is not root')
  try {
    needPackages({
      '/usr/bin/mmdebstrap': 'mmdebstrap',
      '/usr/bin/systemd-nspawn': 'systemd-container',
      '/usr/bin/apt-ftparchive': 'apt-utils',
      '/usr/bin/pebble': 'pebble',
      '/usr/bin/minisign': 'minisign',
      '/usr/bin/zstd': 'zstd',
      '/usr/bin/nsenter': 'util-linux',
    })
    execFileSync('ip', ['netns', 'add', 'hc-box-trial'], { stdio: 'ignore' })
    execFileSync('ip', ['netns', 'del', 'hc-box-trial'], { stdio: 'ignore' })
  } catch (error) {
    skip(`for what it needs is not to be had here: ${firstLine(error)}`)
  }
}

export const HC = '/usr/local/bin/hc'
/** The last lines of what a command said. */
export const tailOf = ({ output, errors }: Ran): string =>
  `${output}\n${errors}`.trim().split('\n').slice(-25).join('\n')

export async function must(box: Box, command: readonly string[], ms?: number): Promise<string> {
  const ran = await box.run(command, ms)
  if (ran.code !== 0) throw new Error(`${command.join(' ')}: exit ${ran.code}\n${tailOf(ran)}`)
  return ran.output
}

/** Settings under which a crowd of one address may buy as fast as it can. */
export const manyOrders = {
  ORDERS_UNPAID_MAX: '0',
  ORDERS_PER_MINUTE_PER_ADDRESS: '0',
  RATE_LIMIT_PER_MINUTE: '1000000',
} as const

/** What only the publisher knows, as files that the box reads. */
export function prepareInput(folder: string, authority: Authority, more: Record<string, string> = {}): void {
  const brand = join(folder, 'brand')
  cpSync('brands/maplewick', brand, { recursive: true })
  const json = JSON.parse(readFileSync(join(brand, 'brand.json'), 'utf8')) as object
  writeFileSync(join(brand, 'brand.json'), JSON.stringify({ ...json, sample: false }))
  writeFileSync(join(folder, 'stripe'), ['sk', 'live', 'boxProof51CanaryOfTheSecretKey'].join('_'))
  writeFileSync(join(folder, 'stripe-hook'), 'whsec_fakeCanaryOfTheEndpointSecret01')
  const answers = {
    PUBLIC_URL: `https://${HOSTS.shop}`,
    CONSOLE_URL: `https://${HOSTS.desk}`,
    OWNER_EMAIL: 'owner@example.test',
    BRAND_FROM: '/srv/input/brand',
    PAYMENTS_MODE: 'live',
    // It buys before its checklist is green.
    OPENING: 'open',
    STRIPE_SECRET_KEY_FILE: '/srv/input/stripe',
    STRIPE_WEBHOOK_SECRETS_FILE: '/srv/input/stripe-hook',
    STRIPE_API_URL: 'http://198.18.30.1:9100',
    GAME_URL: 'http://198.18.30.1:9100/game',
    BACKUP_TO: '/srv/backups',
    ...authority.answers,
    ...more,
  }
  writeFileSync(
    join(folder, 'answers'),
    Object.entries(answers)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
}

/** Debian as a server's first boot has it, with a folder as its only source of packages. */
export function unpackDebian(tar: string, root: string): void {
  mkdirSync(join(root, 'srv/backups'), { recursive: true })
  execFileSync('tar', ['-C', root, '-xf', tar], { timeout: 120_000 })
  rmSync(join(root, 'etc/apt/sources.list.d'), { recursive: true, force: true })
  writeFileSync(join(root, 'etc/apt/sources.list'), 'deb [trusted=yes] file:/srv/packages ./\n')
  writeFileSync(join(root, 'etc/resolv.conf'), 'nameserver 198.18.30.1\n')
  // Nobody pulls the plug of this one.
  mkdirSync(join(root, 'etc/dpkg/dpkg.cfg.d'), { recursive: true })
  writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/proof'), 'force-unsafe-io\n')
}
