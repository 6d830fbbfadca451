import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, rule } from '../../kit/rules.ts'
import { sleep, until } from '../../kit/shop.ts'
import { type Rng, seeded } from '../sim/rng.ts'
import {
  base,
  databasesIn,
  exit,
  halfSent,
  readyLine,
  type Running,
  signInBody,
  spawnShop,
  start,
  stop,
} from './shop.ts'

/**
 * How a process is told to end: once, twice, or as a supervisor ends a whole group, of which `npm start` tells the
 * server once more.
 */
const ways = ['one signal', 'two signals', 'the group'] as const
type Way = (typeof ways)[number]
/**
 * When: at the n-th step of a first start, at some moment of a later one, at its ready line, soon after it, or with
 * requests in hand.
 */
const moments = [
  'database being made',
  'database starting',
  'migrations and seeds',
  'while starting',
  'at the ready line',
  'soon after it',
  'requests in hand',
] as const
type Moment = (typeof moments)[number]

const STOPS = 20
const LANES = 2
/** A stop that takes longer is told to be cut short. */
const STOP_MS = 20_000

/**
 * Browses and signs in, on a connection each, until the shop is gone. An answer that begins must end; gives how many
 * came.
 */
function load({ port }: Running, clients: number): { done: () => Promise<number> } {
  const traffic = { open: true }
  let answers = 0
  const cut: string[] = []
  const ask = (path: string, body?: string): Promise<void> =>
    new Promise((resolve) => {
      const call = request({
        host: '127.0.0.1',
        port,
        path,
        agent: false,
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
      })
      call.once('error', () => resolve())
      call.once('response', (response) => {
        response.once('error', () => {
          cut.push(path)
          resolve()
        })
        response
          .on('end', () => {
            answers++
            resolve()
          })
          .resume()
      })
      call.end(body)
    })
  const clientsDone = Array.from({ length: clients }, async (_, i) => {
    while (traffic.open) {
      await (i % 4 === 0
        ? ask('/api/user/login', signInBody)
        : ask(i % 2 ? '/api/order/webProduct' : '/main/home', i % 2 ? '{}' : undefined))
      await sleep(5)
    }
  })
  return {
    done: async () => {
      traffic.open = false
      await Promise.all(clientsDone)
      expect(cut.length === 0, `answers were cut: ${cut.join(', ')}`)
      return answers
    },
  }
}

async function tell({ child }: Running, way: Way, rng: Rng): Promise<void> {
  const pid = child.pid ?? 0
  const signal = rng.chance(0.3) ? 'SIGINT' : 'SIGTERM'
  if (way === 'the group') {
    process.kill(-pid, signal)
    return
  }
  child.kill(signal)
  if (way === 'one signal') return
  await sleep(1 + rng.int(50))
  child.kill(rng.chance(0.5) ? 'SIGTERM' : 'SIGINT')
}

/** The lines that a shop printed beside its ready line, without those of a database that answered too slowly. */
const spoken = (output: string, port: number): string =>
  output
    .split('\n')
    .filter((line) => line !== readyLine(port) && !line.startsWith('Desk on http://localhost:'))
    .filter((line) => !/"message":"(timeout expired|timeout exceeded when trying to connect)"/.test(line))
    .join('\n')
    .trim()

