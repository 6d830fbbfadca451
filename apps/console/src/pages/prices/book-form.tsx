import type { DeskBook } from '@hc/contract/desk/prices'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { stepOf } from '@hc/domain/money/currency-digits'
import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { ChoiceField, YesField } from '../../kit/choice-field.tsx'
import { CountriesField } from '../../kit/countries-field.tsx'
import { dayText } from '../../kit/date-time.ts'
import { percent } from '../../kit/facts.tsx'
import { useFields } from '../../kit/use-fields.ts'
import { minorOf, priceText, typedMinor } from './amounts.ts'

/** A book whose items cost at most this percentage of their base price is worth protecting. */
const CHEAP_PERCENT = 80

type Sellers = readonly { entity_id: string; name: string }[]
/** `points_minor`: the amount as it is typed. */
const draftOf = (book: DeskBook | null, currency: string) => ({
  book_id: book?.book_id ?? '',
  currency: book?.currency ?? currency,
  entity_id: book?.entity_id ?? '',
  tax: book?.tax ?? ('inclusive' as const),
  protected: book?.protected ?? false,
  countries: book?.countries ?? [],
  points_minor: typedMinor(book?.points_minor ?? null, book?.currency ?? currency),
})

/** Makes a book, or changes one as a whole. The change is a request, which a second person decides. */
export function BookForm({
  book,
  currencies,
  sellers,
}: {
  book: DeskBook | null
  currencies: readonly string[]
  sellers: Sellers
}) {
  const t = useTranslations('desk')
  const fields = useFields('book/save', draftOf(book, currencies[0] ?? BASE_CURRENCY))
  const { values } = fields
  const { currency } = values
  const title = book ? t('prices.changeOf', { book: book.book_id }) : t('prices.add')
  const worth = values.protected ? null : (book?.worth ?? null)
  const cheap =
    worth && worth.percent <= CHEAP_PERCENT
      ? [t('prices.cheap', { percent: percent(100 - worth.percent), day: worth.day === '' ? '–' : dayText(worth.day) })]
      : []
  const points = values.points_minor.trim() === '' ? null : minorOf(values.points_minor, currency)
  return (
    <ActionDialog
      name="book/save"
      kind={book ? 'quiet' : 'primary'}
      label={book ? t('prices.change') : t('prices.add')}
      about={book ? `${t('prices.change')}: ${book.book_id}` : title}
      title={title}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      form={fields}
      check={() => ({
        book_id: /^[a-z0-9_-]{1,32}$/.test(values.book_id) ? undefined : t('prices.idHint'),
        points_minor: Number.isNaN(points)
          ? t('prices.step', { step: priceText(stepOf(currency), currency) })
          : undefined,
      })}
      body={(reason) => ({
        ...values,
        version: book?.version ?? 0,
        entity_id: values.entity_id === '' ? null : values.entity_id,
        countries: [...values.countries],
        points_minor: points,
        reason,
      })}
      fields={
        <>
          {!book && <TextField label={t('prices.id')} hint={t('prices.idHint')} {...fields('book_id')} />}
          <ChoiceField
            label={t('prices.currency')}
            {...fields.choice('currency')}
            options={[...new Set([currency, ...currencies])].map((code) => [code, code])}
          />
          <CountriesField
            label={t('prices.countries')}
            hint={t('prices.countriesHint')}
            value={values.countries}
            set={(codes) => fields.set({ countries: [...codes] })}
            error={fields.errors.countries}
          />
          <ChoiceField
            label={t('prices.seller')}
            hint={t('prices.sellerHint')}
            {...fields.choice('entity_id')}
            options={[['', t('prices.noSeller')], ...sellers.map(({ entity_id, name }) => [entity_id, name] as const)]}
          />
          <ChoiceField
            label={t('prices.tax')}
            {...fields.choice('tax')}
            options={[
              ['inclusive', t('prices.inclusive')],
              ['none', t('prices.taxNone')],
            ]}
          />
          <YesField
            label={t('prices.protected')}
            hint={[t('prices.protectedHint'), ...cheap].join(' ')}
            {...fields.choice('protected')}
          />
          <TextField
            label={t('prices.points', { currency })}
            hint={t('prices.pointsHint')}
            inputMode="decimal"
            {...fields('points_minor')}
          />
        </>
      }
    >
      <p>{t('prices.bookText')}</p>
    </ActionDialog>
  )
}
