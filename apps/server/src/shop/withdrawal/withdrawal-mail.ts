import type { Locale } from '@hc/contract/locales'
import type { Messages } from '@hc/i18n/messages'
import { shopTexts } from '@hc/i18n/texts'
import { type Block, fill, frame, type Letter, textsOf } from '../message/frame.ts'
import type { Site } from '../message/site.ts'

export type Outcome = keyof Messages['withdraw']['outcome']
export type Statement = {
  number: string
  orderNo: string
  /** The declaration that the buyer confirmed. */
  text: string
  name: string
  contact: string
  atMs: number
  outcome: Outcome
  /** An earlier mail reported another outcome. */
  again: boolean
}

/** Outcomes that refuse the withdrawal and name customer service. */
const helped: ReadonlySet<Outcome> = new Set<Outcome>(['waived', 'late', 'no_right', 'refused'])

export const withdrawalWords = (locale: Locale): Messages['withdraw'] => shopTexts(locale).withdraw

/** A time with the name of its time zone, for a reader in any zone. */
const moment = (locale: Locale, ms: number): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' }).format(ms)} UTC`

/**
 * The confirmation on a durable medium: the statement, its author, day and time (Directive 2011/83/EU, article 11a,
 * paragraph 4), and the outcome.
 */
export function withdrawalMail(locale: Locale, site: Site, statement: Statement): Letter {
  const t = withdrawalWords(locale)
  const at = moment(locale, statement.atMs)
  const blocks: Block[] = [
    { kind: 'text', text: textsOf(locale).code.hello },
    { kind: 'text', text: fill(statement.again ? t.mail.answer : t.mail.text, { date: at }) },
    { kind: 'text', text: t.outcome[statement.outcome] },
    {
      kind: 'rows',
      rows: [
        [t.done.number, statement.number],
        [t.done.at, at],
        [t.form.order, statement.orderNo],
        [t.form.name, statement.name],
        [t.form.email, statement.contact],
        [t.mail.statement, statement.text],
      ],
    },
    // A refusal is what the buyer may want to talk about.
    ...(helped.has(statement.outcome)
      ? [
          {
            kind: 'button',
            text: textsOf(locale).order.support,
            url: `${site.url}/main/contact?order=${encodeURIComponent(statement.orderNo)}`,
          } satisfies Block,
        ]
      : []),
  ]
  return frame(locale, site, { subject: fill(t.mail.subject, { number: statement.number }), blocks })
}
