import type { Locale } from '@hc/contract/locales'
import { formatFor } from '@hc/i18n/format'
import type { Messages } from '@hc/i18n/messages'
import { shopTexts } from '@hc/i18n/texts'
import { fill, frame, type Letter, type MailFile, textsOf } from '../message/frame.ts'
import type { Site } from '../message/site.ts'
import { type Bill, scriptOf } from './pdf.ts'
import type { Purchase } from './purchase.ts'
import type { ShopDocument } from './read-documents.ts'

const wordsOf = (locale: Locale): Messages['receipt'] => shopTexts(locale).receipt

const titleOf = (t: Messages['receipt'], { kind }: ShopDocument): string =>
  kind === 'receipt' ? t.title : t.creditNote

/** The buyer: the account's number with its label, and the address if there is one. */
const buyerLines = (t: Messages['receipt'], buyer: string): string[] =>
  buyer.split(' · ').map((part, index) => (index === 0 ? fill(t.account, { uid: part }) : part))

/** A document as it is printed, with the same facts as its page. */
export function sheetOf(locale: Locale, it: ShopDocument, order: string, { game, method, bonus }: Purchase): Bill {
  const t = wordsOf(locale)
  const { field } = shopTexts(locale).order
  const format = formatFor(locale)
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(it.seller.country) ?? it.seller.country
  return {
    lang: locale,
    script: scriptOf[locale],
    title: titleOf(t, it),
    number: it.number,
    parties: [
      {
        name: t.seller,
        lines: [
          it.seller.name,
          ...it.seller.address.split('\n'),
          country,
          ...it.seller.tax_ids.map((taxId) => fill(t.taxId, taxId)),
        ].filter(Boolean),
      },
      ...(it.buyer ? [{ name: t.buyer, lines: buyerLines(t, it.buyer) }] : []),
    ],
    facts: [
      ...(it.of ? [[t.of, it.of] satisfies [string, string]] : []),
      [t.issued, format.day(it.issue_ts)],
      [it.kind === 'receipt' ? t.paid : t.refunded, format.day(it.sale_ts)],
      [t.order, order],
      [field.game, game],
      ...(method ? [[field.method, method] satisfies [string, string]] : []),
    ],
    lines: [
      ...it.lines.map(({ name, quantity }): [string, string] => [
        fill(t.line, { name, quantity: format.number(quantity) }),
        it.lines.length === 1 ? format.money(it.gross, it.currency) : '',
      ]),
      ...(bonus > 0 && it.kind === 'receipt'
        ? [[fill(t.bonus, { extra: format.number(bonus) }), ''] satisfies [string, string]]
        : []),
    ],
    sums: [
      [t.net, format.money(it.net, it.currency)],
      ...(it.tax_name
        ? [
            [
              fill(t.tax, { name: it.tax_name, rate: format.rate(it.rate_ppm) }),
              format.money(it.tax, it.currency),
            ] satisfies [string, string],
          ]
        : []),
    ],
    total: [t.total, format.money(it.gross, it.currency)],
  }
}

/** A printed document as a mail takes it. */
export const pdfFile = (number: string, pdf: Buffer): MailFile => ({
  name: `${number}.pdf`,
  type: 'application/pdf',
  base64: pdf.toString('base64'),
})

/** The mail with a document: its facts as text, and the file if it could be printed. */
export function documentMail(
  locale: Locale,
  site: Site,
  { title, number, parties, facts, lines, sums, total }: Bill,
  { order, pdf }: { order: string; pdf: Buffer | null },
): Letter {
  const t = textsOf(locale)
  const letter = frame(locale, site, {
    subject: `${title} ${number} · ${site.name}`,
    blocks: [
      {
        kind: 'rows',
        rows: [
          [wordsOf(locale).number, number],
          ...facts,
          ...lines,
          ...sums,
          total,
          ...parties.map(({ name, lines: who }): [string, string] => [name, who.join(', ')]),
        ],
      },
      { kind: 'button', text: t.order.view, url: `${site.url}/main/recharge/receipt/${encodeURIComponent(order)}` },
      { kind: 'small', text: t.order.why },
    ],
  })
  return pdf ? { ...letter, files: [pdfFile(number, pdf)] } : letter
}
