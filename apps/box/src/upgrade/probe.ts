import { setTimeout as sleep } from 'node:timers/promises'

/** What an upgrade asks of a release on a copy: it reads as a player does, and buys. It runs without a network. */
export type ProbeInput = {
  port: number
  token: string
  /** Orders that are paid and delivered, and those that are only made: failures are rare, so these are many. */
  orders: number
  makes: number
  readyMs: number
}
export type ProbeAnswer = {
  /** Answers by the call's name. */
  reads: Record<string, unknown>
  /** What each order cost and how it ended. */
  orders: { amount: unknown; currency: unknown; status: unknown }[]
  /** How long each made order took, in milliseconds, and the failures of those that were not made. */
  makeMs: number[]
  failures: string[]
}

const CALL_MS = 15_000
const DELIVERED = 4
const DELIVERY_MS = 60_000
const READY_PAUSE_MS = 300
const languages = ['en-US', 'ja-JP', 'de-DE', 'zh-TW']
const guestCalls = ['shop/catalog', 'setting/init', 'setting/webHomeConf', 'market/get']
const playerCalls: readonly (readonly [string, object])[] = [
  ['user/uinfo', {}],
  ['user/webRole', {}],
  ['order/webProduct', { role_id: 'shadow-role', server_id: 'shadow' }],
  ['order/webCoinProduct', {}],
]

type Envelope = { code: number; msg: string; result: unknown }

export async function runProbe({ port, token, orders, makes, readyMs }: ProbeInput): Promise<ProbeAnswer> {
  const url = `http://127.0.0.1:${port}`
  const call = async (path: string, body: object, headers: Record<string, string> = {}): Promise<Envelope> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_MS),
    })
    const text = await answer.text()
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
    return JSON.parse(text) as Envelope
  }
  await awaitReady(url, readyMs)
  const reads: Record<string, unknown> = {}
  for (const language of languages) {
    const words = { 'accept-language': language }
    for (const name of guestCalls) reads[`/api/${name} ${language}`] = await call(`/api/${name}`, {}, words)
    for (const [name, body] of playerCalls)
      reads[`/api/${name} ${language}`] = await call(`/api/${name}`, body, { ...words, token })
    const page = await fetch(`${url}/?locale=${language}`, { headers: words, signal: AbortSignal.timeout(CALL_MS) })
    await page.arrayBuffer()
    reads[`/ ${language}`] = page.status
  }
  const purchases: ProbeAnswer['orders'] = []
  if (orders + makes === 0) return { reads, orders: purchases, makeMs: [], failures: [] }
  const shelf = await call('/api/order/webProduct', { role_id: 'shadow-role', server_id: 'shadow' }, { token })
  const goods = (shelf.result as { cp_goods_id?: string; id?: string }[] | undefined)?.map(
    ({ cp_goods_id: goodsId, id }) => goodsId ?? id,
  )
  const [item] = goods ?? []
  if (item === undefined) throw new Error(`nothing is for sale on the copy: ${JSON.stringify(shelf).slice(0, 200)}`)
  for (let n = 0; n < orders; n++) purchases.push(await buy(url, call, token, item))
  return { reads, orders: purchases, ...(await make(call, token, item, makes)) }
}

const HANDS = 4
/** Makes so many orders, a few at a time. */
async function make(
  call: Call,
  token: string,
  item: string,
  makes: number,
): Promise<Pick<ProbeAnswer, 'makeMs' | 'failures'>> {
  const makeMs: number[] = []
  const failures: string[] = []
  let left = makes
  const hand = async (): Promise<void> => {
    while (left-- > 0) {
      const startMs = performance.now()
      try {
        const { code, msg } = await call('/api/order/webCreate', purchase(item), { token })
        if (code === 0) makeMs.push(performance.now() - startMs)
        else failures.push(`webCreate: ${msg}`)
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
  return { makeMs, failures }
}

async function awaitReady(url: string, readyMs: number): Promise<void> {
  for (const end = Date.now() + readyMs; ;) {
    const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(CALL_MS) }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
    if (Date.now() > end) throw new Error('it does not become ready on the copy')
    await sleep(READY_PAUSE_MS)
  }
}

type Call = (path: string, body: object, headers?: Record<string, string>) => Promise<Envelope>
const purchase = (item: string): object => ({
  role_id: 'shadow-role',
  server_id: 'shadow',
  cp_goods_id: item,
  channel_code: 'sandbox',
})
async function buy(url: string, call: Call, token: string, item: string): Promise<ProbeAnswer['orders'][number]> {
  const created = await call('/api/order/webCreate', purchase(item), { token })
  const order = (created.result as { sdk_order_id?: string } | null)?.sdk_order_id
  if (order === undefined) throw new Error(`no order on the copy: ${JSON.stringify(created).slice(0, 200)}`)
  await fetch(`${url}/pay/${order}`, { redirect: 'manual', signal: AbortSignal.timeout(CALL_MS) })
  await call(`/sandbox/v1/payments/${order}/outcome`, { outcome: 'paid' })
  const range = { page: 1, size: 1, begin: 0, end: 0, sdk_order_id: order, status: -1 }
  for (const end = Date.now() + DELIVERY_MS; ;) {
    const { result } = await call('/api/order/record', range, { token })
    const [record] = result as { status: number; amount?: unknown; currency?: unknown }[]
    if (record?.status === DELIVERED) return { amount: record.amount, currency: record.currency, status: record.status }
    if (Date.now() > end)
      throw new Error(`an order on the copy was not delivered: ${JSON.stringify(record).slice(0, 300)}`)
    await sleep(50)
  }
}
