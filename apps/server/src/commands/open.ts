import { parseArgs } from 'node:util'
import type { Opening } from '../shop/catalog/catalog.ts'
import { command, Refusal } from './command.ts'
import { deed } from './operator.ts'
import { readSteps } from './setup-lines.ts'

const usage = `npm run hc -- open
       npm run hc -- open --by NAME --why TEXT
       npm run hc -- open --for UID --by NAME --why TEXT

Without arguments it says whether the shop sells, and what is missing. It opens once each step that a shop cannot open
without is done: npm run hc -- check. --for lets one player order in a closed shop, to try it.`

const deeds = {
  open: deed({ action: 'open_shop', refusals: {}, done: 'the shop is open', before: 'the shop was open before' }),
  buyer: deed({
    action: 'let_buy',
    refusals: { not_found: 'there is no such player', exists: 'the shop is open: everybody may order' },
    done: 'this player may order while the shop is closed',
    before: 'this player was allowed before',
  }),
}

const states: Readonly<Record<Opening, string>> = {
  open: 'the shop is open',
  soon: 'the shop was never open: its pages say that it opens soon',
  closed: 'the shop is closed: it sells nothing, and finishes what was ordered',
}

/** `npm run hc -- open`: exit code 2 while a step is missing. */
await command(async ({ db: { query }, config, args }) => {
  const { values } = parseArgs({
    args,
    options: { for: { type: 'string' }, by: { type: 'string' }, why: { type: 'string' } },
  })
  const [by, why] = [(values.by ?? '').trim().slice(0, 100), (values.why ?? '').trim().slice(0, 500)]
  if ((by === '') !== (why === '') || (values.for !== undefined && by === '')) throw new Refusal(usage)
  if (values.for !== undefined)
    return { ok: true, text: await deeds.buyer.run(query, { subject: values.for, by, why }) }
  const [row] = await query<{ opening: Opening }>({ text: 'select shop_opening() as opening' })
  const opening = row?.opening ?? 'open'
  const { setup, lineOf } = await readSteps(query, config)
  const missing = setup.steps.flatMap((step, at) => (step.must && step.state !== 'done' ? [lineOf(step, at)] : []))
  if (by === '')
    return {
      ok: opening === 'open',
      text: [states[opening], ...(opening === 'open' ? [] : missing)].join('\n'),
    }
  if (opening !== 'open' && missing.length > 0)
    throw new Refusal(['the shop stays closed until these steps are done:', ...missing].join('\n'))
  return { ok: true, text: await deeds.open.run(query, { subject: 'shop', by, why }) }
}, usage)
