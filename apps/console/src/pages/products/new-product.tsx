import type { DeskProduct } from '@hc/contract/desk/products'
import { defaultLocale } from '@hc/contract/locales'
import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Page } from '../../kit/page.tsx'
import { PictureField } from '../../kit/picture-field.tsx'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useFields } from '../../kit/use-fields.ts'
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
  const fields = useFields('product/create', {
    id: '',
    kind: of?.kind ?? 'item',
    name: of?.texts[defaultLocale]?.name ?? '',
    price: of ? dollars(of.price_cents) : '',
    quantity: of?.quantity ? String(of.quantity) : '',
    icon: of?.icon ?? '',
  })
  const { id, kind, name, price, quantity, icon } = fields.values
  const { form, busy, errors, tell, run } = useCommand('product/create', {
    fields,
    done: t('products.made'),
    // Its first price needs a second person: until then the list has no such product.
    onDone: ({ did }) => go(did ? `/products/${id}` : '/products'),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const amount = cents(price)
    const bad = t('field.invalid')
    const hasErrors = tell({
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
  return (
    <Page title={t('products.create')}>
      <p>{t('products.createText')}</p>
      <form ref={form} noValidate className="form" onSubmit={submit}>
        <FormError text={errors.form} />
        <TextField label={t('products.id')} {...fields('id')} />
        <TextField label={t('products.name')} {...fields('name')} />
        <ChoiceField
          label={t('products.kind')}
          {...fields.choice('kind')}
          options={[
            ['item', t('products.item')],
            ['coin', t('products.coin')],
          ]}
        />
        <TextField label={t('products.price')} inputMode="decimal" {...fields('price')} />
        {kind === 'item' && <TextField label={t('products.quantity')} inputMode="numeric" {...fields('quantity')} />}
        <PictureField name="icon" value={icon} set={(to) => fields.set({ icon: to })} error={errors.icon} />
        <Button type="submit" busy={busy}>
          {t('products.create')}
        </Button>
      </form>
    </Page>
  )
}
