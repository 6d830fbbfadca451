import { describe, expect, it } from 'vitest'
import type { Machine, RunResult } from '../machine.ts'
import { planOf, runSteps, undoSteps } from '../steps.ts'
import { debianList } from './list.ts'
import { debianFact, newerKernel, rebootVerdict, replacedIn, restartNeeded } from './replaced.ts'

const HOUR_MS = 3_600_000
const nowMs = Date.UTC(2026, 10, 28, 4, 50)
const needed = { what: 'the kernel 6.12.48-amd64', sinceMs: nowMs - 50 * HOUR_MS }
const none = { edge: [], processes: [], database: false }

describe('what an update replaced', () => {
  it('is a program or a library that is no longer on the disk, and no file that a process made itself', () => {
    const maps = `7f01 r-xp 00000000 08:01 12   /usr/lib/x86_64-linux-gnu/libssl.so.3 (deleted)
7f02 r--p 00000000 08:01 12   /usr/lib/x86_64-linux-gnu/libssl.so.3 (deleted)
7f03 r-xp 00000000 08:01 13   /usr/sbin/haproxy (deleted)
7f04 r-xp 00000000 08:01 14   /usr/lib/x86_64-linux-gnu/libc.so.6
7f05 rw-p 00000000 00:01 15   /memfd:doublemapper (deleted)
7f06 rw-s 00000000 00:01 16   /dev/zero (deleted)
7f07 r-xp 00000000 08:01 17   /opt/hc-portal/releases/1.0.0/node/bin/node (deleted)`
    expect(replacedIn(maps)).toEqual(['/usr/lib/x86_64-linux-gnu/libssl.so.3', '/usr/sbin/haproxy'])
  })

  it('asks for a restart of the machine if a newer kernel is installed than the one that runs', () => {
    expect(newerKernel('6.12.9-amd64', ['6.12.9-amd64', '6.12.10-amd64'])).toBe('6.12.10-amd64')
    expect(newerKernel('6.12.10-amd64', ['6.12.9-amd64', '6.12.10-amd64'])).toBe(null)
    // A container has none, and the host's is its own affair.
    expect(newerKernel('6.12.10-amd64', [])).toBe(null)
    expect(newerKernel('6.20.0-amd64', ['6.12.10-amd64'])).toBe(null)
  })

  it('is Attention in hc status, with what and since when', () => {
    expect(debianFact(null, none, nowMs)).toEqual({ state: 'OK', text: 'no restart needed' })
    expect(debianFact(needed, none, nowMs)).toEqual({
      state: 'Attention',
      text: 'restart needed for the kernel 6.12.48-amd64 since 2 days',
    })
    expect(debianFact(null, { edge: [], processes: ['web'], database: true }, nowMs)).toEqual({
      state: 'Attention',
      text: 'hc debian: what runs has replaced files; the database has replaced files until its next start',
    })
  })
})

describe('the machine starts anew by itself', () => {
  const proof = { atMs: nowMs - HOUR_MS, equal: true }
  const well = { needed, mode: 'on', proof, unfinished: 0, nowMs } as const
  it('after a fresh proof, if hc auto reboot is on and a restart is needed', () => {
    expect(rebootVerdict(well)).toEqual({
      now: true,
      why: 'restarts for the kernel 6.12.48-amd64: the backup was proved 60 minutes ago',
    })
    expect(rebootVerdict({ ...well, needed: null })).toBe(null)
  })
  it('and in no other case, each with its reason', () => {
    const whys = [
      { ...well, mode: 'off' as const },
      { ...well, unfinished: 1 },
      { ...well, proof: null },
      { ...well, proof: { atMs: nowMs - 4 * HOUR_MS, equal: true } },
      { ...well, proof: { ...proof, equal: false } },
      { ...well, proof: { ...proof, equal: null } },
    ].map(rebootVerdict)
    expect(whys.map((verdict) => verdict?.now)).toEqual(Array.from({ length: 6 }, () => false))
    expect(new Set(whys.map((verdict) => verdict?.why)).size).toBe(3)
  })
})

/**
 * A box whose units have old files in memory until they start again, and an edge that passes players on. `looks`: so
 * often the edge must look at a process that has started before it counts it.
 */
