import type { Machine } from '../machine.ts'
import { must, runSteps, undoSteps } from '../steps.ts'
import { type BackupSite, quoted, script, type Server, sql } from './site.ts'
import { type Copy, copyAt, doctor, makeCopy, openBase, openBox, recover, stopCopy, type Target } from './copy.ts'
import { BackupFault, faultOf } from './faults.ts'
import { type Backup, backupsOf } from './kept.ts'
import type { Place } from './place.ts'
import { archived } from './night.ts'
import { ship } from './ship.ts'
import { needNoSwap, swapList } from './swap.ts'

/** What a restore asks of the box. */
export type RestoreHooks = {
  /** No shop was here before: nothing is lost by the copy, and nobody has to be asked. */
  isEmpty?: true
  /** Sells nothing any more, and ends the shop's processes. */
  closeShop: () => Promise<void>
  openShop: () => Promise<void>
  stopServer: () => Promise<void>
  startServer: () => Promise<void>
  /** Compares the books of the last two days with the gateways, and gives the findings. */
  reconcile: () => Promise<string>
  /** Shows what would be lost. Nothing has happened to the shop yet. */
  confirm: (text: string) => Promise<boolean>
  say: (text: string) => void
  /** The person's name, for the audit. */
  by: string
}
/** `latest`, a backup's name, a moment in milliseconds since 1970, or a point with a name in the log. */
export type Choice = 'latest' | { name: string } | { at: number } | { mark: string }

const clock = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}Z`

function choose(backups: readonly Backup[], choice: Choice, place: string): Backup {
  const [name, atMs] =
    choice === 'latest' ? [] : 'name' in choice ? [choice.name] : 'at' in choice ? [undefined, choice.at] : []
  const backup = backups.find(
    (candidate) =>
      candidate.whole &&
      (name === undefined || candidate.name === name) &&
      (atMs === undefined || candidate.at <= atMs),
  )
  const before = name !== undefined ? ` ${name}` : atMs !== undefined ? ` from before ${clock(atMs)}` : ''
  if (!backup) throw new BackupFault('noBackup', { place, before })
  return backup
}

/** Whether release `a` is later than `b`. */
export function isLater(a: string, b: string): boolean {
  const numbers = (version: string): number[] => version.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0)
  const [x, y] = [numbers(a), numbers(b)]
  for (let i = 0; i < 3; i++) if ((x[i] ?? 0) !== (y[i] ?? 0)) return (x[i] ?? 0) > (y[i] ?? 0)
  return false
}

/** The hashes of deleted players that the place has. */
async function forgottenAt(
  machine: Machine,
  site: BackupSite,
  place: Place,
  copy: Copy,
  key: string,
): Promise<string[]> {
  const hashes = new Set<string>()
  for (const { name } of (await place.list()).filter((file) => file.name.startsWith('forgotten-'))) {
    await place.get(name, `${copy.sealed}/${name}`)
    await machine.run('chown', [`--reference=${site.data}`, `${copy.sealed}/${name}`])
    const { code, stdout, stderr } = await script(machine, site, ['open', name.replace(/\.age$/, '')], {
      dir: copy.sealed,
      key,
    })
    if (code !== 0) throw faultOf(stderr, name)
    for (const hash of stdout.split('\n')) if (/^[0-9a-f]{64}$/.test(hash)) hashes.add(hash)
  }
  return [...hashes]
}

/** The server's last piece of log goes to the place, if there is a server that hands any over. */
async function handOver(machine: Machine, site: BackupSite, place: Place, say: (text: string) => void): Promise<void> {
  const ask = (text: string): Promise<string> => sql(machine, site, site.server, text).catch(() => '')
  if ((await ask("select current_setting('archive_mode')")) === 'off') return
  // A recovery to a moment ends at the first commit after it, so there has to be one.
  const last = await ask('select pg_current_xact_id(); select pg_walfile_name(pg_switch_wal())')
  if (last !== '')
    await archived(machine, site, last.split('\n').at(-1) ?? '').catch((error: unknown) => say(String(error)))
  const { fault } = await ship(machine, site, place)
  if (fault) say(fault.message)
}

const targetOf = (choice: Choice, backup: string): Target =>
  choice === 'latest'
    ? 'end'
    : 'at' in choice
      ? { time: new Date(choice.at).toISOString().replace('T', ' ').replace('Z', '+00') }
      : { name: 'mark' in choice ? choice.mark : `hc_${backup.slice('base-'.length)}` }

type Loss = { orders: number; paid: number }
/** What the shop has, and the copy has not. Null: the shop's database does not answer. */
async function lossOf(machine: Machine, site: BackupSite, momentMs: number, path: string): Promise<Loss | null> {
  const at = `to_timestamp(${momentMs / 1000})`
  const later = `from orders o where o.created_at > ${at} or o.paid_at > ${at}`
  try {
    const text = await sql(
      machine,
      site,
      site.server,
      `copy (select o.order_no, o.uid, o.channel_code, o.amount_cents, o.currency, o.created_at, o.paid_at, o.delivered_at
        ${later} order by o.order_no) to stdout with (format csv, header);
       select '#' || count(*) filter (where o.created_at > ${at}) || ' ' || count(*) filter (where o.paid_at > ${at}) ${later}`,
    )
    const [, orders, paid] = /^#(\d+) (\d+)$/m.exec(text) ?? []
    await machine.files.write(path, text.replace(/^#.*$/m, ''), 0o600)
    return { orders: Number(orders), paid: Number(paid) }
  } catch (error) {
    if (error instanceof BackupFault) return null
    throw error
  }
}

const lossText = (loss: Loss | null, momentMs: number, path: string): string =>
  loss === null
    ? `The shop's database does not answer: what came after ${clock(momentMs)} is lost, and nobody can count it.`
    : loss.orders + loss.paid === 0
      ? `Nothing is lost: the shop has no order after ${clock(momentMs)}.`
      : `Lost would be ${loss.orders} orders after ${clock(momentMs)}, ${loss.paid} paid: list saved in ${path}`

