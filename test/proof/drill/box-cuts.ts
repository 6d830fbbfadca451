import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { expect, rule } from '../../kit/rules.ts'
import { sleep, until } from '../../kit/shop.ts'
import { openAuthority } from '../box/authority.ts'
import { openClosing } from '../box/closing.ts'
import { type Load, openLoad } from '../box/crowd.ts'
import { type Box, bootBox, closeNetworks, HOSTS, openNetworks } from '../box/machine.ts'
import { makeKeys, publishRelease } from '../box/release.ts'
import { debianRoot } from '../box/root.ts'
import { HC, manyOrders, must, needBox, prepareInput, tailOf, unpackDebian } from '../box/stage.ts'

/**
 * The second half of `npm run drill:box`: an install whose machine loses its power when a step begins, one step after
 * the other, comes to the same shop; a certificate is renewed, and HAProxy, a library and PostgreSQL are updated, while
 * players buy. `--every N` cuts at each Nth step.
 */
const { values } = parseArgs({ options: { every: { type: 'string', default: '1' } } })
const startMs = Date.now()
const say = (text: string): void => {
  process.stderr.write(`${((Date.now() - startMs) / 1000).toFixed(1).padStart(7)} s  ${text}\n`)
}
needBox()
const dir = mkdtempSync(join(tmpdir(), 'hc-drill-box-'))
const work = join(dir, 'work')
const { closing, runToEnd } = openClosing(say, dir)

const INSTALL_MS = 600_000
const debian = debianRoot()
const [root, input, release] = [join(dir, 'root'), join(dir, 'input'), join(dir, 'release')] as const
const log = '/var/lib/install.log'
const logFile = join(root, log)
const install = `sh /srv/release/install.sh --folder /srv/release --key /srv/release/first.pub --yes --answers /srv/input/answers`
const sh = (text: string): string[] => ['/bin/sh', '-c', text]
let box: Box | undefined
closing.push(() => box?.stop())

async function boot(): Promise<Box> {
  const binds = { '/srv/packages': debian.packages, '/srv/input': input, '/srv/release': release }
  box = await bootBox(root, binds)
  return box
}
const planOf = async (machine: Box): Promise<{ step: string; change: string | null }[]> =>
  JSON.parse(await must(machine, sh(`${install} --plan --json 2> /dev/null`), INSTALL_MS)) as {
    step: string
    change: string | null
  }[]

/** Runs the install until a step begins, and pulls the plug. False: the install ended without that step. */
async function cutAt(machine: Box, step: string): Promise<boolean> {
  rmSync(logFile, { force: true })
  const running = machine.run(sh(`${install} > /var/lib/install.out 2> ${log}`), INSTALL_MS)
  const ended = running.then(() => 'ended' as const)
  const hasBegun = (): boolean =>
    existsSync(logFile) &&
    readFileSync(logFile, 'utf8')
      .split('\n')
      .some((line) => line.startsWith(`${step}: `))
  while (!hasBegun()) if ((await Promise.race([ended, sleep(10)])) === 'ended') return false
  await machine.kill()
  await running
  return true
}

/** The certificate that the edge shows. */
const serialOf = async (machine: Box): Promise<string> =>
  await must(
    machine,
    sh(
      `echo | openssl s_client -connect 127.0.0.1:443 -servername ${HOSTS.shop} 2> /dev/null | openssl x509 -noout -serial`,
    ),
  )

