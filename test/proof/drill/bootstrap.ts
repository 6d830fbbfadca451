import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exportFiles } from '../../../apps/box/src/cluster/export.ts'
import { readAnswers } from '../../../apps/box/src/install/plan.ts'
import { freePort, until } from '../../kit/shop.ts'
import { type Compose, readCompose } from './compose.ts'
import type { OneMachine } from './one.ts'
import type { Podman } from './podman.ts'

/**
 * Gateway and game of the demo need the owner’s database URL, also in a web process and at the desk, which else have
 * none.
 */
export function giveOwner({ services }: Compose): void {
  for (const service of Object.values(services).filter(({ environment }) =>
    /^(web|console)$/.test(String(environment?.ROLE)),
  )) {
    service.environment = { ...service.environment, DATABASE_DIRECT_URL_FILE: '/run/secrets/database_direct_url' }
    service.secrets = [...(service.secrets ?? []), 'database_direct_url']
  }
}

/**
 * A shop goes from the place of its backups into the cluster of deploy/compose.yaml: what `hc export cluster` writes,
 * and what its bootstrap.sh does, step by step. The backup is that of deploy/one, which has a box's form.
 */
export async function tryBootstrap({
  dir,
  podman,
  say,
  check,
  folder: from,
  key,
  orders,
  demo,
}: Omit<OneMachine, 'report'> & {
  dir: string
  podman: Podman
  say: (text: string) => void
  check: (holds: boolean, what: string) => void
  demo: Record<string, string>
}): Promise<Record<string, unknown>> {
  const folder = join(dir, 'exported')
  const textsIn = (name: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(join(from, name)).map((file) => [file, readFileSync(join(from, name, file), 'utf8')]),
    )
  const recipients = ['backup.pub', 'box/backup.pub'].map((name) => join(from, name)).find((path) => existsSync(path))
  const shop = {
    settings: readAnswers(readFileSync(join(from, 'shop.env'), 'utf8'), 'shop.env'),
    secrets: textsIn('secrets'),
    place: join(from, 'backups'),
    recipients: recipients === undefined ? null : readFileSync(recipients, 'utf8'),
    placeFiles: {},
  }
  for (const { path, content, mode } of exportFiles(shop)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
    chmodSync(join(folder, path), mode)
  }
  execFileSync(process.execPath, ['deploy/make-secrets.mjs', join(folder, 'secrets')], { stdio: 'ignore' })
  cpSync(join(from, 'brand'), join(folder, 'brand'), { recursive: true })
  // From here on as bootstrap.sh.
  const backup = join(folder, 'backup')
  mkdirSync(backup)
  for (const name of readdirSync(shop.place).filter((file) => file.endsWith('.age')))
    cpSync(join(shop.place, name), join(backup, name))
  writeFileSync(join(backup, 'restore.key'), `${key}\n`, { mode: 0o600 })
  execFileSync('chown', ['-R', '999:999', backup])
  const web = [await freePort(), await freePort(), await freePort()] as const
  const settings = {
    secrets: join(folder, 'secrets'),
    folder,
    variables: readAnswers(readFileSync(join(folder, '.env'), 'utf8'), '.env'),
    profile: 'desk',
    ports: { 'web-1': web[0], 'web-2': web[1], console: web[2] },
    more: ({ image }: { image: string }): Record<string, string> => (image === 'hc-portal' ? demo : {}),
  }
  const more = join(folder, 'compose.more.yaml')
  const restoring = readCompose(['deploy/compose.yaml', more, join(folder, 'compose.restore.yaml')], podman, settings)
  const names = ['etcd-1', 'etcd-2', 'etcd-3', 'patroni-1'] as const
  const startMs = Date.now()
  await restoring.up(names)
  const sql = async (text: string, database = 'hc_portal'): Promise<string> =>
    (await podman.attempt(['exec', 'patroni-1', 'psql', '-h', '/run/hc', '-U', 'postgres', '-Atc', text, database]))
      .text
  const members = ['exec', 'patroni-1', 'timeout', '10', 'patronictl', '-c', '/run/hc/patroni.yml', 'list']
  const isPrimary = async (): Promise<boolean> => /Leader.*running/.test((await podman.attempt(members)).text)
  try {
    await until('the first member has the backup', isPrimary, 180_000)
  } catch (error) {
    say((await podman.attempt(['logs', '--tail', '40', 'patroni-1'])).text)
    throw error
  }
  const restored = Math.round((Date.now() - startMs) / 1000)
  say(`a cluster of one member has the backup, ${restored} s after its first container began`)
  await podman.run(['rm', '-f', '-t', '60', 'patroni-1'], 120_000)
  for (const name of names.slice(0, 3)) await podman.run(['rm', '-f', '-t', '5', name])
  const whole = readCompose(['deploy/compose.yaml', more], podman, settings)
  giveOwner(whole)
  await podman.run(['network', 'prune', '-f'])
  await whole.up()
  const isReady = (port: number, path: string): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(3000), redirect: 'manual' }).then(
      (answer) => answer.status < 500,
      () => false,
    )
  for (const port of web.slice(0, 2)) await until(`/readyz of ${port}`, () => isReady(port, '/readyz'), 180_000)
  await until('the desk', () => isReady(web[2], '/'), 60_000).catch(async (error: unknown) => {
    say((await podman.attempt(['logs', '--tail', '20', 'console'])).text)
    throw error
  })
  const seconds = Math.round((Date.now() - startMs) / 1000)
  say(`the cluster has the shop, ${seconds} s after its first container began`)
  const had = (
    await sql(
      `select count(*) from orders where status = 4 and order_no in (${orders.map((order) => `'${order}'`).join(',')})`,
    )
  ).trim()
  check(had.startsWith(String(orders.length)), `of ${orders.length} orders before the backup the cluster has ${had}`)
  const doctor = await podman.attempt(['exec', 'worker-1', 'node', 'apps/server/dist/hc.js', 'doctor'], 120_000)
  check(doctor.code === 0, `the doctor: ${doctor.text}`)
  for (const name of Object.keys(whole.services)) await podman.attempt(['rm', '-f', '-v', '-t', '0', name])
  await podman.attempt(['volume', 'prune', '-f'])
  await podman.attempt(['network', 'prune', '-f'])
  return { 'seconds until the first member had it': restored, 'seconds until the cluster sold': seconds, orders: had }
}
