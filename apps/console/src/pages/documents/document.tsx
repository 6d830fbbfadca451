import type { DeskResult } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { digitsOf } from '@hc/domain/money/currency-digits'
import { formatFor } from '@hc/i18n/format'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { count, Facts, money } from '../../kit/facts.tsx'
import { may } from '../../kit/permission.ts'
import { wordOf } from '../../kit/no-such.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { useCall } from '../../kit/use-call.ts'
import { localeNow } from '../../lib/language.ts'
import type { PageProps } from '../../kit/menu.ts'
import { rateText } from './documents.tsx'

type Sheet = DeskResult<'document/read'>['document']
const day = (seconds: number): string => formatFor(localeNow()).day(seconds)

/** The seller: name, address, country and tax numbers. */
function Seller({ seller }: Pick<Sheet, 'seller'>) {
  const countries = new Intl.DisplayNames(localeNow(), { type: 'region' })
  const lines = [
    ...seller.address.split('\n'),
    countries.of(seller.country) ?? seller.country,
    ...seller.tax_ids.map(({ name, number }) => `${name} ${number}`),
  ]
  return (
    <address className="sheet-seller">
      <strong>{seller.name}</strong>
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  )
}

/** The document as its buyer reads it, without the buyer's name. */
function SheetOf({ it, order, buyer }: { it: Sheet; order: string; buyer: string }) {
  const t = useTranslations('desk')
  const back = it.kind === 'credit_note'
  const name = t(back ? 'documents.sheet.creditNote' : 'documents.sheet.title')
  const amount = (major: number): string => money(Math.round(major * 10 ** digitsOf(it.currency)), it.currency)
  return (
    <section className="card part sheet" aria-label={`${name} ${it.number}`}>
      <h2>{name}</h2>
      <Seller seller={it.seller} />
      <Facts
        facts={[
          [t('documents.sheet.number'), it.number],
          back ? [t('documents.sheet.of'), it.of] : null,
          [t('documents.sheet.issued'), day(it.issue_ts)],
          [t(back ? 'documents.sheet.refunded' : 'documents.sheet.paid'), day(it.sale_ts)],
          [t('documents.sheet.order'), order],
          [t('documents.sheet.buyer'), buyer],
        ]}
      />
      <ul>
        {it.lines.map((line) => (
          <li key={line.name}>{t('documents.sheet.line', { name: line.name, quantity: count(line.quantity) })}</li>
        ))}
      </ul>
      <Facts
        facts={[
          [t('documents.sheet.net'), amount(it.net)],
          it.tax_name === ''
            ? null
            : [t('documents.sheet.tax', { name: it.tax_name, rate: rateText(it.rate_ppm) }), amount(it.tax)],
          [t('documents.sheet.total'), <b key="total">{amount(it.gross)}</b>],
        ]}
      />
    </section>
  )
}

/** One document. A browser prints it, or saves it as a PDF (decision 381). */
export default function DocumentPage({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const number = wordOf(params.number)
  const [buyer, setBuyer] = useState<string | null>(null)
  const { result, error, reload } = useCall('document/read', { number }, { ofPage: true })
  return (
    <Page
      title={number}
      actions={
        result && (
          <>
            <Button kind="quiet" size="small" onClick={() => print()}>
              {t('documents.sheet.print')}
            </Button>
            {buyer === null && may(me, 'player.reveal') && (
              <ActionDialog
                name="document/reveal"
                label={t('documents.reveal')}
                title={t('documents.reveal')}
                confirm={t('documents.reveal')}
                body={(reason) => ({ number, reason })}
                done={(revealed) => {
                  setBuyer(revealed.buyer || t('documents.gone'))
                  return ''
                }}
              >
                <p>{t('documents.revealText')}</p>
              </ActionDialog>
            )}
          </>
        )
      }
    >
      {error !== null && <Failed error={error} again={reload} />}
      {!result && error === null && <output className="state">{t('loading')}</output>}
      {result && (
        <>
          <Notice tone={result.holds ? 'good' : 'bad'}>
            {t(result.holds ? 'documents.oneHolds' : 'documents.oneBroken')}
          </Notice>
          <SheetOf it={result.document} order={result.order_no} buyer={buyer ?? t('documents.hidden')} />
          <p>
            <Link className="link" href={`/orders/${result.order_no}`}>
              {result.order_no}
            </Link>
          </p>
        </>
      )}
    </Page>
  )
}
