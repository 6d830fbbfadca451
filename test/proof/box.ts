import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, rule } from '../kit/rules.ts'
import { openAuthority } from './box/authority.ts'
import { type Foreign, foreigns, makeCertificates, proveBeside } from './box/beside.ts'
import { openClosing } from './box/closing.ts'
import { buyOnce, crowd, openLoad, proveEnd } from './box/crowd.ts'
import { type Box, bootBox, type BoxName, closeNetworks, HOSTS, openNetworks, type Ran } from './box/machine.ts'
import { makeKeys, publishRelease } from './box/release.ts'
import { firstNight, goesBack, laterNights } from './box/night.ts'
import { codenameOf, type Debian, debianRoot, postgresOf } from './box/root.ts'
import { proveUpgrades, upgradeNeedsProof } from './box/upgrades.ts'
import { firstLine, HC, manyOrders, must, needBox, prepareInput, skip, tailOf, unpackDebian } from './box/stage.ts'
import { makeUpdates, proveUpdates } from './box/updates.ts'
import type { Input } from './box/world.ts'

/**
 * The box, whole: a bare Debian 13 boots in a network of its own, one command with an answers file makes it a shop in
 * live mode with TLS, its owner sells a product, a player buys it, and the game gets it. It runs as root on Debian;
 * elsewhere, and where no machine can be made or booted, it is skipped and says why; with HC_BOX=required it fails with
 * that sentence. `--keep` leaves the box running, `--debian 12` the older one. `--short` ends with the proof of
 * a backup: restore, upgrades and a night with updates of Debian are then the drill's. Decision 776. `--edge none` with
 * `nginx` or `haproxy` is another proof: the box stands behind a server of its operator, upgrades, and moves to another
 * machine.
 */
const version: Debian = process.argv.at(process.argv.indexOf('--debian') + 1) === '12' ? '12' : '13'
const isWhole = !process.argv.includes('--short')
/** `--edge none`: a box beside another server, which `--server` names. */
const foreign: Foreign | null = process.argv.includes('--edge')
  ? (foreigns.find((name) => process.argv.includes(name)) ?? 'nginx')
  : null
const INSTALL_MS = 600_000
const startMs = Date.now()
const say = (text: string): void => {
  process.stderr.write(`${((Date.now() - startMs) / 1000).toFixed(1).padStart(6)} s  ${text}\n`)
}

needBox()

const dir = mkdtempSync(join(tmpdir(), 'hc-box-'))
const { closing, stopAll, runToEnd } = openClosing(say, dir)

const same = (is: unknown, expected: unknown, what: string): void =>
  expect(
    JSON.stringify(is) === JSON.stringify(expected),
    `${what}: ${JSON.stringify(is)}, not ${JSON.stringify(expected)}`,
  )

