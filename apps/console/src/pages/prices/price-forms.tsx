import { CallError } from '@hc/contract/client'
import type { DeskResult } from '@hc/contract/desk/calls'
import type { DeskBook, DeskPrice } from '@hc/contract/desk/prices'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { stepOf } from '@hc/domain/money/currency-digits'
import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { ActionDialog, ActionForm, type DialogProps } from '../../kit/action-dialog.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { useCall } from '../../kit/use-call.ts'
import { type Fields, useFields } from '../../kit/use-fields.ts'
import { atOnce, comesTwice, localTime, WhenField } from '../../kit/when-field.tsx'
import { queries } from '../../lib/queries.ts'
import { decimalOf } from '../../kit/amount.ts'
import { byFactor, minorOf, priceText, typedMinor } from './amounts.ts'

export type Item = DeskResult<'book/prices'>['items'][number]
export const runningOf = ({ prices }: Item): DeskPrice | undefined => prices.find(({ state }) => state === 'now')

/** A factor between two currencies has at most so many decimals. */
const FACTOR_DIGITS = 8

/** Start and end as local times, and whether the server found one of them ambiguous. */
const times = { starts: atOnce, ends: atOnce, twice: false }
type Times = Fields<typeof times>
const timesOf = ({ values: { starts, ends } }: Times) => ({ starts: localTime(starts), ends: localTime(ends) })

const meets = (fields: Times) => (error: unknown) => {
  if (comesTwice(error)) fields.set({ twice: true })
  // The other person's price is loaded before the next try.
  if (error instanceof CallError && error.msg === 'VersionConflict') void queries.invalidateQueries()
  return false
}

function TimeFields({ fields }: { fields: Times }) {
  const t = useTranslations('desk')
  const { starts, ends, twice } = fields.values
  const common = { twice, errors: fields.errors }
  return (
    <>
      <WhenField
        {...common}
        label={t('prices.starts')}
        name="starts"
        value={starts}
        set={(to) => fields.set({ starts: to })}
      />
      <WhenField
        {...common}
        label={t('prices.ends')}
        hint={t('prices.endsHint')}
        name="ends"
        value={ends}
        set={(to) => fields.set({ ends: to })}
      />
    </>
  )
}

/** The form of a price of an item, now or from a moment on. */
function useNewPrice({ book_id, currency }: DeskBook, item: Item): DialogProps<'price/save'> {
  const t = useTranslations('desk')
  const fields = useFields('price/save', { ...times, amount: '' })
  const { amount } = fields.values
  const running = runningOf(item)
  const title = t('prices.newOf', { item: item.name })
  const text = t('prices.step', { step: priceText(stepOf(currency), currency) })
  return {
    name: 'price/save',
    label: t('prices.new'),
    about: `${t('prices.new')}: ${item.name}`,
    title,
    confirm: t('approvals.rules.ask'),
    done: t('prices.saved'),
    check: () => ({ amount: Number.isNaN(minorOf(amount, currency)) ? text : undefined }),
    meets: meets(fields),
    body: (reason) => ({
      book_id,
      lines: [{ cp_goods_id: item.cp_goods_id, amount_minor: minorOf(amount, currency), seen: item.seen }],
      ...timesOf(fields),
      reason,
    }),
    form: fields,
    fields: (
      <>
        <TextField
          label={t('prices.amount', { currency })}
          hint={running && t('prices.nowAt', { price: priceText(running.amount_minor, currency) })}
          inputMode="decimal"
          {...fields('amount')}
        />
        <TimeFields fields={fields} />
      </>
    ),
    children: <p>{t('prices.newText')}</p>,
  }
}

/** A price of an item, now or from a moment on. */
export function NewPrice({ book, item }: { book: DeskBook; item: Item }) {
  return <ActionDialog {...useNewPrice(book, item)} />
}

/** The same form in a dialog that is open already. */
export function NewPriceForm({ book, item, close }: { book: DeskBook; item: Item; close: () => void }) {
  return <ActionForm {...useNewPrice(book, item)} close={close} />
}

