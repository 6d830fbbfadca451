import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { count, rule } from '../../kit/rules.ts'
import { sleep } from '../../kit/shop.ts'
import { openAuthority } from '../box/authority.ts'
import { openClosing } from '../box/closing.ts'
import { type Load, openLoad } from '../box/crowd.ts'
import { type Box, bootBox, closeNetworks, HOSTS, openNetworks } from '../box/machine.ts'
import { makeKeys, publishRelease } from '../box/release.ts'
import { archiveNameOf } from '../../../apps/box/src/upgrade/fetch.ts'
import { debianRoot } from '../box/root.ts'
import { HC, manyOrders, must, needBox, prepareInput, tailOf, unpackDebian } from '../box/stage.ts'
import { seeded } from '../sim/rng.ts'
import { type Sabotage, sabotages } from './sabotage.ts'
import { proveWays } from './upgrade-ways.ts'

/**
 * `npm run drill:upgrade -- [--upgrades 200] [--seed N] [--minutes N] [--players 12] [--buys 3] [--only NAME,NAME]
 * [--keep]`: a box under load goes from release to release. Half of them are good and must stay; the others are worse,
 * each in another way, or are cut short, and must go back; the seed says in which order. No order is lost, and no call
 * fails but what a worse release fails itself, which marks it. Times are seconds; what they are in life says
 * upgrade.env.
 */
