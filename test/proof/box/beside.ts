import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { expect, rule } from '../../kit/rules.ts'
import { encrypt, sleep } from '../../kit/shop.ts'
import { sabotages } from '../drill/sabotage.ts'
import type { Authority } from './authority.ts'
import { buyOnce, crowd, type Load, openLoad, proveEnd } from './crowd.ts'
import { ADDRESS, type Box, HOSTS, inWorld } from './machine.ts'
import { type Patch, publishRelease } from './release.ts'
import { HC, must, tailOf } from './stage.ts'
import { proveUpdates } from './updates.ts'

/** A box beside another server: `--edge none`, and the lines that it prints, to the letter. */
export const foreigns = ['nginx', 'haproxy'] as const
export type Foreign = (typeof foreigns)[number]

const openssl = (folder: string, ...args: string[]): void => {
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000 })
}
/** The operator has certificates of both hosts already. Gives the file of whom players believe. */
export function makeCertificates(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const names = `subjectAltName=DNS:${HOSTS.shop},DNS:${HOSTS.desk}`
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2']
  openssl(folder, 'req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=operator')
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-keyout', 'privkey.pem', '-out', 'fullchain.pem']
  openssl(folder, 'req', '-x509', ...key, ...signed, '-subj', `/CN=${HOSTS.shop}`, '-addext', names)
  return join(folder, 'ca.pem')
}

const sh = (text: string): string[] => ['/bin/sh', '-c', text]
const live = `/etc/letsencrypt/live/${HOSTS.shop}`

/** The operator's server with a site of its own, before there is a shop. `certificates`: where the box finds them. */
async function openForeign(box: Box, server: Foreign, certificates: string): Promise<void> {
  const install = 'apt-get -q -y --no-install-recommends install'
  await must(box, sh(`apt-get -q update && DEBIAN_FRONTEND=noninteractive ${install} ${server}`), 120_000)
  await must(box, sh(`mkdir -p ${live}; cp ${certificates}/fullchain.pem ${certificates}/privkey.pem ${live}`))
  if (server === 'haproxy') {
    await must(box, sh(`cat ${live}/fullchain.pem ${live}/privkey.pem > /etc/haproxy/shop.pem`))
    await writeIn(box, '/etc/haproxy/own.cfg', ownFrontend)
    await must(box, sh('cat /etc/haproxy/own.cfg >> /etc/haproxy/haproxy.cfg'))
  }
  await must(box, ['/usr/bin/systemctl', 'restart', server])
}
const ownFrontend = `
frontend plain
    bind :80
    http-request redirect scheme https code 308
frontend own
    bind :443 ssl crt /etc/haproxy/shop.pem
    http-request return status 200 content-type text/plain string "another site" if { hdr(host) other.example.test }
`
async function writeIn(box: Box, path: string, text: string): Promise<void> {
  await must(box, sh(`echo ${Buffer.from(text).toString('base64')} | base64 -d > ${path}`))
}
/** Puts what hc install printed into the server's configuration, as it stands. */
async function takeLines(box: Box, server: Foreign, output: string): Promise<void> {
  const [, lines] = /^Lines for (?:nginx|haproxy), .*:\n\n([\s\S]*?)\n\nThe owner's/m.exec(output) ?? []
  expect(lines !== undefined && output.includes(`Lines for ${server}`), output)
  if (server === 'nginx') await writeIn(box, '/etc/nginx/conf.d/shop.conf', `${lines}\n`)
  else {
    await writeIn(box, '/etc/haproxy/shop.cfg', `${lines}\n`)
    await must(box, sh('cat /etc/haproxy/shop.cfg >> /etc/haproxy/haproxy.cfg'))
  }
  await must(box, ['/usr/bin/systemctl', 'reload', server])
  await sleep(1000)
}

/** The shop goes over both. */
const twice = ['1.0.1', '1.0.2']
type Releases = { release: string; work: string }
const worse = sabotages.find(({ name }) => name === '15 % of orders answer 500')
const times =
  'WINDOW_SECONDS=5 TENTH_SECONDS=10 WATCH_SECONDS=30 PAUSE_SECONDS=10 READY_SECONDS=30 UNDELIVERED_SECONDS=10 SHADOW_ORDERS=0'
