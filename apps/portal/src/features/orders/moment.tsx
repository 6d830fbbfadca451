import type { OrderRecord } from '@hc/contract/calls'
import { fieldsOf } from '@hc/domain/record'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { refreshBalance } from '../../lib/api.ts'
import { serverNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/locale.ts'
import { readJson, writeJson } from '../../lib/storage.ts'
import { useApp } from '../../shell/app-context.ts'
import { flyCoin } from './fly-coin.ts'
import { isStill, momentStore } from './moment-store.ts'
import { useOrderArt, useUnitsText } from './order-parts.ts'
import { usePaidText } from './status-text.ts'

/** Orders whose moment this device has shown. */
const KEY = 'hc_moment'
const REMEMBERED = 20
/** A delivery is news for so long. */
const NEWS_MS = 10 * 60_000
/** The number counts between these times of the moment, in ms. */
const COUNT_FROM_MS = 250
const COUNT_TO_MS = 900
const SPARKS = Array.from({ length: 12 }, (_, index) => index)

type MomentNote = { orders: string[] }
const isNote = (value: unknown): value is MomentNote => {
  const { orders } = fieldsOf(value)
  return Array.isArray(orders) && orders.every((order) => typeof order === 'string')
}

const shownOrders = (): string[] => readJson(KEY, isNote)?.orders ?? []

/** Whether this device has not shown the order's moment yet, while its delivery is news. */
export const isNews = ({ sdk_order_id: id, arrive_ts: at }: OrderRecord): boolean =>
  serverNow() - at * 1000 < NEWS_MS && !shownOrders().includes(id)

/** A number that counts from one value to another as soon as `plays`; `waits`: it will. Else it is the second. */
function useCount(from: number, to: number, plays: boolean, waits: boolean): number {
  const [at, setAt] = useState(waits ? 0 : 1)
  useEffect(() => {
    if (!plays) return undefined
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const part = (now - start - COUNT_FROM_MS) / (COUNT_TO_MS - COUNT_FROM_MS)
      setAt(Math.min(1, Math.max(0, part)))
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [plays])
  return Math.round(from + (to - from) * (1 - (1 - at) ** 3))
}

/** Points that have just arrived: a coin carries them to the balance in the header, which then says so. */
function useCredit({ order_type: kind }: OrderRecord, plays: boolean, art: RefObject<HTMLElement | null>): void {
  const { init } = useApp()
  const from = kind === 'coin' && plays
  const coin = init.brand.currency
  useEffect(() => {
    if (!from || !art.current) return undefined
    const show = (): void => void refreshBalance()
    if (!isStill()) return flyCoin(art.current, coin, show)
    show()
    return undefined
  }, [from, art, coin])
}

/** The item at the moment when it is delivered. It moves once on a device; later it is the same picture, still. */
export function Moment({ record }: { record: OrderRecord }) {
  const t = useTranslations('order')
  const format = useFormat()
  const { name, role_name: role, server_name: server, quantity, bonus_units: extra } = record
  const art = useOrderArt(record)
  const units = useUnitsText(record)
  const paid = usePaidText(record)
  const toRole = record.order_type === 'item' && role !== ''
  const [news] = useState(() => isNews(record))
  const [plays, setPlays] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!news) return undefined
    let left = false
    const start = (): void => {
      if (left) return
      writeJson(KEY, { orders: [record.sdk_order_id, ...shownOrders()].slice(0, REMEMBERED) })
      setPlays(true)
      if (!isStill()) momentStore.set({ order: record.sdk_order_id, at: performance.now() })
    }
    if (!isStill()) momentStore.set({ order: record.sdk_order_id, at: 0 })
    void (picture.current?.decode() ?? Promise.resolve()).then(start, start)
    return () => {
      left = true
      momentStore.set(null)
    }
  }, [news, record.sdk_order_id])
  const moves = plays && !isStill()
  useCredit(record, plays, picture)
  const count = useCount(quantity, quantity + extra, moves, news && !isStill())
  const counted = quantity > 0 && extra > 0
  return (
    <div className="moment" data-plays={moves || undefined}>
      <span className="moment-art">
        {moves && (
          <span className="moment-sparks" aria-hidden="true">
            {SPARKS.map((spark) => (
              <i key={spark} />
            ))}
          </span>
        )}
        <img ref={picture} src={art} alt="" width="240" height="240" />
      </span>
      {counted && (
        <p className="moment-total">
          <span aria-hidden="true">{format.number(count)}</span>
          <span className="sr-only">{format.number(quantity + extra)}</span>
        </p>
      )}
      <p className={counted ? 'text-lg font-bold' : 'moment-total'}>{units}</p>
      <p>{toRole ? t('moment.with', { role, server }) : t('moment.account')}</p>
      <p className="text-sm text-soft">
        {paid.amount} · {record.method_name}
      </p>
      <output className="sr-only">
        {plays && (toRole ? t('moment.say', { name, role }) : t('moment.sayPack', { name }))}
      </output>
    </div>
  )
}
