import { createChannels } from '@hc/channels/registry'
import { deskTexts } from '@hc/i18n/texts'
import { type Settings, withBrand } from '../config/config.ts'
import { readSetup, setupHouse } from '../desk/setup/facts.ts'
import { setupOf, type Step } from '../desk/setup/steps.ts'
import type { Query } from '../platform/db.ts'
import { fill } from '../shop/message/frame.ts'

const marks = { done: '●', attention: '◐', todo: '○', broken: '✕', unknown: '?' } as const

/** The steps of "Open your shop", with a line for each in the desk's language. */
export async function readSteps(
  q: Query,
  settings: Settings,
): Promise<{ setup: ReturnType<typeof setupOf>; lineOf: (step: Step, at: number) => string; count: string }> {
  const config = withBrand(settings)
  const channels = createChannels({ sandbox: config.sandbox, ...config.gateways }, Date.now)
  const setup = setupOf(await readSetup(q, setupHouse(config, channels)))
  const words = deskTexts(config.deskLocale).setup
  const says: Readonly<Record<string, string>> = words.says
  return {
    setup,
    lineOf: ({ step, state, key, values, must }, at) => {
      const text = fill(says[`${step}_${key}`] ?? key, values)
      return `${marks[state]} ${String(at + 1).padStart(2)} ${words.names[step].padEnd(20)} ${text}${must ? '' : ` (${words.optional})`}`
    },
    count: fill(words.count, { done: setup.done, all: setup.steps.length }),
  }
}
