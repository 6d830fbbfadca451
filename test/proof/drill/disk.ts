import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, rule } from '../../kit/rules.ts'
import { sleep, until } from '../../kit/shop.ts'
import { openAuthority } from '../box/authority.ts'
import { openClosing } from '../box/closing.ts'
import { openLoad } from '../box/crowd.ts'
import { type Box, bootBox, closeNetworks, HOSTS, openNetworks } from '../box/machine.ts'
import { makeKeys, publishRelease } from '../box/release.ts'
import { debianRoot } from '../box/root.ts'
import { HC, manyOrders, must, needBox, prepareInput, tailOf, unpackDebian } from '../box/stage.ts'

/**
 * `npm run drill:disk [-- --keep]`: the disk of a box fills while players buy, first so far that sales close by
 * themselves, then to its last byte. Nothing that was paid is lost, and the shop comes back without a hand.
 */
const startMs = Date.now()
const say = (text: string): void => {
  process.stderr.write(`${((Date.now() - startMs) / 1000).toFixed(1).padStart(7)} s  ${text}\n`)
}
needBox()
const dir = mkdtempSync(join(tmpdir(), 'hc-disk-'))
const work = join(dir, 'work')
const { closing, runToEnd } = openClosing(say, dir)

const INSTALL_MS = 600_000
const PLACE = '/srv/backups'
const sh = (text: string): string[] => ['/bin/sh', '-c', text]
/** What a statement gives, on a box's own database. */
async function sql(box: Box, text: string): Promise<string> {
  const encoded = Buffer.from(text).toString('base64')
  const psql = 'runuser -u postgres -- psql -X -A -t -q -v ON_ERROR_STOP=1 hc_portal'
  return (await must(box, sh(`echo ${encoded} | base64 -d | ${psql}`))).trim()
}

const debian = debianRoot()
const [root, input, release, place] = ['root', 'input', 'release', 'place'].map((name) => join(dir, name)) as [
  string,
  string,
  string,
  string,
]
const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 120_000 })
}
/** Fills the disk until so many bytes are free; 0: to its last byte. */
const fillTo = (free: number): string[] =>
  sh(
    `avail=$(df -B1 --output=avail /var/lib | tail -n 1); fallocate -l $((avail - ${free} - 30000000)) /var/lib/fill
     dd if=/dev/zero of=/var/lib/fill-rest bs=4k ${free === 0 ? '' : 'count=7300'} 2> /dev/null; sync
     df -B1 --output=avail /var/lib | tail -n 1`,
  )
const emptied = sh('rm -f /var/lib/fill /var/lib/fill-rest')
const opening = 'select state || by from opening order by opening_id desc limit 1'
const undelivered = 'select count(*) from orders where paid_at is not null and delivered_at is null'

