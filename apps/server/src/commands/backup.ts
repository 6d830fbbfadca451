import { parseArgs } from 'node:util'
import { readMoment } from '@hc/domain/moment'
import { command, Refusal } from './command.ts'

/**
 * `npm run hc -- backup verified NAME --taken WHEN --by NAME` records that somebody restored a backup and verified it.
 * The desk's health page shows how old it is. Without arguments the command prints the last ones.
 */
const usage = `npm run hc -- backup
       npm run hc -- backup verified NAME --taken 2026-01-31T02:00:00Z --by NAME`

await command(async ({ db: { query }, args }) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { taken: { type: 'string' }, by: { type: 'string' } },
  })
  const [verb, name = '', more] = positionals
  let text = ''
  if (verb !== undefined) {
    const { taken = '', by = '' } = values
    const at = readMoment(taken)
    const whole = verb === 'verified' && name !== '' && more === undefined && by.trim() !== ''
    if (!whole || at === null) throw new Refusal(usage)
    const [backup] = await query<{ refusal: string | null; did: boolean }>(
      { text: 'select refusal, did from note_backup($1, $2, $3)' },
      [name.slice(0, 200), new Date(at), by.trim().slice(0, 100)],
    )
    if (!backup || backup.refusal !== null) throw new Refusal('--taken lies in the future')
    text = backup.did ? 'the backup is noted as verified\n' : 'the backup was noted before\n'
  }
  const rows = await query<{ backup: string; taken_at: Date; verified_at: Date; verified_by: string }>({
    text: 'select backup, taken_at, verified_at, verified_by from desk.backup_verified order by taken_at desc limit 5',
  })
  const lines = rows.map(
    (row) =>
      `${row.backup}  taken ${row.taken_at.toISOString()}  verified ${row.verified_at.toISOString()} by ${row.verified_by}`,
  )
  return { ok: true, text: text + (lines.length > 0 ? lines.join('\n') : 'no backup is noted as verified') }
}, usage)
