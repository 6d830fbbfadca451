import { join } from 'node:path'
import type { ReleaseNote } from '../../../apps/box/src/upgrade/notes.ts'
import { expect, rule } from '../../kit/rules.ts'
import type { Box, Ran } from '../box/machine.ts'
import { type Patch, publishNewest } from '../box/release.ts'
import { HC, must, tailOf } from '../box/stage.ts'

/**
 * The other ways of an upgrade, after the players have gone: over stepping stones, by the timer, and to a release that
 * no older one can run beside. `release`: a folder that the box reads at /srv/release; `key`: the recovery key.
 */
type Place = { box: Box; release: string; work: string; times: string; key: string }

const PLACE = '/srv/release/place'
const by = ['--by', 'drill', '--why', 'a release that breaks'] as const
const breaking = {
  files: { 'apps/server/sql/migrations/0999_breaking.sql': '-- breaking: the drill says so\nselect 1;\n' },
}

function openPlace({ box, release, work, times }: Place) {
  const notes: ReleaseNote[] = []
  const hc = (...words: string[]): Promise<Ran> => box.run([HC, ...words], 400_000)
  return {
    hc,
    /** A newer release, beside what those before it said. */
    publish(note: ReleaseNote, patch: Patch = {}): void {
      notes.push(note)
      publishNewest(join(release, 'place'), work, note.version, { ...patch, notes })
    },
    running: async (): Promise<string> => {
      const text = await must(box, ['/bin/cat', '/opt/hc-portal/current/package.json'])
      return (JSON.parse(text) as { version: string }).version
    },
    set: (more: string) => must(box, ['/bin/sh', '-c', `printf '%s\\n' ${times} ${more} > /etc/hc-portal/upgrade.env`]),
    /** Sales go on in it, or do not. */
    sells: async (): Promise<boolean> => (await box.run([HC, 'open'])).output.startsWith('the shop is open'),
  }
}
type Ways = ReturnType<typeof openPlace>
const wordsOf = (ran: Ran): string => `exit ${ran.code}\n${tailOf(ran)}`

async function goesOverStones({ hc, publish, running }: Ways): Promise<void> {
  const from = await running()
  publish({ version: '2.0.0', from, must: ['Tell the game.'] })
  publish({ version: '2.1.0', from: '2.0.0', must: ['Tell the players.'] })
  await rule('hc upgrade goes over no stepping stone before all that the way asks is confirmed by number', async () => {
    for (const confirmed of [[], ['--confirm', '1']]) {
      const refused = await hc('upgrade', '2.1.0', '--without-proof', ...confirmed)
      expect(refused.code === 2, wordsOf(refused))
      expect(/1\. Tell the game\.\n +2\. Tell the players\./.test(refused.errors + refused.output), wordsOf(refused))
    }
    expect((await running()) === from, await running())
  })
  await rule('hc upgrade goes to a release over the one that must come first, each a whole upgrade', async () => {
    const ran = await hc('upgrade', '2.1.0', '--without-proof', '--confirm', '1,2')
    expect(ran.code === 0 && ran.errors.includes(`from ${from} to 2.1.0 over 2.0.0`), wordsOf(ran))
    expect((await running()) === '2.1.0', await running())
    const list = (await hc('versions')).output
    expect(/2\.0\.0 +ran before: hc rollback/.test(list) && /2\.1\.0 +runs/.test(list), list)
  })
}

async function comesByItself({ hc, publish, running }: Ways): Promise<void> {
  await rule('hc auto goes nowhere without a backup of the last 26 hours that was proved', async () => {
    publish({ version: '2.2.0', security: true })
    const refused = await hc('auto', '--run')
    expect(refused.code === 2 && /no backup was proved/.test(refused.errors + refused.output), wordsOf(refused))
  })
  await rule('hc auto goes to a release with a repair of security by itself, and names the others', async () => {
    const night = await hc('backup', 'prove')
    expect(night.code === 0, wordsOf(night))
    const ran = await hc('auto', '--run')
    expect(ran.code === 0 && (await running()) === '2.2.0', wordsOf(ran))
    publish({ version: '2.3.0' })
    const named = await hc('auto', '--run')
    expect(named.output.includes('hc upgrade 2.3.0 (it is no security release)'), wordsOf(named))
    expect((await running()) === '2.2.0', await running())
  })
  await rule('hc auto does not go again to a release that went back', async () => {
    publish({ version: '2.4.0', security: true }, { preamble: `if (process.env.ROLE === 'web') process.exit(1)` })
    const undone = await hc('auto', '--run')
    expect(undone.code === 5 && (await running()) === '2.2.0', wordsOf(undone))
    const named = await hc('auto', '--run')
    expect(named.code === 0 && named.output.includes('it was tried, and went back'), wordsOf(named))
  })
}

/** The restore point that the sentence after a failure names. */
async function goesBackByRestore({ box, key }: Place, { hc, publish, running, sells }: Ways): Promise<void> {
  publish(
    { version: '3.0.0', breaking: true },
    { ...breaking, preamble: `if (process.env.ROLE === 'web') process.exit(1)` },
  )
  await rule('a breaking release is refused in an open shop, and nothing is touched', async () => {
    const refused = await hc('upgrade', '3.0.0', '--without-proof')
    expect(
      refused.code === 2 && /the shop must be closed: hc close/.test(refused.errors + refused.output),
      wordsOf(refused),
    )
    expect(await sells(), 'it sells')
  })
  await rule('one that fails in a closed shop names the restore that leads back, and that leads back', async () => {
    const before = await running()
    const closed = await hc('close', ...by)
    expect(closed.code === 0, wordsOf(closed))
    const undone = await hc('upgrade', '3.0.0', '--without-proof')
    const moment = /hc restore --at (\S+) leads back/.exec(undone.output)?.[1]
    expect(undone.code === 5 && moment !== undefined, wordsOf(undone))
    const typed = `umask 077; echo ${key} > /run/typed; ${HC} restore --at ${moment} --yes < /run/typed`
    const restored = await box.run(['/bin/sh', '-c', `${typed}; code=$?; rm /run/typed; exit $code`], 400_000)
    expect(restored.code === 0, wordsOf(restored))
    expect((await running()) === before, await running())
    const status = await hc('status')
    expect(status.code === 0, wordsOf(status))
    expect(!(await sells()), 'it sells, and was closed')
  })
}

async function comesToAClosedShop({ hc, publish, running, sells }: Ways): Promise<void> {
  await rule(
    'a breaking release comes to a closed shop, which opens again, and hc rollback says why it cannot',
    async () => {
      publish({ version: '3.1.0', breaking: true }, breaking)
      const ran = await hc('upgrade', '3.1.0', '--without-proof')
      expect(ran.code === 0 && (await running()) === '3.1.0', wordsOf(ran))
      const opened = await hc('open', ...by)
      expect(opened.code === 0 || /these steps are done/.test(opened.errors), wordsOf(opened))
      if (opened.code === 0) expect(await sells(), 'it does not sell')
      const back = await hc('rollback')
      expect(back.code === 2 && /cannot run beside the database/.test(back.errors + back.output), wordsOf(back))
      const status = await hc('status')
      expect(status.code === 0, wordsOf(status))
    },
  )
}

export async function proveWays(place: Place): Promise<void> {
  const ways = openPlace(place)
  await ways.set(`RELEASES_FROM=${PLACE}`)
  await goesOverStones(ways)
  await comesByItself(ways)
  await goesBackByRestore(place, ways)
  await comesToAClosedShop(ways)
}
