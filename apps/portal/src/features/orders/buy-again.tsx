import type { OrderRecord, Product } from '@hc/contract/calls'
import { packPoints, usdToCents } from '@hc/domain/money'
import { OrderStatus } from '@hc/domain/order/order-status'
import { buttonClass } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { serverNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/locale.ts'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/use-call.ts'
import { useLocalPrices } from '../market/use-local-prices.ts'
import { usePrice } from '../recharge/price.ts'
import { productArt } from '../recharge/product-art.ts'
import { rememberedRole } from '../recharge/role-choice.ts'
import { withBonus } from '../recharge/with-bonus.ts'
import { againAddress } from './again-address.ts'

const DAYS = 90
const DAY_SECONDS = 86_400
/** The newest orders that are looked at, and the items that are shown. */
const LOOK_AT = 50
const MOST_ITEMS = 3

export type AgainRole = { server_id: string; server_name: string; role_id: string; role_name: string; level: number }
/** `record`: the newest order of these goods. */
type AgainItem = { goods: Product; pack: boolean; record: OrderRecord }
/** `items`: null until they are known. `role`: whose offers they are; null for a player without a character. */
export type BuyAgain = { role: AgainRole | null; items: AgainItem[] | null }

const isPack = ({ order_type: type }: OrderRecord): boolean => type === 'coin'

/** The character chosen last in this browser, else that of the newest order with one. */
function roleOf(records: readonly OrderRecord[] | null): AgainRole | null {
  const last = rememberedRole()
  if (last) {
    const { server, role } = last
    return { ...role, server_id: server.server_id, server_name: server.server_name }
  }
  const record = records?.find(({ role_id: id }) => id !== '')
  return record ? { ...record, level: 0 } : null
}

/**
 * What was delivered in the last 90 days and is still sold, newest first, as it is on offer to the character now. An
 * answer that fails leaves the row out.
 */
export function useBuyAgain(): BuyAgain {
  const player = useSession().status === 'player'
  // A whole day, so that the call stays the same while the page is looked at.
  const [begin] = useState(() => (Math.floor(serverNow() / 1000 / DAY_SECONDS) - DAYS) * DAY_SECONDS)
  const body = { page: 1, size: LOOK_AT, begin, status: OrderStatus.delivered }
  const { result: records, error } = useCall('order/record', player ? body : null)
  const role = roleOf(records)
  const local = useLocalPrices()
  const wantsItems = records?.some((record) => !isPack(record)) === true && role !== null
  const wantsPacks = records?.some(isPack) === true
  const target = role && { server_id: role.server_id, role_id: role.role_id }
  const items = useCall('order/webProduct', wantsItems && target && local ? { ...target, ...local } : null)
  const packs = useCall('order/webCoinProduct', wantsPacks ? local : null)
  const waits =
    (!records && error === null) ||
    (wantsItems && !items.result && items.error === null) ||
    (wantsPacks && !packs.result && packs.error === null)
  if (!player || waits) return { role, items: null }
  const list: AgainItem[] = []
  for (const record of records ?? []) {
    const pack = isPack(record)
    const goods = (pack ? packs : items).result?.find(({ cp_goods_id: id }) => id === record.cp_goods_id)
    // An item without an offer is not sold in the player's country.
    if (!goods || goods.offer === null || list.some((item) => item.goods === goods)) continue
    list.push({ goods, pack, record })
  }
  return { role, items: list.slice(0, MOST_ITEMS) }
}

/** What an order made now would give: the units with the bonus that this character has, or a pack's points. */
function totalOf({ goods, pack }: AgainItem): number {
  if (!pack) return withBonus(goods)
  const { basic, present } = packPoints(usdToCents(goods.price), goods.bonus)
  return basic + present
}

function AgainCard({ item, role }: { item: AgainItem; role: AgainRole | null }) {
  const t = useTranslations('again')
  const format = useFormat()
  const price = usePrice()
  const { goods } = item
  const total = totalOf(item)
  return (
    <li className="card again-card">
      <img src={productArt(goods)} alt="" width="56" height="56" decoding="async" />
      <div className="min-w-0">
        <p className="font-bold">{goods.name}</p>
        {total > 0 && <p className="text-sm text-soft">{t('youGet', { total: format.number(total) })}</p>}
      </div>
      <div className="again-foot">
        <span className="again-price">{price(goods)}</span>
        <Link
          data-track="buy_again"
          href={againAddress(item.record, role ?? undefined)}
          className={buttonClass('quiet', 'small')}
          aria-label={t('named', { name: goods.name, price: price(goods) })}
        >
          {t('title')}
        </Link>
      </div>
    </li>
  )
}

/** Up to three items to buy again, each with one press to the whole order. */
export function AgainRow({ again: { items, role }, className = '' }: { again: BuyAgain; className?: string }) {
  const t = useTranslations('again')
  const [first, second] = items ?? []
  if (!items || !first) return null
  return (
    <section className={`again ${className}`} aria-labelledby="again-title">
      <h2 id="again-title" className="font-bold">
        {second ? t('title') : t('one', { name: first.goods.name })}
      </h2>
      <ul className="again-row">
        {items.map((item) => (
          <AgainCard key={item.goods.cp_goods_id} item={item} role={role} />
        ))}
      </ul>
    </section>
  )
}
