import type { DeskProduct } from '@hc/contract/desk/products'
import type { Me } from '@hc/contract/desk/calls'
import type { CampaignRow } from '@hc/contract/desk/campaigns'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { iconRefresh } from '@hc/ui/more-icons'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { count, joinWords, money, percent } from '../../kit/facts.tsx'
import { Part } from '../../kit/graph.tsx'
import { Moment } from '../../kit/moment.tsx'
import { MoreMenu } from '../../kit/more-menu.tsx'
import { may } from '../../kit/permission.ts'
import { ItemPicture } from '../../kit/picture.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { CopyLink, ExportCodes, StopButton } from './campaign-actions.tsx'
import type { Read } from './campaign-draft.ts'
import { nameOf, productsById, type Products } from './known-products.ts'
import { pathOf, State } from './campaign-state.tsx'

const DAY = 86_400
/** An end that is further away than this has no number of days. */
const SOON_DAYS = 365

/** What a campaign gives, in words: items and points, or its tiers. */
export function givesText(
  t: DeskTexts,
  {
    items,
    tiers,
    basic_points: basic,
    present_points: present,
  }: Pick<Read, 'items' | 'tiers' | 'basic_points' | 'present_points'>,
  products: Products,
): string[] {
  const points = basic + present
  return [
    ...items.map(({ cp_goods_id: id, quantity }) => `${count(quantity)} × ${nameOf(products, id)}`),
    ...(points > 0 ? [t('campaigns.points', { n: count(points) })] : []),
    ...tiers.map(({ threshold_cents: from, rate_pct: rate, gift_goods_id: gift, gift_quantity: n }) =>
      joinWords([
        ...(rate > 0 || gift === null
          ? [t('campaigns.card.tier', { rate: percent(rate), from: money(from) })]
          : [t('campaigns.card.from', { from: money(from) })]),
        ...(gift === null ? [] : [`${count(n)} × ${nameOf(products, gift)}`]),
      ]),
    ),
  ]
}

/** How many days are left, or until it begins. */
function leftText(t: DeskTexts, { state, starts_at: starts, ends_at: ends }: CampaignRow, now: number): string {
  if (state === 'ready') return t('campaigns.card.startsIn', { n: Math.max(1, Math.ceil((starts - now) / DAY)) })
  if (state !== 'running') return ''
  const days = ends === null ? Infinity : Math.ceil((ends - now) / DAY)
  return days > SOON_DAYS ? t('campaigns.card.noEnd') : t('campaigns.card.left', { n: Math.max(1, days) })
}

/** Its time from begin to end, with a mark for now. */
function Span({ row }: { row: CampaignRow }) {
  const t = useTranslations('desk')
  const { starts_at: starts, ends_at: ends } = row
  const [now] = useState(() => Date.now() / 1000)
  const share = ends === null ? 0 : Math.min(1, Math.max(0, (now - starts) / Math.max(1, ends - starts)))
  const at = `${Math.round(share * 1000) / 10}%`
  const left = leftText(t, row, now)
  return (
    <div className="span">
      <svg className="span-line" aria-hidden="true">
        <line x1="0" x2="100%" y1="6" y2="6" />
        <line className="span-gone" x1="0" x2={at} y1="6" y2="6" />
        {row.state === 'running' && <circle cx={at} cy="6" r="5" />}
      </svg>
      <span>
        <Moment at={starts} />
      </span>
      <span>
        {ends !== null && <Moment at={ends} />}
        {left !== '' && (
          <>
            {ends !== null && ' · '}
            <b>{left}</b>
          </>
        )}
      </span>
    </div>
  )
}

/** A number of a whole: its name, both in words, and the part as a bar. */
function Meter({ label, text, of = null }: { label: string; text: string; of?: number | null }) {
  return (
    <div className="meter">
      <span>{label}</span>
      <span className="meter-text">{text}</span>
      {of !== null && (
        <>
          <Part share={of} />
          <span className="meter-share">{percent(Math.round(of * 100))}</span>
        </>
      )}
    </div>
  )
}

