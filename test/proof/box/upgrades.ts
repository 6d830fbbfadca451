import { join } from 'node:path'
import { expect, rule } from '../../kit/rules.ts'
import type { Box } from './machine.ts'
import { type Patch, publishRelease } from './release.ts'
import { HC, must, tailOf } from './stage.ts'

/** Seconds instead of minutes. */
const times = 'WINDOW_SECONDS=2 TENTH_SECONDS=2 WATCH_SECONDS=4 READY_SECONDS=30 SHADOW_ORDERS=3'

type Place = { release: string; work: string }
type Go = (version: string, patch: Patch, more?: readonly string[]) => ReturnType<Box['run']>

/** Publishes a version, and calls the box to it. */
const goOf =
  (box: Box, { release, work }: Place): Go =>
  (version, patch, more = []) => {
    const { archive } = publishRelease(join(release, version), work, version, patch)
    return box.run([HC, 'upgrade', `/srv/release/${version}/${archive}`, ...more], 300_000)
  }

/** Before the first night. */
export async function upgradeNeedsProof(box: Box, place: Place): Promise<void> {
  const go = goOf(box, place)
  await rule('hc upgrade is refused without a proved backup, and touches nothing', async () => {
    const refused = await go('1.0.1', {})
    expect(refused.code === 2 && refused.errors.includes('no backup was proved'), `${refused.code} ${tailOf(refused)}`)
  })
}

/** The box goes to a good release and back from one whose web process ends, while it stands at the world's door. */
export async function proveUpgrades(box: Box, place: Place): Promise<void> {
  const go = goOf(box, place)
  await must(box, ['/bin/sh', '-c', `printf '%s\\n' ${times} > /etc/hc-portal/upgrade.env`])
  const running = async (): Promise<string> =>
    (JSON.parse(await must(box, ['/bin/cat', '/opt/hc-portal/current/package.json'])) as { version: string }).version
  await rule('hc upgrade tries a release on a copy, and leads all players to it', async () => {
    const ran = await go('1.0.1', {})
    expect(ran.code === 0, `exit ${ran.code}\n${tailOf(ran)}`)
    expect(ran.errors.includes('on the copy both answered'), ran.errors)
    expect((await running()) === '1.0.1', await running())
    await must(box, [HC, 'status'])
  })
  await rule('a release whose web process ends goes back by itself, with the reason', async () => {
    const undone = await go('1.0.2', { preamble: `if (process.env.ROLE === 'web') process.exit(1)` })
    expect(undone.code === 5, `exit ${undone.code}\n${tailOf(undone)}`)
    expect(undone.output.includes('hc-web@blue.service is not ready'), tailOf(undone))
    expect((await running()) === '1.0.1', await running())
    await must(box, [HC, 'status'])
    expect((await must(box, [HC, 'versions'])).includes('undone: '), 'hc versions')
  })
}
