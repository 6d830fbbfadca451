import type { Rng } from './rng.ts'

export type Answer = { status: number; json: unknown }
export type Grant = {
  deliveryId: string
  grantId: string
  order: string
  server: string
  role: string
  goods: string
  bonus: number
  arrivals: number
}

type Body = {
  delivery_id: string
  sdk_order_id: string
  server_id: string
  role_id: string
  items: { cp_goods_id: string; bonus: number }[]
}

type Recall = { recall_id: string; delivery_id: string }

export type GameWorld = ReturnType<typeof createGame>

/**
 * A game with its own books: it grants once per delivery id, without other checks. It refuses some deliveries for
 * good.
 */
export function createGame(rng: Rng, refuses: number) {
  const grants = new Map<string, Grant>()
  const refused = new Set<string>()
  const takenBack = new Set<string>()
  return {
    grants,
    refused,
    takenBack,
    /** Deliveries that it will not take back. */
    kept: new Set<string>(),
    /** Takes an item back, or blocks its later grant. */
    recall(body: Recall): Answer {
      takenBack.add(body.delivery_id)
      return { status: 200, json: { recall_id: body.recall_id, taken_back: true } }
    },
    handle(body: Body): Answer {
      const cachedGrant = grants.get(body.delivery_id)
      if (cachedGrant) {
        cachedGrant.arrivals++
        return { status: 200, json: { delivery_id: body.delivery_id, grant_id: cachedGrant.grantId } }
      }
      if (takenBack.has(body.delivery_id))
        return { status: 200, json: { delivery_id: body.delivery_id, refused: 'taken back' } }
      if (refused.has(body.delivery_id) || rng.chance(refuses)) {
        refused.add(body.delivery_id)
        return { status: 200, json: { delivery_id: body.delivery_id, refused: 'inventory is full' } }
      }
      const [item] = body.items
      const grant: Grant = {
        deliveryId: body.delivery_id,
        grantId: `grant_${rng.hex(6)}`,
        order: body.sdk_order_id,
        server: body.server_id,
        role: body.role_id,
        goods: item?.cp_goods_id ?? '',
        bonus: item?.bonus ?? 0,
        arrivals: 1,
      }
      grants.set(body.delivery_id, grant)
      return { status: 200, json: { delivery_id: body.delivery_id, grant_id: grant.grantId } }
    },
  }
}