async function proof(): Promise<void> {
  let debian: ReturnType<typeof debianRoot>
  try {
    debian = debianRoot(version, foreign === 'nginx' ? [foreign] : [])
  } catch (error) {
    rmSync(dir, { recursive: true, force: true })
    skip(`for no bare Debian ${version} can be made here: ${firstLine(error)}`)
  }
  say(`a bare Debian ${version} ${debian.made ? 'was made' : 'was kept'}`)
  const [root, input, release] = [join(dir, 'root'), join(dir, 'input'), join(dir, 'release')]
  mkdirSync(input)
  unpackDebian(debian.tar, root)
  makeKeys(join(dir, 'work'))
  publishRelease(release, join(dir, 'work'))
  say('a release was packed and signed')
  closing.push(closeNetworks)
  openNetworks(foreign ? ['box', 'second'] : ['box'])
  const authority = await openAuthority(join(input, 'authority'), '/srv/input/authority')
  closing.push(() => authority.stop())
  const ca = join(input, 'root.pem')
  const operator = foreign ? readFileSync(makeCertificates(join(input, 'operator')), 'utf8') : ''
  writeFileSync(ca, `${await authority.root()}\n${operator}`)
  prepareInput(input, authority, manyOrders)
  makeUpdates(join(dir, 'updates'), debian.packages, codenameOf(version))
  const binds = {
    '/srv/packages': debian.packages,
    '/srv/input': input,
    '/srv/release': release,
    '/srv/updates': join(dir, 'updates'),
  }
  const place = join(dir, 'place')
  mkdirSync(place)
  const boot = async (name: BoxName, at: string): Promise<Box> => {
    const box = await bootBox(at, binds, { name, writes: { '/srv/backups': place } })
    closing.push(() => box.stop())
    return box
  }
  const box = await boot('box', root).catch(async (error: unknown) => {
    await stopAll()
    rmSync(dir, { recursive: true, force: true })
    return skip(`for no machine boots here: ${firstLine(error)}`)
  })
  say('it has booted')
  if (foreign) {
    const second = (): Promise<Box> => {
      const at = join(dir, 'second')
      mkdirSync(at)
      unpackDebian(debian.tar, at)
      return boot('second', at)
    }
    const releases = { release, work: join(dir, 'work') }
    return await proveBeside({ box, second, authority, server: foreign, ca, input, releases, say, closing })
  }

  const by = (key: string): string[] => [
    '/bin/sh',
    '/srv/release/install.sh',
    '--folder',
    '/srv/release',
    '--key',
    `/srv/release/${key}.pub`,
    '--yes',
  ]
  const install = by('first')
  const secrets = [readFileSync(join(input, 'stripe'), 'utf8'), readFileSync(join(input, 'stripe-hook'), 'utf8')]
  let first: Ran = { code: -1, output: '', errors: '' }
  await rule('a release that is signed by another key is refused, and nothing is done', async () => {
    const refused = await box.run([...by('other'), '--answers', '/srv/input/answers'], INSTALL_MS)
    same(refused.code, 2, 'exit')
    expect(refused.errors.includes('signed by none of these keys'), tailOf(refused))
    same((await box.run(['/usr/bin/test', '-e', '/opt/hc-portal'])).code, 1, 'a folder of releases')
  })
  await rule('--plan says what an install would change, and changes nothing', async () => {
    const plan = await must(box, [...install, '--answers', '/srv/input/answers', '--plan'], INSTALL_MS)
    expect(plan.includes(`+ Debian packages: installs postgresql-${postgresOf(version)}`), plan.slice(0, 500))
    same((await box.run(['/usr/bin/test', '-e', '/etc/hc-portal'])).code, 1, 'a folder of the box')
  })
  await rule(
    'an install that is killed with all that it started leaves a journal, and nothing that stops the next',
    async () => {
      const killed = [
        '/usr/bin/systemd-run',
        '--quiet',
        '--wait',
        '--pipe',
        '-p',
        'RuntimeMaxSec=20',
        '-p',
        'KillSignal=9',
      ]
      const cut = await box.run([...killed, '--', ...install, '--answers', '/srv/input/answers'], INSTALL_MS)
      expect(cut.code !== 0, tailOf(cut))
      const recover = '/opt/hc-portal/releases/*/hc recover'
      expect((await must(box, ['/bin/sh', '-c', recover])).includes('hc install was interrupted'), 'the word at boot')
    },
  )
  await rule('one command and an answers file make a bare Debian a shop, within ten minutes', async () => {
    const from = Date.now()
    first = await box.run([...install, '--answers', '/srv/input/answers'], INSTALL_MS)
    say(`installed in ${Math.round((Date.now() - from) / 1000)} s`)
    expect(first.code === 0, `exit ${first.code}\n${tailOf(first)}`)
    expect(Date.now() - from <= INSTALL_MS, 'ten minutes')
    expect(first.output.includes('The certificate is there.'), `${tailOf(first)}\n${authority.output().slice(-2000)}`)
    expect(first.output.includes(`${HOSTS.shop} → 198.18.30.2`), first.output)
  })
  if (first.code !== 0) return
  const recoveryKey = /AGE-SECRET-KEY-1\w+/.exec(first.output)?.[0] ?? ''
  await rule('run again it changes nothing, and shows no second invitation', async () => {
    const again = await box.run(install, INSTALL_MS)
    same(again.code, 0, 'exit')
    same(again.errors.trim(), '', 'steps')
    expect(!/AGE-SECRET-KEY/.test(again.output), again.output)
  })
  await rule('it repairs what somebody changed by hand, and a process that was stopped', async () => {
    await must(box, ['/bin/sh', '-c', 'echo "# by hand" >> /etc/hc-portal/edge.cfg; systemctl stop hc-worker@blue'])
    const again = await box.run(install, INSTALL_MS)
    same(again.code, 0, 'exit')
    expect(/edge: changes/.test(again.errors) && /process worker: starts/.test(again.errors), again.errors)
  })
  const releases = { release, work: join(dir, 'work') }
  if (isWhole) await upgradeNeedsProof(box, releases)
  await firstNight(box)
  const link = /^https:\/\/\S+\/invitation#\S+$/m.exec(first.output)?.[0] ?? ''
  const second = await must(box, [HC, 'staff', 'invite-owner', 'second@example.test'])
  const keyText = await must(box, [HC, 'game-key', 'add', 'game'])
  const world: Input = {
    shop: `https://${HOSTS.shop}`,
    links: [link, second.split('\n')[0] ?? ''],
    key: { id: 'game', secret: /^key secret\s+(\S+)$/m.exec(keyText)?.[1] ?? '' },
    gameSecret: (await must(box, ['/bin/cat', '/etc/hc-portal/secrets/GAME_WEBHOOK_SECRET'])).trim(),
  }
  const facts = await buyOnce(world, ca)
  say(`the world: ${JSON.stringify([...facts.keys()])}`)
  const error = facts.get('error')
  await rule('both hosts answer over TLS that is verified; plain HTTP leads there', () => {
    same(facts.get('home'), [200, 'max-age=31536000', null], 'home')
    same(facts.get('plain'), [308, `https://${HOSTS.shop}/`], 'plain')
    same(facts.get('asset'), [true, 200], 'a file of the page')
    same(facts.get('no asset'), 404, 'a file that there is not')
    return Promise.resolve()
  })
  await rule('the world reads no metrics, however it writes their address', () => {
    same(facts.get('metrics'), [false, false, false, false, false], 'metrics')
    return Promise.resolve()
  })
  await rule('the owner enrols by the invitation, and two people put a product on sale', () => {
    expect(error === undefined || facts.has('product'), String(error))
    same(facts.get('product'), true, 'on sale')
    return Promise.resolve()
  })
  await rule('a player pays an order in live mode, and the game gets it once', () => {
    expect(error === undefined, String(error))
    const order = facts.get('order') as { status: number; ms: number } | undefined
    same(order?.status, 4, 'the order')
    same(facts.get('grants'), 1, 'grants')
    same(facts.get('forged'), 0, 'deliveries with a wrong signature')
    return Promise.resolve()
  })
  await rule('hc status and hc doctor find nothing broken', async () => {
    const facts = JSON.parse(await must(box, [HC, 'status', '--json'])) as { facts: { state: string; part: string }[] }
    same(
      facts.facts.filter(({ state }) => state === 'Broken'),
      [],
      'broken',
    )
    same(facts.facts.find(({ part }) => part === 'TLS')?.state, 'OK', 'TLS')
    expect((await must(box, [HC, 'doctor'])).includes(' 0 broken'), 'doctor')
  })
  await rule(
    'hc set refuses a wrong value, changes a right one, and undoes one with which nothing is ready',
    async () => {
      const wrong = await box.run([HC, 'set', 'PAYMENTS_MODE', 'maybe'])
      same(wrong.code, 2, 'exit of a wrong value')
      expect(wrong.errors.includes('PAYMENTS_MODE'), wrong.errors)
      await must(box, [HC, 'set', 'ORDER_EXPIRE_SECONDS', '900'], 200_000)
      expect((await must(box, [HC, 'settings', 'ORDER_EXPIRE_SECONDS'])).includes('900'), 'the new value')
      await must(box, [HC, 'unset', 'ORDER_EXPIRE_SECONDS'], 200_000)
      const sabotage = '[Service]\\nExecStartPre=/bin/sh -c "! grep -q SECONDS=901 /etc/hc-portal/shop.env"\\n'
      const folder = '/run/systemd/system/hc-web@blue.service.d'
      await must(box, [
        '/bin/sh',
        '-c',
        `mkdir -p ${folder}; printf '${sabotage}' > ${folder}/x.conf; systemctl daemon-reload`,
      ])
      const undone = await box.run([HC, 'set', 'ORDER_EXPIRE_SECONDS', '901'], 300_000)
      same(undone.code, 1, 'exit of a value with which nothing is ready')
      expect(undone.errors.includes('ORDER_EXPIRE_SECONDS is as before'), tailOf(undone))
      same((await box.run([HC, 'status'])).code, 0, 'the shop afterwards')
    },
  )
  await rule('no secret is in an output, in the journal of steps, in an argument or in the log', async () => {
    const outputs = [
      first.output,
      first.errors,
      await must(box, [HC, 'settings', '--json']),
      await must(box, [
        '/bin/sh',
        '-c',
        'grep -rh "" /var/lib/hc-portal/journal /etc/hc-portal/*.env /etc/systemd/system/hc-*',
      ]),
      await must(box, [
        '/bin/sh',
        '-c',
        'cat /proc/[0-9]*/cmdline | tr "\\0" " "; journalctl --namespace=+hc --no-pager',
      ]),
    ].join('\n')
    for (const name of (await must(box, ['/bin/ls', '/etc/hc-portal/secrets'])).split('\n').filter(Boolean))
      secrets.push((await must(box, ['/bin/cat', `/etc/hc-portal/secrets/${name}`])).trim())
    same(secrets.filter((secret) => outputs.includes(secret)).length, 0, 'secrets that are shown')
  })
  await rule('players reach the database as hc_shop alone, and nothing listens but the edge', async () => {
    const asWeb = await box.run([
      '/usr/sbin/runuser',
      '-u',
      'hc-web',
      '--',
      'psql',
      '-U',
      'hc_owner',
      'hc_portal',
      '-c',
      'select 1',
    ])
    expect(asWeb.code !== 0 && /peer authentication failed/i.test(asWeb.errors), tailOf(asWeb))
    const open = (await must(box, ['/bin/sh', '-c', 'ss -Hltn | awk "{print \\$4}"']))
      .split('\n')
      .filter((at) => at !== '' && !/^(127\.|\[::1\])/.test(at))
      .map((at) => at.split(':').at(-1))
    same([...new Set(open)].toSorted(), ['443', '80'], 'ports')
  })
  if (isWhole) await goesBack(box, recoveryKey)
  await laterNights(box, recoveryKey, isWhole)
  if (!isWhole) return
  await proveUpgrades(box, releases)
  say('it went to another release and back')
  const load = openLoad({ ...world, ...crowd, isOnSale: true }, ca)
  closing.push(() => void load.stop())
  await load.wait('ready', 60_000)
  await proveUpdates(box, load, say)
  await proveEnd(load, say)
}

await runToEnd(proof, { success: 'a bare Debian became a shop', stays: process.argv.includes('--keep') })
