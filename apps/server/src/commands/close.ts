import { parseArgs } from 'node:util'
import { command, Refusal } from './command.ts'
import { deed } from './operator.ts'

const usage = `npm run hc -- close --by NAME --why TEXT

The shop sells nothing, and finishes everything: what was ordered is paid, delivered and refunded.`

const close = deed({
  action: 'close_shop',
  refusals: {},
  done: 'the shop is closed',
  before: 'the shop was closed before',
})

await command(async ({ db: { query }, args }) => {
  const { values } = parseArgs({ args, options: { by: { type: 'string' }, why: { type: 'string' } } })
  const [by, why] = [(values.by ?? '').trim().slice(0, 100), (values.why ?? '').trim().slice(0, 500)]
  if (by === '' || why === '') throw new Refusal(usage)
  return { ok: true, text: await close.run(query, { subject: 'shop', by, why }) }
}, usage)
