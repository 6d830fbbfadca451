import { type Answer, type Delivery, freshId, pushOf, send, show, signed, type Target, verdict } from './push.ts'
import { compare, inventory, type Options, type Outcome } from './run.ts'

/** The address of recalls, and the address of deliveries: an item must be granted before it is taken back. */
export type RecallOptions = Options & { deliverUrl: string }
type Check = { ok: boolean; seen: string }

const right = (detail: string): Check => ({ ok: true, seen: detail })
const fail = (detail: string): Check => ({ ok: false, seen: detail })
const OTHER = `whsec_${Buffer.from('hc-conformance-another-secret-1').toString('base64')}`

type Recalled = { recallId: string; body: string }
function recallOf(delivery: Delivery, grant: string | null): Recalled {
  const recallId = `rcl_${delivery.delivery_id.slice(4)}`
  const more = { recall_id: recallId, grant_id: grant, reason: 'refund', refund_of: delivery.sdk_order_id }
  return { recallId, body: JSON.stringify({ ...delivery, ...more }) }
}
const push = async (target: Target, { recallId, body }: Recalled, secret = target.secret): Promise<Answer> =>
  await send(target, signed(recallId, body, Math.floor(Date.now() / 1000), secret))

/** Judges an answer as the shop does. */
function recallAnswer(recallId: string, { status, json }: Answer): 'taken_back' | 'refused' | 'unknown' {
  if (status < 200 || status > 299 || typeof json !== 'object' || json === null) return 'unknown'
  const { recall_id, taken_back, refused } = json as Record<string, unknown>
  if (recall_id !== recallId) return 'unknown'
  if (taken_back === true) return 'taken_back'
  return typeof refused === 'string' && refused !== '' ? 'refused' : 'unknown'
}

/** Grants items, takes them back, and compares the rest, in all orders in which that can happen. */
export async function recallStep(options: RecallOptions, onOutcome: (outcome: Outcome) => void): Promise<Outcome[]> {
  const { goods, deliverUrl } = options
  const game: Target = { ...options, url: deliverUrl }
  const fresh = (): Delivery => {
    const id = freshId()
    const items = [{ cp_goods_id: goods.items[0], quantity: 1, bonus: 0 }]
    const who = { uid: goods.uid, server_id: goods.server, role_id: goods.role }
    return { delivery_id: id, sdk_order_id: id.slice(4), ...who, items }
  }
  const deliver = async (delivery: Delivery) => verdict(delivery.delivery_id, await send(game, pushOf(game, delivery)))
  const outcomes: Outcome[] = []
  const say = (id: string, title: string, why: string, check: Check): void => {
    outcomes.push({ id, title, why, ...check })
    onOutcome({ id, title, why, ...check })
  }
  const before = options.inventory ? await inventory(options.inventory) : undefined

  const delivery = fresh()
  const granted = await deliver(delivery)
  if (granted.kind !== 'granted')
    throw new Error(`${deliverUrl} granted nothing: --step 2 shows why (or is --deliver another URL?)`)
  const recall = recallOf(delivery, granted.grant)
  const forged = await push(options, recall, OTHER)
  say(
    'recall.wrong-secret',
    'A recall that is signed with another secret is rejected with 4xx',
    'Anyone who finds the URL could take items from players.',
    forged.status >= 400 && forged.status < 500 ? right(`HTTP ${forged.status}`) : fail(show(forged)),
  )
  const first = await push(options, recall)
  const firstOutcome = recallAnswer(recall.recallId, first)
  say(
    'recall.answer',
    'A genuine recall is answered with 2xx, its recall_id, and taken_back or refused',
    'Anything else is asked again for 72 hours; after a refusal an operator asks you.',
    firstOutcome === 'unknown' ? fail(show(first)) : right(show(first)),
  )
  const again = await push(options, recall)
  say(
    'recall.repeat',
    'The same recall a second time gets the same answer',
    'An answer may be lost on its way. Taking the item back twice would take one that was paid for.',
    recallAnswer(recall.recallId, again) === firstOutcome && firstOutcome !== 'unknown'
      ? right(show(again))
      : fail(show(again)),
  )
  const late = await deliver(delivery)
  say(
    'recall.then-delivery',
    'A delivery that was taken back is not granted anew when it arrives once more',
    'Pushes overtake each other. A recalled item must not be granted again.',
    late.kind === 'granted' && late.grant !== granted.grant ? fail(`another grant: ${late.grant}`) : right(late.kind),
  )
  const never = fresh()
  const early = recallOf(never, null)
  const ahead = await push(options, early)
  const earlyOutcome = recallAnswer(early.recallId, ahead)
  say(
    'recall.before-delivery',
    'A recall of a delivery that was never granted is answered, too',
    'The shop recalls every item that the game may have granted. Note the id: the delivery may still arrive.',
    earlyOutcome === 'unknown' ? fail(show(ahead)) : right(show(ahead)),
  )
  await deliver(never)
  if (options.inventory && before) {
    const stock = new Map([[goods.items[0], firstOutcome === 'taken_back' ? 0 : 1]])
    if (earlyOutcome === 'refused') stock.set(goods.items[0], (stock.get(goods.items[0]) ?? 0) + 1)
    const differences = compare(before, await inventory(options.inventory), stock)
    say(
      'inventory.exact',
      'The inventory no longer holds the recalled items',
      'The answers only claim it; the inventory proves it.',
      differences.length === 0 ? right('as before') : fail(differences.join('; ')),
    )
  }
  return outcomes
}
