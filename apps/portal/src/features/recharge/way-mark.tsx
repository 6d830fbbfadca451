import { Icon, type IconName } from '@hc/ui/icon'
import { useChannelHints } from '../channel-name.ts'
import { useApp } from '../../shell/app-context.ts'
import { POINTS_CHANNEL, type Way } from './ways.ts'

/** Our own pictograms, by kind. */
const pictograms: Readonly<Record<string, IconName>> = {
  card: 'card',
  wallet: 'M4 7.5h14.5V5.5H6a2 2 0 0 0-2 2Zm0 0V18a1.5 1.5 0 0 0 1.5 1.5H20v-12H4Zm12 6h.1',
  bank: 'M4 9.5 12 4l8 5.5H4Zm2 0v8m4-8v8m4-8v8m4-8v8M3.5 20h17',
  code: 'M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 0h2.5v2.5H14V14Zm4 4h2v2h-2v-2Z',
  voucher: 'M6 3.5h12v17l-2.4-1.6-2.4 1.6-2.4-1.6-2.4 1.6L6 20.5v-17ZM9 8h6M9 11.5h6',
  later: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.2 2',
}

const NONE: readonly string[] = []

/** The marks of a way to pay; none where the publisher's brand switches marks off. */
export function useMarks(): (way: Way) => readonly string[] {
  const { init } = useApp()
  return ({ method }) => (init.brand.marks === false ? NONE : (method?.marks ?? NONE))
}

/**
 * The picture at the head of a row: the wallet's coin, the mark of a channel whose own page asks, or the
 * pictogram of the kind.
 */
export function Pictogram({ way: { channel, method } }: { way: Way }) {
  const { init } = useApp()
  const hintOf = useChannelHints()
  if (channel.channel_code === POINTS_CHANNEL) return <img src={init.brand.currency} alt="" width="40" height="40" />
  if (!method && hintOf(channel.icon) !== null)
    return <img src={`/art/channels/${channel.icon}.svg`} alt="" width="40" height="40" />
  return (
    <span className="channel-icon">
      <Icon name={pictograms[method?.kind ?? 'card'] ?? 'card'} className="size-6" />
    </span>
  )
}
