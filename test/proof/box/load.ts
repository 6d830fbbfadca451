import { createInterface } from 'node:readline'
import { sleep, until } from '../../kit/shop.ts'
import { ask, bringPlayers, fact, type Input, markOf, openForSale, openWorld } from './world.ts'

/**
 * Players through an upgrade: over TLS by the edge they read and buy, until a line `stop` comes. The first line is the
 * input. A line `mark NAME` ends a part: the answer counts its calls and those that failed. At the end each paid order
 * must have been granted once.
 */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const input = JSON.parse((await lines.next()).value ?? '') as Input & {
  players: number
  pauseMs: number
  /** How many orders a player makes between two looks at the shelf. */
  buys?: number
  tellSeconds?: number
  isOnSale?: true
}
const world = await openWorld(input)
const { gateway, grants } = world
/** Paid: the gateway took the money. */
const paid = new Set<string>()
let calls = 0
let failed: string[] = []
let tokens: string[] = []
const over = new AbortController()

/** Counts a call; one that fails is counted by its words, and the player goes on. */
async function call<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined> {
  calls++
  try {
    return await work()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
    failed.push(
      `${new Date().toISOString().slice(11, 23)} ${name}: ${error instanceof Error ? error.message : String(error)}${cause}`.slice(
        0,
        200,
      ),
    )
    return undefined
  }
}
async function page(path: string): Promise<void> {
  const answer = await fetch(input.shop + path, { signal: AbortSignal.timeout(15_000) })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${markOf(answer)}${answer.status} ${text.slice(0, 60)}`)
  const [, file] = /"(\/assets\/[^"]+\.js)"/.exec(text) ?? []
  if (path !== '/' || file === undefined) return
  await call('file', async () => {
    const script = await fetch(input.shop + file, { signal: AbortSignal.timeout(15_000) })
    await script.arrayBuffer()
    if (script.status !== 200) throw new Error(`${file}: ${markOf(script)}${script.status}`)
  })
}

/** Tells of a payment as a gateway does: again until the shop has heard it. */
async function tell(order: string): Promise<void> {
  const news = gateway.pay(order)
  paid.add(order)
  for (const endMs = Date.now() + 1000 * (input.tellSeconds ?? 10); Date.now() < endMs;) {
    const answers = await call('webhook', async () => {
      const answers = await gateway.tell(news)
      const [bad] = answers.filter(({ status }) => status >= 500)
      if (bad) throw new Error(`${bad.status} ${bad.text.slice(0, 60)}`)
      return answers
    })
    if (answers) return
    await sleep(500)
  }
}

async function buy(player: number): Promise<void> {
  const token = tokens[player] ?? ''
  const role = { role_id: `r${player + 1}`, server_id: 's1' }
  const created = await call('order', () =>
    ask<{ sdk_order_id: string }>(
      input.shop,
      'order/webCreate',
      { ...role, cp_goods_id: 'gem_60', channel_code: 'stripe' },
      token,
    ),
  )
  if (!created) return
  const order = created.sdk_order_id
  const payment = await call('pay', async () => {
    const answer = await fetch(`${input.shop}/pay/${order}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    })
    if (answer.status >= 400) throw new Error(`${markOf(answer)}${answer.status}`)
    return true
  })
  if (payment) await tell(order)
}

async function play(player: number): Promise<void> {
  while (!over.signal.aborted) {
    await call('home', () => page('/'))
    await call('shelf', () => ask(input.shop, 'shop/catalog', {}))
    for (let n = 0; n < (input.buys ?? 1) && !over.signal.aborted; n++) await buy(player)
    await call('record', () =>
      ask(
        input.shop,
        'order/record',
        { page: 1, size: 5, begin: 0, end: 0, sdk_order_id: '', status: -1 },
        tokens[player] ?? '',
      ),
    )
    await sleep(input.pauseMs)
  }
}

try {
  if (!input.isOnSale) await openForSale(input)
  tokens = await bringPlayers(input, input.players)
  fact('ready', tokens.length)
  const playing = Array.from({ length: input.players }, (_, player) => play(player))
  for (;;) {
    const { value = 'stop' } = (await lines.next()) as { value?: string }
    if (value === 'stop') break
    fact('mark', { name: value.slice('mark '.length), calls, failed, paid: paid.size })
    calls = 0
    failed = []
  }
  over.abort()
  await Promise.all(playing)
  const missed = (): string[] => {
    const granted = new Set(grants.map(({ sdk_order_id }) => sdk_order_id))
    return [...paid].filter((order) => !granted.has(order))
  }
  await until('every delivery', () => Promise.resolve(missed().length === 0), 90_000).catch(() => undefined)
  const missing = missed()
  const deliveries = new Map<string, Set<string>>()
  for (const { sdk_order_id: order, delivery_id: id } of grants)
    deliveries.set(order, (deliveries.get(order) ?? new Set()).add(id))
  fact('end', {
    calls,
    failed,
    paid: paid.size,
    lost: missing,
    twice: [...deliveries.values()].filter((ids) => ids.size > 1).length,
    forged: world.forged.length,
  })
} catch (error) {
  fact('error', error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  world.close()
}
