import { Icon, type IconName } from '@hc/ui/icon'
import { useApp } from '../../shell/app-context.ts'
import { POINTS_CHANNEL, type Way } from './ways.ts'

/** The marks in public/art/methods, by method. CREDITS.md names their source. */
const marksOf: Readonly<Record<string, readonly string[]>> = {
  card: ['visa', 'mastercard', 'jcb'],
  ...Object.fromEntries(
    ['apple_pay', 'google_pay', 'paypal', 'klarna', 'pix', 'alipay', 'wechat_pay', 'cashapp', 'sepa_debit'].map(
      (code) => [code, [code]],
    ),
  ),
}
/** What one row of a gateway without methods of its own can stand for. */
const rowMarks: Readonly<Record<string, readonly string[]>> = {
  stripe: ['visa', 'mastercard', 'apple_pay', 'google_pay'],
  adyen: ['visa', 'mastercard', 'apple_pay', 'google_pay'],
  paypal: ['paypal'],
}

/** Our own pictograms, by kind. */
const pictograms: Readonly<Record<string, IconName>> = {
  card: 'card',
  wallet: 'M4 7.5h14.5V5.5H6a2 2 0 0 0-2 2Zm0 0V18a1.5 1.5 0 0 0 1.5 1.5H20v-12H4Zm12 6h.1',
  bank: 'M4 9.5 12 4l8 5.5H4Zm2 0v8m4-8v8m4-8v8m4-8v8M3.5 20h17',
  code: 'M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 0h2.5v2.5H14V14Zm4 4h2v2h-2v-2Z',
  voucher: 'M6 3.5h12v17l-2.4-1.6-2.4 1.6-2.4-1.6-2.4 1.6L6 20.5v-17ZM9 8h6M9 11.5h6',
  later: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.2 2',
}

/** The marks of a way to pay; none where the publisher's brand switches marks off. */
export function useMarks(): (way: Way) => readonly string[] {
  const { init } = useApp()
  return ({ channel, method }) => {
    if (init.brand.marks === false) return []
    return (method ? marksOf[method.code] : rowMarks[channel.channel_code]) ?? []
  }
}

export function Marks({ marks }: { marks: readonly string[] }) {
  if (marks.length === 0) return null
  return (
    <span className="way-marks">
      {marks.map((mark) => (
        <span key={mark} className="way-mark">
          <img src={`/art/methods/${mark}.svg`} alt="" width="30" height="16" />
        </span>
      ))}
    </span>
  )
}

/** The picture at the head of a row: the wallet's coin, or the pictogram of the kind. */
export function Pictogram({ way: { channel, method } }: { way: Way }) {
  const { init } = useApp()
  if (channel.channel_code === POINTS_CHANNEL) return <img src={init.brand.currency} alt="" width="40" height="40" />
  return (
    <span className="channel-icon">
      <Icon name={pictograms[method?.kind ?? 'card'] ?? 'card'} className="size-6" />
    </span>
  )
}
