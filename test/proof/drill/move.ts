import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { expect, rule } from '../../kit/rules.ts'
import { sleep } from '../../kit/shop.ts'
import { openAuthority } from '../box/authority.ts'
import { openClosing } from '../box/closing.ts'
import { openLoad } from '../box/crowd.ts'
import {
  ADDRESS,
  type Box,
  bootBox,
  type BoxName,
  closeNetworks,
  HOSTS,
  inWorld,
  openNetworks,
} from '../box/machine.ts'
import { makeKeys, publishRelease } from '../box/release.ts'
import { debianRoot } from '../box/root.ts'
import { HC, manyOrders, must, needBox, prepareInput, tailOf, unpackDebian } from '../box/stage.ts'
import { needPackages } from './packages.ts'

/**
 * `npm run drill:move [-- --folder] [--keep]`: a shop leaves its machine and comes back, then moves to a second one
 * while players buy: nothing that was paid is lost. Then the second machine is lost without a word, and a third one,
 * empty, takes the shop over from the place of its backups, which is reached by SFTP, or a mounted folder.
 */
const { values } = parseArgs({
  options: { folder: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
})
const startMs = Date.now()
const say = (text: string): void => {
  process.stderr.write(`${((Date.now() - startMs) / 1000).toFixed(1).padStart(7)} s  ${text}\n`)
}
needBox()
const dir = mkdtempSync(join(tmpdir(), 'hc-move-'))
const work = join(dir, 'work')
const { closing, runToEnd } = openClosing(say, dir)

const INSTALL_MS = 600_000
const FOLDER = '/srv/backups'
const SFTP_PORT = 2022
const PLACE = values.folder ? FOLDER : `sftp://hc@${ADDRESS.world}:${SFTP_PORT}/backups`
const sh = (text: string): string[] => ['/bin/sh', '-c', text]
/** What a statement gives, on a box's own database. */
async function sql(box: Box, text: string): Promise<string> {
  const encoded = Buffer.from(text).toString('base64')
  const psql = 'runuser -u postgres -- psql -X -A -t -q -v ON_ERROR_STOP=1 hc_portal'
  return (await must(box, sh(`echo ${encoded} | base64 -d | ${psql}`))).trim()
}
const differences = (box: Box, digests: string): Promise<string> =>
  sql(box, `select desk.digests_that_differ($hc$${digests}$hc$)`)

const debian = debianRoot()
const [input, release, place] = [join(dir, 'input'), join(dir, 'release'), join(dir, 'place/backups')]
/** What a machine needs to reach the place by SFTP, as answers. The place lets in who has the key. */
function serveSftp(): Record<string, string> {
  needPackages({ '/usr/bin/rclone': 'rclone', '/usr/bin/ssh-keygen': 'openssh-client' })
  const [key, host] = [join(input, 'backup_ssh'), join(work, 'host_key')]
  for (const file of [key, host]) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
  const hostKey = readFileSync(`${host}.pub`, 'utf8')
  writeFileSync(join(input, 'known_hosts'), `[${ADDRESS.world}]:${SFTP_PORT} ${hostKey}`)
  const at = ['--addr', `${ADDRESS.world}:${SFTP_PORT}`]
  const keys = ['--key', host, '--authorized-keys', `${key}.pub`]
  const server = inWorld('rclone', ['serve', 'sftp', join(place, '..'), ...at, ...keys], { RCLONE_CONFIG: '/dev/null' })
  closing.push(() => void server.kill('SIGTERM'))
  return { BACKUP_SSH_FILE: '/srv/input/backup_ssh', BACKUP_KNOWN_HOSTS_FILE: '/srv/input/known_hosts' }
}
/** An empty machine that reaches the place. */
async function boot(name: BoxName): Promise<Box> {
  const root = join(dir, name)
  mkdirSync(root)
  unpackDebian(debian.tar, root)
  const binds = { '/srv/packages': debian.packages, '/srv/input': input, '/srv/release': release }
  const box = await bootBox(root, binds, { name, writes: values.folder ? { [FOLDER]: place } : {} })
  closing.push(() => box.stop())
  return box
}
const installer = ['/bin/sh', '/srv/release/install.sh', '--folder', '/srv/release', '--key', '/srv/release/first.pub']
const recovers = [
  ...installer,
  '--yes',
  ...(values.folder ? [] : ['--answers', '/srv/input/place-answers']),
  '--recovery-key',
  '/srv/input/recovery-key',
]
const takesOver = [...recovers, '--restore', PLACE]

async function drill(): Promise<void> {
  for (const folder of [input, place]) mkdirSync(folder, { recursive: true })
  makeKeys(work)
  publishRelease(release, work)
  closing.push(closeNetworks)
  openNetworks(['box', 'second', 'third'])
  const authority = await openAuthority(join(input, 'authority'), '/srv/input/authority')
  closing.push(() => authority.stop())
  const ca = join(input, 'root.pem')
  writeFileSync(ca, await authority.root())
  const placeAnswers = values.folder ? {} : serveSftp()
  const lines = Object.entries(placeAnswers).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(input, 'place-answers'), lines.join(''))
  prepareInput(input, authority, {
    BACKUP_TO: PLACE,
    ...placeAnswers,
    ...manyOrders,
  })
  const first = await boot('box')
  const installOutput = await must(first, [...installer, '--yes', '--answers', '/srv/input/answers'], INSTALL_MS)
  writeFileSync(join(input, 'recovery-key'), `${/AGE-SECRET-KEY-1\w+/.exec(installOutput)?.[0] ?? ''}\n`, {
    mode: 0o600,
  })
  say('the first machine stands')
  const links = []
  for (const name of ['second', 'third'])
    links.push((await must(first, [HC, 'staff', 'invite-owner', `${name}@example.test`])).split('\n')[0] ?? '')
  const keyText = await must(first, [HC, 'game-key', 'add', 'game'])
  const crowd = {
    shop: `https://${HOSTS.shop}`,
    links,
    key: { id: 'game', secret: /^key secret\s+(\S+)$/m.exec(keyText)?.[1] ?? '' },
    gameSecret: (await must(first, ['/bin/cat', '/etc/hc-portal/secrets/GAME_WEBHOOK_SECRET'])).trim(),
    players: 4,
    pauseMs: 300,
    // Gateways repeat for days what nobody answered.
    tellSeconds: 900,
  }
  const load = openLoad(crowd, ca)
  closing.push(() => void load.stop())
  await load.wait('ready', 120_000)
  await sleep(8000)
  const before = await load.mark('before')
  say(`players buy: ${before.paid} paid`)

  const second = await boot('second')
  let mark = ''
  await rule('the shop leaves its machine, which prints the line for the new one', async () => {
    const out = await first.run([HC, 'move', 'out'], 300_000)
    mark = /--until (hc_move_\w+)/.exec(out.output)?.[1] ?? ''
    expect(out.code === 0 && mark !== '', tailOf(out))
    say(`moved out: ${/in \d+ s/.exec(out.output)?.[0]}`)
  })
  await rule('the old machine sells no more, also after hc install, hc ship and a boot, and shows a page', async () => {
    for (const command of ['install --yes', 'ship', 'backup prove', 'restore latest']) {
      const ran = await first.run([HC, ...command.split(' ')])
      expect(ran.code === 2 && ran.errors.includes('moved out'), `hc ${command}: ${tailOf(ran)}`)
    }
    const enabled = await first.run(sh('systemctl is-enabled hc-web@blue hc-worker@blue hc-desk@blue hc-ship.timer'))
    expect(!/^enabled/m.test(enabled.output), enabled.output)
    await sleep(5000)
    const failed = (await load.mark('closed')).failed.join('\n')
    expect(/503/.test(failed), failed.slice(0, 300))
    const page = await must(first, ['/bin/cat', '/etc/hc-portal/maintenance.http'])
    expect(page.includes('moving to another machine'), page)
  })
  await rule('hc move --undo opens the shop on the old machine again, with all that ran before', async () => {
    const back = await first.run([HC, 'move', '--undo'], 300_000)
    expect(back.code === 5 && back.output.includes('The shop is here again'), `exit ${back.code}\n${tailOf(back)}`)
    await sleep(3000)
    const { paid } = await load.mark('undone')
    await sleep(8000)
    const again = await load.mark('here again')
    say(`it sells again: ${again.paid - paid} paid`)
    expect(again.paid > paid && again.failed.length === 0, again.failed.slice(0, 5).join('\n'))
    const timers = await must(first, sh('systemctl is-active hc-backup.timer hc-look.timer hc-ship.timer'))
    expect(timers === 'active\nactive\nactive\n', timers)
    const page = await must(first, ['/bin/cat', '/etc/hc-portal/maintenance.http'])
    expect(!page.includes('moving to another machine'), 'the page of the move')
    for (const command of ['status', 'ship', 'install --yes']) {
      const ran = await first.run([HC, ...command.split(' ')], INSTALL_MS)
      expect(ran.code === 0, `hc ${command}: ${tailOf(ran)}`)
    }
    const twice = await first.run([HC, 'move', '--undo'])
    expect(twice.code === 2 && twice.errors.includes('did not move out'), tailOf(twice))
  })
  const leaving = await first.run([HC, 'move', 'out'], 300_000)
  const undoneMark = mark
  mark = /--until (hc_move_\w+)/.exec(leaving.output)?.[1] ?? ''
  await rule('a shop that came back leaves again, at a point of its own', () => {
    expect(leaving.code === 0 && mark !== '' && mark !== undoneMark, tailOf(leaving))
    return Promise.resolve()
  })
  const awayMs = Date.now()
  const wasDigests = await sql(first, `select desk.digests_to_prove(now())`)
  await authority.lead('second')
  await rule('the new machine takes the shop over: its books are those of the old one, to the last row', async () => {
    const ran = await second.run([...takesOver, '--until', mark], INSTALL_MS)
    expect(ran.code === 0, tailOf(ran))
    say(`moved in; the shop was away for ${Math.round((Date.now() - awayMs) / 1000)} s`)
    expect(ran.output.includes('The certificate is there.'), tailOf(ran))
    expect(!ran.output.includes('/invitation#') && !ran.output.includes('AGE-SECRET'), 'an invitation or a key')
    expect(/: restored in \d+ s, equal to the shop/.test(ran.output), tailOf(ran))
    const differ = await differences(second, wasDigests)
    expect(differ === '[]', differ.slice(0, 1000))
  })
  await sleep(10_000)
  const after = await load.mark('after')
  const end = await load.end()
  say(JSON.stringify({ ...end, failed: end.failed.length, lost: end.lost.length, beforePaid: before.paid }))
  await rule('no paid order is lost across the move, none is granted twice, and the new machine sells', () => {
    expect(end.lost.length + end.twice === 0, JSON.stringify({ lost: end.lost, twice: end.twice }))
    expect(end.paid > after.paid - 1 && after.paid > before.paid, `${before.paid}, ${after.paid}, ${end.paid} paid`)
    return Promise.resolve()
  })
  await rule('hc status and hc doctor find nothing broken on it', async () => {
    const status = await second.run([HC, 'status'])
    expect(status.code === 0, tailOf(status))
    expect((await must(second, [HC, 'doctor'], 120_000)).includes(' 0 broken'), 'doctor')
  })
  await rule('hc move --undo on the old machine opens nothing once another machine has the shop', async () => {
    const back = await first.run([HC, 'move', '--undo'], 300_000)
    expect(back.code === 2 && back.errors.includes('another machine has the shop'), tailOf(back))
    const running = await first.run(sh('systemctl is-active hc-web@blue hc-worker@blue hc-desk@blue'))
    expect(!/^active/m.test(running.output), running.output)
  })
  await first.stop()

  const left = await sql(
    second,
    `select forget_account(account_id, 'gone-0123456789abcdef') || ' ' || uid from (select account_id, uid from account
      where leaving_waits_for(account_id, uid) is null order by account_id limit 1) a`,
  )
  const [deletion = '', uid = ''] = left.split(' ')
  expect(deletion === 'done', `the player's deletion: ${left}`)
  const digests = await sql(second, `select desk.digests_to_prove(now())`)
  await sql(second, 'select pg_current_xact_id(); select pg_switch_wal()')
  await sleep(2000)
  await must(second, [HC, 'ship'], 120_000)
  await second.kill()
  say('the second machine is lost')
  const third = await boot('third')
  await authority.lead('third')
  await rule('an empty machine with a wrong recovery key, or a place without a backup, gets no shop', async () => {
    const empty = await third.run([...recovers, '--restore', '/srv/input'], INSTALL_MS)
    expect(empty.code !== 0 && empty.errors.includes('has no backup'), tailOf(empty))
    const other = (await must(third, ['/usr/bin/age-keygen'])).match(/AGE-SECRET-KEY-1\w+/)?.[0] ?? ''
    await must(third, sh(`umask 077; echo ${other} > /run/other-key`))
    const strange = takesOver.map((word) => (word === '/srv/input/recovery-key' ? '/run/other-key' : word))
    const wrong = await third.run(strange, INSTALL_MS)
    expect(wrong.code !== 0 && wrong.errors.includes('is not the one that'), tailOf(wrong))
    const settings = await third.run(['/usr/bin/test', '-e', '/etc/hc-portal/shop.env'])
    expect(settings.code === 1, 'settings of the shop')
  })
  await rule('a takeover that is killed with all that it started goes on when it is run again', async () => {
    const killed = [
      '/usr/bin/systemd-run',
      '--quiet',
      '--wait',
      '--pipe',
      '-p',
      'RuntimeMaxSec=6',
      '-p',
      'KillSignal=9',
    ]
    const cut = await third.run([...killed, '--', ...takesOver], INSTALL_MS)
    expect(cut.code !== 0, tailOf(cut))
    say('the takeover was cut')
    const ran = await third.run(takesOver, INSTALL_MS)
    expect(ran.code === 0, tailOf(ran))
    say('the third machine has the shop')
    const differ = await differences(third, digests)
    expect(differ === '[]', differ.slice(0, 1000))
  })
  await rule('deleted players stay deleted on it', async () => {
    const accounts = await sql(
      third,
      `select count(*) filter (where uid = '${uid}') || ' ' || count(*) filter (where deleted_at is not null)
        from account`,
    )
    expect(accounts === '0 1', accounts)
  })
  await rule('it sells and delivers, and a machine that has a shop takes over no other', async () => {
    const again = openLoad({ ...crowd, players: 2, isOnSale: true }, ca)
    closing.push(() => void again.stop())
    await again.wait('ready', 60_000)
    await sleep(6000)
    const sales = await again.end()
    expect(sales.paid > 0 && sales.lost.length + sales.twice + sales.forged === 0, JSON.stringify(sales).slice(0, 500))
    expect(sales.failed.length === 0, sales.failed.slice(0, 5).join('\n'))
    const refused = await third.run(takesOver, INSTALL_MS)
    expect(refused.code === 2 && refused.errors.includes('has a shop already'), tailOf(refused))
    expect((await must(third, [HC, 'doctor'], 120_000)).includes(' 0 broken'), 'doctor')
  })
  await rule('the place has the timelines of both takeovers, so that a later restore follows the log', () => {
    const timelines = readdirSync(place).filter((name) => name.endsWith('.history.age'))
    expect(timelines.length === 2, timelines.join(', '))
    return Promise.resolve()
  })
}

await runToEnd(drill, { success: 'the shop moved, and came back from its backups', stays: values.keep })
