import type { Machine } from '../machine.ts'
import { askShop } from './meter.ts'
import { StepError } from '../steps.ts'
import type { Upgrade } from './plan.ts'

/** The shop's own list of the releases that ran: `desk.release`. */

const quoted = (text: string): string => `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`

/** Notes how an upgrade ended, with a line of the audit. A database from before this list has no place for it. */
export async function noteRelease(
  machine: Machine,
  {
    version,
    since,
    how,
  }: Pick<Upgrade, 'version' | 'since' | 'how'> | { version: string; since: number; how: 'install' },
  runs: boolean,
  result: string,
): Promise<void> {
  const has = await askShop(machine, `select to_regclass('desk.release') is not null`)
  if (has === 'f') return
  const text = `select desk.note_release(${quoted(version)}, to_timestamp(${since / 1000}), ${quoted(how)}, ${runs}, ${quoted(result)})`
  if ((await askShop(machine, text)) === null) throw new StepError(`the release could not be noted in the shop's audit`)
}

export type Ran = { version: string; from: string; to: string | null; how: string; result: string }
/** Newest first. */
export async function releasesThatRan(machine: Machine): Promise<Ran[]> {
  const text = await askShop(
    machine,
    `select json_build_object('version', version, 'from', from_at, 'to', to_at, 'how', how, 'result', result)
       from desk.release order by release_id desc limit 20`,
  )
  return (text ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Ran)
}
