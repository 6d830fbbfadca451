import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { SelectField } from '@hc/ui/field'
import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../kit/badge.tsx'
import { money, percent } from '../../kit/facts.tsx'
import { languageName } from '../../kit/languages.tsx'
import { cents, type ProductDraft } from './product-draft.ts'

const forms = ['phone', 'desktop'] as const

/** The product as players see it, while it is written. The tab of the preview shows the real page. */
export function Tile({ draft, locale }: { draft: ProductDraft; locale: Locale }) {
  const t = useTranslations('desk')
  const [form, setForm] = useState<(typeof forms)[number]>('desktop')
  const [choice, setChosen] = useState<{ written: Locale; shown: Locale } | null>(null)
  // It follows the language that is written, until another one is choice.
  const language = choice?.written === locale ? choice.shown : locale
  const text = (name: string): string =>
    String(draft[`${name} ${language}`] ?? '').trim() || String(draft[`${name} ${defaultLocale}`] ?? '')
  const bonus = Number(draft.bonus) || 0
  const price = cents(String(draft.price))
  return (
    <aside className="card part form-side" aria-label={t('products.preview')}>
      <h2>{t('products.preview')}</h2>
      <div className={`tile tile-${form}`} lang={language}>
        {String(draft.tag) !== '' && <Badge tone="info">{String(draft.tag)}</Badge>}
        <img src={String(draft.icon)} alt="" />
        <p className="tile-name">{text('name')}</p>
        {form === 'desktop' && <p className="soft">{text('desc')}</p>}
        <p className="tile-foot">
          {bonus > 0 && <Badge tone="good">{`+${percent(bonus)}`}</Badge>}
          <span className="tile-price">{price === null ? '–' : money(price, 'USD', language)}</span>
        </p>
      </div>
      <div className="part-head">
        <span className="actions">
          {forms.map((name) => (
            <Button key={name} kind="quiet" size="small" aria-pressed={name === form} onClick={() => setForm(name)}>
              {t(`products.${name}`)}
            </Button>
          ))}
        </span>
        <SelectField
          label={t('language')}
          name="shown"
          value={language}
          onChange={(event) => {
            const next = locales.find((candidate) => candidate === event.target.value) ?? defaultLocale
            setChosen({ written: locale, shown: next })
          }}
        >
          {locales.map((option) => (
            <option key={option} value={option}>
              {languageName(option)}
            </option>
          ))}
        </SelectField>
      </div>
    </aside>
  )
}
