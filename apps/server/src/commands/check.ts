import { createChannels } from '@hc/channels/registry'
import { deskTexts } from '@hc/i18n/texts'
import { parseArgs } from 'node:util'
import { withBrand } from '../config/config.ts'
import { readSetup, setupHouse } from '../desk/setup/facts.ts'
import { setupOf } from '../desk/setup/steps.ts'
import { fill } from '../shop/message/frame.ts'
import { command } from './command.ts'

const marks = { done: '●', attention: '◐', todo: '○', broken: '✕' } as const

/**
 * `npm run hc -- check`: prints the steps of "Open your shop" as the desk lists them. The exit code is 1 while a step
 * that a shop cannot open without is not done. `--json` prints one object.
 */
await command(async ({ db, config: settings, args }) => {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const config = withBrand(settings)
  const channels = createChannels({ sandbox: config.sandbox, ...config.gateways }, Date.now)
  const setup = setupOf(await readSetup(db.query, setupHouse(config, channels)))
  if (values.json) return { ok: setup.open, text: JSON.stringify(setup) }
  const words = deskTexts(config.deskLocale).setup
  const says: Readonly<Record<string, string>> = words.says
  const lines = setup.steps.map(({ step, state, key, values: facts, must }, at) => {
    const text = fill(says[`${step}_${key}`] ?? key, facts)
    return `${marks[state]} ${String(at + 1).padStart(2)} ${words.names[step].padEnd(20)} ${text}${must ? '' : ` (${words.optional})`}`
  })
  const count = fill(words.count, { done: setup.done, all: setup.steps.length })
  return { ok: setup.open, text: [...lines, count].join('\n') }
}, 'npm run hc -- check [-- --json]')
