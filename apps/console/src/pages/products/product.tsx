import { CallError } from '@hc/contract/client'
import type { DeskProduct } from '@hc/contract/desk/products'
import type { DeskResult } from '@hc/contract/desk/calls'
import { defaultLocale, type Locale } from '@hc/contract/locales'
import { buttonClass } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { TextArea } from '@hc/ui/text-area'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { rightName } from '../../kit/codes.ts'
import { ConflictPanel } from '../../kit/conflict.tsx'
import { Badge } from '../../kit/badge.tsx'
import { Facts } from '../../kit/facts.tsx'
import { History } from '../../kit/history.tsx'
import { languageName, Languages } from '../../kit/languages.tsx'
import { may } from '../../kit/permission.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { PictureField } from '../../kit/picture-field.tsx'
import { Plans } from '../../kit/planned-changes.tsx'
import { Presence } from '../../kit/presence.tsx'
import { PreviewButton } from '../../kit/preview-button.tsx'
import { Requests } from '../../kit/open-requests.tsx'
import { useCall } from '../../kit/use-call.ts'
import { useDraft } from '../../kit/use-draft.ts'
import { useFields } from '../../kit/use-fields.ts'
import { atOnce, localTime, WhenField } from '../../kit/when-field.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { changedParts, fieldsOf, type ProductDraft, toDraft, wrongFields } from './product-draft.ts'
import { SellButton } from './products.tsx'
import { salesFacts } from './sales.ts'
import { useProductSave } from './use-product-save.ts'
import { MoreMenu } from '../../kit/more-menu.tsx'
import { SaveBar } from '../../kit/save-bar.tsx'
import { Review } from './review.tsx'
import { Tile } from './tile.tsx'
import { tOf } from '../../kit/text-of.ts'

/** One product: texts, price, place. Each part needs its own permission. */
export default function Product({ me, params }: PageProps) {
  const { result, error, reload } = useCall('product/read', { id: params.id ?? '' }, { ofPage: true })
  const t = useTranslations('desk')
  if (!result)
    return (
      <Page title={t('products.title')}>
        {error === null ? <output className="state">{t('loading')}</output> : <Failed error={error} again={reload} />}
      </Page>
    )
  return <Editor key={result.product.id} me={me} {...result} />
}

type Props = Pick<PageProps, 'me'> & DeskResult<'product/read'>

