import type { Locale } from '@hc/contract/locales'
import { sandboxOutcomes } from '@hc/contract/sandbox-outcomes'
import { toMajor } from '@hc/domain/money/currency-digits'
import { formatFor } from '@hc/i18n/format'
import type { Messages } from '@hc/i18n/messages'
import { shopTexts } from '@hc/i18n/texts'
import { escapeHtml } from '../html.ts'
import type { SandboxPayment } from './sandbox-store.ts'

type Outcome = (typeof sandboxOutcomes)[number]
type Words = Messages['mail']['sandbox']

/** What a payer sees of an order: the item's name in their language, its picture, and whose it will be. */
export type ShownOrder = { locale: string; name: string; art: string; role: string }
/** The shop at whose orders this gateway's page looks. Only its look depends on it. */
export type ShopLook = { game: string; logo: string; show: (order: string) => Promise<ShownOrder | undefined> }
type Look = Omit<ShopLook, 'show'> & { locale: Locale; order: ShownOrder | undefined; done: string | null }

const wordsOf = (locale: Locale): Words => shopTexts(locale).mail.sandbox

const labels: Record<Outcome, keyof Words> = {
  paid: 'pay',
  failed: 'decline',
  cancelled: 'cancel',
  paid_twice: 'twice',
  paid_no_webhook: 'silent',
  paid_wrong_amount: 'wrong',
  paid_late: 'late',
  refunded: 'refund',
}

const payers = ['BR', 'DE', 'FR', 'JP', 'KR', 'KW', 'TR', 'US']
const ends = { paid: 'paid', failed: 'declined', cancelled: 'canceled' } as const

/** What the page says of a payment that is no longer open, or whose outcome is on its way. */
function endOf({ status, method }: SandboxPayment): keyof Words {
  if (status === 'open') return 'noted'
  if (status !== 'promised') return ends[status]
  return method === 'bank' ? 'bank' : 'voucher'
}

/** Replaces each `{name}` by its value. */
const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)

/** The field for the card's country: a shop compares it with the country whose price was paid. */
function payerField(t: Words, locale: Locale, { payer_country: now }: SandboxPayment): string {
  const nameOf = new Intl.DisplayNames(locale, { type: 'region' })
  const options = payers.map(
    (payer) => `<option value="${payer}"${payer === now ? ' selected' : ''}>${nameOf.of(payer) ?? payer}</option>`,
  )
  return `<label class="payer">${t.country} <select name="payer_country"><option value="">${t.untold}</option>${options.join('')}</select></label>`
}

/** The page on which a payer pays, in the shop's language and look. After an outcome it leads back to the shop. */
export function payPage(payment: SandboxPayment, { game, logo, locale, order, done }: Look): string {
  const t = wordsOf(locale)
  const button = (outcome: Outcome, kind: string): string =>
    `<button class="${kind}" name="outcome" value="${outcome}">${t[labels[outcome]]}</button>`
  const amount = formatFor(locale).money(toMajor(payment.amount_cents, payment.currency), payment.currency)
  const name = order?.name ?? payment.title
  const what = order?.role ? fill(t.for, { name, role: order.role }) : name
  const open = payment.status === 'open' && done === null
  const end = endOf(payment)
  const picture = order ? `<img class="art" src="${escapeHtml(order.art)}" alt="" width="96" height="96">` : ''
  // Money that came can go back, and a payment that was not made can still come: as at a bank.
  const rest = payment.status === 'paid' ? (['paid_twice', 'refunded'] as const) : sandboxOutcomes.slice(3)
  // A voucher is paid at its counter, which is this button.
  const pay = payment.status === 'promised' && payment.method !== 'bank' ? button('paid', 'main') : ''
  const form = `<form method="post" action="/sandbox/pay/${encodeURIComponent(payment.merchant_order)}">
      ${open ? `${button('paid', 'main')} ${button('failed', 'plain')} ${button('cancelled', 'plain')}` : pay}
      <details><summary>${t.more}</summary>${rest.map((outcome) => button(outcome, 'plain')).join(' ')}${payerField(t, locale, payment)}</details>
    </form>`
  const back = `<a class="${open ? 'back' : 'main'}" href="${escapeHtml(payment.return_url)}">${t.back}</a>`
  return `<p class="brand"><img src="${escapeHtml(logo)}" alt="" width="32" height="32"> ${escapeHtml(game)} <span>Sandbox Pay · ${t.test}</span></p>
    <div class="item">${picture}<div><p>${escapeHtml(what)}</p><h1>${escapeHtml(amount)}</h1></div></div>
    ${open ? form : `<p class="state state-${payment.status}" role="status">${escapeHtml(fill(t[end], { game }))}</p><p>${back}</p>${form}`}
    ${open ? `<p>${back}</p>` : ''}<p class="mono">${escapeHtml(payment.merchant_order)}</p>`
}

export const unknownPage = (locale: Locale): string => `<h1>${wordsOf(locale).unknown}</h1>`
