import { type Delivery, freshId, pushOf, send, show, type Target, verdict } from './push.ts'
import { type Goods, rules, type Stage } from './rules.ts'

export type Options = Target & { goods: Goods; inventory?: string | undefined }
export type Outcome = { id: string; title: string; why: string; ok: boolean; seen: string }
export type Counts = Map<string, number>

/** Reads `{items: [{cp_goods_id, quantity}]}` of the role, summed by item. */
export async function inventory(url: string): Promise<Counts> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`the address of --inventory answers HTTP ${answer.status}`)
  const { items } = (await answer.json()) as { items: { cp_goods_id: string; quantity: number }[] }
  const counts: Counts = new Map()
  for (const { cp_goods_id, quantity } of items) counts.set(cp_goods_id, (counts.get(cp_goods_id) ?? 0) + quantity)
  return counts
}

export function compare(before: Counts, after: Counts, granted: Counts): string[] {
  return [...new Set([...before.keys(), ...after.keys(), ...granted.keys()])].flatMap((id) => {
    const more = (after.get(id) ?? 0) - (before.get(id) ?? 0)
    const count = granted.get(id) ?? 0
    return more === count ? [] : [`${id}: ${count} granted by its answers, ${more} more in the inventory`]
  })
}

/** Runs every rule against a game's delivery endpoint, one after the other. */
export async function conformance(options: Options, onOutcome: (outcome: Outcome) => void): Promise<Outcome[]> {
  const { goods } = options
  const grants = new Map<string, Delivery>()
  const stage: Stage = {
    target: options,
    goods,
    delivery: (more = {}) => {
      const id = more.delivery_id ?? freshId()
      return {
        delivery_id: id,
        sdk_order_id: id.slice(4),
        uid: goods.uid,
        server_id: goods.server,
        role_id: goods.role,
        items: [stage.item()],
        ...more,
      }
    },
    item: (id = goods.items[0], quantity = 1) => ({ cp_goods_id: id, quantity, bonus: 0 }),
    granted: (delivery) => {
      grants.set(delivery.delivery_id, delivery)
    },
  }
  const outcomes: Outcome[] = []
  const say = (outcome: Outcome): void => {
    outcomes.push(outcome)
    onOutcome(outcome)
  }
  const before = options.inventory ? await inventory(options.inventory) : undefined
  const first = stage.delivery()
  const opening = await send(options, pushOf(options, first))
  if (opening.status === 0) throw new Error(`no answer from ${options.url}: ${opening.text}`)
  const opened = verdict(first.delivery_id, opening)
  if (opened.kind === 'granted') stage.granted(first)
  for (const { id, title, why, run } of rules) say({ id, title, why, ...(await run(stage)) })

  const answer = await send(options, pushOf(options, first))
  const ended = verdict(first.delivery_id, answer)
  const sameGrant = opened.kind === 'granted' && ended.kind === 'granted' && opened.grant === ended.grant
  say({
    id: 'repeat.remembered',
    title: 'At the end, the first delivery is still known by its grant_id',
    why: 'The shop may ask about a delivery hours later, after your server was restarted. Store the ids together with the grants.',
    ok: sameGrant,
    seen: sameGrant ? `grant ${ended.grant}` : `first ${JSON.stringify(opened)}, at the end ${show(answer)}`,
  })
  if (options.inventory && before) {
    const counts: Counts = new Map()
    for (const item of [...grants.values()].flatMap((delivery) => delivery.items))
      counts.set(item.cp_goods_id, (counts.get(item.cp_goods_id) ?? 0) + item.quantity)
    const differences = compare(before, await inventory(options.inventory), counts)
    say({
      id: 'inventory.exact',
      title: 'The inventory holds exactly the items that the answers reported as granted',
      why: 'The answers only claim it; the inventory proves it.',
      ok: differences.length === 0,
      seen: differences.join('; ') || `${grants.size} deliveries, each item counted`,
    })
  }
  return outcomes
}
