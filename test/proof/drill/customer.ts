import { randomUUID } from 'node:crypto'
import { request } from 'node:https'
import { encrypt, sleep } from '../../kit/shop.ts'

type Answer = { status: number; code: number; msg: string; result?: Record<string, unknown> }
/** One try of a call; null for what nobody answered. `attempt` counts from 0. */
export type Ask = (
  attempt: number,
  name: string,
  body: object,
  headers: Record<string, string>,
) => Promise<Answer | null>

/** Calls go to each of these ports in turn. */
export const askPorts =
  (ports: readonly number[]): Ask =>
  (attempt, name, body, headers) =>
    fetch(`http://127.0.0.1:${ports[attempt % ports.length]}/api/${name}`, {
      method: 'POST',
      signal: AbortSignal.timeout(6000),
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }).then(
      async (item) => ({ status: item.status, ...((await item.json()) as Omit<Answer, 'status'>) }),
      () => null,
    )

/** Calls go through an edge, whose certificate no authority gave. */
export const askEdge =
  (port: number, host: string): Ask =>
  (_, name, body, headers) =>
    new Promise((resolve) => {
      const call = request(
        {
          host: '127.0.0.1',
          port,
          path: `/api/${name}`,
          method: 'POST',
          servername: host,
          rejectUnauthorized: false,
          timeout: 6000,
          headers: { host, 'content-type': 'application/json', ...headers },
        },
        (answer) => {
          let text = ''
          answer.on('data', (chunk: Buffer) => {
            text += chunk.toString()
          })
          answer.on('end', () => {
            try {
              resolve({ status: answer.statusCode ?? 0, ...(JSON.parse(text) as Omit<Answer, 'status'>) })
            } catch {
              resolve(null)
            }
          })
        },
      )
      call.on('error', () => resolve(null))
      call.on('timeout', () => call.destroy())
      call.end(JSON.stringify(body))
    })

/** A player who buys with points and repeats each unanswered call with its key. */
export function customer(ask: Ask, clientKey: string) {
  const log = { made: new Set<string>(), paid: new Set<string>(), at: [] as number[] }
  const call = async (
    name: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<{ code: number; msg: string; result?: Record<string, unknown> }> => {
    for (let i = 0, end = Date.now() + 120_000; Date.now() < end; i++) {
      const answer = await ask(i, name, body, headers)
      if (answer && answer.status < 500 && answer.msg !== 'SystemBusy' && answer.msg !== 'PaymentInitFailed')
        return answer
      await sleep(200)
    }
    throw new Error(`${name} was never answered`)
  }
  return {
    told: log,
    async shop(open: () => boolean): Promise<void> {
      const { result } = await call('user/login', {
        channel_code: 'account',
        account: 'rich',
        passwd: encrypt('Rich1234', clientKey),
        encrypt: 1,
      })
      const token = String(result?.token)
      while (open()) {
        const answer = await call(
          'order/webCreate',
          { role_id: 'r1003', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'hcpoint' },
          { token, 'idempotency-key': randomUUID() },
        )
        if (answer.code !== 0) throw new Error(`webCreate answered ${JSON.stringify(answer)}`)
        const order = String(answer.result?.sdk_order_id)
        log.made.add(order)
        const paid = await call('payment/order/epoint/pay', { paymentId: order }, { token })
        if (paid.code !== 0) throw new Error(`epoint/pay answered ${JSON.stringify(paid)}`)
        log.paid.add(order)
        log.at.push(Date.now())
        await sleep(250)
      }
    },
  }
}