const { values } = parseArgs({
  options: {
    upgrades: { type: 'string', default: '200' },
    seed: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    players: { type: 'string', default: '12' },
    buys: { type: 'string', default: '3' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const startMs = Date.now()
const seed = Number(values.seed ?? startMs % 100_000)
const say = (text: string): void => {
  process.stderr.write(`${((Date.now() - startMs) / 1000).toFixed(1).padStart(7)} s  ${text}\n`)
}
needBox()
const dir = mkdtempSync(join(tmpdir(), 'hc-upgrade-'))
const work = join(dir, 'work')
const { closing, runToEnd } = openClosing(say, dir)

/** Seconds instead of minutes, so that a drill sees many. */
const times = {
  WINDOW_SECONDS: 5,
  TENTH_SECONDS: 10,
  WATCH_SECONDS: 45,
  PAUSE_SECONDS: 10,
  READY_SECONDS: 30,
  UNDELIVERED_SECONDS: 10,
  MEMORY_SECONDS: 30,
  MEMORY_MB: 200,
  SHADOW_ORDERS: 0,
}

async function install(): Promise<{ box: Box; ca: string; release: string; key: string }> {
  const debian = debianRoot()
  const [root, input, release] = [join(dir, 'root'), join(dir, 'input'), join(dir, 'release')]
  mkdirSync(input)
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
  const box = await bootBox(root, { '/srv/packages': debian.packages, '/srv/input': input, '/srv/release': release })
  closing.push(() => box.stop())
  const from = ['--folder', '/srv/release', '--key', '/srv/release/first.pub', '--yes']
  const installer = ['/bin/sh', '/srv/release/install.sh', ...from, '--answers', '/srv/input/answers']
  const key = /AGE-SECRET-KEY-1\w+/.exec(await must(box, installer, 600_000))?.[0] ?? ''
  return { box, ca, release, key }
}

type Result = {
  name: string
  code: number
  seconds: number
  /** From the begin of the first bad window until all players met the old release again. */
  back: number | null
  calls: number
  /** Calls that failed by the upgrade, or by going back. */
  failed: string[]
  /** Those that the worse release failed itself. */
  byRelease: number
  problem: string | null
}
const LONGEST_BACK_S = 60
/** So many orders a second prove rare failures within a minute. Decision 770. */
const PROVING_RATE = 10
const results: Result[] = []
let number = 0
let running = ''
let cutVersion = ''

async function versionOf(box: Box): Promise<string> {
  return JSON.parse(await must(box, ['/bin/cat', '/opt/hc-portal/current/package.json'])).version as string
}

const linesOf = (set: Readonly<Record<string, number>>): string =>
  Object.entries(set)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
async function setTimes(box: Box, more: Case['times'] = {}): Promise<void> {
  const text = linesOf({ ...times, ...more })
  await must(box, ['/bin/sh', '-c', `printf '%s\\n' ${text} > /etc/hc-portal/upgrade.env`])
}

type Case = Omit<Sabotage, 'exit'> & { exit: 0 | 2 | 5; kills?: string }

/** Calls that a worse release ended without an answer since then, by its own log. */
async function hungUp(box: Box, sinceMs: number): Promise<number> {
  const since = `--since=@${Math.floor(sinceMs / 1000)}`
  const { output } = await box.run(['/usr/bin/journalctl', '--namespace=hc', '-o', 'cat', '-q', since])
  return Array.from(output.matchAll(/^sabotage: hangs up (\d+)$/gm)).reduce((sum, [, n]) => sum + Number(n), 0)
}
/**
 * What failed by the upgrade, and how many calls the release failed itself: those it marked, and those it hung up. On a
 * connection that had an answer before, the edge then hangs up on the player, too; else it answers 502.
 */
function blame(failed: readonly string[], unanswered: number): { failed: string[]; byRelease: number } {
  let left = unanswered
  const rest = failed.filter(
    (line) => !/sabotage/.test(line) && !(/\b502\b|other side closed/.test(line) && left-- > 0),
  )
  return { failed: rest, byRelease: failed.length - rest.length }
}

/** One upgrade: the release is made, the box goes to it, and what came of it is compared. */
async function upgrade(box: Box, load: Load, release: string, plan: Case): Promise<void> {
  const { name, patch, exit, cut, kills, why: reason, longestBack = LONGEST_BACK_S } = plan
  // What is cut short goes back each time, so one release does for all of them.
  const isSame = kills !== undefined && cutVersion !== ''
  const version = isSame ? cutVersion : `1.0.${++number}`
  if (kills !== undefined) cutVersion = version
  const folder = join(release, version)
  const archive = isSame ? archiveNameOf(version) : publishRelease(folder, work, version, patch).archive
  if (cut) truncateSync(join(folder, archive), Math.floor(statSync(join(folder, archive)).size / 2))
  await setTimes(box, plan.times)
  const { paid: before } = await load.mark('before')
  const fromMs = Date.now()
  const command = [HC, 'upgrade', `/srv/release/${version}/${archive}`, '--without-proof']
  const ran = kills === undefined ? await box.run(command, 300_000) : await cutShort(box, command, kills)
  const seconds = (Date.now() - fromMs) / 1000
  await sleep(1000)
  const { calls, failed: words, paid: after } = await load.mark(name)
  const { failed, byRelease } = blame(words, plan.hangsUp ? await hungUp(box, fromMs) : 0)
  const paid = after - before
  const now = await versionOf(box)
  const expectation = exit === 0 ? version : running
  const status = await box.run([HC, 'status'], 60_000)
  const why = /was undone in .*?: (.*)/.exec(ran.output)?.[1] ?? ran.errors.trim().split('\n').at(-1) ?? ''
  const problems = [
    ...(reason === undefined || reason.test(why) ? [] : [`it went back for another reason: ${why}`]),
    ...(ran.code === exit ? [] : [`exit ${ran.code}, not ${exit}: ${tailOf(ran)}`]),
    ...(now === expectation ? [] : [`it runs ${now}, not ${expectation}`]),
    ...(status.code === 0 ? [] : [`hc status: ${tailOf(status)}`]),
  ]
  // The next one is compared with a good one.
  if (exit === 5 && now === version) await box.run([HC, 'rollback'], 200_000)
  running = await versionOf(box)
  const back = /again, ([\d.]+) s after/.exec(ran.errors)?.[1]
  const limit = paid / seconds < PROVING_RATE ? longestBack : LONGEST_BACK_S
  if (back !== undefined && Number(back) > limit) problems.push(`players were back after ${back} s`)
  const problem = problems.length > 0 ? problems.join('; ') : null
  results.push({
    name,
    code: ran.code,
    seconds,
    back: back === undefined ? null : Number(back),
    calls,
    failed,
    byRelease,
    problem,
  })
  say(
    `${number} ${name}: exit ${ran.code}, ${seconds.toFixed(0)} s, ${(paid / seconds).toFixed(1)} orders/s, ${calls} calls, ${failed.length} failed, ${byRelease} by the release${back === undefined ? '' : `, back after ${back} s`}: ${why.slice(0, 160)}`,
  )
  for (const line of [...new Set(failed)].slice(0, 4)) say(`    ${line}`)
  if (problem !== null) say(`    PROBLEM ${problem.slice(0, 3000)}`)
  if (kills === undefined) {
    cutVersion = ''
    rmSync(folder, { recursive: true, force: true })
  }
  await box.run([HC, 'versions', '--prune'])
}

/** The plug is pulled when a step begins: hc and its commands are killed, and the boot's `hc recover` runs. */
async function cutShort(box: Box, command: readonly string[], step: string) {
  const log = '/run/cut.log'
  await must(box, ['/bin/rm', '-f', log])
  const upgrading = box.run(['/bin/sh', '-c', `exec ${command.join(' ')} 2> ${log}`], 300_000)
  const loop = `for i in $(seq 6000); do grep -q '^${step}' ${log} && break; sleep 0.02; done
    for pid in $(pgrep -f 'dist/hc[.]js upgrade'); do kill -9 $pid $(pgrep -P $pid); done`
  const cut = await box.run(['/bin/sh', '-c', loop], 200_000)
  const ran = await upgrading
  if (ran.code === 0) throw new Error(`${step}: it was over before the cut\n${tailOf(cut)}`)
  const recovered = await box.run([HC, 'recover'], 120_000)
  return { ...recovered, code: recovered.code === 0 ? 5 : recovered.code }
}

/** Every step, by how its line of the log begins. */
const steps = [
  'watch:',
  'worker of',
  'all:',
  'slot of the boot:',
  'release:',
  'web of',
  'trial:',
  'desk of',
  'link /opt/hc-portal/current:',
  'restore point:',
  'link /opt/hc-portal/slots',
  'warm:',
  'a tenth:',
  'end of desk',
  'end of worker',
  'books:',
  'link /opt/hc-portal/previous:',
  'rest:',
  'end of web',
  'note:',
  'shadow:',
]
const cutAt = (step: string): Case => ({
  name: `the plug is pulled at "${step.replace(/:$/, '')}"`,
  patch: {},
  exit: 5,
  kills: step,
  times: { WATCH_SECONDS: 10, ...(step === 'shadow:' ? { SHADOW_ORDERS: 3 } : {}) },
})
/** Each case there is, once. */
const all = (): Case[] => [{ name: 'good', patch: {}, exit: 0 }, ...sabotages, ...steps.map(cutAt)]
/** Half of so many are good; each fifth of the others is cut short at a step. The seed mixes them. */
function mixed(n: number): Case[] {
  const random = seeded(seed)
  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, at: random.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item)
  const some = (list: readonly Case[], of: number): Case[] =>
    Array.from({ length: Math.ceil(of / list.length) }, () => shuffled(list))
      .flat()
      .slice(0, of)
  const worse = Math.floor(n / 2)
  const cuts = Math.floor(worse / 5)
  const good = Array.from({ length: n - worse }, (): Case => ({ name: 'good', patch: {}, exit: 0 }))
  return shuffled([...good, ...some(sabotages, worse - cuts), ...some(steps.map(cutAt), cuts)])
}

async function drill(): Promise<void> {
  const { box, ca, release, key } = await install()
  say('the box stands')
  running = await versionOf(box)
  const people = await must(box, [HC, 'staff', 'list'])
  if (people.includes('nobody')) say(people)
  const second = await must(box, [HC, 'staff', 'invite-owner', 'second@example.test'])
  const third = await must(box, [HC, 'staff', 'invite-owner', 'third@example.test'])
  const keyText = await must(box, [HC, 'game-key', 'add', 'game'])
  const load = openLoad(
    {
      shop: `https://${HOSTS.shop}`,
      links: [second.split('\n')[0], third.split('\n')[0]],
      key: { id: 'game', secret: /^key secret\s+(\S+)$/m.exec(keyText)?.[1] ?? '' },
      gameSecret: (await must(box, ['/bin/cat', '/etc/hc-portal/secrets/GAME_WEBHOOK_SECRET'])).trim(),
      players: Number(values.players),
      pauseMs: 400,
      buys: Number(values.buys),
    },
    ca,
  )
  closing.push(() => void load.stop())
  await load.wait('ready', 120_000)
  say(`players read and buy; seed ${seed}`)
  const list =
    values.only === undefined
      ? mixed(Number(values.upgrades))
      : values.only.split(',').flatMap((word) => all().filter(({ name }) => name.includes(word)))
  const endMs = startMs + 60_000 * Number(values.minutes)
  for (const trial of list) if (Date.now() < endMs) await upgrade(box, load, release, trial)
  const end = await load.end()
  const hasWays = values.only === undefined || values.only.includes('ways')
  if (hasWays) await proveWays({ box, release, work, times: linesOf(times), key })
  const good = results.filter(({ name }) => name === 'good')
  const worse = results.filter(({ name }) => name !== 'good')
  const failed = results.flatMap((result) => result.failed.map((line) => `${result.name}: ${line}`))
  const backs = worse.flatMap(({ back }) => (back === null ? [] : [back]))
  const bad = results.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]))
  say(
    JSON.stringify({
      upgrades: results.length,
      paid: end.paid,
      lost: end.lost.length,
      twice: end.twice,
      goodUndone: good.filter(({ code }) => code !== 0).length,
      worseStayed: worse.filter(({ code }) => code === 0).length,
      failedCalls: failed.length,
      failedByWorseReleases: results.reduce((sum, { byRelease }) => sum + byRelease, 0),
      calls: results.reduce((sum, { calls }) => sum + calls, 0),
      longestBackSeconds: Math.max(0, ...backs),
      goodSeconds: good.map(({ seconds }) => Math.round(seconds)),
    }),
  )
  count(
    'no paid order is lost, and none is granted by two deliveries',
    end.lost.length + end.twice === 0 ? undefined : JSON.stringify(end),
  )
  count(
    'no call fails while the shop goes to a release and back, but those that a worse release fails itself',
    failed.length === 0 ? undefined : failed.slice(0, 5).join('\n'),
  )
  count(
    'each release ends as it must: good ones stay, worse ones go back',
    bad.length === 0 ? undefined : bad.join('\n'),
  )
  count(
    'players are back within a minute of the first bad window, or as soon as rare failures are proved',
    results.some(({ problem }) => problem?.includes('players were back after')) ? backs.join(', ') : undefined,
  )
  await rule('the books hold', async () => {
    await must(box, [HC, 'doctor'], 120_000)
  })
}

await runToEnd(drill, { success: 'upgrades hold', stays: values.keep })
