import type { PayChannel } from '@hc/contract/calls'
import { errorText } from '@hc/i18n/error-text'
import { Button } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { Notice } from '@hc/ui/notice'
import { Skeleton } from '@hc/ui/skeleton'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { ePointNum, useBalance } from '../../lib/session.ts'
import type { CallState } from '../../lib/use-call.ts'
import { useApp } from '../../shell/app-context.ts'
import { useChannelHints, useChannelNames } from '../channel-name.ts'

export const POINTS_CHANNEL = 'hcpoint'

function Hint({ channel }: { channel: PayChannel }) {
  const t = useTranslations('recharge')
  const format = useFormat()
  const balance = useBalance()
  const hintOf = useChannelHints()
  if (channel.channel_code === POINTS_CHANNEL)
    return balance ? t('channel.pointsBalance', { points: format.number(ePointNum(balance)) }) : null
  const code = channel.channel_code
  return hintOf(code) ?? (code === 'sandbox' ? t('channel.sandbox') : t('channel.window'))
}

/** The sign of a way to pay. */
export function ChannelMark({ channel: { channel_code: code, icon } }: { channel: PayChannel }) {
  const { init } = useApp()
  const hintOf = useChannelHints()
  if (code === POINTS_CHANNEL) return <img src={init.brand.currency} alt="" width="40" height="40" />
  if (hintOf(icon) !== null) return <img src={`/art/channels/${icon}.svg`} alt="" width="40" height="40" />
  return (
    <span className="channel-icon">
      <Icon name="card" className="size-6" />
    </span>
  )
}

/** The chosen way to pay as one row. */
export function ChannelRow({ channel }: { channel: PayChannel }) {
  const nameOf = useChannelNames()
  return (
    <>
      <ChannelMark channel={channel} />
      <p className="min-w-0 font-bold">{nameOf(channel)}</p>
    </>
  )
}

/** How to pay. */
export function ChannelPicker({
  call,
  hasItem,
  selected,
  onSelect,
}: {
  call: CallState<'order/webPayChannel'>
  hasItem: boolean
  selected: string
  onSelect: (code: string) => void
}) {
  const t = useTranslations('recharge')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const nameOf = useChannelNames()
  if (!hasItem) return <p className="channel-area text-soft">{t('channel.chooseItem')}</p>
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
      <div className="channel-area grid gap-3 md:grid-cols-2" aria-busy="true">
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
      </div>
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
        {call.result.map((channel) => (
          <label key={channel.channel_code} className="channel-card">
            <input
              type="radio"
              name="channel"
              value={channel.channel_code}
              checked={channel.channel_code === selected}
              onChange={() => onSelect(channel.channel_code)}
              className="channel-radio"
            />
            <ChannelMark channel={channel} />
            <span className="min-w-0">
              <span className="block font-bold">{nameOf(channel)}</span>
              <span className="block text-sm text-soft">
                <Hint channel={channel} />
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