/** Waits for the moment. Gives the requests that the shop has in hand then. */
async function reach(
  moment: Moment,
  shop: Running,
  dir: string,
  rng: Rng,
): Promise<Awaited<ReturnType<typeof halfSent>>[]> {
  const fileExists = async (file: string): Promise<void> => {
    await until(`${file} for "${moment}": ${shop.output()}`, () => Promise.resolve(existsSync(join(dir, file))), 60_000)
  }
  const ready = async (): Promise<void> => {
    await until(
      `the ready line: ${shop.output()}`,
      () => Promise.resolve(shop.output().includes(readyLine(shop.port))),
      60_000,
    )
  }
  if (moment === 'database being made') {
    await fileExists('pg.new')
    await sleep(rng.int(500))
  }
  if (moment === 'database starting') await fileExists('pg/postmaster.pid')
  if (moment === 'migrations and seeds') {
    await fileExists('database-url')
    await sleep(rng.int(800))
  }
  if (moment === 'while starting') {
    await fileExists('hc-portal.pid')
    await sleep(rng.int(900))
  }
  if (['at the ready line', 'soon after it', 'requests in hand'].includes(moment)) await ready()
  if (moment === 'soon after it') await sleep(rng.int(1000))
  if (moment !== 'requests in hand') return []
  const calls = await Promise.all(Array.from({ length: 4 }, () => halfSent(shop)))
  // A request answered after them says that the server has read what came before.
  expect((await fetch(`http://127.0.0.1:${shop.port}/healthz`)).status === 200, 'no health')
  await sleep(300)
  return calls
}

async function stopOnce(moment: Moment, way: Way, dir: string, rng: Rng): Promise<number> {
  const shop = await spawnShop(dir, { script: way === 'the group' })
  const traffic = load(shop, 8)
  const calls = await reach(moment, shop, dir, rng)
  const startMs = Date.now()
  await tell(shop, way, rng)
  if (calls.length > 0) await sleep(200)
  const answers = await Promise.all(calls.map((call) => call.finish().catch((error: unknown) => String(error))))
  const code = await exit(shop.child)
  const took = Date.now() - startMs
  await traffic.done()
  const output = spoken(shop.output(), shop.port)
  expect(code === 0, `${moment}, ${way}: it ended with ${code}: ${output}`)
  expect(
    answers.every((answer) => answer === 0),
    `${moment}, ${way}: requests in hand were answered ${answers.join(', ')}`,
  )
  expect(output === '', `${moment}, ${way}: it said ${output}`)
  expect(databasesIn(dir).length === 0, `${moment}, ${way}: left running: ${databasesIn(dir).join('; ')}`)
  expect(took < STOP_MS, `${moment}, ${way}: it took ${took} ms`)
  return took
}

export async function stopsWhole(): Promise<void> {
  const seed = Number(process.env.STOP_SEED ?? Date.now() % 1_000_000)
  await rule(
    `${STOPS} stops of ${STOPS} under load are whole, at any moment, by one signal, by two, and by one to the whole group`,
    async () => {
      const rng = seeded(seed)
      const plan = Array.from({ length: STOPS }, (_, i) => ({
        moment: moments[i % moments.length] ?? 'while starting',
        way: ways[i % ways.length] ?? 'one signal',
        rng: rng.fork(),
      }))
      const took: number[] = []
      const faults: string[] = []
      await Promise.all(
        Array.from({ length: LANES }, async (_, lane) => {
          const later = join(base, `stops-${lane}`)
          await stop(await start(later))
          for (let next = plan.shift(); next; next = plan.shift()) {
            // The steps of a first start need a folder of its own.
            const dir = moments.indexOf(next.moment) < 3 ? join(base, `first-${plan.length}`) : later
            try {
              took.push(await stopOnce(next.moment, next.way, dir, next.rng))
            } catch (error) {
              faults.push(error instanceof Error ? error.message : String(error))
            }
          }
        }),
      )
      process.stdout.write(`  ${JSON.stringify({ stops: took.length, longest_ms: Math.max(...took), seed })}\n`)
      expect(faults.length === 0, `${faults.length} of ${STOPS} (STOP_SEED=${seed}): ${faults.join('\n')}`)
    },
  )
  await rule('silent connections and an endless request do not delay a stop', async () => {
    const shop = await start(join(base, 'stops-0'))
    const silent = Array.from({ length: 5 }, () => connect(shop.port, '127.0.0.1').on('error', () => undefined))
    const endless = await halfSent(shop)
    await until('the connections', () => Promise.resolve(silent.every((socket) => socket.readyState === 'open')))
    await stop(shop)
    await endless.finish().catch(() => undefined)
    expect(databasesIn(join(base, 'stops-0')).length === 0, 'the database is left running')
  })
}
