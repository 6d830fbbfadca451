import { activeSlot, isReady } from '@hc/box/install/shop'
import { debianFact, replacedFiles, restartNeeded } from '@hc/box/debian/replaced'
import { careForDisk, diskOf, levels } from '@hc/box/disk'
import { machineFacts, valuesOf } from '@hc/box/install/plan'
import { lookAtMachine, storeLook } from '@hc/box/look'
import { paths, processes, unitOf } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import { commandsOf, unfinished } from '@hc/box/steps'
import { dropOld, leavingPath } from '@hc/box/rotation/rotate'
import { codes, type Member, print } from './member.ts'

type State = 'OK' | 'Attention' | 'Broken' | 'Unknown'
type Fact = { part: string; state: State; text: string }

const DAY_MS = 86_400_000
const TLS_DAYS = 14

async function shopFact(): Promise<Fact> {
  const slot = await activeSlot(machine)
  const ready: string[] = []
  for (const process of processes)
    if (await isReady(machine, `${paths.current}/node/bin/node`, process, slot)) ready.push(process)
  const missing = processes.filter((process) => !ready.includes(process))
  return {
    part: 'Shop',
    state: missing.length === 0 ? 'OK' : 'Broken',
    text:
      missing.length === 0
        ? `ready, 3 of 3 processes (${slot})`
        : `not ready: ${missing.map((name) => unitOf(name, slot)).join(', ')}`,
  }
}

async function unitFact(part: string, unit: string): Promise<Fact> {
  const { stdout } = await machine.run('systemctl', ['is-active', unit])
  const state = stdout.trim()
  return {
    part,
    state: state === 'active' ? 'OK' : 'Broken',
    text: state === 'active' ? 'runs' : `${unit} is ${state || 'unknown'}`,
  }
}

async function databaseFact(): Promise<Fact> {
  const { stdout } = await machine.run('pg_lsclusters', ['-h'])
  const [version, name, , status] =
    stdout
      .split('\n')
      .map((line) => line.split(/\s+/))
      .find(([, of]) => of === 'hc') ?? []
  if (name === undefined) return { part: 'Database', state: 'Broken', text: 'there is no cluster hc: hc install' }
  return { part: 'Database', state: status === 'online' ? 'OK' : 'Broken', text: `PostgreSQL ${version}, ${status}` }
}

async function diskFact(): Promise<Fact> {
  const part = 'Disk'
  const disk = await diskOf(machine)
  if (disk === null) return { part, state: 'Unknown', text: 'df does not say' }
  const [share, gb] = [disk.free / disk.whole, (disk.free / 1024 ** 3).toFixed(1)]
  const hasReserve = await machine.files.exists(paths.reserve)
  const isShort = disk.free < levels.well || share < 0.15
  const state = disk.free < levels.tidy ? 'Broken' : isShort || !hasReserve ? 'Attention' : 'OK'
  const more = [
    disk.free < levels.close ? ', sales are closed' : '',
    hasReserve ? '' : ', the reserve is given back',
    isShort ? ': hc disk' : '',
  ]
  return { part, state, text: `${Math.round(share * 100)} % free (${gb} GB)${more.join('')}` }
}

async function tlsFact(): Promise<Fact> {
  if ((await valuesOf(machine, paths.box)).EDGE === 'none')
    return { part: 'TLS', state: 'Unknown', text: 'the server before the box has the certificates (--edge none)' }
  const { code, stdout } = await machine.run('openssl', [
    'x509',
    '-enddate',
    '-noout',
    '-in',
    '/etc/letsencrypt/live/hc/cert.pem',
  ])
  if (code !== 0)
    return { part: 'TLS', state: 'Attention', text: 'a temporary certificate: hc-cert asks each 10 minutes' }
  const days = Math.floor((Date.parse(stdout.trim().slice('notAfter='.length)) - machine.now()) / DAY_MS)
  return {
    part: 'TLS',
    state: days < 1 ? 'Broken' : days < TLS_DAYS ? 'Attention' : 'OK',
    text: `${days} days left, both hosts`,
  }
}

async function clockFact(): Promise<Fact> {
  const { clock_off_s: off } = await lookAtMachine(machine)
  if (off === null) return { part: 'Clock', state: 'Unknown', text: 'no time server was heard' }
  return { part: 'Clock', state: Math.abs(off) < 2 ? 'OK' : 'Broken', text: `${Math.abs(off).toFixed(3)} s off` }
}

async function restartFact(): Promise<Fact> {
  const { postgres } = await machineFacts(machine)
  const replaced = await replacedFiles(machine, await activeSlot(machine), postgres)
  return { part: 'Debian', ...debianFact(await restartNeeded(machine), replaced, machine.now()) }
}

async function stepsFact(): Promise<Fact[]> {
  return (await unfinished(machine)).map(({ list, error }) => ({
    part: 'Steps',
    state: 'Attention',
    text: `${commandsOf(list).on} was interrupted${error === null ? '' : ` (${error.split('\n')[0]})`}: ${commandsOf(list).on} goes on`,
  }))
}

