import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { factName, factText, saidText } from '../../kit/codes.ts'
import { Facts, When } from '../../kit/facts.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { numberOf } from '../../kit/no-such.ts'
import { OrderLink } from '../../kit/order-link.tsx'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { may } from '../../kit/permission.ts'
import { useCall } from '../../kit/use-call.ts'
import { CorrectBooks } from './correct.tsx'
import { accountName, amountOf, isPoints, unitName } from './words.ts'

const JournalLink = ({ no }: { no: number }) => (
  <Link className="link" href={`/finance/journals/${no}`}>
    {no}{' '}
  </Link>
)

/** One journal: its entries and its cause. */
export default function JournalPage({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const journal_id = numberOf(params.no)
  const journalCall = useCall('ledger/journal', { journal_id }, { ofPage: true })
  const { result } = journalCall
  return (
    <Page
      title={t('ledger.journal', { no: String(journal_id) })}
      actions={
        result && may(me, 'ledger.correct') ? <CorrectBooks key={result.journal_id} journal={result} /> : undefined
      }
    >
      {journalCall.error !== null && <Failed error={journalCall.error} again={journalCall.reload} />}
      {!result && journalCall.error === null && <output className="state">{t('loading')}</output>}
      {result && (
        <>
          <Facts
            facts={[
              [t('ledger.when'), <When key="at" at={result.at} />],
              [t('ledger.reason'), saidText(t, result.reason)],
              [t('ledger.source'), result.source.replace(/^:/, '')],
              result.order_no ? [t('ledger.order'), <OrderLink key="order" whole no={result.order_no} />] : null,
              result.uid
                ? [
                    t('ledger.player'),
                    <Link key="player" className="link" href={`/players/${result.uid}`}>
                      {result.uid}
                    </Link>,
                  ]
                : null,
              result.corrects === null ? null : [t('ledger.correct.of'), <JournalLink key="of" no={result.corrects} />],
              result.corrected_by.length === 0
                ? null
                : [t('ledger.correct.by'), result.corrected_by.map((no) => <JournalLink key={no} no={no} />)],
            ]}
          />
          <table className="list">
            <caption>{t('ledger.entries')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('ledger.account')}</th>
                <th scope="col" className="num">
                  {t('ledger.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {result.entries.map(({ account, unit, amount }) => (
                <tr key={`${account} ${unit} ${amount}`}>
                  <th scope="row">{accountName(t, account)}</th>
                  <td data-label={t('ledger.amount')} className="num">
                    {amountOf(amount, unit)} {isPoints(unit) ? unitName(t, unit) : ''}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {Object.keys(result.cause).length > 0 && (
            <section aria-label={t('ledger.cause')}>
              <h2>{t('ledger.cause')}</h2>
              <Facts
                facts={Object.entries(result.cause).map(
                  ([name, value]) =>
                    [
                      factName(t, name),
                      // Sums of a journal's cause are in its currency.
                      factText(t, name, name.endsWith('_cents') && value !== null ? [value, result.unit] : value),
                    ] as const,
                )}
              />
            </section>
          )}
        </>
      )}
    </Page>
  )
}
