import { spawn } from 'node:child_process'
import type { Database } from '../../../apps/server/src/platform/db.ts'
import { freePort, until } from '../../kit/shop.ts'
import { boot, type Machine } from '../faults/machines.ts'

/** A web process and a worker on a database; gives what ends them. `closing` gets what ends them at the latest. */
export async function shopOn(
  url: string,
  env: Record<string, string>,
  closing: (() => Promise<unknown>)[],
): Promise<{ port: number; end(): Promise<void> }> {
  const machines: Machine[] = []
  for (const role of ['web', 'worker'] as const) {
    const machine: Machine = { name: role, role, port: await freePort(), child: null, log: () => '' }
    machines.push(machine)
    boot(machine, { ...env, DATABASE_URL: url })
    closing.unshift(() => {
      machine.child?.kill('SIGKILL')
      return Promise.resolve()
    })
    await until(
      `the ${role}: ${machine.log()}`,
      () =>
        fetch(`http://127.0.0.1:${machine.port}/readyz`).then(
          (answer) => answer.status === 200,
          () => false,
        ),
      60_000,
    )
  }
  return {
    port: machines[0]?.port ?? 0,
    async end() {
      for (const { child } of machines) child?.kill('SIGTERM')
      await until(
        'the end of the shop',
        () => Promise.resolve(machines.every(({ child }) => child?.exitCode !== null)),
        30_000,
      )
    },
  }
}
/** Waits until nothing is under way. */
export const quiet = (db: Database): Promise<true> =>
  until(
    'rest',
    async () =>
      (
        await db.query<{ n: number }>({
          text: `select (select count(*) from inbox where state = 'new') + (select count(*) from outbox
            where state in ('pending', 'unknown'))
  + (select count(*) from orders where status = 1) as n`,
        })
      )[0]?.n === 0,
    120_000,
  )
/** Runs a program of the shop, and gives its exit code and output. */
export const tool = (env: Record<string, string>, ...args: string[]): Promise<{ code: number | null; text: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    child.on('close', (code) => resolve({ code, text }))
  })
