import type { Product } from '@hc/contract/calls'
import { pointsForUsd } from '@hc/domain/money'
import { errorText } from '@hc/i18n/error-text'
import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { Skeleton } from '@hc/ui/skeleton'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Loading } from '../../shell/loading.tsx'
import { useFormat } from '../../lib/locale.ts'
import { ePointNum, useBalance } from '../../lib/session.ts'
import type { CallState } from '../../lib/use-call.ts'
import { useChannelHints } from '../channel-name.ts'
import { useExactRow } from '../pay/use-exact-row.ts'
import { Marks } from '../pay/marks.tsx'
import { usePrice } from './price.ts'
import { Pictogram, useMarks } from './way-mark.tsx'
import { useWayNames } from './way-name.ts'
import { firstWays, POINTS_CHANNEL, type Way } from './ways.ts'

type BalanceProps = { product: Product; points: number }

/** What a purchase leaves of the balance; or how many points it is short of, and what those cost. */
function BalanceHint({ product, points }: BalanceProps) {
  const t = useTranslations('method')
  const tc = useTranslations('common')
  const format = useFormat()
  const price = usePrice()
  const balance = useBalance()
  const has = balance ? ePointNum(balance) : 0
  const short = balance ? Math.max(0, points - has) : 0
  const { row } = useExactRow(short > 0 ? short + (balance?.debtNum ?? 0) : 0)
  if (!balance) return null
  if (short === 0) return t('balance', { before: format.number(has), after: format.number(has - points) })
  const missing = tc('session.balance', { points: format.number(short) })
  if (!row || row.quantity !== short || product.cp_goods_id === row.cp_goods_id) return t('short', { points: missing })
  return t('shortExact', { points: missing, price: price(row) })
}

/** The line below the name of a way to pay. */
function Hint({ way: { channel, method }, product }: { way: Way; product: Product }) {
  const t = useTranslations('recharge')
  const tm = useTranslations('method')
  const hintOf = useChannelHints()
  const code = channel.channel_code
  if (code === POINTS_CHANNEL) return <BalanceHint product={product} points={pointsForUsd(product.price)} />
  if (!method) return hintOf(code) ?? (code === 'sandbox' ? t('channel.sandbox') : t('channel.window'))
  if (method.settles !== 'instant') return tm(`hint.${method.settles}`)
  if (method.code === 'sandbox') return t('channel.sandbox')
  if (method.code === 'card') return tm('hint.card')
  if (method.code === 'apple_pay') return tm('hint.next')
  return method.kind === 'bank' ? tm('hint.bank') : hintOf(method.code)
}

function Row({
  way,
  product,
  chosen,
  onSelect,
}: {
  way: Way
  product: Product
  chosen: boolean
  onSelect: (key: string) => void
}) {
  const t = useTranslations('method')
  const nameOf = useWayNames()
  const marksOf = useMarks()
  const { channel, method, key } = way
  // A gateway is named small, unless it is the method, too. The test gateway is no name that a player needs.
  const by = method && channel.kind !== 'test' && method.name !== channel.name ? channel.name : null
  return (
    <label className="channel-card">
      <input
        type="radio"
        name="channel"
        value={key}
        checked={chosen}
        onChange={() => onSelect(key)}
        className="channel-radio"
      />
      <Pictogram way={way} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-bold">{nameOf(way)}</span>
          {way.last && <span className="badge badge-cyan">{t('last')}</span>}
          <Marks marks={marksOf(way)} />
        </span>
        <span className="block text-sm text-soft">
          <Hint way={way} product={product} />
        </span>
        {by !== null && <span className="block text-xs text-faint">{t('by', { gateway: by })}</span>}
      </span>
    </label>
  )
}

/** The chosen way to pay as one row. */
export function WayRow({ way }: { way: Way }) {
  const nameOf = useWayNames()
  return (
    <>
      <Pictogram way={way} />
      <p className="min-w-0 font-bold">{nameOf(way)}</p>
    </>
  )
}

/** How to pay. */
export function ChannelPicker({
  call,
  ways,
  product,
  selected,
  onSelect,
}: {
  call: CallState<'order/webPayChannel'>
  ways: readonly Way[]
  product: Product | undefined
  selected: string
  onSelect: (key: string) => void
}) {
  const t = useTranslations('recharge')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const tm = useTranslations('method')
  const [all, setAll] = useState(false)
  const visible = all ? ways : firstWays(ways, selected)
  if (!product) return <p className="channel-area text-soft">{t('channel.chooseItem')}</p>
  if (call.error && !call.result) {
    return (
      <div className="channel-area">
        <Notice tone="bad">
          <p>{errorText(te, call.error, 'channelList')}</p>
          <Button kind="quiet" size="small" className="mt-2" onClick={() => void call.reload()}>
            {tc('action.retry')}
          </Button>
        </Notice>
      </div>
    )
  }
  if (!call.result)
    return (
      <Loading className="channel-area grid gap-3 md:grid-cols-2">
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
      </Loading>
    )
  if (call.result.length === 0)
    return (
      <div className="channel-area">
        <Notice tone="warn">{t('channel.none')}</Notice>
      </div>
    )
  return (
    <fieldset className="channel-area">
      <legend className="sr-only">{t('step.channel')}</legend>
      <div className="grid gap-3 md:grid-cols-2">
        {visible.map((way) => (
          <Row key={way.key} way={way} product={product} chosen={way.key === selected} onSelect={onSelect} />
        ))}
      </div>
      {visible.length < ways.length && (
        <Button data-track="pay_more" kind="quiet" className="mt-3" onClick={() => setAll(true)}>
          {tm('more')}
        </Button>
      )}
    </fieldset>
  )
}
