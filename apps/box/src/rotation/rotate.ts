import { createHash, randomBytes } from 'node:crypto'
import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { parts, planRotation, type Refused } from './plan.ts'

/** What the shop's own command does for a rotation, for this workspace imports nothing of the server. */
export type Shop = {
  /** Writes the secret, restarts the processes, and takes both back where one is not ready. @throws */
  apply(name: string, value: string): Promise<void>
  /** Asks the gateway with the new key; null: it accepted it, else why not. */
  tryKey(name: string, value: string): Promise<string | null>
  /** How many rows an older SESSION_SECRET is still needed for. */
  sealsLeft(): Promise<number>
}

/** A value that goes later. Its hash stands for it, so the file holds no secret. */
type Leaving = { name: string; hash: string; dropsAt: number | null }

/** What goes later. */
export const leavingPath = `${paths.state}/leaving-secrets.json`
const hashOf = (value: string): string =>
  createHash('sha256').update(`leaving secret:${value}`).digest('hex').slice(0, 16)

async function leaving(machine: Machine): Promise<Leaving[]> {
  return JSON.parse((await machine.files.read(leavingPath)) ?? '[]') as Leaving[]
}
const store = (machine: Machine, rows: readonly Leaving[]): Promise<void> =>
  rows.length === 0 ? machine.files.remove(leavingPath) : machine.files.write(leavingPath, JSON.stringify(rows), 0o600)

const make = (form: 'whsec' | 'text'): string =>
  form === 'whsec' ? `whsec_${randomBytes(32).toString('base64')}` : randomBytes(32).toString('base64url')

export type Rotated = { value: string; dropsAt: number | null; waits: number }

/**
 * Rotates a secret. `given`: what the other party made; null: the box makes one.
 * @throws what `apply` throws, after it took the change back
 */
export async function rotateSecret(
  machine: Machine,
  shop: Shop,
  { name, given, immediately }: { name: string; given: string | null; immediately: boolean },
): Promise<Rotated | Refused> {
  const current = (await machine.files.read(`${paths.secrets}/${name}`))?.trim() ?? null
  const plan = planRotation({ name, current, given, immediately, make, now: machine.now() })
  if ('refusal' in plan) return plan
  if (plan.kind === 'gateway') {
    const fault = await shop.tryKey(name, plan.value)
    if (fault !== null) return { refusal: `${name} is as before: the gateway does not accept the new one: ${fault}` }
  }
  // Noted first: a power cut in between leaves a line about a value that is the only one, which never goes.
  const others = (await leaving(machine)).filter((row) => row.name !== name)
  const rows = plan.old.map((value): Leaving => ({ name, hash: hashOf(value), dropsAt: plan.dropsAt }))
  await store(machine, [...others, ...rows])
  await shop.apply(name, plan.value)
  return { value: plan.value, dropsAt: plan.dropsAt, waits: plan.old.length }
}

/**
 * Drops the old values whose time has come, and old SESSION_SECRETs once nothing is sealed with them. A timer calls it.
 * @returns the names of secrets that lost a value
 */
export async function dropOld(machine: Machine, shop: Shop): Promise<string[]> {
  const rows = await leaving(machine)
  const dropped: string[] = []
  for (const name of new Set(rows.map((row) => row.name))) {
    const ofName = rows.filter((row) => row.name === name)
    const sealed = ofName.some(({ dropsAt }) => dropsAt === null)
    const isDue = sealed
      ? (await shop.sealsLeft()) === 0
      : ofName.every(({ dropsAt }) => machine.now() >= (dropsAt ?? 0))
    if (!isDue) continue
    const values = parts((await machine.files.read(`${paths.secrets}/${name}`)) ?? '')
    const hashes = new Set(ofName.map(({ hash }) => hash))
    // The first one signs, and never goes.
    const rest = values.filter((value, at) => at === 0 || !hashes.has(hashOf(value)))
    if (rest.length < values.length) {
      await shop.apply(name, rest.join(','))
      dropped.push(name)
    }
    await store(
      machine,
      (await leaving(machine)).filter((row) => row.name !== name),
    )
  }
  return dropped
}