async function drill(): Promise<void> {
  for (const folder of [root, input, place]) mkdirSync(folder)
  const image = join(dir, 'disk')
  run('truncate', '-s', '26G', image)
  run('mkfs.ext4', '-q', '-m', '0', image)
  run('mount', '-o', 'loop', image, root)
  closing.push(() => run('umount', root))
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
  const binds = { '/srv/packages': debian.packages, '/srv/input': input, '/srv/release': release }
  const box = await bootBox(root, binds, { writes: { [PLACE]: place } })
  closing.push(() => box.stop())
  const from = ['--folder', '/srv/release', '--key', '/srv/release/first.pub', '--yes']
  await must(box, ['/bin/sh', '/srv/release/install.sh', ...from, '--answers', '/srv/input/answers'], INSTALL_MS)
  say('the box stands')
  const links = []
  for (const name of ['second', 'third'])
    links.push((await must(box, [HC, 'staff', 'invite-owner', `${name}@example.test`])).split('\n')[0] ?? '')
  const keyText = await must(box, [HC, 'game-key', 'add', 'game'])
  const load = openLoad(
    {
      shop: `https://${HOSTS.shop}`,
      links,
      key: { id: 'game', secret: /^key secret\s+(\S+)$/m.exec(keyText)?.[1] ?? '' },
      gameSecret: (await must(box, ['/bin/cat', '/etc/hc-portal/secrets/GAME_WEBHOOK_SECRET'])).trim(),
      players: 4,
      pauseMs: 300,
      tellSeconds: 900,
    },
    ca,
  )
  closing.push(() => void load.stop())
  await load.wait('ready', 120_000)
  await sleep(5000)
  say('players buy')
  const reads = async (text: string): Promise<string> => await sql(box, text).catch(() => 'no answer')
  await rule('hc disk says what is large, and what makes it smaller', async () => {
    const text = await must(box, [HC, 'disk'])
    expect(/ 0\.50 GB +reserve +hc disk --free/.test(text) && / GB +database /.test(text), text)
  })
  await rule('below 1 GB sales close by themselves; what is paid is delivered, and hc status says why', async () => {
    await must(box, fillTo(900_000_000), 120_000)
    await must(box, [HC, 'look'])
    expect((await reads(opening)) === 'closedhc look', await reads(opening))
    await until('each paid order to be delivered', async () => (await reads(undelivered)) === '0', 60_000)
    await load.mark('before')
    await sleep(2000)
    const { failed } = await load.mark('closed')
    expect(failed.length > 0 && failed.every((line) => / order: /.test(line)), failed.slice(0, 3).join('\n'))
    const status = await box.run([HC, 'status'])
    expect(status.code === 1 && /Broken +Disk .*sales are closed: hc disk/.test(status.output), tailOf(status))
  })
  await rule('with room again, sales open again by themselves', async () => {
    await must(box, emptied)
    await must(box, [HC, 'look'])
    expect((await reads(opening)) === 'openhc look', await reads(opening))
  })
  await sleep(5000)
  const before = await load.mark('full')
  await must(box, fillTo(0), 120_000)
  const fullMs = Date.now()
  say(`not a byte is free, ${before.paid} paid`)
  await rule('full to the last byte while players buy: the look of the minute gives the reserve back', async () => {
    await until(
      'the reserve to be given back',
      async () => (await box.run(['/usr/bin/test', '-e', '/var/lib/hc-portal/reserve'])).code !== 0,
      180_000,
    )
    await until('sales to be closed', async () => (await reads(opening)) === 'closedhc look', 180_000)
    say(`sales are closed ${Math.round((Date.now() - fullMs) / 1000)} s after the disk was full`)
    const log = await box.run(sh('journalctl --namespace=+hc --no-pager -u hc-look | tail -n 20'))
    say(log.output.trim().split('\n').slice(-6).join('\n'))
  })
  await rule('what players had paid is delivered while the disk is still full', async () => {
    await until('each paid order to be delivered', async () => (await reads(undelivered)) === '0', 180_000)
    const after = await load.mark('delivered')
    say(`${after.paid - before.paid} were paid since the disk was full; ${after.failed.length} calls failed`)
  })
  await rule('with room again, it sells again, and the reserve is set aside, without a hand', async () => {
    await must(box, emptied)
    await until('sales to open', async () => (await reads(opening)) === 'openhc look', 150_000)
    await must(box, ['/usr/bin/test', '-e', '/var/lib/hc-portal/reserve'])
    await sleep(8000)
  })
  const again = await load.mark('again')
  const end = await load.end()
  say(JSON.stringify({ paid: end.paid, lost: end.lost.length, twice: end.twice, forged: end.forged }))
  await rule('no paid order is lost, none is granted twice, and it sells as before', () => {
    expect(end.lost.length + end.twice === 0, JSON.stringify({ lost: end.lost, twice: end.twice }))
    expect(again.paid > before.paid, `${before.paid}, ${again.paid} paid`)
    return Promise.resolve()
  })
  await rule('the books hold, and the next backup is the shop', async () => {
    expect((await must(box, [HC, 'doctor'], 120_000)).includes(' 0 broken'), 'doctor')
    const proof = await box.run([HC, 'backup', 'prove'], 300_000)
    expect(proof.code === 0 && proof.output.includes('equal to the shop'), tailOf(proof))
    const status = await box.run([HC, 'status'])
    expect(status.code === 0, tailOf(status))
  })
}

await runToEnd(drill, { success: 'the disk filled, and nothing paid was lost', stays: process.argv.includes('--keep') })