const HOUR_S = 3600
const PROOF_HOURS = 26
/** Sealed files that wait so long are Attention, and Broken. */
const WAITS_S = { attention: 900, broken: 4 * HOUR_S } as const
const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 16)
type Proof = { at: number; seconds: number; until: number | null; equal: boolean | null; detail: string }
type Waits = { place: string; waiting: number; since: number | null }

/** The last proof and what waits for the place, as the desk knows them. */
async function backupFacts(): Promise<Fact[]> {
  const { BACKUP_TO: place } = await valuesOf(machine, paths.box)
  if (!place) return [{ part: 'Backup', state: 'Attention', text: 'no place of backups: BACKUP_TO in the answers' }]
  const seconds = (column: string): string => `extract(epoch from ${column})::float8`
  const { code, stdout } = await machine.run(
    'runuser',
    ['-u', 'postgres', '--', 'psql', '-qAtX', '-v', 'ON_ERROR_STOP=1', 'hc_portal'],
    {
      input: `select json_build_object('proof', (select json_build_object('at', ${seconds('x.proved_at')},
          'seconds', x.seconds, 'until', ${seconds('x.last_moment')}, 'equal', x.equal, 'detail', x.detail)
          from desk.backup_proof x order by x.proved_at desc limit 1),
        'waits', (select json_build_object('place', p.place, 'waiting', p.waiting, 'since', ${seconds('p.waits_since')})
          from desk.backup_place p))`,
    },
  )
  if (code !== 0) return [{ part: 'Backup', state: 'Unknown', text: 'the database does not say' }]
  const { proof, waits } = JSON.parse(stdout) as { proof: Proof | null; waits: Waits | null }
  return [proofFact(proof), ...(waits === null ? [] : [placeFact(waits)])]
}

function proofFact(proof: Proof | null): Fact {
  const part = 'Backup'
  if (proof === null) return { part, state: 'Attention', text: 'none was proved yet: hc backup prove' }
  const hours = (machine.now() / 1000 - proof.at) / HOUR_S
  if (hours > PROOF_HOURS) return { part, state: 'Broken', text: `none was proved for ${Math.floor(hours)} hours` }
  if (proof.equal === null) return { part, state: 'Attention', text: `not proved: ${proof.detail}` }
  if (!proof.equal) return { part, state: 'Broken', text: proof.detail }
  const text = `restored ${clock(proof.at)} in ${proof.seconds} s, equal up to ${clock(proof.until ?? 0)}`
  return { part, state: 'OK', text }
}

function placeFact({ place, waiting, since }: Waits): Fact {
  const age = since === null ? 0 : machine.now() / 1000 - since
  const state = age > WAITS_S.broken ? 'Broken' : age > WAITS_S.attention ? 'Attention' : 'OK'
  return { part: 'Place', state, text: waiting === 0 ? `${place}, nothing waits` : `${place}, ${waiting} files wait` }
}

async function factsOf(): Promise<Fact[]> {
  return [
    await shopFact(),
    await unitFact('Edge', 'hc-edge.service'),
    await databaseFact(),
    ...(await backupFacts()),
    await tlsFact(),
    await diskFact(),
    await clockFact(),
    await restartFact(),
    ...(await stepsFact()),
  ]
}

async function headOf(): Promise<string> {
  const { PUBLIC_URL: url = '' } = await valuesOf(machine, paths.settings)
  const manifest = JSON.parse((await machine.files.read(`${paths.current}/package.json`)) ?? '{}') as {
    version?: string
  }
  const at = new Date(machine.now()).toISOString().slice(0, 16).replace('T', ' ')
  return `${url.replace('https://', '')} · ${manifest.version ?? 'unknown version'} · ${at} UTC`
}

const isWell = (facts: readonly Fact[]): boolean => facts.every(({ state }) => state !== 'Broken')
const WATCH_MS = 2000

export const status: Member = {
  needs: 'box',
  describe(command) {
    command.option('--json', 'as JSON').option('--watch', 'again each two seconds, until Ctrl-C')
  },
  async run({ json, watch }) {
    for (;;) {
      const facts = await factsOf()
      if (json) print(JSON.stringify({ at: machine.now(), facts }))
      else {
        if (watch) process.stdout.write('\u001B[2J\u001B[H')
        print(await headOf())
        for (const { part, state, text } of facts) print(` ${state.padEnd(10)} ${part.padEnd(10)} ${text}`)
      }
      if (!watch) return isWell(facts) ? codes.well : codes.wrong
      await machine.pause(WATCH_MS)
    }
  },
}

/**
 * `hc look` runs each minute: it cares for the disk, and stores what the machine says of itself, for the checklist.
 * Secrets whose time is over go. It starts few programs, so that an idle box rests. Decision 781.
 */
export const look: Member = {
  needs: 'box',
  describe(command) {
    command.allowExcessArguments(false)
  },
  async run() {
    await careForDisk(machine, (await machineFacts(machine)).postgres, print)
    if (!(await storeLook(machine, await lookAtMachine(machine)))) print('the database did not take the look')
    if (await machine.files.exists(leavingPath)) {
      const { secretShop } = await import('./secret-shop.ts')
      for (const name of await dropOld(machine, secretShop)) print(`the old value of ${name} is gone`)
    }
    return codes.well
  },
}
