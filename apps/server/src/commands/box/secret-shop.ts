import { valuesOf } from '@hc/box/install/plan'
import { paths } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import type { Shop } from '@hc/box/rotation/rotate'
import { createChannels } from '@hc/channels/registry'
import { readConfig, withBrand } from '../../config/config.ts'
import { tryChannel } from '../../desk/channels/try-channel.ts'
import { boxEnvironment } from './environment.ts'
import { change } from './settings.ts'

/** The gateway of a setting, by the first word of its name. */
const gatewayOf = (name: string): string => name.split('_')[0]?.toLowerCase() ?? ''

/** What the shop does for a rotation. */
export const secretShop: Shop = {
  async apply(name, value) {
    await change(name, { values: await valuesOf(machine, paths.settings), secrets: { [name]: value } })
  },
  async tryKey(name, value) {
    const config = withBrand(readConfig({ ...boxEnvironment(), [name]: value, ROLE: 'worker' }))
    const channel = createChannels({ sandbox: config.sandbox, ...config.gateways }, Date.now).get(gatewayOf(name))
    if (!channel) return `${gatewayOf(name)} is not connected`
    const { state, detail } = await tryChannel(channel, Date.now)
    return state === 'answers' ? null : state === 'none' ? 'it has no harmless question: hc set changes it' : detail
  },
  async sealsLeft() {
    const { code, stdout } = await machine.run(paths.command, ['seals', '--json'], { timeoutMs: 120_000 })
    if (code === 0) return 0
    const { kinds } = JSON.parse(stdout) as { kinds: { left: number; lost: number }[] }
    return kinds.reduce((sum, { left, lost }) => sum + left + lost, 0)
  },
}