/** A copy that is ready to take the place of the shop, and what its step back costs. */
type Ready = { copy: Copy; backup: string; momentMs: number; path: string }

async function build(
  machine: Machine,
  site: BackupSite,
  place: Place,
  { choice, key }: { choice: Choice; key: string },
  hooks: RestoreHooks,
): Promise<Ready & { server: Server }> {
  const backup = choose(backupsOf(await place.list()), choice, place.name)
  const copy = copyAt(site, 'restore')
  await makeCopy(machine, site, copy)
  const { note } = await openBox(machine, site, place, copy, backup.name, key)
  const { stdout } = await machine.run(`${site.bin}/postgres`, ['--version'])
  const has = /\) (\d+)/.exec(stdout)?.[1] ?? ''
  if (note.major !== has) throw new BackupFault('otherMajor', { backup: backup.name, major: note.major, has })
  if (isLater(note.version, site.version))
    throw new BackupFault('newer', { backup: backup.name, version: note.version, runs: site.version })
  await handOver(machine, site, place, hooks.say)
  await openBase(machine, site, place, copy, { backup: backup.name, until: '', key })
  const server = await recover(machine, site, copy, targetOf(choice, backup.name))
  await doctor(machine, site, server)
  const reached = await sql(
    machine,
    site,
    server,
    `select (extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::bigint`,
  )
  const momentMs = typeof choice === 'object' && 'at' in choice ? choice.at : Number(reached) || note.taken
  const hashes = await forgottenAt(machine, site, place, copy, key)
  const text = `select brought_back || ' ' || waiting from forget_again(
    (select coalesce(array_agg(x), '{}') from jsonb_array_elements_text(${quoted(hashes)}) x))`
  const [again, waits] = (await sql(machine, site, server, text)).split(' ')
  hooks.say(`${backup.name} is restored beside the shop, up to ${clock(momentMs)}; its books hold.`)
  if (Number(again) > 0)
    hooks.say(
      `${again} deleted players were in it and are deleted again${Number(waits) > 0 ? `; ${waits} wait for an order` : ''}.`,
    )
  return {
    copy,
    backup: backup.name,
    momentMs,
    server,
    path: `${site.scratch}/lost-${new Date(machine.now()).toISOString().replaceAll(/[-:.]/g, '')}.csv`,
  }
}

