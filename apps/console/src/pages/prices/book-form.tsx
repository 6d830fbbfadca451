import type { DeskBook } from '@hc/contract/desk/prices'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { stepOf } from '@hc/domain/money/currency-digits'
import { SelectField, TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { dayText } from '../../kit/date-time.ts'
import { percent } from '../../kit/facts.tsx'
import { CountriesField } from './countries-field.tsx'
import { codesOf, minorOf, priceText, typedMinor } from './amounts.ts'

/** A book whose items cost at most this percentage of their base price is worth protecting. */
const CHEAP_PERCENT = 80

type Sellers = readonly { entity_id: string; name: string }[]
const draftOf = (book: DeskBook | null, currency: string) => ({
  book_id: book?.book_id ?? '',
  currency: book?.currency ?? currency,
  entity_id: book?.entity_id ?? '',
  tax: book?.tax ?? ('inclusive' as const),
  guarded: book?.protected ?? false,
  countries: book?.countries.join(' ') ?? '',
  points: typedMinor(book?.points_minor ?? null, book?.currency ?? currency),
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
  const [draft, setDraft] = useState(() => draftOf(book, currencies[0] ?? BASE_CURRENCY))
  const { currency } = draft
  const title = book ? t('prices.changeOf', { book: book.book_id }) : t('prices.add')
  const worth = draft.guarded ? null : (book?.worth ?? null)
  const cheap =
    worth && worth.percent <= CHEAP_PERCENT
      ? [t('prices.cheap', { percent: percent(100 - worth.percent), day: worth.day === '' ? '–' : dayText(worth.day) })]
      : []
  const points = draft.points.trim() === '' ? null : minorOf(draft.points, currency)
  const set = (change: Partial<typeof draft>): void => setDraft({ ...draft, ...change })
  const check = (): Record<string, string | undefined> => ({
    book_id: /^[a-z0-9_-]{1,32}$/.test(draft.book_id) ? undefined : t('prices.idHint'),
    points_minor: Number.isNaN(points) ? t('prices.step', { step: priceText(stepOf(currency), currency) }) : undefined,
  })
  return (
    <ActionDialog
      name="book/save"
      kind={book ? 'quiet' : 'primary'}
      label={book ? t('prices.change') : t('prices.add')}
      about={book ? `${t('prices.change')}: ${book.book_id}` : title}
      title={title}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      fieldNames={['book_id', 'countries', 'points_minor']}
      check={check}
      body={(reason) => ({
        book_id: draft.book_id,
        version: book?.version ?? 0,
        currency,
        entity_id: draft.entity_id === '' ? null : draft.entity_id,
        tax: draft.tax,
        protected: draft.guarded,
        countries: codesOf(draft.countries),
        points_minor: points,
        reason,
      })}
      fields={(errors) => (
        <>
          {!book && (
            <TextField
              label={t('prices.id')}
              hint={t('prices.idHint')}
              name="book_id"
              autoComplete="off"
              value={draft.book_id}
              error={errors.book_id}
              onChange={(event) => set({ book_id: event.target.value })}
            />
          )}
          <SelectField
            label={t('prices.currency')}
            name="currency"
            value={currency}
            onChange={(event) => set({ currency: event.target.value })}
          >
            {[...new Set([currency, ...currencies])].map((code) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
          <CountriesField
            value={codesOf(draft.countries)}
            set={(codes) => set({ countries: codes.join(' ') })}
            error={errors.countries}
          />
          <SelectField
            label={t('prices.seller')}
            hint={t('prices.sellerHint')}
            name="entity_id"
            value={draft.entity_id}
            onChange={(event) => set({ entity_id: event.target.value })}
          >
            <option value="">{t('prices.noSeller')}</option>
            {sellers.map(({ entity_id, name }) => (
              <option key={entity_id} value={entity_id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('prices.tax')}
            name="tax"
            value={draft.tax}
            onChange={(event) => set({ tax: event.target.value === 'none' ? 'none' : 'inclusive' })}
          >
            <option value="inclusive">{t('prices.inclusive')}</option>
            <option value="none">{t('prices.taxNone')}</option>
          </SelectField>
          <SelectField
            label={t('prices.protected')}
            hint={[t('prices.protectedHint'), ...cheap].join(' ')}
            name="protected"
            value={draft.guarded ? 'yes' : 'no'}
            onChange={(event) => set({ guarded: event.target.value === 'yes' })}
          >
            <option value="no">{t('codes.said.no')}</option>
            <option value="yes">{t('codes.said.yes')}</option>
          </SelectField>
          <TextField
            label={t('prices.points', { currency })}
            hint={t('prices.pointsHint')}
            name="points_minor"
            inputMode="decimal"
            autoComplete="off"
            value={draft.points}
            error={errors.points_minor}
            onChange={(event) => set({ points: event.target.value })}
          />
        </>
      )}
    >
      <p>{t('prices.bookText')}</p>
    </ActionDialog>
  )
}
