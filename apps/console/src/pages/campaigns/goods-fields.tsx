import type { DeskProduct } from '@hc/contract/desk/products'
import { Icon } from '@hc/ui/icon'
import { iconSearch } from '../../kit/menu-icons.ts'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { money } from '../../kit/facts.tsx'
import { ItemPicture } from '../../kit/picture.tsx'
import { Pop } from '../../kit/pop.tsx'
import { lines } from './campaign-draft.ts'
import { nameOf, type Products } from './known-products.ts'

/** A row of goods in a form: an item and how many, as typed. */
export type Goods = { id: string; quantity: string }
/** The rows of a list of items; a draft keeps one line for each. */
export const goodsOf = (text: string): Goods[] =>
  lines(text).map((line) => {
    const [id = '', quantity = ''] = line.split(' ')
    return { id, quantity }
  })
export const textOfGoods = (rows: readonly Goods[]): string =>
  rows.map(({ id, quantity }) => `${id} ${quantity.trim() || '?'}`).join('\n')

/** A tier as typed: a sum in dollars, percent, and a gift or ''. */
export type TierRow = { sum: string; rate: string; gift: string; quantity: string }
export const tiersOf = (text: string): TierRow[] =>
  lines(text).map((line) => {
    const [sum = '', rate = '', gift = '', quantity = '1'] = line.split(' ')
    return { sum: cellText(sum), rate: cellText(rate), gift, quantity: cellText(quantity) }
  })
/** An empty cell keeps its place in the line. */
const cellText = (cell: string): string => (cell === '?' ? '' : cell)
const cell = (value: string): string => value.trim().replaceAll(/\s+/g, '') || '?'
export const textOfTiers = (rows: readonly TierRow[]): string =>
  rows
    .map(({ sum, rate, gift, quantity }) =>
      [cell(sum), cell(rate), ...(gift === '' ? [] : [gift, cell(quantity)])].join(' '),
    )
    .join('\n')

/** A menu of the shop's items with their pictures and a search box. */
export function ItemMenu({
  products,
  label,
  about,
  pick,
  none,
}: {
  products: readonly DeskProduct[]
  label: React.ReactNode
  about?: string
  pick: (id: string) => void
  /** The choice of no item, if there is one. */
  none?: string
}) {
  const t = useTranslations('desk')
  return (
    <Pop label={label} {...(about === undefined ? {} : { about })}>
      {(close) => (
        <ItemChoice
          products={products}
          none={none}
          search={t('campaigns.form.searchItems')}
          pick={(id) => {
            pick(id)
            close()
          }}
        />
      )}
    </Pop>
  )
}

function ItemChoice({
  products,
  search,
  pick,
  none,
}: {
  products: readonly DeskProduct[]
  search: string
  pick: (id: string) => void
  none: string | undefined
}) {
  const [text, setText] = useState('')
  const fits = products.filter(
    ({ id, texts }) =>
      id.includes(text.trim()) ||
      Object.values(texts).some(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase())),
  )
  return (
    <div className="drop-list item-menu">
      <div className="search-box">
        <Icon name={iconSearch} className="size-4" />
        <input
          className="input"
          type="search"
          aria-label={search}
          placeholder={search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {none !== undefined && (
        <button type="button" className="drop-item" onClick={() => pick('')}>
          {none}
        </button>
      )}
      {fits.map((product) => (
        <button key={product.id} type="button" className="drop-item" onClick={() => pick(product.id)}>
          <span className="pictured">
            <ItemPicture icon={product.icon} />
            <span>{product.texts['en-US']?.name ?? product.id}</span>
          </span>
          <span className="soft">{money(product.price_cents)}</span>
        </button>
      ))}
    </div>
  )
}

type Props = { products: readonly DeskProduct[]; known: Products; text: string; set: (text: string) => void }

