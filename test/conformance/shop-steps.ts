import { connect, type Credentials, ShopError } from '../../integrations/ts/hc-portal.ts'
import type { Goods } from './rules.ts'
import type { Outcome } from './run.ts'

/** The shop's address, its game's credentials, the player, and the time-out. */
export type ShopTarget = { url: string; credentials: Credentials; goods: Goods; timeoutMs: number }
type Check = {
  id: string
  title: string
  why: string
  run: (target: ShopTarget) => Promise<{ ok: boolean; seen: string }>
}

const right = (detail: string): { ok: true; seen: string } => ({ ok: true, seen: detail })
const fail = (detail: string): { ok: false; seen: string } => ({ ok: false, seen: detail })
const CLOCK_SECONDS = 60
const WEB_TOKEN = 'POST /game/v1/accounts/{uid}/web-token'

const shopOf = ({ url, credentials, timeoutMs }: ShopTarget) => connect({ ...credentials, url, timeoutMs, tries: 2 })
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The key of the refusal of a call; '' if the call succeeds. @throws any other error than a refusal */
async function refusal(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return ''
  } catch (error) {
    if (error instanceof ShopError) return error.msg
    throw error
  }
}

const keysAndAccounts: Check[] = [
  {
    id: 'key.clock',
    title: `This machine's clock is within ${CLOCK_SECONDS} seconds of the shop's`,
    why: 'A call whose time is more than five minutes off is refused, and clocks drift.',
    async run({ url, timeoutMs }) {
      const { headers } = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(timeoutMs) })
      const off = Math.round((Date.now() - Date.parse(headers.get('date') ?? '')) / 1000)
      return Math.abs(off) <= CLOCK_SECONDS ? right(`${off} s`) : fail(`${off} s`)
    },
  },
  {
    id: 'key.taken',
    title: 'A signed call is accepted',
    why: 'Everything else needs it: the key is in the shop, and both sides sign the same bytes.',
    async run(target) {
      const refusalText = await refusal(() => shopOf(target).call('GET /game/v1/deliveries', { query: { limit: 1 } }))
      return refusalText === '' ? right('accepted') : fail(refusalText)
    },
  },
  {
    id: 'key.path',
    title: 'An encoded path with a query reaches the shop as it was signed',
    why: 'A proxy that rewrites paths breaks the signature of some calls, and only of those.',
    async run(target) {
      const refusalText = await refusal(() =>
        shopOf(target).call('POST /game/v1/deliveries/{delivery_id}/ack', {
          params: { delivery_id: 'conformance/é+%20' },
          body: { refused: 'a check of the signature' },
        }),
      )
      return refusalText === 'DeliveryNotFound' ? right('it arrived as it was signed') : fail(refusalText || 'accepted')
    },
  },
  {
    id: 'account.known',
    title: 'The shop knows the player, and lets them in',
    why: 'A player whom the game has not reported cannot sign in.',
    async run(target) {
      const refusalText = await refusal(() => shopOf(target).call(WEB_TOKEN, { params: { uid: target.goods.uid } }))
      return refusalText === '' ? right(target.goods.uid) : fail(refusalText)
    },
  },
  {
    id: 'account.role',
    title: 'The shop knows the server, and the character as that player’s',
    why: 'Items are sold for a character.',
    async run(target) {
      const { uid, server: server_id, role: role_id } = target.goods
      const refusalText = await refusal(() =>
        shopOf(target).call(WEB_TOKEN, { params: { uid }, body: { server_id, role_id } }),
      )
      return refusalText === '' ? right(`${role_id} on ${server_id}`) : fail(refusalText)
    },
  },
]

type Envelope = { code: number; msg: string; result?: { uid?: string; token?: string } }
async function post(url: string, name: string, body: object, token = ''): Promise<Envelope> {
  const response = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { token } : {}) },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Envelope
}

async function link(target: ShopTarget): Promise<URL> {
  const { uid, server: server_id, role: role_id, items } = target.goods
  const { url } = await shopOf(target).call(WEB_TOKEN, {
    params: { uid },
    body: { server_id, role_id, cp_goods_id: items[0] },
  })
  if (url === undefined) throw new Error("the shop's answer has no `url`: is the shop older than this tool?")
  return new URL(url)
}

const handOver: Check[] = [
  {
    id: 'link.address',
    title: 'The link leads to the shop, with the character and the item',
    why: 'The player is one click from paying, and has nothing to choose again.',
    async run(target) {
      const url = await link(target)
      const redirect = new URL(url.searchParams.get('redirect') ?? '', url.origin)
      const selection = ['server', 'role', 'item'].map((name) => redirect.searchParams.get(name))
      const { server, role, items } = target.goods
      const isSameOrigin = url.origin === new URL(target.url).origin
      const detail = `${url.origin}, ${selection.join(' ')}`
      if (!isSameOrigin) return fail(`${detail}; is PUBLIC_URL of the shop the address that you call it by?`)
      return selection.join() === [server, role, items[0]].join() ? right(detail) : fail(detail)
    },
  },
  {
    id: 'link.preview-and-once',
    title: 'Opening the link in a preview does not use it up; it signs the player in once',
    why: 'Messengers and mail filters open links before people do.',
    async run(target) {
      const url = await link(target)
      const token = url.searchParams.get('hctoken') ?? ''
      for (let look = 0; look < 3; look++) {
        const { status } = await fetch(target.url + url.pathname + url.search)
        if (status !== 200) return fail(`HTTP ${status} for the page`)
      }
      const first = await post(target.url, 'user/tmpWebTokenLogin', { token })
      if (first.result?.uid !== target.goods.uid) return fail(`signed in as ${first.result?.uid ?? first.msg}`)
      const second = await post(target.url, 'user/tmpWebTokenLogin', { token })
      await post(target.url, 'user/logout', {}, first.result.token)
      return second.code === 0 ? fail('it worked twice') : right(`three looks, one sign-in, then ${second.msg}`)
    },
  },
]

const steps = { 1: keysAndAccounts, 3: handOver } as const

/** Runs a step that calls the shop. */
export async function shopStep(
  step: keyof typeof steps,
  target: ShopTarget,
  onOutcome: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { id, title, why, run } of steps[step]) {
    const verdict = await run(target).catch((error: unknown) => fail(textOf(error)))
    outcomes.push({ id, title, why, ...verdict })
    onOutcome({ id, title, why, ...verdict })
  }
  return outcomes
}
