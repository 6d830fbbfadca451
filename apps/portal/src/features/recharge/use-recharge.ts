import type { Product } from '@hc/contract/calls'
import { EXACT_PACK } from '@hc/domain/money/exact-points'
import { useEffect, useMemo } from 'react'
import { useLocalPrices } from '../market/use-local-prices.ts'
import { useSession } from '../../lib/session.ts'
import { type CallState, useCall } from '../../lib/use-call.ts'
import { useQueryState } from '../../lib/use-query-state.ts'
import { lastWay } from '../pay/last-way.ts'
import { useExactRow } from '../pay/use-exact-row.ts'
import { namedPrice } from './price.ts'
import { isExact } from './after-points.ts'
import { type RoleChoice, useRoleChoice } from './role-choice.ts'
import { chosenWay, type Way, waysOf } from './ways.ts'

export type RechargeTab = 'items' | 'packs'
export type Missing = 'both' | 'role' | 'item' | 'channel'

export type Recharge = {
  choice: RoleChoice
  tab: RechargeTab
  setTab: (tab: RechargeTab) => void
  products: CallState<'order/webProduct'> | CallState<'order/webCoinProduct'>
  product: Product | undefined
  selectProduct: (id: string) => void
  channels: CallState<'order/webPayChannel'>
  ways: readonly Way[]
  way: Way | undefined
  /** Why the chosen item cannot be bought, if anything prevents it; or why it is not in the list. */
  explained: CallState<'order/explain'>
  /** The item that the address names, while no character is chosen; undefined if it is not known. */
  wish: Product | undefined
  /** The address names an item that is not in the list. */
  gone: boolean
  selectWay: (key: string) => void
  /** The first choice that the player has yet to make. */
  missing: Missing | null
  /** The chosen item, or the ways to pay for it, are still on their way; `missing` is no fact yet. */
  loading: boolean
  /** The item for which the points are; '' if none. */
  forItem: string
}

/** Reloads when the player returns to this window: a purchase in another one may have used up a bonus. */
function useFresh(call: { reload: () => Promise<void> }): void {
  const { reload } = call
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void reload()
    }
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [reload])
}

/** The list without items that are not sold in the player's country. */
const withOffers = (call: Recharge['products']): Recharge['products'] =>
  call.result?.some((product) => product.offer === null)
    ? { ...call, result: call.result.filter((product) => product.offer !== null) }
    : call

/** Puts the exact number of points before the packs. */
function withFirst(call: Recharge['products'], exact: ReturnType<typeof useExactRow>): Recharge['products'] {
  if (!exact.asked) return call
  return {
    ...call,
    result: exact.known && call.result ? [...(exact.row ? [exact.row] : []), ...call.result] : null,
    reload: async () => {
      await Promise.all([call.reload(), exact.reload()])
    },
  }
}

/**
 * The state of a purchase: server and character, item, way to pay. A change of an earlier step resets the later ones.
 * All of it is in the address (`server`, `role`, `item`, `tab`, `pay`), so it survives a reload, the way back, a change
 * of language and a new sign-in.
 */
export function useRecharge(): Recharge {
  const { status } = useSession()
  const [query, setQuery] = useQueryState()
  const server = query.get('server')
  const choice = useRoleChoice(server === null ? null : { server_id: server, role_id: query.get('role') ?? '' })
  const tab: RechargeTab = query.get('tab') === 'packs' ? 'packs' : 'items'
  const productId = query.get('item')
  const { server_id, role_id } = choice.chosen
  const ready = server_id !== '' && role_id !== ''
  const localPrices = useLocalPrices()
  // A character that nobody had to choose is in the address, too: a session that ends forgets everything else.
  const isNamed = server === server_id && query.get('role') === role_id
  useEffect(() => {
    // Not from an earlier visit's list: its server may be in maintenance now.
    if (ready && !isNamed && choice.call.result) setQuery({ server: server_id, role: role_id })
  })
  const wishes = useCall('shop/catalog', productId !== null && tab === 'items' && !ready ? {} : null)
  const wish = wishes.result?.items.find((candidate) => candidate.cp_goods_id === productId)

  const items = useCall(
    'order/webProduct',
    localPrices && status === 'player' && tab === 'items' && ready ? { server_id, role_id, ...localPrices } : null,
  )
  const packs = useCall(
    'order/webCoinProduct',
    localPrices && status === 'player' && tab === 'packs' ? localPrices : null,
  )
  const need = /^[1-9]\d{0,7}$/.exec((tab === 'packs' && query.get('need')) || '')?.[0]
  const exact = useExactRow(status === 'player' && need ? Number(need) : 0)
  const products = withFirst(withOffers(tab === 'items' ? items : packs), exact)
  useFresh(products)
  const product = products.result?.find((candidate) => candidate.cp_goods_id === productId)
  const channels = useCall(
    'order/webPayChannel',
    product && ready
      ? { server_id, role_id, cp_goods_id: product.cp_goods_id, ...namedPrice(product), methods: true }
      : null,
  )
  const isGone = productId !== null && productId !== EXACT_PACK && products.result !== null && !product
  const about = isGone ? productId : product && !isExact(product) ? product.cp_goods_id : ''
  const explained = useCall(
    'order/explain',
    about !== '' && (ready || tab === 'packs') ? { server_id, role_id, cp_goods_id: about } : null,
  )
  const ways = useMemo(() => waysOf(channels.result ?? [], lastWay()), [channels.result])
  const way = chosenWay(ways, query.get('pay'))

  return {
    choice: { ...choice, choose: (next) => setQuery({ server: next.server_id, role: next.role_id }) },
    tab,
    products,
    product,
    channels,
    ways,
    way,
    explained,
    wish,
    gone: isGone,
    setTab(next) {
      setQuery({ tab: next === 'packs' ? 'packs' : '', item: '', need: '', for: '' })
    },
    selectProduct(id) {
      setQuery({ item: id })
    },
    selectWay(key) {
      setQuery({ pay: key })
    },
    forItem: (tab === 'packs' && query.get('for')) || '',
    loading:
      ready &&
      status === 'player' &&
      productId !== null &&
      (products.loading || (product !== undefined && channels.loading)),
    missing: !server_id ? 'both' : !role_id ? 'role' : !product ? 'item' : !way ? 'channel' : null,
  }
}