/** The items of a gift: each with its picture and how many. */
export function ItemsField({ products, known, text, set, error }: Props & { error: string | undefined }) {
  const t = useTranslations('desk')
  const rows = goodsOf(text)
  const change = (next: readonly Goods[]): void => set(textOfGoods(next))
  const id = useId()
  return (
    <fieldset className="field" name="items" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label">{t('campaigns.items')}</legend>
      {rows.map(({ id: goods, quantity }, at) => (
        <div key={goods} className="goods-row">
          <ItemPicture icon={known.get(goods)?.icon ?? ''} />
          <span className="goods-name">{nameOf(known, goods)}</span>
          <input
            className="input goods-number"
            name={at === 0 ? 'items' : `items${at}`}
            inputMode="numeric"
            autoComplete="off"
            aria-label={t('campaigns.form.quantityOf', { name: nameOf(known, goods) })}
            aria-invalid={error !== undefined && !/^[1-9]\d{0,5}$/.test(quantity) ? true : undefined}
            value={cellText(quantity)}
            onChange={(event) =>
              change(rows.with(at, { id: goods, quantity: event.target.value.replaceAll(/\D/g, '') }))
            }
          />
          <RemoveRow name={nameOf(known, goods)} remove={() => change(rows.toSpliced(at, 1))} />
        </div>
      ))}
      {error && <RowError id={id} text={error} />}
      <ItemMenu
        label={t('campaigns.form.addItem')}
        products={products.filter(
          ({ id: other, kind }) => kind === 'item' && !rows.some(({ id: used }) => used === other),
        )}
        pick={(picked) => change([...rows, { id: picked, quantity: '1' }])}
      />
    </fieldset>
  )
}

const RowError = ({ id, text }: { id: string; text: string }) => (
  <p id={`${id}-error`} className="field-error">
    <Icon name="warn" className="size-4 mt-0.5" />
    {text}
  </p>
)

function RemoveRow({ name, remove }: { name: string; remove: () => void }) {
  const t = useTranslations('desk')
  return (
    <button type="button" className="icon-btn" aria-label={t('campaigns.form.remove', { name })} onClick={remove}>
      <Icon name="close" className="size-4" />
    </button>
  )
}

/** The tiers of a rebate: from which sum, how much back, and a gift. */
export function TiersField({ products, known, text, set, error }: Props & { error: string | undefined }) {
  const t = useTranslations('desk')
  const rows = tiersOf(text)
  const change = (at: number, part: Partial<TierRow>): void =>
    set(textOfTiers(rows.map((row, other) => (other === at ? { ...row, ...part } : row))))
  const id = useId()
  return (
    <fieldset className="field" name="tiers" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label">{t('campaigns.tiers')}</legend>
      {rows.map(({ sum, rate, gift, quantity }, at) => {
        const input = (name: 'sum' | 'rate' | 'quantity', value: string, label: string) => (
          <label className="tier-cell">
            <span className="field-hint">{label}</span>
            <input
              className="input goods-number"
              name={at === 0 && name === 'sum' ? 'tiers' : `${name}${at}`}
              inputMode="decimal"
              autoComplete="off"
              value={value}
              onChange={(event) => change(at, { [name]: event.target.value.replaceAll(/[^\d.]/g, '') })}
            />
          </label>
        )
        return (
          // A tier has no name, and its cells keep no state.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className="tier-row">
            {input('sum', sum, t('campaigns.form.tierFrom'))}
            {input('rate', rate, t('campaigns.form.tierRate'))}
            <div className="tier-cell tier-gift">
              <span className="field-hint">{t('campaigns.form.tierGift')}</span>
              <ItemMenu
                about={`${t('campaigns.form.tierGift')}: ${gift === '' ? t('campaigns.form.noGift') : nameOf(known, gift)}`}
                label={
                  gift === '' ? (
                    t('campaigns.form.noGift')
                  ) : (
                    <>
                      <ItemPicture icon={known.get(gift)?.icon ?? ''} /> {nameOf(known, gift)}
                    </>
                  )
                }
                none={t('campaigns.form.noGift')}
                products={products.filter(({ kind }) => kind === 'item')}
                pick={(picked) => change(at, { gift: picked })}
              />
            </div>
            {gift !== '' && input('quantity', quantity, t('campaigns.form.quantity'))}
            <RemoveRow
              name={`${t('campaigns.tier')} ${at + 1}`}
              remove={() => set(textOfTiers(rows.toSpliced(at, 1)))}
            />
          </div>
        )
      })}
      {error && <RowError id={id} text={error} />}
      <button
        type="button"
        className="btn btn-quiet btn-small goods-add"
        onClick={() => set(textOfTiers([...rows, { sum: '', rate: '', gift: '', quantity: '1' }]))}
      >
        {t('campaigns.form.addTier')}
      </button>
    </fieldset>
  )
}
