import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { dayText } from '../../kit/date-time.ts'
import { joinWords, money, percent } from '../../kit/facts.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { ReasonField } from '../../kit/reason-field.tsx'
import { useCall } from '../../kit/use-call.ts'
import type { Fields } from '../../kit/use-fields.ts'
import { cents, type ProductDraft } from './product-draft.ts'

type Props = {
  open: boolean
  close: () => void
  base: ProductDraft
  now: ProductDraft
  /** A local time, or '' for now. */
  at: string
  fields: Fields<{ reason: string }>
  failure: string | undefined
  busy: boolean
  send: () => void
}

/** A change of price or bonus before it is requested: from what to what, since when, and why. */
export function Review({ open, close, ...form }: Props) {
  const t = useTranslations('desk')
  return (
    <Dialog open={open} title={t('products.review')} closeLabel={t('close')} onClose={close}>
      <ReviewForm close={close} {...form} />
    </Dialog>
  )
}

function ReviewForm({ close, base, now, at, fields, failure, busy, send }: Omit<Props, 'open'>) {
  const t = useTranslations('desk')
  const books = useCall('book/list', {}).result?.books ?? []
  const [before, after] = [cents(String(base.price)) ?? 0, cents(String(now.price)) ?? 0]
  const share = before === 0 ? 0 : Math.round((1000 * (after - before)) / before) / 10
  const since = at === '' ? t('products.fromNow') : t('products.fromAt', { at: dayText(at) })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    send()
  }
  return (
    <form noValidate className="form" onSubmit={submit}>
      {before !== after && (
        <p className="change-line">
          <del>{money(before)}</del>
          <span aria-hidden="true">→</span> {money(after)}
          <span className="soft">({`${share > 0 ? '+' : ''}${percent(share)}`})</span>
        </p>
      )}
      {base.bonus !== now.bonus && (
        <p className="change-line">
          <span className="soft">{t('products.bonus')}</span>
          <del>{percent(Number(base.bonus))}</del>
          <span aria-hidden="true">→</span> {percent(Number(now.bonus))}
        </p>
      )}
      <p>
        {[
          ...(before !== after && books.length > 0
            ? [t('products.booksStay', { books: joinWords(books.map(({ book_id: id }) => id)) })]
            : []),
          since,
        ].join(' · ')}
      </p>
      <p className="approval-line approval-needs">
        <Icon name="shield" className="size-4" />
        <span>{t('products.decides')}</span>
      </p>
      <FormError text={failure} />
      <ReasonField of={fields} />
      <div className="actions">
        <Button type="submit" kind="primary" busy={busy}>
          {t('approvals.rules.ask')}
        </Button>
        <Button kind="quiet" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
