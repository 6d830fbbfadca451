import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, sleep, until } from '../../kit/shop.ts'
import { readCompose } from './compose.ts'
import { askEdge, customer } from './customer.ts'
import type { Podman } from './podman.ts'

/**
 * `deploy/one` as somebody brings it up: hc init twice, four containers, an order through the edge, a proved backup.
 */
const HOST = 'shop.example'

/** What it showed, its folder with the place of its backups, the owner's key, and the orders that it sold. */
export type OneMachine = { report: Record<string, unknown>; folder: string; key: string; orders: readonly string[] }

export async function tryOne({
  dir,
  podman,
  say,
  check,
  demo,
}: {
  dir: string
  podman: Podman
  say: (text: string) => void
  check: (holds: boolean, what: string) => void
  demo: Record<string, string>
}): Promise<OneMachine> {
  const folder = join(dir, 'one')
  mkdirSync(join(folder, 'backups'), { recursive: true })
  copyFileSync('deploy/one/compose.yaml', join(folder, 'compose.yaml'))
  writeFileSync(
    join(folder, 'answers'),
    `PUBLIC_URL=https://${HOST}\nOWNER_EMAIL=owner@${HOST}\nBACKUP_TO=/backup\nOPENING=open\nGAME_URL=http://127.0.0.1:8080/demo/game/deliver\n`,
  )
  const port = await freePort()
  const compose = readCompose(join(folder, 'compose.yaml'), podman, {
    secrets: folder,
    folder,
    variables: {},
    ports: { '80': await freePort(), '443': port },
    more: ({ image }): Record<string, string> => (image.startsWith('hc-portal:') ? demo : {}),
  })
  const init = async (): Promise<string> => {
    const { code, text } = await compose.once('keeper', ['hc', 'init', '--answers', 'answers', '--yes'])
    check(code === 0, `hc init: ${text}`)
    return text
  }
  const secretsOf = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(join(folder, 'secrets')).map((name) => [name, readFileSync(join(folder, 'secrets', name), 'utf8')]),
    )
  const output = await init()
  const secrets = secretsOf()
  const envText = readFileSync(join(folder, '.env'), 'utf8')
  await init()
  check(JSON.stringify(secretsOf()) === JSON.stringify(secrets), 'the second hc init changed a secret')
  check(readFileSync(join(folder, '.env'), 'utf8') === envText, 'the second hc init changed .env')
  for (const [name, value] of Object.entries(secrets)) {
    check(!output.includes(value) && !envText.includes(value), `${name} is in the output of hc init, or in .env`)
    check((statSync(join(folder, 'secrets', name)).mode & 0o777) === 0o600, `others may read ${name}`)
  }
  const strange = await compose.once('keeper', ['hc', 'upgrade', '--plan'])
  check(strange.code === 3 && strange.text.includes('not in this form'), `hc upgrade: ${strange.code} ${strange.text}`)
  const from = Date.now()
  await compose.up()
  await until(
    'the shop is healthy',
    async () => (await podman.attempt(['healthcheck', 'run', 'shop'])).code === 0,
    120_000,
  )
  const seconds = Math.round((Date.now() - from) / 1000)
  say(`deploy/one: the shop is ready ${seconds} s after the first container began`)
  for (const service of Object.keys(compose.services)) {
    check((await podman.attempt(['healthcheck', 'run', service])).code === 0, `HEALTHCHECK of ${service}`)
    check(
      (await podman.attempt(['exec', service, 'sh', '-c', 'touch /app/x'])).code !== 0,
      `${service} can be written to`,
    )
  }
  const { told, shop } = customer(askEdge(port, HOST), secrets.CLIENT_KEY ?? '')
  const end = Date.now() + 60_000
  await shop(() => told.paid.size < 3 && Date.now() < end)
  const sql = (text: string): Promise<string> =>
    podman.run(['exec', '-u', 'postgres', 'database', 'psql', '-Atc', text, 'hc_portal'])
  const orders = [...told.paid].map((order) => `'${order}'`).join(',')
  check(told.paid.size >= 3, 'no three orders were paid')
  await until(
    'the orders are delivered',
    async () =>
      Number(await sql(`select count(*) from orders where status = 4 and order_no in (${orders})`)) === told.paid.size,
    60_000,
  )
  say(`${told.paid.size} orders paid through the edge, and delivered`)
  // The demo makes orders of the last thirty days after its start: a proof compares those that are finished.
  const past = (): Promise<string> =>
    sql(`select count(*) from orders where created_at < now() - interval '10 minutes'`)
  await until(
    'the demo has its past',
    async () => {
      const before = await past()
      await sleep(6000)
      return (await past()) === before
    },
    300_000,
  )
  const hc = (...args: string[]) => podman.attempt(['exec', 'keeper', 'hc', ...args], 300_000)
  const key = await hc('backup', 'key')
  check(/AGE-SECRET-KEY-1/.test(key.text), `hc backup key: ${key.text}`)
  const proof = await hc('backup', 'prove')
  check(proof.code === 0 && proof.text.includes('equal to the shop'), `hc backup prove: ${proof.text}`)
  const sealed = readdirSync(join(folder, 'backups')).filter((name) => /^base-.*Z(\.box)?\.age$/.test(name))
  check(sealed.length === 2, `the place has ${sealed.join(' ')}`)
  say(proof.text.trim())
  const doctor = await hc('doctor')
  check(doctor.code === 0, `the doctor: ${doctor.text}`)
  // The edge finds the shop again after it was made anew, and ends what it has at SIGTERM.
  const stopMs = Date.now()
  await podman.run(['stop', 'shop'], 60_000)
  check(
    (await podman.run(['inspect', '--format', '{{.State.ExitCode}}', 'shop'])) === '0',
    'shop did not end by itself',
  )
  const stopped = (Date.now() - stopMs) / 1000
  await podman.run(['start', 'shop'])
  const again = customer(askEdge(port, HOST), secrets.CLIENT_KEY ?? '')
  await again.shop(() => again.told.paid.size < 1)
  for (const service of ['edge', 'keeper', 'database']) {
    await podman.run(['stop', service], 90_000)
    const code = await podman.run(['inspect', '--format', '{{.State.ExitCode}}', service])
    check(code === '0', `${service} ended with ${code} after its stop`)
  }
  await sleep(0)
  for (const service of Object.keys(compose.services)) await podman.attempt(['rm', '-f', '-t', '0', service])
  const report = {
    'seconds until the shop was ready': seconds,
    'orders paid and delivered': told.paid.size + again.told.paid.size,
    'the proof': proof.text.trim().split('\n').at(-1),
    'seconds from SIGTERM to the end of the shop': stopped,
  }
  return { report, folder, key: /AGE-SECRET-KEY-1\w+/.exec(key.text)?.[0] ?? '', orders: [...told.paid] }
}