function Meters({ row, read }: { row: CampaignRow; read: Read }) {
  const t = useTranslations('desk')
  const { given, forecast_cents: most, codes, total } = read
  const used = row.used ?? codes.used
  const share = most !== null && most > 0 && given ? given.value_cents / most : null
  return (
    <>
      {row.kind === 'redeem' && (
        <Meter
          label={t('campaigns.card.used')}
          text={
            total === null
              ? `${count(used)} · ${t('campaigns.boundless')}`
              : t('campaigns.usedOf', { used: count(used), total: count(total) })
          }
          of={total === null ? null : used / total}
        />
      )}
      {given && (
        <Meter
          label={t(read.tiers.length > 0 ? 'campaigns.card.given' : 'campaigns.card.cost')}
          text={
            share === null
              ? money(given.value_cents)
              : t(read.tiers.length > 0 ? 'campaigns.card.ofForecast' : 'campaigns.card.atMost', {
                  value: money(given.value_cents),
                  most: money(most ?? 0),
                })
          }
          of={share}
        />
      )}
      {row.kind !== 'redeem' && given && (
        <p className="soft">{t('campaigns.card.grants', { n: given.grants, shown: count(given.grants) })}</p>
      )}
    </>
  )
}

/** A campaign at a glance. Each card reads its own figures, so a slow one keeps no other back. */
export function CampaignCard({ row, me, products: list }: { row: CampaignRow; me: Me; products: DeskProduct[] }) {
  const t = useTranslations('desk')
  const { kind, id, name, state } = row
  const { result: read } = useCall('campaign/read', { kind, id })
  const products = productsById(list)
  const goods = read?.items[0]?.cp_goods_id ?? read?.tiers.find(({ gift_goods_id: gift }) => gift)?.gift_goods_id
  const item = products.get(kind === 'reset' ? (id.split('@')[0] ?? '') : (goods ?? ''))
  const stops = (state === 'ready' || state === 'running') && kind !== 'reset' && may(me, 'campaign.stop')
  const copies = kind !== 'reset' && may(me, 'campaign.edit')
  const exports = read !== null && kind === 'redeem' && read.codes.to_export > 0 && may(me, 'code.export')
  const gives = read ? givesText(t, read, products) : []
  return (
    <article className="card campaign-card">
      <header className="campaign-card-head">
        <h2>
          <Link href={pathOf(row)} className="campaign-card-name" data-row>
            {name}
          </Link>
        </h2>
        <State state={state} />
        <span className="soft">{t(`campaigns.kinds.${kind}`)}</span>
      </header>
      <div className="campaign-gives">
        {item ? (
          <ItemPicture icon={item.icon} />
        ) : read && read.tiers.length > 0 ? (
          <span className="row-picture row-picture-none">
            <Icon name={iconRefresh} className="size-5" />
          </span>
        ) : (
          <ItemPicture icon="" />
        )}
        <p>
          {kind === 'reset' ? t('campaigns.card.again') : gives.slice(0, 3).join(' · ')}
          {gives.length > 3 && <span className="soft"> +{count(gives.length - 3)}</span>}
          {read?.per_role === 1 && <span className="soft"> {t('campaigns.card.perCharacter')}</span>}
        </p>
      </div>
      <Span row={row} />
      <div className="meters">{read && <Meters row={row} read={read} />}</div>
      <footer className="actions">
        <Link
          href={pathOf(row)}
          className={buttonClass('quiet', 'small')}
          aria-label={`${t('campaigns.view')}: ${name}`}
        >
          {t('campaigns.view')}
        </Link>
        {exports && <ExportCodes id={id} about={name} />}
        {(copies || stops) && (
          <MoreMenu name={name}>
            {copies && <CopyLink kind={kind} id={id} />}
            {stops && read && <StopButton kind={kind} id={id} version={read.version} name={name} />}
          </MoreMenu>
        )}
      </footer>
    </article>
  )
}
