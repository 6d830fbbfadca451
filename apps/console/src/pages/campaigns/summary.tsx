import type { DraftedKindName } from '@hc/contract/desk/kinds'
import { Icon } from '@hc/ui/icon'
import { iconGift } from '@hc/ui/more-icons'
import { useTranslations } from 'use-intl'
import { menuIcons } from '../../kit/menu-icons.ts'
import { count, money, percent } from '../../kit/facts.tsx'
import { ItemPicture } from '../../kit/picture.tsx'
import { dayText } from '../../kit/date-time.ts'
import { type Fields, whole } from './campaign-draft.ts'
import { goodsOf, tiersOf } from './goods-fields.tsx'
import { forms } from './kinds/kinds.ts'
import { nameOf, type Products } from './known-products.ts'

type Props = { kind: DraftedKindName; fields: Fields; known: Products }

/** What the form makes, in words, while it is filled in. */
export function Summary({ kind, fields, known }: Props) {
  const t = useTranslations('desk')
  const { starts, ends } = fields
  const form = forms[kind]
  const most = form.most(fields, known)
  const goods = goodsOf(fields.items)
  const tiers = tiersOf(fields.tiers)
  const points = [fields.basic, fields.present].reduce((sum, text) => sum + (whole(text) ? Number(text) : 0), 0)
  return (
    <aside className="card part form-side summary" aria-label={t('campaigns.form.summary')}>
      <h2>{t('campaigns.form.summary')}</h2>
      <p className="summary-name">
        {fields.name.trim() || <span className="soft">{t('campaigns.form.unnamed')}</span>}
      </p>
      <ul className="summary-lines">
        {goods.map(({ id, quantity }) => (
          <li key={id}>
            <ItemPicture icon={known.get(id)?.icon ?? ''} />
            {`${quantity === '?' ? '–' : quantity} × ${nameOf(known, id)}`}
          </li>
        ))}
        {points > 0 && (
          <li>
            <ItemPicture icon="" />
            {t('campaigns.points', { n: count(points) })}
          </li>
        )}
        {tiers.map(({ sum, rate, gift, quantity }, at) => (
          // A tier has no name of its own.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            {gift === '' ? <Line icon={iconGift} /> : <ItemPicture icon={known.get(gift)?.icon ?? ''} />}
            {t('campaigns.card.tier', {
              rate: percent(Number(rate) || 0),
              from: money(Math.round(Number(sum) * 100) || 0),
            })}
            {gift !== '' && ` + ${quantity || '–'} × ${nameOf(known, gift)}`}
          </li>
        ))}
        {goods.length === 0 && tiers.length === 0 && points === 0 && (
          <li className="soft">
            <Line icon={iconGift} />
            {t('campaigns.form.noReward')}
          </li>
        )}
        <li>
          <Line icon={menuIcons.players} />
          {form.whoText(t, fields)}
        </li>
        <li>
          <Line icon={menuIcons.calendar} />
          {starts === '' || ends === '' ? (
            <span className="soft">{t('campaigns.form.noDates')}</span>
          ) : (
            `${dayText(starts)} – ${dayText(ends)}`
          )}
        </li>
        <li>
          <Line icon={menuIcons.prices} />
          {most === null ? t(form.unbounded) : t('campaigns.form.most', { most: money(most) })}
        </li>
      </ul>
      <p className="soft">{t('campaigns.draftText')}</p>
    </aside>
  )
}

const Line = ({ icon }: { icon: `M${string}` }) => (
  <span className="row-picture row-picture-none">
    <Icon name={icon} className="size-5" />
  </span>
)