/** An upgrade under load, one that must go back, and one that loses its power: nobody notices the first. */
async function proveUpgrades(box: Box, load: Load, { release, work }: Releases, say: (text: string) => void) {
  await must(box, sh(`printf '%s\\n' ${times} > /etc/hc-portal/upgrade.env`))
  const upgrade = (version: string, patch: Patch): string[] => {
    const { archive } = publishRelease(join(release, version), work, version, patch)
    return [HC, 'upgrade', `/srv/release/${version}/${archive}`, '--without-proof']
  }
  const running = async (): Promise<string> =>
    (JSON.parse(await must(box, ['/bin/cat', '/opt/hc-portal/current/package.json'])) as { version: string }).version
  const notesOf = async (name: string): Promise<string[]> => {
    const { calls, failed, paid } = await load.mark(name)
    say(`${name}: ${calls} calls, ${failed.length} failed, ${paid} paid since the begin`)
    for (const line of failed.slice(0, 4)) say(`    ${line}`)
    return failed
  }
  await rule('hc upgrade leads a tenth, then all to another release, twice, and no call fails', async () => {
    for (const version of twice) {
      const command = upgrade(version, {})
      await load.mark('before')
      const ran = await box.run(command, 300_000)
      await sleep(2000)
      const failed = await notesOf(version)
      expect(ran.code === 0, `exit ${ran.code}\n${tailOf(ran)}`)
      expect((await running()) === version, await running())
      expect(failed.length === 0, failed.slice(0, 5).join('\n'))
    }
  })
  await rule('a release whose orders fail goes back by what its players meet', async () => {
    const ran = await box.run(upgrade('1.0.3', worse?.patch ?? {}), 300_000)
    await notesOf('1.0.3')
    const back = /again, ([\d.]+) s after/.exec(ran.errors)?.[1]
    say(`it went back after ${back} s: ${/was undone in .*?: (.*)/.exec(ran.output)?.[1]}`)
    expect(ran.code === 5 && /calls of the group/.test(ran.output), `exit ${ran.code}\n${tailOf(ran)}`)
    expect((await running()) === '1.0.2', await running())
    expect(Number(back) <= 60, `players were back after ${back} s`)
  })
  await rule('an upgrade that loses its power is undone at the boot', async () => {
    const log = '/run/cut.log'
    const upgrading = box.run(sh(`exec ${upgrade('1.0.4', {}).join(' ')} 2> ${log}`), 300_000)
    const loop = `for i in $(seq 6000); do grep -q '^all:' ${log} && break; sleep 0.02; done
      for pid in $(pgrep -f 'dist/hc[.]js upgrade'); do kill -9 $pid $(pgrep -P $pid); done`
    await box.run(sh(loop), 200_000)
    expect((await upgrading).code !== 0, 'it was over before the cut')
    const recovered = await box.run([HC, 'recover'], 120_000)
    expect(recovered.output.includes('hc upgrade 1.0.4 was interrupted, and is undone'), tailOf(recovered))
    await sleep(2000)
    expect((await running()) === '1.0.2', await running())
    await notesOf('after the cut')
    await must(box, [HC, 'status'])
  })
}

/** The shop leaves the machine, comes back, and leaves again: its last line is given. */
async function proveMove(box: Box, load: Load, ca: string): Promise<string> {
  const out = async (): Promise<string> => {
    const ran = await box.run([HC, 'move', 'out'], 300_000)
    const mark = /--until (hc_move_\w+)/.exec(ran.output)?.[1] ?? ''
    expect(ran.code === 0 && mark !== '', tailOf(ran))
    return mark
  }
  await rule('hc move out shows its page through the other server, and hc move --undo sells again', async () => {
    await out()
    await sleep(1000)
    const page = await fetchInWorld(ca, '/')
    expect(page.startsWith('503') && page.includes('moving to another machine'), page)
    const back = await box.run([HC, 'move', '--undo'], 200_000)
    expect(back.code === 5, tailOf(back))
    await load.mark('the move')
    await sleep(4000)
    const { calls, failed } = await load.mark('back again')
    expect(calls > 0 && failed.length === 0, failed.slice(0, 5).join('\n'))
  })
  let mark = ''
  await rule('it leaves for good', async () => {
    mark = await out()
  })
  return mark
}

/** Status and text of what a player gets. */
const fetchInWorld = (ca: string, path: string, call: object = {}): Promise<string> =>
  new Promise((resolve) => {
    const asks = `fetch('https://${HOSTS.shop}${path}', ${JSON.stringify(call)})`
    const script = `${asks}.then(async (a) => console.log(a.status, await a.text()))`
    const child = inWorld(process.execPath, ['-e', script], { NODE_EXTRA_CA_CERTS: ca })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
    child.on('close', () => resolve(text))
  })
const psql = ['/usr/sbin/runuser', '-u', 'postgres', '--', 'psql', '-qAtX', 'hc_portal', '-c']

type Parts = {
  box: Box
  /** Boots an empty machine that reaches the place of backups. */
  second: () => Promise<Box>
  authority: Authority
  server: Foreign
  ca: string
  input: string
  releases: Releases
  say: (text: string) => void
  closing: (() => Promise<unknown> | void)[]
}
const INSTALL_MS = 600_000
const installerOf = (folder: string): string[] => [
  '/bin/sh',
  `${folder}/install.sh`,
  '--folder',
  folder,
  '--key',
  `${folder}/first.pub`,
]
const installer = installerOf('/srv/release')
const installs = [...installer, '--yes', '--answers', '/srv/input/answers']

