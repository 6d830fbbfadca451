import type { Machine } from '../machine.ts'
import { paths, portOf, type Slot, slots } from '../paths.ts'
import { must, type Step, StepError } from '../steps.ts'
import type { Weights } from '../templates/edge.ts'

/** Which slot players meet: said to the running edge, and written for its next start. */

/** HAProxy's largest weight. */
export const WHOLE = 256
/**
 * A slot that has the rest of the players for the case that the other one dies: a weight of 0 would leave the edge
 * nobody to go to.
 */
export const REST = 1

/** At rest the other slot gets nobody, even if it is started. */
export const allTo = (slot: Slot, rest = 0): Weights => ({
  blue: slot === 'blue' ? WHOLE : rest,
  green: slot === 'green' ? WHOLE : rest,
})

export async function weightsOf(machine: Machine): Promise<Weights> {
  const text = await machine.files.read(paths.weights)
  return text === undefined ? allTo('blue') : (JSON.parse(text) as Weights)
}

/** What the running edge answers by its socket. @throws StepError */
async function askEdge(machine: Machine, command: string): Promise<string> {
  const script = `const socket = require('node:net').connect('/run/hc-edge/admin.sock')
    socket.setTimeout(3000, () => process.exit(1)).on('error', () => process.exit(1))
    socket.on('data', (text) => process.stdout.write(text)).on('end', () => process.exit(0))
    socket.end(${JSON.stringify(`${command}\n`)})`
  return await must(machine, process.execPath, ['-e', script], { timeoutMs: 10_000 })
}

async function tellEdge(machine: Machine, weights: Weights): Promise<void> {
  const commands = slots.map((slot) => `set server shop/${slot} weight ${weights[slot]}`).join('; ')
  const answer = await askEdge(machine, commands)
  if (answer.trim() !== '') throw new StepError(`the edge refuses the weights: ${answer.trim()}`)
}

type Row = { slot: Slot; isUp: boolean; number: (name: string) => number }
/** Both lead to the web process of a slot. */
const backends = ['shop', 'files'] as const
/** What the edge knows of each slot's web process, by the names of its columns. */
async function rowsOf(machine: Machine, among: readonly string[] = ['shop']): Promise<Row[]> {
  const text = await askEdge(machine, 'show stat')
  const [head = '', ...rows] = text.replace(/^# /, '').split('\n')
  const names = head.split(',')
  return rows.flatMap((row) => {
    const values = new Map(row.split(',').map((value, at) => [names[at], value]))
    const slot = slots.find((name) => name === values.get('svname'))
    if (slot === undefined || !among.includes(values.get('pxname') ?? '')) return []
    const isUp = values.get('status')?.startsWith('UP') ?? false
    return [{ slot, isUp, number: (name: string): number => Number(values.get(name) ?? 0) }]
  })
}

/** How many answers of each slot the edge has passed on since its start, and how many of them were failures. */
export async function countsOf(machine: Machine): Promise<Record<Slot, { calls: number; failed: number }>> {
  const counts = { blue: { calls: 0, failed: 0 }, green: { calls: 0, failed: 0 } }
  for (const { slot, number } of await rowsOf(machine, backends).catch(() => [])) {
    const failed = number('hrsp_5xx') + number('eresp')
    const good = number('hrsp_1xx') + number('hrsp_2xx') + number('hrsp_3xx') + number('hrsp_4xx')
    counts[slot].calls += good + failed
    counts[slot].failed += failed
  }
  return counts
}

/**
 * The edge counts a slot's answers from now on, whichever release it had before: after a worse one its failures would
 * be usual for the next. An edge that does not run begins anew by itself.
 */
export async function forgetCounts(machine: Machine): Promise<void> {
  await askEdge(machine, 'clear counters all').catch(() => '')
}

const WAIT_MS = 10_000
const LOOK_MS = 100
/** Looks at a slot until it is so, for ten seconds at most. An edge that does not answer says nothing. */
async function untilSlot(machine: Machine, slot: Slot, isSo: (row: Row) => boolean): Promise<void> {
  for (const end = machine.now() + WAIT_MS; machine.now() < end; await machine.pause(LOOK_MS)) {
    const rows = await rowsOf(machine).catch(() => [])
    if (rows.some((row) => row.slot === slot && isSo(row))) return
  }
}

/** Waits until a slot that gets no more players has answered those it has. One that gets some is not waited for. */
export async function drain(machine: Machine, slot: Slot): Promise<void> {
  if ((await weightsOf(machine))[slot] > 0) return
  const isUp = (await machine.run('systemctl', ['is-active', 'hc-edge.service'])).stdout.trim() === 'active'
  if (isUp) await untilSlot(machine, slot, ({ number }) => number('scur') + number('qcur') === 0)
}
/** Waits until the edge knows that a slot answers. */
export const awaitUp = (machine: Machine, slot: Slot): Promise<void> => untilSlot(machine, slot, ({ isUp }) => isUp)

/** Writes the weights for the edge's next start, and tells it now: in this order, so that a cut leaves them written. */
export async function setWeights(machine: Machine, weights: Weights): Promise<void> {
  await machine.files.write(paths.weights, `${JSON.stringify(weights)}\n`)
  const config = (await machine.files.read(paths.edge)) ?? ''
  const next = config.replace(/^( {4}server (blue|green) (127\.0\.0\.1:\d+) weight )\d+$/gm, (line, head, slot, at) =>
    at === `127.0.0.1:${portOf('web', slot as Slot)}` ? `${head}${weights[slot as Slot]}` : line,
  )
  if (next !== config) await machine.files.write(paths.edge, next)
  const isUp = (await machine.run('systemctl', ['is-active', 'hc-edge.service'])).stdout.trim() === 'active'
  if (isUp) await tellEdge(machine, weights)
}

/** Players go to the slots by these weights. `back`: by which they go while the steps before it are undone. */
export function weightStep(name: string, about: string, weights: Weights, back: Weights): Step {
  return {
    name,
    look: async (machine) => (JSON.stringify(await weightsOf(machine)) === JSON.stringify(weights) ? null : about),
    do: (machine) => setWeights(machine, weights),
    undo: (machine) => setWeights(machine, back),
  }
}
