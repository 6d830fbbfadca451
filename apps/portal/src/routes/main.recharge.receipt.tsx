import type { OrderRecord, ShopDocument } from '@hc/contract/calls'
import { CallError } from '@hc/contract/client'
import { errorText } from '@hc/i18n/error-text'
import { Button, buttonClass } from '@hc/ui/button'
import { DefinitionRow } from '@hc/ui/definition-row'
import { StatePanel } from '@hc/ui/notice'
import { Skeleton } from '@hc/ui/skeleton'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { usePaidText } from '../features/orders/status-text.ts'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/locale.ts'
import { savePdf } from '../lib/save-pdf.ts'
import { useSession } from '../lib/session.ts'
import { toastError } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import type { PageProps } from '../router/route.ts'
import { useApp } from '../shell/app-context.ts'

/** The pause between polls for a receipt that is being written, in ms. */
const LOOK_AGAIN_MS = 2_000

/** The seller: name, address, country and tax numbers. */
function Seller({ seller }: Pick<ShopDocument, 'seller'>) {
  const t = useTranslations('receipt')
  const countries = new Intl.DisplayNames(useLocale(), { type: 'region' })
  const lines = [
    ...seller.address.split('\n'),
    countries.of(seller.country) ?? seller.country,
    ...seller.tax_ids.map((taxId) => t('taxId', taxId)),
  ]
  return (
    <address className="text-soft not-italic">
      <strong className="block text-ink">{seller.name}</strong>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}

/** The buyer of a document: the account's number, and the address if there is one. */
const buyerParts = (buyer: string): string[] => buyer.split(' · ')

/** The game and the way to pay. */
function GameAndMethod({ record }: { record: OrderRecord }) {
  const t = useTranslations('order')
  return (
    <>
      <DefinitionRow look="profile" label={t('field.game')}>
        {record.game_name}
      </DefinitionRow>
      <DefinitionRow look="profile" label={t('field.method')}>
        {record.method_name}
      </DefinitionRow>
    </>
  )
}

function BonusLine({ record }: { record: OrderRecord }) {
  const t = useTranslations('receipt')
  const format = useFormat()
  if (record.bonus_units <= 0) return null
  return <li className="font-normal">{t('bonus', { extra: format.number(record.bonus_units) })}</li>
}

/** What a paid order has in place of a receipt where no tax document is due. */
function Confirmation({ record }: { record: OrderRecord }) {
  const t = useTranslations('receipt')
  const to = useTranslations('order')
  const format = useFormat()
  const { seller } = useApp().init.brand
  const paid = usePaidText(record)
  return (
    <section className="card receipt mb-5 p-5 md:p-8" aria-label={`${t('confirmation')} ${record.sdk_order_id}`}>
      <address className="text-soft not-italic">
        <strong className="block text-ink">{seller.name}</strong>
        {seller.address.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      <dl className="mt-5">
        <DefinitionRow look="profile" label={t('order')}>
          {record.sdk_order_id}
        </DefinitionRow>
        <DefinitionRow look="profile" label={t('paid')}>
          {format.dateTime(record.pay_ts)}
        </DefinitionRow>
        <DefinitionRow look="profile" label={t('buyer')}>
          {t('account', { uid: record.uid })}
        </DefinitionRow>
        {record.role_name && record.order_type === 'item' && (
          <DefinitionRow look="profile" label={to('field.role')}>
            {to('records.for', { role: record.role_name, server: record.server_name })}
          </DefinitionRow>
        )}
        <GameAndMethod record={record} />
      </dl>
      <ul className="mt-5 font-semibold">
        <li>{record.name}</li>
        <BonusLine record={record} />
      </ul>
      <dl className="mt-3">
        <DefinitionRow look="total" label={t('total')}>
          {paid.amount}
        </DefinitionRow>
        {record.refunded > 0 && (
          <DefinitionRow look="sum" label={to('field.refunded')}>
            {format.money(record.refunded, record.currency)}
          </DefinitionRow>
        )}
      </dl>
      <p className="mt-5 text-sm text-soft">{t('notTax')}</p>
    </section>
  )
}

/** A receipt or a credit note, as issued. */
function Sheet({ it, order, record }: { it: ShopDocument; order: string; record: OrderRecord | undefined }) {
  const t = useTranslations('receipt')
  const format = useFormat()
  const back = it.kind === 'credit_note'
  const name = t(back ? 'creditNote' : 'title')
  return (
    <section className="card receipt mb-5 p-5 md:p-8" aria-label={`${name} ${it.number}`}>
      {back && <h2 className="heading-3 mb-4">{name}</h2>}
      <Seller seller={it.seller} />
      <dl className="mt-5">
        <DefinitionRow look="profile" label={t('number')}>
          {it.number}
        </DefinitionRow>
        {back && (
          <DefinitionRow look="profile" label={t('of')}>
            {it.of}
          </DefinitionRow>
        )}
        <DefinitionRow look="profile" label={t('issued')}>
          {format.day(it.issue_ts)}
        </DefinitionRow>
        <DefinitionRow look="profile" label={t(back ? 'refunded' : 'paid')}>
          {format.day(it.sale_ts)}
        </DefinitionRow>
        <DefinitionRow look="profile" label={t('order')}>
          {order}
        </DefinitionRow>
        {it.buyer && (
          <DefinitionRow look="profile" label={t('buyer')}>
            {buyerParts(it.buyer).map((part, index) => (
              <span key={part} className="block">
                {index === 0 ? t('account', { uid: part }) : part}
              </span>
            ))}
          </DefinitionRow>
        )}
        {record && <GameAndMethod record={record} />}
      </dl>
      <ul className="mt-5 font-semibold">
        {it.lines.map((line) => (
          <li key={line.name}>{t('line', { name: line.name, quantity: format.number(line.quantity) })}</li>
        ))}
        {!back && record && <BonusLine record={record} />}
      </ul>
      <dl className="mt-3">
        <DefinitionRow look="sum" label={t('net')}>
          {format.money(it.net, it.currency)}
        </DefinitionRow>
        {it.tax_name && (
          <DefinitionRow look="sum" label={t('tax', { name: it.tax_name, rate: format.rate(it.rate_ppm) })}>
            {format.money(it.tax, it.currency)}
          </DefinitionRow>
        )}
        <DefinitionRow look="total" label={t('total')}>
          {format.money(it.gross, it.currency)}
        </DefinitionRow>
      </dl>
      <DownloadPdf order={order} number={it.number} />
    </section>
  )
}

/** The document as a file. The server prints it on demand, which takes a moment. */
function DownloadPdf({ order, number }: { order: string; number: string }) {
  const t = useTranslations('receipt')
  const [busy, setBusy] = useState(false)
  const download = async (): Promise<void> => {
    setBusy(true)
    try {
      savePdf(await api.call('order/receiptPdf', { sdk_order_id: order, number }))
    } catch (error) {
      toastError(error, 'receipt')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="quiet" size="small" className="mt-5 print:hidden" busy={busy} onClick={() => void download()}>
      {t('pdf')}
    </Button>
  )
}

function Body({ id }: { id: string }) {
  const t = useTranslations('receipt')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const { status } = useSession()
  const { result, error, reload } = useCall('order/receipt', status === 'player' ? { sdk_order_id: id } : null, {
    keep: true,
  })
  const isWaiting = (result?.waiting ?? 0) > 0
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => void reload(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting, reload])

  const records = useCall('order/record', status === 'player' ? { page: 1, size: 1, sdk_order_id: id } : null)
  const [record] = records.result ?? []
  const confirmed = record !== undefined && record.pay_ts > 0

  const missing = error instanceof CallError && error.msg === 'OrderNotFound'
  const empty = result !== null && !isWaiting && result.documents.length === 0
  const looking = empty && !records.result && records.error === null
  if (missing || (empty && !looking && !confirmed))
    return (
      <StatePanel art="notfound" title={t('none')}>
        <Link href={paths.records} className={buttonClass('quiet')}>
          {tc('title.accountRecharge')}
        </Link>
      </StatePanel>
    )
  if (!result && error)
    return (
      <StatePanel art="error" title={errorText(te, error, 'receipt')}>
        <Button onClick={() => void reload()}>{tc('action.retry')}</Button>
      </StatePanel>
    )
  if (!result || looking)
    return (
      <div aria-busy="true">
        <Skeleton className="h-[34rem] rounded-xl" />
      </div>
    )
  const named = t(empty ? 'confirmation' : 'title')
  return (
    <>
      <h1 className="heading-2 mb-6">{named}</h1>
      <output>{isWaiting ? <p className="mb-5 text-soft">{t('waiting')}</p> : null}</output>
      {result.documents.map((document) => (
        <Sheet key={document.number} it={document} order={id} record={record} />
      ))}
      {empty && record && <Confirmation record={record} />}
      <div className="flex flex-wrap gap-3 max-md:[&>*]:w-full print:hidden">
        {!isWaiting && (
          <Button kind="quiet" size="small" onClick={() => print()}>
            {t('print')}
          </Button>
        )}
        <Link href={paths.order(id)} className={buttonClass('quiet', 'small')}>
          {t('back')}
        </Link>
      </div>
    </>
  )
}

export default function ReceiptPage({ params }: PageProps) {
  const id = params.id ?? ''
  return (
    <div className="paper">
      <div className="page py-8 md:py-10">
        <div className="reading">
          <Body key={id} id={id} />
        </div>
      </div>
    </div>
  )
}
