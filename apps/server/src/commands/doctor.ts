import { parseArgs } from 'node:util'
import { examine } from '../care/doctor/doctor.ts'
import { command } from './command.ts'

/**
 * `npm run hc -- doctor`: checks every invariant over the whole database, and lists the rows that wait for an operator.
 * The exit code is 1 if an invariant is broken, with `--strict` also if a row waits. `--json` prints one object.
 */
await command(async ({ db, args }) => {
  const { values } = parseArgs({
    args,
    options: { json: { type: 'boolean', default: false }, strict: { type: 'boolean', default: false } },
  })
  const { checks, violations, waiting } = await examine(db.query)
  const ok = violations.length === 0 && (!values.strict || waiting.length === 0)
  if (values.json) return { ok, text: JSON.stringify({ checks, violations, waiting }) }
  const text = [
    ...violations.map(
      ({ name, rows }) => `BROKEN  ${name}\n${rows.map((row) => `        ${JSON.stringify(row)}`).join('\n')}`,
    ),
    ...waiting.map(
      ({ what, n, oldest, example }) => `waits   ${what}: ${n}, the oldest since ${oldest}, for example ${example}`,
    ),
    `${checks} checks, ${violations.length} broken, ${waiting.reduce((sum, waits) => sum + waits.n, 0)} rows wait for an operator`,
  ].join('\n')
  return { ok, text }
}, 'npm run hc -- doctor [-- --json] [--strict]')
