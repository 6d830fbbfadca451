import type { BodyOf, ResultOf } from '@hc/contract/calls'
import { errorText } from '@hc/i18n/error-text'
import { Dialog } from '@hc/ui/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { useCall } from '../../lib/use-call.ts'
import { paths } from '../../paths.ts'

type Reason = ResultOf<'order/explain'>['reasons'][number]
export type WhyAbout = BodyOf<'order/explain'>

/** One reason as a sentence, with numbers in the language's format and its order as a link. */
function ReasonText({ reason: { key, data } }: { reason: Reason }) {
  const t = useTranslations('recharge')
  const format = useFormat()
  const day = data.at ?? data.from
  const order = String(data.order ?? '')
  const number = (value: string | number | undefined): string => format.number(Number(value ?? 0))
  return t.rich(`why.reason.${key}`, {
    bonus: String(data.bonus ?? ''),
    date: day === undefined ? '' : format.day(Number(day)),
    max: number(data.max),
    need: number(data.need),
    have: number(data.have),
    link: (chunks) =>
      order === '' ? (
        chunks
      ) : (
        <Link key="order" href={paths.order(order)} className="link">
          {chunks}
        </Link>
      ),
  })
}

/** A list of reasons. */
export function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {reasons.map((reason) => (
        <li key={reason.key}>
          <ReasonText reason={reason} />
        </li>
      ))}
    </ul>
  )
}

/** The reasons for the state of an item or an order, loaded when the player opens them. */
export function WhyDialog({ about, onClose }: { about: WhyAbout | null; onClose: () => void }) {
  const t = useTranslations('recharge')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const { result, error, loading } = useCall('order/explain', about)
  return (
    <Dialog open={about !== null} name="why" title={t('why.title')} closeLabel={tc('action.close')} onClose={onClose}>
      {error ? <p>{errorText(te, error, about?.sdk_order_id ? 'orderDetail' : 'itemList')}</p> : null}
      {!result && !error && loading && <span className="spinner size-6" aria-hidden="true" />}
      {result && (
        <div className="text-left font-normal" aria-live="polite">
          {result.reasons.length > 0 ? <Reasons reasons={result.reasons} /> : t('why.fine')}
        </div>
      )}
    </Dialog>
  )
}

/** The button "Why?". */
export function WhyButton({ text, onAsk }: { text?: string; onAsk: () => void }) {
  const t = useTranslations('recharge')
  return (
    <button type="button" data-track="why" className="link" onClick={onAsk}>
      {text ?? t('why.ask')}
    </button>
  )
}

/** The button with its dialog, for places outside of a label. */
export function Why({ about }: { about: WhyAbout }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <WhyButton onAsk={() => setOpen(true)} />
      <WhyDialog about={open ? about : null} onClose={() => setOpen(false)} />
    </>
  )
}