/** Ends a price, now or at a moment. */
export function EndPrice({ price, currency, item }: { price: DeskPrice; currency: string; item: Item }) {
  const t = useTranslations('desk')
  const fields = useFields('price/end', { ends: atOnce, twice: false })
  const { ends, twice } = fields.values
  const title = t('prices.endOf', { item: item.name, price: priceText(price.amount_minor, currency) })
  return (
    <ActionDialog
      name="price/end"
      label={t('prices.end')}
      about={`${t('prices.end')}: ${item.name} ${priceText(price.amount_minor, currency)}`}
      title={title}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      meets={(error) => {
        if (comesTwice(error)) fields.set({ twice: true })
        return false
      }}
      body={(reason) => ({ price_id: price.price_id, ends: localTime(ends), reason })}
      form={fields}
      fields={
        <WhenField
          label={t('prices.ends')}
          name="ends"
          value={ends}
          set={(to) => fields.set({ ends: to })}
          twice={twice}
          errors={fields.errors}
        />
      }
    >
      <p>{t('prices.endText')}</p>
    </ActionDialog>
  )
}

type Source = { currency: string; amounts: ReadonlyMap<string, number> }
/** The current prices in another book; '' gives the base prices. */
function useSource(book: string): Source | null {
  const base = useCall('product/list', {})
  const other = useCall('book/prices', book === '' ? null : { book_id: book })
  if (book === '')
    return base.result
      ? { currency: BASE_CURRENCY, amounts: new Map(base.result.map(({ id, price_cents }) => [id, price_cents])) }
      : null
  if (!other.result || other.loading) return null
  return {
    currency: other.result.book.currency,
    amounts: new Map(
      other.result.items.flatMap((item): [string, number][] => {
        const running = runningOf(item)
        return running ? [[item.cp_goods_id, running.amount_minor]] : []
      }),
    ),
  }
}

/** The amounts that the person typed, by item. */
const noAmounts: Readonly<Record<string, string>> = {}

/** Proposes prices from another book by a factor; the person checks them line by line. */
export function CopyPrices({
  book: { book_id, currency },
  items,
  books,
}: {
  book: DeskBook
  items: readonly Item[]
  books: readonly string[]
}) {
  const t = useTranslations('desk')
  const fields = useFields('price/save', { ...times, from: '', factor: '', own: noAmounts })
  const { from, factor, own } = fields.values
  const source = useSource(from)
  const by = decimalOf(factor, FACTOR_DIGITS) / 10 ** FACTOR_DIGITS
  const good = factor.trim() !== '' && by > 0 && Number.isFinite(by)
  const lines = items.flatMap((item, n) => {
    const amount = source?.amounts.get(item.cp_goods_id)
    if (!source || amount === undefined || !good) return []
    const text = own[item.cp_goods_id] ?? typedMinor(byFactor(amount, source.currency, currency, by), currency)
    return [{ item, text, name: `line${n}`, was: priceText(amount, source.currency) }]
  })
  const stepText = t('prices.step', { step: priceText(stepOf(currency), currency) })
  const filled = lines.filter(({ text }) => text.trim() !== '')
  const check = (): Record<string, string | undefined> => ({
    factor: good && filled.length > 0 ? undefined : t('prices.factorHint'),
    ...Object.fromEntries(
      filled.map(({ name, text }) => [name, Number.isNaN(minorOf(text, currency)) ? stepText : undefined]),
    ),
  })
  return (
    <ActionDialog
      name="price/save"
      label={t('prices.copy')}
      title={t('prices.copy')}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      check={check}
      meets={meets(fields)}
      body={(reason) => ({
        book_id,
        lines: filled.map(({ item, text }) => ({
          cp_goods_id: item.cp_goods_id,
          amount_minor: minorOf(text, currency),
          seen: item.seen,
        })),
        ...timesOf(fields),
        reason,
      })}
      form={fields}
      fields={
        <>
          <ChoiceField
            label={t('prices.copyFrom')}
            {...fields.choice('from')}
            onChange={({ target }) => fields.set({ from: target.value, own: {} })}
            options={[['', t('prices.base')], ...books.map((id) => [id, id] as const)]}
          />
          <TextField
            label={t('prices.factor', { from: source?.currency ?? '', to: currency })}
            hint={t('prices.factorHint')}
            inputMode="decimal"
            {...fields('factor')}
            onChange={({ target }) => fields.set({ factor: target.value, own: {} })}
          />
          {lines.map(({ item, name, text, was }) => (
            <TextField
              key={item.cp_goods_id}
              label={item.name}
              hint={t('prices.copied', { price: was })}
              name={name}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              error={fields.errors[name]}
              onChange={(event) => fields.set({ own: { ...own, [item.cp_goods_id]: event.target.value } })}
            />
          ))}
          <TimeFields fields={fields} />
        </>
      }
    >
      <p>{t('prices.copyText')}</p>
    </ActionDialog>
  )
}