async function drill(): Promise<void> {
  for (const folder of [root, input]) mkdirSync(folder)
  unpackDebian(debian.tar, root)
  makeKeys(work)
  publishRelease(release, work)
  closing.push(closeNetworks)
  openNetworks()
  const authority = await openAuthority(join(input, 'authority'), '/srv/input/authority')
  closing.push(() => authority.stop())
  const ca = join(input, 'root.pem')
  writeFileSync(ca, await authority.root())
  prepareInput(input, authority, manyOrders)
  let machine = await boot()
  const steps = (await planOf(machine)).filter(({ change }) => change !== null).map(({ step }) => step)
  const cuts = steps.filter((_, at) => at % Number(values.every) === 0)
  say(`an install has ${steps.length} steps here; the power goes at ${cuts.length} of them`)
  const wrong: string[] = []
  let count = 0
  for (const step of cuts) {
    if (!(await cutAt(machine, step))) {
      // What it would have changed was right by then.
      say(`${step}: had nothing to do`)
      continue
    }
    count++
    machine = await boot()
    const recovered = await machine.run(sh('/opt/hc-portal/releases/*/hc recover'))
    if (!recovered.output.includes('hc install was interrupted')) wrong.push(`${step}: ${tailOf(recovered)}`)
    say(`${step}: cut`)
  }
  await rule('an install that loses its power at any step says so at the next boot', () => {
    expect(count > 0 && wrong.length === 0, wrong.join('\n'))
    return Promise.resolve()
  })
  await rule('run again it comes to the same shop, and then has nothing left to do', async () => {
    await must(machine, sh(install), INSTALL_MS)
    const rest = (await planOf(machine)).filter(({ change }) => change !== null)
    expect(rest.length === 0, JSON.stringify(rest))
    const status = await machine.run([HC, 'status'])
    expect(status.code === 0, tailOf(status))
    expect((await must(machine, [HC, 'doctor'], 120_000)).includes(' 0 broken'), 'doctor')
  })
  const links = []
  for (const name of ['second', 'third'])
    links.push((await must(machine, [HC, 'staff', 'invite-owner', `${name}@example.test`])).split('\n')[0] ?? '')
  const keyText = await must(machine, [HC, 'game-key', 'add', 'game'])
  const load = openLoad(
    {
      shop: `https://${HOSTS.shop}`,
      links,
      key: { id: 'game', secret: /^key secret\s+(\S+)$/m.exec(keyText)?.[1] ?? '' },
      gameSecret: (await must(machine, ['/bin/cat', '/etc/hc-portal/secrets/GAME_WEBHOOK_SECRET'])).trim(),
      players: 4,
      pauseMs: 200,
    },
    ca,
  )
  closing.push(() => void load.stop())
  await load.wait('ready', 120_000)
  await rule('a certificate is renewed while players buy: the edge shows the new one, and no call fails', async () => {
    await sleep(3000)
    const before = await serialOf(machine)
    const renew = 'certbot renew --quiet --force-renewal --cert-name hc --no-random-sleep-on-renew'
    await must(machine, sh(`REQUESTS_CA_BUNDLE=/srv/input/authority/acme.pem ${renew}`), 180_000)
    await until('the new certificate', async () => (await serialOf(machine)) !== before, 20_000)
    await sleep(3000)
    const { calls, failed } = await load.mark('certificate')
    say(`a renewed certificate: ${calls} calls, ${failed.length} failed`)
    expect(calls > 0 && failed.length === 0, failed.slice(0, 5).join('\n'))
  })
  await tryUpdates(machine, load)
  await rule('what was paid meanwhile is delivered once', async () => {
    const end = await load.end()
    say(JSON.stringify({ paid: end.paid, lost: end.lost.length, twice: end.twice }))
    expect(end.paid > 0 && end.lost.length + end.twice === 0, JSON.stringify(end.lost))
  })
}

/** Debian's packages once more stand for an update: the files are new ones, and their scripts run. */
const again = (name: string): string[] => sh(`DEBIAN_FRONTEND=noninteractive apt-get -q -y --reinstall install ${name}`)
const LIBRARY = '/usr/lib/x86_64-linux-gnu/libm.so.6'

async function tryUpdates(machine: Box, load: Load): Promise<void> {
  const debian = async (): Promise<string> => await must(machine, [HC, 'debian'], 300_000)
  const fact = async (): Promise<string> =>
    (await machine.run([HC, 'status'])).output.split('\n').find((line) => line.includes('Debian')) ?? ''
  await rule('a Debian update of HAProxy fails no call: the edge is reloaded and runs the new program', async () => {
    await must(machine, again('haproxy'), 180_000)
    expect((await fact()).includes('hc debian'), await fact())
    expect(!(await debian()).includes('what runs has no replaced file'), 'hc debian saw nothing')
    await sleep(3000)
    const { calls, failed } = await load.mark('haproxy')
    say(`an update of HAProxy: ${calls} calls, ${failed.length} failed`)
    expect(calls > 0 && failed.length === 0, failed.slice(0, 5).join('\n'))
    expect((await fact()).includes('OK'), await fact())
  })
  await rule('a replaced library fails no call: the processes start again one by one, beside each other', async () => {
    await must(machine, sh(`f=$(readlink -f ${LIBRARY}) && cp -a $f $f.new && mv $f.new $f`))
    await debian()
    await sleep(3000)
    const { calls, failed } = await load.mark('library')
    say(`a replaced library: ${calls} calls, ${failed.length} failed`)
    expect(calls > 0 && failed.length === 0, failed.slice(0, 5).join('\n'))
    const status = await machine.run([HC, 'status'])
    expect(status.code === 0, tailOf(status))
  })
  await rule('a Debian update of PostgreSQL is seconds of 503, and then the shop sells by itself', async () => {
    await must(machine, again('postgresql-17'), 300_000)
    await debian()
    await sleep(10_000)
    const { calls, failed } = await load.mark('postgresql')
    const moments = failed.map((line) => Date.parse(`1970-01-01T${line.slice(0, 12)}Z`))
    const seconds = failed.length === 0 ? 0 : (Math.max(...moments) - Math.min(...moments)) / 1000
    say(`an update of PostgreSQL: ${calls} calls, ${failed.length} failed within ${seconds.toFixed(1)} s`)
    expect(seconds < 60, failed.at(-1) ?? '')
    await sleep(5000)
    const rest = await load.mark('after')
    expect(rest.calls > 0 && rest.failed.length === 0, rest.failed.slice(0, 5).join('\n'))
  })
}

await runToEnd(drill, { success: 'the box holds', stays: false })
