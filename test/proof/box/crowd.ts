import { createInterface } from 'node:readline'
import { expect, rule } from '../../kit/rules.ts'
import { until } from '../../kit/shop.ts'
import { inWorld } from './machine.ts'

/** What players did and what failed, since the last mark. */
export type Mark = { name: string; calls: number; failed: string[]; paid: number }
/** What came of all that was paid. */
export type End = { calls: number; failed: string[]; paid: number; lost: string[]; twice: number; forged: number }
/** Players of the world, who read and buy until they are told to stop: load.ts. */
export function openLoad(input: object, ca: string) {
  const child = inWorld(process.execPath, ['test/proof/box/load.ts'], { NODE_EXTRA_CA_CERTS: ca })
  const facts = new Map<string, unknown>()
  const marks: Mark[] = []
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4000)
  })
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return
      const { fact, value } = JSON.parse(line) as { fact: string; value: unknown }
      if (fact === 'mark') marks.push(value as Mark)
      else facts.set(fact, value)
    })
  child.stdin?.write(`${JSON.stringify(input)}\n`)
  const wait = async <Value>(name: string, ms: number): Promise<Value> =>
    await until(
      `the players' ${name}`,
      () => {
        if (facts.has('error') || child.exitCode !== null)
          throw new Error(`the players: ${JSON.stringify(facts.get('error') ?? errors)}`)
        return Promise.resolve(facts.has(name) && { value: facts.get(name) as Value })
      },
      ms,
    ).then(({ value }) => value)
  return {
    wait,
    async mark(name: string): Promise<Mark> {
      const at = marks.length
      child.stdin?.write(`mark ${name}\n`)
      await until('a mark of the players', () => Promise.resolve(marks.length > at), 20_000)
      return marks[at] ?? { name, calls: 0, failed: [], paid: 0 }
    },
    end(): Promise<End> {
      child.stdin?.write('stop\n')
      return wait<End>('end', 150_000)
    },
    stop: () => child.kill('SIGKILL'),
  }
}
export type Load = ReturnType<typeof openLoad>

/** Few players, who leave two busy cores to the shop; gateways repeat what nobody answered. */
export const crowd = { players: 4, pauseMs: 300, tellSeconds: 900 } as const

/** The players go home, and all that they paid is counted. */
export async function proveEnd(load: Load, say: (text: string) => void): Promise<void> {
  await rule('no paid order is lost, and none is granted by two deliveries', async () => {
    const { paid, lost, twice, forged } = await load.end()
    say(`${paid} orders paid, ${lost.length} lost, ${twice} granted twice`)
    expect(paid > 0 && lost.length + twice + forged === 0, JSON.stringify({ paid, lost, twice, forged }))
  })
}

/** Lets the world open the shop and buy once, and returns its facts. */
export function buyOnce(input: object, ca: string): Promise<Map<string, unknown>> {
  return new Promise((resolve) => {
    const child = inWorld(process.execPath, ['test/proof/box/buy.ts'], { NODE_EXTRA_CA_CERTS: ca })
    let output = ''
    let errors = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    const limit = setTimeout(() => child.kill('SIGKILL'), 180_000)
    child.on('close', () => {
      clearTimeout(limit)
      const facts = new Map<string, unknown>()
      for (const line of output.split('\n').filter((text) => text.startsWith('{'))) {
        const { fact, value } = JSON.parse(line) as { fact: string; value: unknown }
        facts.set(fact, value)
      }
      if (!facts.has('forged') && !facts.has('error')) facts.set('error', errors.slice(-2000))
      resolve(facts)
    })
    child.stdin?.end(JSON.stringify(input))
  })
}
