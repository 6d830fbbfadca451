import { parseArgs } from 'node:util'
import { command, Refusal } from './command.ts'
import { readSteps } from './setup-lines.ts'

const usage = `npm run hc -- check [STEP] [-- --json]

The steps of "Open your shop" as the desk lists them. A name of a step, such as gateway, shows that one.`

/**
 * `npm run hc -- check`: the exit code is 1 while a step that a shop cannot open without is not done; with a step,
 * while that one is not done. `--json` prints one object.
 */
await command(async ({ db, config, args }) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  const [name, more] = positionals
  const { setup, lineOf, count } = await readSteps(db.query, config)
  if (name === undefined) {
    if (values.json) return { ok: setup.open, text: JSON.stringify(setup) }
    return { ok: setup.open, text: [...setup.steps.map(lineOf), count].join('\n') }
  }
  const at = setup.steps.findIndex(({ step }) => step === name)
  const step = setup.steps[at]
  if (!step || more !== undefined)
    throw new Refusal(`${usage}\n\nThe steps: ${setup.steps.map((row) => row.step).join(', ')}`)
  return { ok: step.state === 'done', text: values.json ? JSON.stringify(step) : lineOf(step, at) }
}, usage)
