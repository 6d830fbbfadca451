import { deletionWaitsFor } from '../care/operator/lookups.ts'
import { command, Refusal } from './command.ts'
import { readAsked } from './operator.ts'

/** `npm run hc -- player UID` says what the deletion of a player's data waits for. It changes nothing. */
const usage = 'npm run hc -- player UID'

await command(async ({ db: { query }, args }) => {
  const { subject } = readAsked(usage, args, [])
  if (subject === '') throw new Refusal(usage)
  const waits = await deletionWaitsFor(query, subject)
  if (waits === undefined) throw new Refusal('there is no such player')
  return { ok: true, text: `deletion waits for ${waits ?? 'nothing'}` }
}, usage)
