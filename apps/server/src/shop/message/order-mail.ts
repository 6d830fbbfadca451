import type { Locale } from '@hc/contract/locales'
import { packPoints } from '@hc/domain/money'
import { toMajor } from '@hc/domain/money/currency-digits'
import { formatFor } from '@hc/i18n/format'
import type { Messages } from '@hc/i18n/messages'
import { shopTexts } from '@hc/i18n/texts'
import { fill, frame, type Block, type Letter, type MailFile, textsOf } from './frame.ts'
import type { Site } from './site.ts'

/** `paid_delivered`: a payment whose item arrived soon after, in one letter. */
export type OrderEvent = 'paid' | 'delivered' | 'paid_delivered' | 'refunded' | 'review'
/**
 * The facts of a letter about an order. `amountCents`: the money that moved, for a part refund its part. `quantity`:
 * the units of the item, 0 if it has none.
 */
export type OrderFacts = {
  orderNo: string
  event: OrderEvent
  atMs: number
  amountCents: number
  currency: string
  /** The pack's points without its bonus. */
  points: number
  kind: 'item' | 'coin'
  name: string
  quantity: number
  bonusPct: number
  bonusGranted: number | null
  channelCode: string
  serverName: string
  roleName: string
  /** The buyer's consent, in the letter's language. */
  waiver?: string
}

/** A time with the name of its time zone, for a reader in any zone. */
const moment = (locale: Locale, ms: number): string =>
  `${new Intl.DateTimeFormat(locale, {
    dateStyle: locale === 'ko-KR' ? 'long' : 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
    ...(locale === 'ko-KR' ? { hourCycle: 'h23' } : {}),
  }).format(ms)} UTC`

/** The units of the bonus; 0 without one, or if the item has no units. */
export function bonusUnits({ kind, bonusPct, bonusGranted, quantity, points }: OrderFacts): number {
  const percent = bonusGranted ?? bonusPct
  return kind === 'coin' ? packPoints(points, percent).present : Math.floor((quantity * percent) / 100)
}

/** The player's total with the bonus, as a text: 60 + 60, 500 + 25, or +100%; null without a bonus. */
function bonusText(
  { recharge }: Messages,
  locale: Locale,
  { kind, bonusPct, bonusGranted, quantity, points }: OrderFacts,
): string | null {
  const percent = bonusGranted ?? bonusPct
  if (percent === 0) return null
  const format = formatFor(locale)
  if (kind === 'coin') {
    const { present } = packPoints(points, percent)
    return present > 0 ? fill(recharge.item.packExtra, { points: format.number(present) }) : null
  }
  if (quantity === 0) return fill(recharge.summary.bonusPercent, { bonus: percent })
  return fill(recharge.summary.bonusUnits, {
    quantity: format.number(quantity),
    extra: format.number(Math.floor((quantity * percent) / 100)),
  })
}

/** What a letter about an order says, or the file in its place. `waiver`: the consent that it confirms. */
export type OrderSays = { subject: string; texts: string[]; rows: [string, string][]; waiver: string | null }

/** The facts of an order in words. */
export function orderSays(locale: Locale, site: Pick<Site, 'name'>, facts: OrderFacts): OrderSays {
  const t = textsOf(locale)
  const all = shopTexts(locale)
  const { field } = all.order
  const format = formatFor(locale)
  const points = facts.channelCode === 'hcpoint'
  const amount = points
    ? fill(all.recharge.summary.totalPoints, { points: format.number(facts.amountCents) })
    : format.money(toMajor(facts.amountCents, facts.currency), facts.currency)
  const character = facts.kind === 'item' ? [facts.roleName, facts.serverName].filter(Boolean).join(' · ') : ''
  const says = t.order[facts.event]
  const text =
    facts.kind === 'coin' && facts.event === 'paid'
      ? t.order.paid.textCoin
      : points && facts.event === 'refunded'
        ? t.order.refunded.textPoints
        : says.text
  const bonus = facts.event === 'refunded' || facts.event === 'review' ? null : bonusText(all, locale, facts)
  const extra = bonus === null ? 0 : bonusUnits(facts)
  const name = extra > 0 ? fill(all.order.moment.units, { name: facts.name, extra: format.number(extra) }) : facts.name
  const values = { name: facts.name, shop: site.name, amount, character, order: facts.orderNo }
  const tellsPayment = facts.event === 'paid' || facts.event === 'paid_delivered'
  const bonusLost = tellsPayment ? facts.bonusPct - (facts.bonusGranted ?? facts.bonusPct) : 0
  const when = {
    paid: all.order.step.paid,
    delivered: all.order.step.fulfilled,
    paid_delivered: all.order.step.paid,
    refunded: all.order.status.s5,
    review: all.order.status.payment,
  }
  const rows: [string, string][] = [
    [field.id, facts.orderNo],
    [field.content, name],
    ...(character ? [[field.role, character] satisfies [string, string]] : []),
    [field.amount, amount],
    ...(bonus ? [[field.bonus, bonus] satisfies [string, string]] : []),
    [when[facts.event], moment(locale, facts.atMs)],
  ]
  return {
    subject: fill(says.subject, values),
    texts: [
      fill(text, { ...values, name }),
      ...(bonusLost > 0 ? [fill(all.order.moment.bonusLost, { bonus: bonusLost })] : []),
    ],
    rows,
    waiver: facts.waiver && tellsPayment ? fill(all.withdraw.mail.waiver, { text: facts.waiver }) : null,
  }
}

/**
 * The letter about an order that was paid, delivered or refunded, or whose payment is under review. `files`: its
 * document, if it has one.
 */
export function orderMail(locale: Locale, site: Site, facts: OrderFacts, files: readonly MailFile[] = []): Letter {
  const t = textsOf(locale)
  const { subject, texts, rows, waiver } = orderSays(locale, site, facts)
  const blocks: Block[] = [
    { kind: 'text', text: t.code.hello },
    ...texts.map((text): Block => ({ kind: 'text', text })),
    { kind: 'rows', rows },
    ...(waiver === null ? [] : [{ kind: 'text', text: waiver } satisfies Block]),
    {
      kind: 'button',
      text: t.order.view,
      url: `${site.url}/main/recharge/detail/${encodeURIComponent(facts.orderNo)}`,
    },
    { kind: 'small', text: t.order.help },
    { kind: 'link', text: t.order.support, url: `${site.url}/main/contact?order=${encodeURIComponent(facts.orderNo)}` },
    { kind: 'small', text: t.order.why },
  ]
  return { ...frame(locale, site, { subject, blocks }), ...(files.length > 0 && { files }) }
}
