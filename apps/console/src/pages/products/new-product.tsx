import type { DeskProduct } from '@hc/contract/desk/products'
import { defaultLocale } from '@hc/contract/locales'
import { Button } from '@hc/ui/button'
import { SelectField, TextField } from '@hc/ui/field'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { FormError } from '../../kit/form-error.tsx'
import { Page } from '../../kit/page.tsx'
import { PictureField } from '../../kit/picture-field.tsx'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import { cents, dollars, isPicture } from './product-draft.ts'

/** A new product, empty or as a copy of another one. It starts off sale. */
export default function NewProduct() {
  const t = useTranslations('desk')
  const from = new URLSearchParams(useSearch()).get('from') ?? ''
  const { result } = useCall('product/read', from === '' ? null : { id: from })
  if (from !== '' && !result) return <output className="state">{t('loading')}</output>
  return <Form key={from} of={result?.product ?? null} />
}

function Form({ of }: { of: DeskProduct | null }) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const [id, setId] = useState('')
  const [kind, setKind] = useState<DeskProduct['kind']>(of?.kind ?? 'item')
  const [name, setName] = useState(of?.texts[defaultLocale]?.name ?? '')
  const [price, setPrice] = useState(of ? dollars(of.price_cents) : '')
  const [quantity, setQuantity] = useState(of?.quantity ? String(of.quantity) : '')
  const [icon, setIcon] = useState(of?.icon ?? '')
  const { form, busy, errors, tell, run } = useCommand('product/create', {
    fields: ['id', 'name', 'price', 'quantity', 'icon'],
    done: t('products.made'),
    // Its first price needs a second person: until then the list has no such product.
    onDone: ({ did }) => go(did ? `/products/${id}` : '/products'),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const amount = cents(price)
    const bad = t('field.invalid')
    const hasErrors = tell({
      id: /^[A-Za-z0-9][\w.-]{0,63}$/.test(id) ? undefined : bad,
      name: name.trim() === '' ? t('field.needed') : undefined,
      price: amount === null ? bad : undefined,
      quantity: /^\d{0,9}$/.test(quantity) ? undefined : bad,
      icon: icon === '' ? t('products.iconNeeded') : isPicture(icon) ? undefined : bad,
    })
    if (hasErrors || amount === null) return
    void run({
      id,
      kind,
      price_cents: amount,
      bonus_pct: of?.bonus_pct ?? 0,
      quantity: kind === 'coin' || quantity === '' ? null : Number(quantity),
      icon,
      tag: of?.tag ?? '',
      sort: of?.sort ?? 0,
      texts: { ...of?.texts, [defaultLocale]: { name: name.trim(), desc: of?.texts[defaultLocale]?.desc ?? '' } },
    })
  }
  const field = (label: string, key: 'id' | 'name' | 'price' | 'quantity', value: string, set: (v: string) => void) => (
    <TextField
      label={label}
      name={key}
      autoComplete="off"
      value={value}
      error={errors[key]}
      onChange={(event) => set(event.target.value)}
    />
  )
  return (
    <Page title={t('products.create')}>
      <p>{t('products.createText')}</p>
      <form ref={form} noValidate className="form" onSubmit={submit}>
        <FormError text={errors.form} />
        {field(t('products.id'), 'id', id, setId)}
        {field(t('products.name'), 'name', name, setName)}
        <SelectField
          label={t('products.kind')}
          value={kind}
          onChange={(event) => setKind(event.target.value as DeskProduct['kind'])}
        >
          <option value="item">{t('products.item')}</option>
          <option value="coin">{t('products.coin')}</option>
        </SelectField>
        {field(t('products.price'), 'price', price, setPrice)}
        {kind === 'item' && field(t('products.quantity'), 'quantity', quantity, setQuantity)}
        <PictureField name="icon" value={icon} set={setIcon} error={errors.icon} />
        <Button type="submit" busy={busy}>
          {t('products.create')}
        </Button>
      </form>
    </Page>
  )
}
