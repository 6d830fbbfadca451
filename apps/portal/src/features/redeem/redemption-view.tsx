import type { Redemption } from '@hc/contract/calls'
import { Icon } from '@hc/ui/icon'
import { iconGift } from '@hc/ui/more-icons'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/locale.ts'
import { useApp } from '../../shell/app-context.ts'

const tones: Record<Redemption['state'], string> = {
  none: 'badge-grey',
  queued: 'badge-cyan',
  asking: 'badge-cyan',
  delivered: 'badge-mint',
  refused: 'badge-rose',
  operator: 'badge-gold',
  cancelled: 'badge-grey',
}
/** Pauses in ms between polls for a gift that is on its way. */
const PAUSES_MS = [800, 1200, 2000, 3000, 5000, 8000, 12_000]

/** The redemption's current state; it is polled while its gift is on its way. */
function useCurrent(redemption: Redemption, live: boolean): Redemption {
  const [current, setSeen] = useState(redemption)
  const moving = live && (current.state === 'queued' || current.state === 'asking')
  const id = redemption.sdk_order_id
  useEffect(() => {
    if (!moving) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let count = 0
    const look = async () => {
      const { result } = await api
        .list('code/record', { page: 1, size: 20 })
        .catch((): { result: Redemption[] } => ({ result: [] }))
      const now = result.find((row) => row.sdk_order_id === id)
      if (timer === undefined) return
      if (now) setSeen(now)
      next()
    }
    const next = () => {
      if (count < PAUSES_MS.length) timer = setTimeout(() => void look(), PAUSES_MS[count++])
    }
    next()
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }, [moving, id])
  return current.sdk_order_id === id ? current : redemption
}

/** The gift of a code, the character that gets it, and where it is. */
export function RedemptionView({ redemption, live = false }: { redemption: Redemption; live?: boolean }) {
  const t = useTranslations('redeem')
  const format = useFormat()
  const now = useCurrent(redemption, live)
  const { init } = useApp()
  const points = [
    ['points', now.basicNum],
    ['bonusPoints', now.presentNum],
  ] as const
  return (
    <div className="rounded-md border border-line bg-night/50 p-4">
      <p className="font-bold text-ink">{now.name}</p>
      <p className="text-sm text-soft">{t('target', { role: now.role_name, server: now.server_name })}</p>
      <ul className="mt-3 flex flex-col gap-2.5">
        {now.items.map((item) => (
          <li key={item.cp_goods_id} className="flex items-center gap-3">
            <img
              src={`/art/items/${encodeURIComponent(item.cp_goods_id)}.svg`}
              alt=""
              width="48"
              height="48"
              className="size-12"
            />
            <span className="min-w-0 flex-1 font-semibold text-ink">
              {item.quantity > 1 ? `${format.number(item.quantity)} × ${item.name}` : item.name}
            </span>
          </li>
        ))}
        {points
          .filter(([, count]) => count > 0)
          .map(([key, count]) => (
            <li key={key} className="flex items-center gap-3">
              <img src={init.brand.currency} alt="" width="48" height="48" className="size-12" />
              <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="font-semibold text-ink">{t(key, { points: format.signed(count) })}</span>
                <span className="badge badge-mint">{t('credited')}</span>
              </span>
            </li>
          ))}
      </ul>
      {now.items.length > 0 && (
        <p className="mt-3" aria-live="polite">
          <span className={`badge ${tones[now.state]}`}>
            <Icon name={now.state === 'delivered' ? 'check' : iconGift} className="size-4" />
            {t(`state.${now.state}`)}
          </span>
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-x-3 text-xs text-faint">
        <span className="wrap-anywhere">{t('number', { id: now.sdk_order_id })}</span>
        <span>{format.dateTime(now.create_ts)}</span>
      </p>
    </div>
  )
}
