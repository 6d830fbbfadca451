import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, rule } from '../../kit/rules.ts'
import { sleep, until } from '../../kit/shop.ts'
import type { Load } from './crowd.ts'
import type { Box } from './machine.ts'
import { HC, must, tailOf } from './stage.ts'

/** A night with security updates of Debian: PostgreSQL and HAProxy, as unattended-upgrades takes them. */

const names = /^(postgresql-\d+|postgresql-client-\d+|libpq5|haproxy)_.*\.deb$/
const MARK = '.hc1'
const run = (command: string, args: readonly string[], cwd?: string): string =>
  execFileSync(command, args, { encoding: 'utf8', timeout: 120_000, maxBuffer: 64 << 20, cwd })

/**
 * A source of security updates: the packages of the box once more, with a higher number and Debian's own scripts, so
 * that dpkg does what it does in a night.
 */
export function makeUpdates(folder: string, packages: string, codename: string): void {
  mkdirSync(folder, { recursive: true })
  const unpacked = join(folder, 'unpacked')
  for (const name of readdirSync(packages).filter((file) => names.test(file))) {
    run('dpkg-deb', ['-R', join(packages, name), unpacked])
    const control = join(unpacked, 'DEBIAN/control')
    writeFileSync(control, readFileSync(control, 'utf8').replace(/^(Version: .*)$/m, `$1${MARK}`))
    run('dpkg-deb', ['-Zgzip', '-z1', '-b', unpacked, join(folder, name)])
    rmSync(unpacked, { recursive: true })
  }
  writeFileSync(join(folder, 'Packages'), run('apt-ftparchive', ['packages', '.'], folder))
  const facts = { Origin: 'Debian', Label: 'Debian-Security', Codename: `${codename}-security` }
  const options = Object.entries(facts).flatMap(([key, value]) => ['-o', `APT::FTPArchive::Release::${key}=${value}`])
  writeFileSync(join(folder, 'Release'), run('apt-ftparchive', [...options, 'release', '.'], folder))
}

const sh = (text: string): string[] => ['/bin/sh', '-c', text]
/** From the first failure to the last, by the moments that players noted; null: nobody noticed. */
function secondsOf(failed: readonly string[]): number | null {
  const moments = failed.map((line) => Date.parse(`1970-01-01T${line.slice(0, 12)}Z`)).toSorted((a, b) => a - b)
  const [first, last] = [moments[0], moments.at(-1)]
  return first === undefined || last === undefined ? null : (last - first) / 1000
}

export async function proveUpdates(box: Box, load: Load, say: (text: string) => void): Promise<void> {
  await rule('security updates come in the quiet hour, by a timer', async () => {
    const timers = await must(box, ['/usr/bin/systemctl', 'cat', 'apt-daily-upgrade.timer'])
    expect(/^OnCalendar=\*-\*-\* 02:20$/m.test(timers), timers)
  })
  const pidOf = (unit: string) => must(box, ['/usr/bin/systemctl', 'show', '-p', 'MainPID', '--value', unit])
  const edge = await pidOf('hc-edge.service')
  await load.mark('before the night')
  await rule('a night that brings PostgreSQL and HAProxy costs seconds of the database, and nothing else', async () => {
    await must(box, sh(`echo 'deb [trusted=yes] file:/srv/updates ./' >> /etc/apt/sources.list`))
    await must(box, ['/usr/bin/systemctl', 'start', 'apt-daily.service'], 120_000)
    const from = Date.now()
    await must(box, ['/usr/bin/systemctl', 'start', 'apt-daily-upgrade.service'], 300_000)
    const took = (Date.now() - from) / 1000
    const versions = await must(box, sh(`dpkg-query -W 'postgresql-1?' haproxy libpq5`))
    expect(
      versions
        .trim()
        .split('\n')
        .every((line) => line.endsWith(MARK)),
      versions,
    )
    await sleep(5000)
    const { calls, failed } = await load.mark('the night')
    const seconds = secondsOf(failed)
    say(`updates: ${took.toFixed(0)} s of the timer's unit; ${calls} calls, ${failed.length} failed in ${seconds} s`)
    for (const line of failed) say(`    ${line}`)
    expect((seconds ?? 0) < 30, `calls failed for ${seconds} s`)
    expect((await pidOf('hc-edge.service')) === edge, 'the edge was restarted, not reloaded')
  })
  await rule('hc status then wants nothing of Debian', async () => {
    const { facts } = JSON.parse(await must(box, [HC, 'status', '--json'])) as {
      facts: { part: string; state: string; text: string }[]
    }
    expect(facts.find(({ part }) => part === 'Debian')?.state === 'OK', JSON.stringify(facts))
  })
  await rule('what runs takes replaced libraries one process after the other, and no call fails', async () => {
    // As dpkg does: a new file takes the name of the old one, which lives on in those who have it.
    const library = '/usr/lib/x86_64-linux-gnu/libstdc++.so.6'
    await must(box, sh(`at=$(readlink -f ${library}); cp -p $at $at.new; mv $at.new $at`))
    const before = await Promise.all(['web', 'worker', 'desk'].map((name) => pidOfProcess(box, name)))
    const ran = await box.run([HC, 'debian'], 200_000)
    expect(ran.code === 0, tailOf(ran))
    const after = await Promise.all(['web', 'worker', 'desk'].map((name) => pidOfProcess(box, name)))
    expect(
      after.every((pid, at) => pid !== before[at]),
      `${before.join(' ')} and ${after.join(' ')}`,
    )
    expect((await must(box, [HC, 'debian'])).includes('no replaced file'), 'a second hc debian')
    await sleep(2000)
    const { calls, failed } = await load.mark('hc debian')
    say(`hc debian: ${calls} calls, ${failed.length} failed`)
    expect(failed.length === 0, failed.slice(0, 5).join('\n'))
  })
}

const pidOfProcess = (box: Box, name: string): Promise<string> =>
  until(
    `a process of ${name}`,
    async () => {
      const text = `systemctl show -p MainPID --value 'hc-${name}@*' | grep -vx 0 | head -n 1`
      return (await must(box, sh(text))).trim() || false
    },
    20_000,
  )