/**
 * The copy's own timeline is noted for the place, which its server does not do: without this file the next restore
 * would take the log of this shop for that of a third one, and end before it.
 */
async function handOverTimelines(machine: Machine, { pg }: Copy): Promise<void> {
  const script =
    'cd "$1/pg_wal" || exit 1; for f in *.history; do [ -e "$f" ] || continue; [ -e "archive_status/$f.done" ] || ' +
    '{ : > "archive_status/$f.ready"; chown --reference="$f" "archive_status/$f.ready"; }; done'
  await must(machine, 'sh', ['-c', script, 'sh', pg])
}

/** Puts the copy in the place of the live folder, which stays beside it; the server starts on it. */
async function swap(machine: Machine, site: BackupSite, { copy }: Ready, hooks: RestoreHooks): Promise<string> {
  const before = `${site.data}.before-${new Date(machine.now()).toISOString().replaceAll(/[-:.]/g, '')}`
  await handOverTimelines(machine, copy)
  // The copy gets back what the live server was told by alter system.
  await must(machine, 'mv', [`${copy.folder}/live.auto.conf`, `${copy.pg}/postgresql.auto.conf`])
  const list = swapList(site, { pg: copy.pg, before }, hooks)
  const quiet = { say: () => undefined }
  try {
    await runSteps(machine, list, quiet)
  } catch (error) {
    await undoSteps(machine, list, quiet)
    await hooks.startServer()
    await hooks.openShop()
    throw error
  }
  return before
}

/** A line of the desk's audit, in the database that was restored: the one before knows nothing of it. */
async function noteRestore(machine: Machine, site: BackupSite, { backup, momentMs }: Ready, by: string): Promise<void> {
  const values = `${quoted({ by, backup, until: momentMs / 1000 })}::jsonb`
  const act = `desk.act('cli:' || (${values} ->> 'by'), 'backup.restored', '', '', '', '', '')`
  await sql(
    machine,
    site,
    site.server,
    `begin; select ${act}; select desk.note('backup', ${values} ->> 'backup', ${values} - 'by' - 'backup'); commit`,
  )
}

/**
 * Restores a backup. The copy is built and checked while the shop sells; only after a yes the shop closes and the copy
 * takes its place. It gives the folder of what was there, or null after a no.
 */
export async function restore(
  machine: Machine,
  site: BackupSite,
  place: Place,
  { choice, key }: { choice: Choice; key: string },
  hooks: RestoreHooks,
): Promise<string | null> {
  const copy = copyAt(site, 'restore')
  await needNoSwap(machine)
  try {
    const ready = await build(machine, site, place, { choice, key }, hooks)
    const { momentMs, path } = ready
    const loss = async (): Promise<string> => lossText(await lossOf(machine, site, momentMs, path), momentMs, path)
    if (!hooks.isEmpty && !(await hooks.confirm(await loss()))) return null
    await stopCopy(machine, site, copy)
    await hooks.closeShop()
    // Some came while the question stood.
    if (!hooks.isEmpty) hooks.say(await loss())
    await hooks.stopServer()
    const before = await swap(machine, site, ready, hooks)
    await noteRestore(machine, site, ready, hooks.by)
    await hooks.openShop()
    hooks.say(await hooks.reconcile())
    hooks.say(`What was there before is in ${before}.`)
    return before
  } finally {
    await stopCopy(machine, site, copy)
    await machine.files.remove(copy.folder)
  }
}