function Editor({ me, product, plans, requests, sales }: Props) {
  const t = useTranslations('desk')
  const draft = useDraft<ProductDraft>(toDraft(product), product.version, `product/${product.id}`, (remote) =>
    toDraft(remote as DeskProduct),
  )
  const [locale, setLocale] = useState<Locale>(defaultLocale)
  const [when, setWhen] = useState(atOnce)
  const [twice, setTwice] = useState(false)
  const why = useFields('product/price', { reason: '' })
  const [isReviewed, setReviewed] = useState(false)
  const { errors, busy, save, tell, form } = useProductSave((error) => {
    if (error instanceof CallError && error.msg === 'TimeTwice') setTwice(true)
    return draft.meets(error)
  })
  const { values } = draft
  const text = (name: string): string => String(values[name] ?? '')
  const decided = changedParts(draft.base, values).some((part) => part === 'price' || part === 'bonus')
  const label = (name: string): string => {
    const [field = '', language] = name.split(' ')
    const fieldLabel = tOf(t, 'products', field) ?? field
    return language
      ? t('revisions.inLanguage', { field: fieldLabel, language: languageName(language as Locale) })
      : fieldLabel
  }
  const field = (name: string, more: { inputMode?: 'decimal' | 'numeric'; hint?: string; readOnly?: boolean } = {}) => (
    <TextField
      label={label(name)}
      name={name.split(' ')[0] ?? name}
      autoComplete="off"
      value={text(name)}
      error={errors[name]}
      onChange={(event) => draft.set(name, event.target.value)}
      {...more}
    />
  )
  /** A field whose change needs a permission. Without it the field is read-only and names the missing permission. */
  const lockedHint = (permission: 'product.price' | 'product.bonus', hint?: string) =>
    me.permissions[permission] === undefined
      ? { readOnly: true, hint: t('products.needs', { right: rightName(t, permission) }) }
      : hint === undefined
        ? {}
        : { hint }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrongNames = Object.entries(wrongFields(values)).filter(([, bad]) => bad)
    if (wrongNames.some(([name]) => name === `name ${defaultLocale}`)) setLocale(defaultLocale)
    if (tell(Object.fromEntries(wrongNames.map(([name]) => [name, t('field.invalid')])))) return
    // The person who decides reads a reason, and the person who asks sees the change once more.
    if (decided) setReviewed(true)
    else send()
  }
  const send = (): void => {
    const problems = decided ? why.check(new Set(['reason'])) : {}
    why.show(problems)
    if (problems.reason) return
    const parts = changedParts(draft.base, values)
    void save({
      product,
      parts,
      draft: values,
      version: draft.version,
      when: localTime(when),
      reason: why.values.reason.trim(),
    }).then((version) => {
      if (version === null) return
      setReviewed(false)
      if (when.at === '') draft.saved(version)
      else draft.reset()
      setWhen(atOnce)
      setTwice(false)
      why.reset()
    })
  }
  /** The preview shows the moment of the last plan, so it includes all plans. */
  const preview = plans.findLast(({ state }) => state === 'waiting')?.at ?? null
  const name = product.texts[defaultLocale]?.name ?? product.id
  return (
    <Page
      title={name}
      marks={
        <>
          <Badge tone={product.active ? 'good' : 'neutral'}>
            {t(product.active ? 'products.onSale' : 'products.offSale')}
          </Badge>
          <span className="soft">
            {product.id}, {t('revisions.version', { n: String(product.version) })}
          </span>
        </>
      }
      actions={
        <>
          <PreviewButton
            key={`${product.version} ${String(preview)}`}
            path="/main/home"
            drafts={[]}
            product={product.id}
            moment={preview}
          />
          {(may(me, 'product.create') || may(me, 'product.sell')) && (
            <MoreMenu>
              {may(me, 'product.create') && (
                <Link href={`/products/new?from=${product.id}`} className={buttonClass('quiet', 'small')}>
                  {t('products.copy')}
                </Link>
              )}
              {may(me, 'product.sell') && <SellButton product={product} />}
            </MoreMenu>
          )}
        </>
      }
    >
      {sales && <Facts facts={salesFacts(t, sales)} />}
      <Presence kind="product" target={product.id} writes={draft.dirty} />
      <Requests requests={requests} />
      <Plans plans={plans} withdraw="product/replan" mayWithdraw={may(me, 'product.sell')} />
      {draft.conflict && (
        <ConflictPanel
          conflict={draft.conflict}
          mine={values}
          label={label}
          show={String}
          take={draft.take}
          keep={draft.keep}
        />
      )}
      <form ref={form} noValidate className="form form-wide form-page" onSubmit={submit}>
        <div className="form-main">
          <FormError text={errors.form} />
          <section className="card part">
            <Languages
              title={<h2>{t('products.words')}</h2>}
              active={locale}
              choose={setLocale}
              has={(language) => text(`name ${language}`) !== ''}
            >
              <div className="form" lang={locale}>
                {field(`name ${locale}`)}
                <TextArea
                  label={label(`desc ${locale}`)}
                  name="desc"
                  rows={3}
                  maxLength={300}
                  value={text(`desc ${locale}`)}
                  onChange={(event) => draft.set(`desc ${locale}`, event.target.value)}
                />
              </div>
            </Languages>
          </section>
          <section className="card part">
            <h2>{t('products.money')}</h2>
            <div className="field-pair">
              {field('price', { inputMode: 'decimal', ...lockedHint('product.price', t('products.priceHint')) })}
              {field('bonus', { inputMode: 'numeric', ...lockedHint('product.bonus', t('products.moneyText')) })}
            </div>
            <Link href="/prices" className="link">
              {t('products.others')}
            </Link>
          </section>
          <section className="card part">
            <h2>{t('products.place')}</h2>
            <PictureField
              name="icon"
              value={text('icon')}
              error={(errors as Record<string, string | undefined>).icon}
              set={(url) => draft.set('icon', url)}
            />
            <div className="field-pair">
              {field('tag')}
              {field('sort', { inputMode: 'numeric' })}
              {field('featured', { inputMode: 'numeric', hint: t('products.featuredHint') })}
            </div>
          </section>
        </div>
        <Tile draft={values} locale={locale} />
        <SaveBar
          dirty={draft.dirty}
          busy={busy}
          discard={draft.reset}
          save={t(when.at === '' ? 'kit.save' : 'revisions.plan')}
        >
          <WhenField value={when} set={setWhen} twice={twice} errors={errors} />
        </SaveBar>
      </form>
      {/* Outside of the form: a form in a dialog would submit the outer one, too. */}
      <Review
        open={isReviewed}
        close={() => setReviewed(false)}
        base={draft.base}
        now={values}
        at={when.at}
        fields={why}
        failure={errors.form}
        busy={busy}
        send={send}
      />
      <History
        kind="product"
        target={product.id}
        live={product.version}
        restore={(body) => draft.fill(fieldsOf(toDraft(body as DeskProduct), (part) => may(me, `product.${part}`)))}
      />
    </Page>
  )
}
