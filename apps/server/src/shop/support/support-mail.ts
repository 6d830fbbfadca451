import { defaultLocale } from '@hc/contract/locales'
import { type Block, frame, type Letter } from '../message/frame.ts'
import type { Site } from '../message/site.ts'

export type Request = { number: string; account: string; orderNo: string; email: string; text: string; locale: string }

/**
 * The mail to the publisher about a request, in English like all texts for operators. A reply goes to the sender of the
 * request. The sender's claims are unchecked, and the mail says so.
 */
export function supportMail(site: Site, { number, account, orderNo, email, text, locale }: Request): Letter {
  const rows: [string, string][] = [
    ['Reference', number],
    ['Answer to', email],
    ...(account ? [['Account', account] satisfies [string, string]] : []),
    ...(orderNo ? [['Order', orderNo] satisfies [string, string]] : []),
    ['Language', locale],
  ]
  const blocks: Block[] = [
    { kind: 'text', text: 'Somebody who is not logged in asks for help:' },
    { kind: 'quote', text },
    { kind: 'rows', rows },
    {
      kind: 'small',
      text: 'Nobody has checked who wrote this. Answer this mail to reach them, and change nothing about an account on its word alone.',
    },
  ]
  return frame(defaultLocale, site, {
    subject: `Support request ${number}${orderNo ? `, order ${orderNo}` : ''}`,
    blocks,
    replyTo: email,
    footer: `Sent by ${site.name}. An answer reaches whoever asked.`,
  })
}