function boxWith(old: readonly string[], looks = 1) {
  const units = new Map<string, 'old' | 'new' | 'stopped'>()
  for (const unit of ['hc-edge', 'hc-web@blue', 'hc-worker@blue', 'hc-desk@blue', 'postgresql@17-hc'])
    units.set(`${unit}.service`, old.includes(unit) ? 'old' : 'new')
  const files = new Map<string, string>()
  const links = new Map([
    ['/opt/hc-portal/slots/blue', '/opt/hc-portal/releases/1.1.0'],
    ['/opt/hc-portal/slots/green', '/opt/hc-portal/releases/1.0.0'],
    ['/opt/hc-portal/previous', '/opt/hc-portal/releases/1.0.0'],
  ])
  const acts: string[] = []
  /** Players find a web process at each moment. */
  let alone = false
  const pids = [...units.keys(), 'hc-web@green.service']
  const answer = (stdout = '', code = 0): RunResult => ({ code, stdout, stderr: '' })
  let now = nowMs
  /** How often the edge has looked at a web process since its start. */
  const countOf = { blue: looks, green: 0 }
  const tableOfEdge = (): string => {
    const rows = (['blue', 'green'] as const).map((slot) => {
      const isThere = ![undefined, 'stopped'].includes(units.get(`hc-web@${slot}.service`))
      countOf[slot] = isThere ? countOf[slot] + 1 : 0
      return `shop,${slot},${countOf[slot] > looks ? 'UP' : 'DOWN'},0,0`
    })
    return ['# pxname,svname,status,scur,qcur', ...rows, ''].join('\n')
  }
  const act = (verb: string, unit: string): RunResult => {
    if (verb === 'restart' && unit === 'hc-web@blue.service' && countOf.green <= looks) alone = true
    acts.push(`${verb} ${unit.replace('.service', '')}`)
    const webs = ['hc-web@blue.service', 'hc-web@green.service'].filter(
      (name) => (units.get(name) ?? 'stopped') !== 'stopped',
    )
    if (verb === 'restart' && unit.startsWith('hc-web') && webs.length === 1 && webs[0] === unit) alone = true
    units.set(unit, verb === 'stop' ? 'stopped' : 'new')
    return answer()
  }
  const machine: Machine = {
    run(command, args) {
      const [verb = '', ...rest] = args
      const unit = rest.at(-1) ?? ''
      if (command === 'systemctl' && ['restart', 'reload', 'stop'].includes(verb))
        return Promise.resolve(act(verb, unit))
      if (command === 'systemctl' && verb === 'show')
        return Promise.resolve(answer(rest.includes('MainPID') ? String(pids.indexOf(unit) + 1) : '0'))
      if (command === 'systemctl') return Promise.resolve(answer('inactive'))
      if (command === 'readlink') return Promise.resolve(answer(links.get(verb) ?? '', links.has(verb) ? 0 : 1))
      if (command === process.execPath) return Promise.resolve(answer(tableOfEdge()))
      if (command === 'ln') links.set(String(args[2]), String(args[1]))
      if (command === 'mv') links.set(String(args[2]), links.get(String(args[1])) ?? '')
      return Promise.resolve(answer())
    },
    files: {
      read(path) {
        const pid = Number(/^\/proc\/(\d+)\/maps$/.exec(path)?.[1])
        if (!(pid > 0)) return Promise.resolve(files.get(path))
        const isOld = units.get(pids[pid - 1] ?? '') === 'old'
        return Promise.resolve(`7f01 r-xp 0 08:01 1 /usr/lib/libssl.so.3${isOld ? ' (deleted)' : ''}\n`)
      },
      write: (path, content) => Promise.resolve(void files.set(path, content)),
      remove: (path) => Promise.resolve(void files.delete(path)),
      list: () => Promise.resolve([]),
      exists: () => Promise.resolve(false),
    },
    now: () => now,
    pause(ms) {
      now += ms
      return Promise.resolve()
    },
  }
  return { machine, acts, links, files, wasAlone: () => alone }
}
const list = debianList({ slot: 'blue', postgres: '17' })
const quiet = { say: () => undefined }

describe('after an update of Debian', () => {
  it('a replaced edge is reloaded, and never restarted', async () => {
    const { machine, acts } = boxWith(['hc-edge'])
    await runSteps(machine, list, quiet)
    expect(acts).toEqual(['reload hc-edge'])
  })

  it('processes with replaced libraries start again one by one, and players meet the other slot meanwhile', async () => {
    const { machine, acts, links, files, wasAlone } = boxWith(['hc-web@blue', 'hc-worker@blue', 'hc-desk@blue'])
    await runSteps(machine, list, quiet)
    expect(acts).toEqual([
      'restart hc-worker@blue',
      'restart hc-desk@blue',
      'restart hc-web@green',
      'restart hc-web@blue',
      'stop hc-web@green',
    ])
    expect(wasAlone()).toBe(false)
    // The release before has its slot again, and players their own.
    expect(links.get('/opt/hc-portal/slots/green')).toBe('/opt/hc-portal/releases/1.0.0')
    expect(JSON.parse(files.get('/etc/hc-portal/weights.json') ?? '')).toEqual({ blue: 256, green: 0 })
    expect((await planOf(machine, list)).every(({ change }) => change === null)).toBe(true)
  })

  it('the web process waits until the edge has seen the other slot, however busy the machine is', async () => {
    const { machine, acts, wasAlone } = boxWith(['hc-web@blue'], 40)
    await runSteps(machine, list, quiet)
    expect(acts).toEqual(['restart hc-web@green', 'restart hc-web@blue', 'stop hc-web@green'])
    expect(wasAlone()).toBe(false)
  })

  it('nothing is touched that has no replaced file, and the database never', async () => {
    const { machine, acts } = boxWith(['postgresql@17-hc'])
    await runSteps(machine, list, quiet)
    expect(acts).toEqual([])
  })

  it('one that was cut while players meet the other slot leads them back', async () => {
    const { machine, links, files } = boxWith(['hc-web@blue'])
    const { run } = machine
    machine.run = (command, args) =>
      command === 'systemctl' && args[0] === 'restart' && args[1] === 'hc-web@blue.service'
        ? Promise.reject(new Error('the power'))
        : run(command, args)
    await expect(runSteps(machine, list, quiet)).rejects.toThrow('the power')
    expect(JSON.parse(files.get('/etc/hc-portal/weights.json') ?? '')).toEqual({ blue: 0, green: 256 })
    await undoSteps(machine, list, quiet)
    expect(JSON.parse(files.get('/etc/hc-portal/weights.json') ?? '')).toEqual({ blue: 256, green: 0 })
    expect(links.get('/opt/hc-portal/slots/green')).toBe('/opt/hc-portal/releases/1.0.0')
  })
})

it('a machine without a newer kernel and without a mark needs no restart', async () => {
  expect(await restartNeeded(boxWith([]).machine)).toBe(null)
})