export async function proveBeside({ box, second, authority, server, ca, input, releases, say, closing }: Parts) {
  await openForeign(box, server, '/srv/input/operator')
  if (server === 'nginx')
    await rule('beside another server an install is refused, names the way, and nothing is done', async () => {
      const refused = await box.run(installs, INSTALL_MS)
      expect(refused.code === 2 && refused.errors.includes('--edge none leaves it these ports'), tailOf(refused))
      expect((await box.run(['/usr/bin/test', '-e', '/opt/hc-portal'])).code === 1, 'a folder of releases')
    })
  let output = ''
  await rule('with --edge none it stands, and the lines that it prints lead to it', async () => {
    output = await must(box, [...installs, '--edge', 'none'], INSTALL_MS)
    say('installed')
    await takeLines(box, server, output)
  })
  if (output === '') return
  await rule('run again it changes nothing, and the other server runs as before', async () => {
    const again = await box.run([...installer, '--yes'], INSTALL_MS)
    expect(again.code === 0 && again.errors.trim() === '', tailOf(again))
    await must(box, ['/usr/bin/systemctl', 'is-active', server])
    const other = await box.run([...installer, '--yes', '--edge', 'own'], INSTALL_MS)
    expect(other.code === 2 && other.errors.includes('keeps it'), tailOf(other))
  })
  const links = [/^https:\/\/\S+\/invitation#\S+$/m.exec(output)?.[0] ?? '']
  links.push((await must(box, [HC, 'staff', 'invite-owner', 'second@example.test'])).split('\n')[0] ?? '')
  const keyText = await must(box, [HC, 'game-key', 'add', 'game'])
  const world = {
    shop: `https://${HOSTS.shop}`,
    links,
    key: { id: 'game', secret: /^key secret\s+(\S+)$/m.exec(keyText)?.[1] ?? '' },
    gameSecret: (await must(box, ['/bin/cat', '/etc/hc-portal/secrets/GAME_WEBHOOK_SECRET'])).trim(),
  }
  await rule('an order is paid over its TLS, and the game gets it once', async () => {
    const facts = Object.fromEntries(await buyOnce(world, ca))
    const { home, plain, asset, metrics, order, grants, forged } = facts
    const answers = JSON.stringify([
      home,
      plain,
      asset,
      metrics,
      (order as { status?: number })?.status,
      grants,
      forged,
    ])
    const secure = [200, 'max-age=31536000', null]
    const expectedAnswers = [
      secure,
      [308, `${world.shop}/`],
      [true, 200],
      Array.from({ length: 5 }, () => false),
      4,
      1,
      0,
    ]
    expect(answers === JSON.stringify(expectedAnswers), `${answers} ${String(facts.error)}`)
  })
  await rule('the shop knows who asks by the address that the other server saw, whatever a player says', async () => {
    const key = (await must(box, ['/bin/cat', '/etc/hc-portal/secrets/CLIENT_KEY'])).trim()
    const passwd = encrypt('Wrong-12345', key)
    const body = JSON.stringify({ channel_code: 'account', account: 'nobody', passwd, encrypt: 1 })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
    const answer = await fetchInWorld(ca, '/api/user/login', { method: 'POST', headers, body })
    const addresses = await must(box, [...psql, 'select distinct client_ip from sign_in_failure'])
    expect(addresses.trim() === ADDRESS.world, `${addresses.trim()}; ${answer}`)
  })
  const load = openLoad({ ...world, ...crowd, isOnSale: true }, ca)
  closing.push(() => void load.stop())
  await load.wait('ready', 60_000)
  await proveUpgrades(box, load, releases, say)
  await proveUpdates(box, load, say)
  const mark = await proveMove(box, load, ca)
  const next = await second()
  await authority.lead('second')
  await rule('a machine without such a server takes the shop over with an edge of its own', async () => {
    const key = /AGE-SECRET-KEY-1\w+/.exec(output)?.[0] ?? ''
    writeFileSync(join(input, 'recovery-key'), `${key}\n`, { mode: 0o600 })
    const takesOver = ['--restore', '/srv/backups', '--until', mark, '--recovery-key', '/srv/input/recovery-key']
    const ran = await next.run([...installerOf(`/srv/release/${twice.at(-1)}`), '--yes', ...takesOver], INSTALL_MS)
    expect(ran.code === 0 && ran.output.includes('The certificate is there.'), tailOf(ran))
    say('moved in')
    // Else a player whose connection nginx keeps stays on the old machine, at the page of the move.
    await must(box, ['/usr/bin/systemctl', 'reload', server])
    await sleep(8000)
    await load.mark('the new machine')
    await sleep(4000)
    const { calls, failed } = await load.mark('there')
    expect(calls > 0 && failed.length === 0, failed.slice(0, 5).join('\n'))
    expect((await must(next, [HC, 'doctor'], 120_000)).includes(' 0 broken'), 'doctor')
  })
  await proveEnd(load, say)
}
