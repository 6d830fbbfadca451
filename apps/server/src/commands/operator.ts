import { parseArgs } from 'node:util'
import { type Action, operate } from '../care/operator/actions.ts'
import type { Query, Row } from '../platform/db.ts'
import type { Refusal as Refused } from '../sql-refusals.ts'
import { Refusal } from './command.ts'

type Deed<A extends Action> = { action: A; refusals: Record<Refused<A>, string>; done: string; before: string }

/** One action of a command: its SQL function, and the text for each result. */
export const deed = <A extends Action>(definition: Deed<A>) => ({
  ...definition,
  /** @throws Refusal */
  async run(q: Query, request: { subject: string; by: string; why: string }): Promise<string> {
    const outcome = await operate(q, definition.action, request)
    if ('refusal' in outcome) throw new Refusal(definition.refusals[outcome.refusal])
    return outcome.did ? definition.done : definition.before
  },
})

/**
 * Reads `SUBJECT [--FLAG --by NAME --why TEXT]`. Without a flag, the command only shows the subject. A flag needs both
 * `--by` and `--why`.
 *
 * @throws Refusal
 */
export function readAsked<F extends string>(
  usage: string,
  args: string[],
  flags: readonly F[],
): { subject: string; flag: F | undefined; by: string; why: string } {
  const options: Record<string, { type: 'string' | 'boolean' }> = { by: { type: 'string' }, why: { type: 'string' } }
  for (const flag of flags) options[flag] = { type: 'boolean' }
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const text = (name: string, max: number): string => {
    const value = values[name]
    return typeof value === 'string' ? value.trim().slice(0, max) : ''
  }
  const [flag, other] = flags.filter((name) => values[name] === true)
  const [subject = '', more] = positionals
  const by = text('by', 100)
  const why = text('why', 500)
  const complete = flag === undefined ? by === '' && why === '' : by !== '' && why !== ''
  if (more !== undefined || other !== undefined || !complete) throw new Refusal(usage)
  return { subject, flag, by, why }
}

const asText = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A row as `name value` pairs on one line; for `at` it omits the name. Null and empty values are left out. */
export function rowLine(row: Row): string {
  const pairs = Object.entries(row).filter(([, value]) => value !== null && value !== '')
  return pairs.map(([name, value]) => (name === 'at' ? asText(value) : `${name} ${asText(value)}`)).join('  ')
}
