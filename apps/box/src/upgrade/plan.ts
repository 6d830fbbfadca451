import { valuesOf } from '../install/plan.ts'
import type { Machine } from '../machine.ts'
import { paths, type Slot } from '../paths.ts'
import { limits, type Limits } from './judge.ts'

/** How long an upgrade tries and watches, as `upgrade.env` says it; a drill has seconds. */
export type Times = {
  windowMs: number
  tenthMs: number
  watchMs: number
  readyMs: number
  undeliveredMs: number
  limits: Limits
  /** Orders that each release sells on the copy; 0: no copy is made. */
  shadowOrders: number
  /** Orders that each release makes there beside, to see failures that are rare. */
  shadowMakes: number
}
const SECOND_MS = 1000
const MB = 1024 ** 2

export async function timesOf(machine: Machine): Promise<Times> {
  const values = await valuesOf(machine, paths.upgradeSettings)
  const number = (name: string, preset: number): number => {
    const value = Number(values[name] ?? preset)
    return Number.isFinite(value) && value >= 0 ? value : preset
  }
  return {
    windowMs: number('WINDOW_SECONDS', 30) * SECOND_MS,
    tenthMs: number('TENTH_SECONDS', 60) * SECOND_MS,
    watchMs: number('WATCH_SECONDS', 600) * SECOND_MS,
    readyMs: number('READY_SECONDS', 120) * SECOND_MS,
    undeliveredMs: number('UNDELIVERED_SECONDS', 60) * SECOND_MS,
    limits: {
      ...limits,
      memoryMs: number('MEMORY_SECONDS', limits.memoryMs / SECOND_MS) * SECOND_MS,
      memoryBytes: number('MEMORY_MB', limits.memoryBytes / MB) * MB,
      pauseMs: number('PAUSE_SECONDS', limits.pauseMs / SECOND_MS) * SECOND_MS,
    },
    shadowOrders: number('SHADOW_ORDERS', 20),
    shadowMakes: number('SHADOW_MAKES', 300),
  }
}

/** An upgrade that has begun: what its steps are made of, also after a power cut. It holds no secret. */
export type Upgrade = {
  how: 'upgrade' | 'rollback'
  version: string
  oldVersion: string
  /** The slot that gets the new release, and the one that players meet before. */
  to: Slot
  from: Slot
  since: number
  /** The archive with its sums beside it; null where the release stands on this machine. */
  archive: string | null
  /** No older release runs beside it: the shop is closed, and the old processes end before it migrates. */
  isBreaking?: boolean
  /** The game is told by us; else it fetches. */
  pushes: boolean
  times: Times
}
const file = `${paths.state}/upgrade.json`
export const keepUpgrade = (machine: Machine, upgrade: Upgrade): Promise<void> =>
  machine.files.write(file, `${JSON.stringify(upgrade, null, 1)}\n`)
export async function readUpgrade(machine: Machine): Promise<Upgrade | undefined> {
  const text = await machine.files.read(file)
  return text === undefined ? undefined : (JSON.parse(text) as Upgrade)
}
